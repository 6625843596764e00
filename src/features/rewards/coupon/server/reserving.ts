/** A coupon during an application: reserved with it, used by the payout, given back when the application fails. */
import type { Reader, Transaction } from "#server/database.server.ts";
import { secondPool, violated } from "#server/database.server.ts";
import { account, availableOf, lockBalance } from "#server/ledger/index.ts";
import { within } from "#server/events/domain-events.ts";
import { leftToStaff, type Fitted } from "#server/events/event-exceptions.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import { say, type Language } from "#shared/texts.ts";
import { borrowerContact } from "#features/account/login/server/index.ts";
import { loanActivated } from "#features/credit/disbursement/server/index.ts";
import type { discountProblems } from "#features/credit/loan/contract.ts";
import {
  discountEventId,
  findLoan,
  listLoansOfPerson,
  loanMoved,
  type LoanDiscounts,
} from "#features/credit/loan/server/index.ts";
import { recordEvent, takesEvents } from "#features/credit/repayment/server/index.ts";
import { unusableTexts } from "../texts.ts";
import type { UnusableReason } from "../contract.ts";
import { backToStock, freePromise, holdPromise } from "./holds.ts";
import { couponLifecycle } from "./lifecycle.ts";
import { conditionsOf } from "./reach.ts";
import { borrowerCouponsOf, definitionsOn, findCoupon, lockCoupon, lockCouponOfLoan, type CouponRow } from "./store.ts";
import { discountOf, interestOf, unusableOn } from "./value.ts";
import { redemptionExceptionTexts } from "./words.ts";

/** More than any person has at once. */
const maxCoupons = 100;

/** Whether the person ever had a paid-out loan, also with an account that was merged into this one. */
async function hadLoan(reader: Reader, borrowerId: string): Promise<boolean> {
  return (await listLoansOfPerson(reader, borrowerId, undefined, 100)).some(
    ({ state, disbursedOn }) => disbursedOn !== null || state === "DISBURSING",
  );
}

/** Whether a coupon of this key would always be refused to the person: it is for a first loan, and there was one. */
export async function isTooLateFor(
  services: Services,
  reader: Reader,
  { borrowerId, couponKey }: { borrowerId: string; couponKey: string },
): Promise<boolean> {
  const definition = (await definitionsOn(reader, dateInWib(services.clock.now()))).get(couponKey);
  return definition?.isFirstLoanOnly === true && hadLoan(reader, borrowerId);
}

/** Whether coupons of this key are only for a first loan. */
export const isFirstLoanCoupon = async (services: Services, reader: Reader, couponKey: string): Promise<boolean> =>
  (await definitionsOn(reader, dateInWib(services.clock.now()))).get(couponKey)?.isFirstLoanOnly === true;

/** @throws Refusal COUPON_NOT_USABLE in the borrower's language */
export async function refuseUnusable(
  services: Services,
  reader: Reader,
  borrowerId: string,
  reason: UnusableReason,
): Promise<never> {
  const language: Language = (await borrowerContact(services, reader, borrowerId))?.language ?? "id";
  throw new Refusal<typeof discountProblems>("COUPON_NOT_USABLE", {
    reason,
    reasonText: say(unusableTexts[reason], language),
  });
}

export const couponDiscounts: LoanDiscounts = {
  async offers(services, reader, { borrowerId, terms }) {
    const [coupons, had] = await Promise.all([
      borrowerCouponsOf(reader, borrowerId, ["OBTAINED"], maxCoupons),
      hadLoan(reader, borrowerId),
    ]);
    const about = { terms, hadLoan: had, use: "APPLICATION", now: services.clock.now() } as const;
    const interestRupiah = interestOf(terms);
    return coupons
      .filter((coupon) => unusableOn(coupon, about) === null)
      .map((coupon) => ({
        discountId: coupon.id,
        rupiah: discountOf(coupon, interestRupiah),
        title: coupon.title,
        expiresAt: coupon.expiresAt,
        isUsedBySubmission: coupon.isUsedBySubmission,
        conditions: coupon.isUsedBySubmission ? conditionsOf(coupon) : [],
      }))
      .sort((a, b) => b.rupiah - a.rupiah || a.expiresAt.getTime() - b.expiresAt.getTime());
  },

  isOwn: async (reader, { borrowerId, discountId }) => (await findCoupon(reader, borrowerId, discountId)) !== null,

  async assertUsable(services, reader, { borrowerId, discountId, terms }) {
    const coupon = await findCoupon(reader, borrowerId, discountId);
    if (!coupon) throw new Refusal("COUPON_UNKNOWN");
    const about = { terms, hadLoan: await hadLoan(reader, borrowerId), use: "APPLICATION" } as const;
    const reason = unusableOn(coupon, { ...about, now: services.clock.now() });
    if (reason) await refuseUnusable(services, reader, borrowerId, reason);
  },

  async reserve(services, trx, { borrowerId, loanId, discountId, terms }) {
    const coupon = await lockCoupon(trx, borrowerId, discountId);
    if (!coupon) throw new Refusal("COUPON_UNKNOWN");
    const now = services.clock.now();
    const had = await hadLoan(trx, borrowerId);
    const reason = unusableOn(coupon, { terms, hadLoan: had, use: "APPLICATION", now });
    if (reason) return refuseUnusable(services, trx, borrowerId, reason);
    const rupiah = discountOf(coupon, interestOf(terms));
    await take(services, trx, coupon, { loanId, rupiah });
    return { discountId, rupiah, budget: coupon.budgetOwner };
  },
};

/** Only one of concurrent uses wins; one coupon per loan. @throws Refusal COUPON_NOT_USABLE */
async function take(
  services: Services,
  trx: Transaction,
  { borrowerId, id }: CouponRow,
  { loanId, rupiah }: { loanId: string; rupiah: number },
): Promise<void> {
  const at = services.clock.now();
  const isTaken = await couponLifecycle
    .move(trx, {
      id,
      borrowerId,
      from: ["OBTAINED"],
      to: "RESERVED",
      actor: "BORROWER",
      cause: "APPLIED",
      facts: { loanId },
      at,
      set: { loanId, discountRupiah: rupiah, reservedAt: at },
    })
    .catch(async (error: unknown) => {
      if (violated(error, "23505") === "coupon_one_per_loan") return false;
      throw error;
    });
  // The key violation has aborted the transaction: it can read nothing any more.
  if (!isTaken) return refuseUnusable(services, secondPool(services.database), borrowerId, "RESERVED");
}

/** After a payout that failed without the borrower's fault: the coupon comes back although submitting had used it up. */
const notTheirFault = new Set(["DISBURSEMENT_FAILED", "PAYOUT_RETURNED"]);

/** A failed application, or a loan whose payout was undone, gives its coupon back. */
async function giveBack(
  services: Services,
  trx: Transaction,
  { borrowerId, loanId, cause }: { borrowerId: string; loanId: string; cause: string },
): Promise<Fitted> {
  const coupon = await lockCouponOfLoan(trx, borrowerId, loanId);
  if (!coupon || (coupon.state !== "RESERVED" && coupon.state !== "USED")) return "DONE";
  const isBurnt = coupon.state === "USED";
  const now = services.clock.now();
  const isOver = coupon.expiresAt <= now;
  if (isOver || (coupon.isUsedBySubmission && !notTheirFault.has(cause)))
    return end(services, trx, coupon, isOver ? "VALIDITY_ENDED" : "USED_BY_SUBMISSION");
  const revived = isBurnt ? await promiseAnew(services, trx, coupon) : coupon;
  if (!revived) return end(services, trx, coupon, "BUDGET_ENDED");
  const set = {
    loanId: null,
    discountRupiah: null,
    reservedAt: null,
    endedAt: null,
    revivals: revived.revivals,
    maxRupiah: revived.maxRupiah,
  };
  const move = { id: coupon.id, borrowerId, actor: "SYSTEM", cause, facts: { loanId }, at: now, set } as const;
  await couponLifecycle.move(trx, { ...move, from: ["RESERVED", "USED"], to: "OBTAINED" });
  return "DONE";
}

/** Promises a used coupon again, if the campaign that gave it still has money. */
async function promiseAnew(services: Services, trx: Transaction, coupon: CouponRow): Promise<CouponRow | null> {
  const budget = account("REWARD_BUDGET", coupon.budgetOwner);
  await lockBalance(trx, budget);
  const maxRupiah = Math.min(coupon.maxRupiah, await availableOf(trx, budget));
  if (maxRupiah <= 0) return null;
  const revived = { ...coupon, maxRupiah, revivals: coupon.revivals + 1 };
  await holdPromise(services, trx, revived);
  return revived;
}

/** Ends a coupon that is not given back: the unused part of its promise is released. */
async function end(services: Services, trx: Transaction, coupon: CouponRow, cause: string): Promise<Fitted> {
  const { id, borrowerId, loanId, state } = coupon;
  const at = services.clock.now();
  const set = { loanId: null, discountRupiah: null, endedAt: at };
  const facts = { loanId };
  const move = { id, borrowerId, actor: "SYSTEM", cause, facts, at, set } as const;
  await couponLifecycle.move(trx, { ...move, from: ["RESERVED", "USED"], to: "EXPIRED" });
  if (state === "RESERVED") await freePromise(services, trx, coupon);
  await backToStock(services, trx, coupon);
  return "DONE";
}

const { USING_COUPON, ...causes } = redemptionExceptionTexts;

/**
 * The loan is active: its coupon is used, and its interest is lower from the first day. When that cannot be booked the
 * coupon stays unchanged with its promise held, for the next try.
 */
async function burn(
  services: Services,
  trx: Transaction,
  { borrowerId, loanId }: { borrowerId: string; loanId: string },
): Promise<Fitted<keyof typeof causes>> {
  const loan = await findLoan(trx, borrowerId, loanId);
  if (!loan) return leftToStaff("LOAN_UNKNOWN");
  if (!loan.discount || !loan.disbursedOn) return "DONE";
  const coupon = await lockCouponOfLoan(trx, borrowerId, loanId);
  if (coupon?.id !== loan.discount.discountId || (coupon.state !== "RESERVED" && coupon.state !== "USED"))
    return leftToStaff("COUPON_NOT_RESERVED");
  if (!(await takesEvents(trx, { borrowerId, loanId }))) return leftToStaff("LOAN_WITHOUT_BOOKS");
  const at = services.clock.now();
  if (coupon.state === "RESERVED") {
    const move = { id: coupon.id, borrowerId, actor: "SYSTEM", cause: "PAID_OUT", facts: { loanId }, at } as const;
    await couponLifecycle.move(trx, { ...move, from: ["RESERVED"], to: "USED", set: { endedAt: at } });
    await freePromise(services, trx, coupon);
  }
  const event = {
    kind: "DISCOUNT",
    id: discountEventId(coupon.id, coupon.revivals),
    of: "INTEREST",
    amountRupiah: loan.discount.rupiah,
    valueDate: loan.disbursedOn,
  } as const;
  const facts = { rail: null, bankCode: null, paidAt: at, actor: "SYSTEM" };
  // A repeated event is recognised, and counts once.
  await recordEvent(services, trx, { borrowerId, loanId }, event, facts);
  return "DONE";
}

/** Wired after repayment, whose own subscriber opens the books in which the discount is booked. */
export const couponSubscriptions = [
  within(loanActivated, "coupon-burnt", burn, { text: USING_COUPON, causes }),
  within(loanMoved, "coupon-back", async (services, trx, { borrowerId, loanId, to, cause }) =>
    to === "REJECTED" || to === "CANCELLED" ? giveBack(services, trx, { borrowerId, loanId, cause }) : "DONE",
  ),
];
