/** Using a coupon on a running loan's bill: interest of the next unpaid instalment, at once. // Product decisions, rewards 4 */
import type { Transaction } from "#server/database.server.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import {
  discountEventId,
  findLoan,
  lockLoan,
  writeDiscount,
  type LoanRow,
} from "#features/credit/loan/server/index.ts";
import { isReduced } from "#features/credit/membership/server/index.ts";
import { recordEvent, stateOfLoan } from "#features/credit/repayment/server/index.ts";
import type { UnusableReason } from "../contract.ts";
import { freePromise } from "./holds.ts";
import { couponLifecycle } from "./lifecycle.ts";
import { refuseUnusable } from "./reserving.ts";
import { lockCoupon, type CouponRow } from "./store.ts";
import { discountOf, unusableOn } from "./value.ts";

/** @returns the discount in rupiah. @throws Refusal COUPON_UNKNOWN, COUPON_NOT_USABLE, LOAN_UNKNOWN */
export async function useOnBill(
  services: Services,
  trx: Transaction,
  { borrowerId, couponId, loanId }: { borrowerId: string; couponId: string; loanId: string },
): Promise<number> {
  // Locks the loan first, in the order of all code that locks a loan together with its coupon.
  await lockLoan(trx, borrowerId, loanId);
  const loan = await findLoan(trx, borrowerId, loanId);
  if (!loan) throw new Refusal("LOAN_UNKNOWN");
  const coupon = await lockCoupon(trx, borrowerId, couponId);
  if (!coupon) throw new Refusal("COUPON_UNKNOWN");
  const interestRupiah = await nextInterest(services, trx, loan);
  const reason =
    reasonAgainst(coupon, loan, interestRupiah, services.clock.now()) ??
    ((await isReduced(trx, borrowerId, loanId)) ? "LOAN_HAS_ONE" : null);
  if (reason) return refuseUnusable(services, trx, borrowerId, reason);
  return takeOff(services, trx, coupon, { loan, rupiah: discountOf(coupon, interestRupiah) });
}

function reasonAgainst(coupon: CouponRow, loan: LoanRow, interestRupiah: number, now: Date): UnusableReason | null {
  if (loan.state !== "ACTIVE") return "LOAN_NOT_RUNNING";
  const reason = unusableOn(coupon, { terms: loan.terms, hadLoan: true, use: "BILL", now });
  if (reason) return reason;
  if (loan.discount) return "LOAN_HAS_ONE";
  return interestRupiah > 0 ? null : "NO_INTEREST";
}

/** Interest of the first instalment that is asked for, in rupiah. */
async function nextInterest(services: Services, trx: Transaction, loan: LoanRow): Promise<number> {
  const found = loan.state === "ACTIVE" ? await stateOfLoan(services, trx, loan) : null;
  return found?.state.rows.find(({ dueRupiah }) => dueRupiah > 0)?.unpaid.interestRupiah ?? 0;
}

async function takeOff(
  services: Services,
  trx: Transaction,
  coupon: CouponRow,
  { loan, rupiah }: { loan: LoanRow; rupiah: number },
): Promise<number> {
  const { borrowerId, id } = coupon;
  const loanId = loan.id;
  const at = services.clock.now();
  await couponLifecycle.move(trx, {
    id,
    borrowerId,
    from: ["OBTAINED"],
    to: "USED",
    actor: "BORROWER",
    cause: "ON_BILL",
    facts: { loanId },
    at,
    set: { loanId, discountRupiah: rupiah, reservedAt: at, endedAt: at },
  });
  await freePromise(services, trx, coupon);
  await writeDiscount(trx, { borrowerId, loanId }, { discountId: id, rupiah, budget: coupon.budgetOwner });
  const event = {
    kind: "DISCOUNT",
    id: discountEventId(id, coupon.revivals),
    of: "INTEREST",
    amountRupiah: rupiah,
    valueDate: dateInWib(at),
  } as const;
  const facts = { rail: null, bankCode: null, paidAt: at, actor: "BORROWER" };
  const outcome = await recordEvent(services, trx, { borrowerId, loanId }, event, facts);
  if (outcome !== "RECORDED") return refuseUnusable(services, trx, borrowerId, "LOAN_NOT_RUNNING");
  return rupiah;
}
