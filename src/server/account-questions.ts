/** Questions about a borrower's account and loans, asked by lower layers and answered by the domains above. */
import type { Reader } from "#server/database.server.ts";
import { defineQuestion } from "#server/questions.ts";
import type { Services } from "#server/services.ts";
import type { ClosureBlocker } from "#shared/closure-blockers.ts";
import type { CreditStatus } from "#shared/credit-status.ts";
import type { Language } from "#shared/texts.ts";

/** Whether an id is a borrower's, in whatever state the account is. */
export const isRegistered = defineQuestion<(reader: Reader, borrowerId: string) => Promise<boolean>>(
  "is-registered",
  "ONE",
);
/** Whether a borrower's account is open: links of an account that was blocked or closed are no longer valid. */
export const isOpenAccount = defineQuestion<
  (
    reader: Reader,
    borrowerId: string,
    /** An account frozen by its owner counts as open, because payments stay possible. */
    options: { isFrozenToo: boolean },
  ) => Promise<boolean>
>("is-open-account", "ONE");
/** The same for many borrowers: returns those whose account is open, or frozen by its owner. */
export const openAccountsAmong = defineQuestion<
  (reader: Reader, borrowerIds: readonly string[]) => Promise<ReadonlySet<string>>
>("open-accounts-among", "ONE");
/** The mark in links to a borrower's number, and since when the account has that number; null without one. */
export const linkMark = defineQuestion<
  (services: Services, reader: Reader, borrowerId: string) => Promise<{ mark: string; since: Date } | null>
>("link-mark", "ONE");
/** Whether the borrower ever sent an application. */
export const hasApplied = defineQuestion<(reader: Reader, borrowerId: string) => Promise<boolean>>(
  "has-applied",
  "ONE",
);
/** Whether the borrower never had a loan, paid all off, or still owes. */
export const creditStatus = defineQuestion<(reader: Reader, borrowerId: string) => Promise<CreditStatus>>(
  "credit-status",
  "ONE",
);
/** The version of a text shown to readers of a language; null when there is none. */
export const textInForce = defineQuestion<
  (services: Services, key: string, language: Language) => Promise<{ version: number; language: Language } | null>
>("text-in-force", "ONE");

export interface Blocker {
  code: ClosureBlocker;
  /** The page on which its holder can settle it. */
  path: `/${string}`;
}
/** Matters to settle before an account closes. Read again, with the borrower's row locked, at the closing. */
export const blockersOfClosing = defineQuestion<
  (services: Services, reader: Reader, borrowerId: string) => Promise<readonly Blocker[]>
>("blockers-of-closing", "MANY");

export interface WithdrawalBlock {
  /** End of the block; null while staff decide. */
  until: Date | null;
}
/** Whether nothing may leave a borrower's wallet (72 h after a change of number, contested, in review). */
export const withdrawalBlock = defineQuestion<
  (services: Services, reader: Reader, borrowerId: string) => Promise<WithdrawalBlock | null>
>("withdrawal-block", "MANY");
