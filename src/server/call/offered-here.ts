/** Lending, payments and rewards exist only where the brand lends. // Product decisions 1 */
import type { Call } from "#shared/contract.ts";

/** Calls about loans, payments and rewards, by path. Signed documents stay readable, and the home page says where a loan is. */
const ofMoney =
  /^\/api\/(?:(?:activity|coupon|credit|invitation|membership|merchant|points|repayment|wallet)(?:\/|$)|loan\/(?!home$)|agreement\/\{loanId\}\/)/;
const ofPeople: ReadonlySet<string> = new Set(["borrower", "link", "visitor"]);

/** Whether a person may make the call under this brand; otherwise it answers NOT_OFFERED_HERE. */
export const isOfferedHere = (
  { path, policy }: Pick<Call, "path" | "policy">,
  { lends }: { lends: boolean },
): boolean => lends || !ofPeople.has(policy.who) || !ofMoney.test(path);
