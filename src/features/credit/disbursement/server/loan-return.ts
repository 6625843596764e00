/** A loan whose payout came back: it is paid out once more, or it counts as never paid out. // docs/decisions/080 */
import type { Reader } from "#server/database.server.ts";
import { LedgerRefusal } from "#server/ledger/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import { dateInWib } from "#shared/dates.ts";
import { releaseLimit } from "#features/credit/limit/server/index.ts";
import { findLoan, openRepeatOf, returnFunding, transition, type LoanRow } from "#features/credit/loan/server/index.ts";
import { booksOf } from "./loan-books.ts";
import { payoutKeeper, type PurposeRules } from "./purposes.ts";
import { lockReturned } from "./returned-store.ts";
import { leaveSuspense } from "./returned.ts";
import type { TransferRow } from "./store.ts";

const loanOf = async (reader: Reader, { borrowerId, subjectId }: TransferRow): Promise<LoanRow | null> =>
  findLoan(reader, borrowerId, subjectId);

/** The states of a loan that was paid out and may still count as never paid out. */
const undoable = ["ACTIVE", "PAID_OFF", "WRITTEN_OFF"] as const;

export const loanReturn: Required<
  Pick<PurposeRules, "cameBack" | "mayGiveBack" | "mayResend" | "arrivedAgain" | "giveBack">
> = {
  async cameBack(services, trx, transfer) {
    const loan = await loanOf(trx, transfer);
    if (loan) await payoutKeeper(services).cameBack(services, trx, loan, transfer.id);
  },

  async mayGiveBack(reader, transfer) {
    const loan = await loanOf(reader, transfer);
    if (!loan || !undoable.some((state) => state === loan.state)) return false;
    // Part of its money has paid another loan off: the payout is sent again, and neither loan is undone.
    if (loan.replacesRupiah) return false;
    // A signed repeat loan will pay this one off.
    const repeat = await openRepeatOf(reader, loan.borrowerId, loan.id);
    return repeat?.state !== "SIGNED" && repeat?.state !== "DISBURSING";
  },

  async mayResend(reader, { borrowerId, subjectId }) {
    return (await findLoan(reader, borrowerId, subjectId))?.state === "ACTIVE";
  },

  async arrivedAgain(services, trx, transfer, settledAt) {
    const loan = await loanOf(trx, transfer);
    // If payments have ended the loan in the meantime, it owes nothing, whatever day it counts from.
    if (loan?.state === "ACTIVE")
      await payoutKeeper(services).arrivedAgain(services, trx, loan, settledAt, transfer.id);
  },

  async giveBack(services, trx, transfer, actor) {
    const loan = await loanOf(trx, transfer);
    const returned = await lockReturned(trx, transfer);
    if (!loan || !returned || !(await loanReturn.mayGiveBack(trx, transfer))) return false;
    const { borrowerId, id: loanId } = loan;
    const now = services.clock.now();
    try {
      await leaveSuspense(services, trx, returned);
      // First the lender gets the money back, then the returned principal is taken from it.
      await returnFunding(trx, now, booksOf(loan), loan.principalRupiah, dateInWib(now));
      await payoutKeeper(services).undone(services, trx, loan);
    } catch (error) {
      if (error instanceof LedgerRefusal && error.code === "INSUFFICIENT") throw new Refusal("LENDER_SHORT");
      throw error;
    }
    const change = { disbursedOn: null, endedAt: now, endReason: "DISBURSEMENT_FAILED" };
    const moved = await transition(services, trx, {
      borrowerId,
      loanId,
      from: undoable,
      to: "CANCELLED",
      actor,
      cause: "PAYOUT_RETURNED",
      change,
      facts: { transferId: transfer.id },
    });
    if (!moved) return false;
    await releaseLimit(services, trx, borrowerId, loanId);
    return true;
  },
};
