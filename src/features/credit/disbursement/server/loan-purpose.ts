/** Pays a loan out: the lender's money is reserved before the order leaves, and lent when it has arrived. // Security rules 3 */
import type { Transaction } from "#server/database.server.ts";
import { LedgerRefusal, account } from "#server/ledger/index.ts";
import type { Services } from "#server/services.ts";
import { countLateFrom } from "./late-counting.ts";
import { dateInWib } from "#shared/dates.ts";
import { isBorrowingStopped } from "#features/credit/limit/server/index.ts";
import {
  bookLoan,
  findLoan,
  holdFunding,
  loanTerms,
  releaseFunding,
  settleFunding,
  stateOf,
  transition,
  type LoanRow,
} from "#features/credit/loan/server/index.ts";
import { loanActivated } from "./events.ts";
import { booksOf } from "./loan-books.ts";
import { loanReturn } from "./loan-return.ts";
import { NoLonger, NotYet, payoutKeeper, type PurposeRules } from "./purposes.ts";
import { changeTransfer, lockTransfer, transfersFor, type TransferRow } from "./store.ts";
import { moveTransfer } from "./lifecycle.ts";

export const loanPurpose: PurposeRules = {
  staffSettles: true,
  ...loanReturn,

  async begin(services, trx, transfer) {
    const { borrowerId, subjectId: loanId } = transfer;
    const facts = { transferId: transfer.id };
    // Staff check the borrower first; the transfer is tried again until they lift the stop. // Threat B13
    if (await isBorrowingStopped(trx, borrowerId)) throw new NotYet("LIMIT_FROZEN");
    const moved = await transition(services, trx, {
      borrowerId,
      loanId,
      from: ["SIGNED"],
      to: "DISBURSING",
      actor: "SYSTEM",
      cause: "TRANSFER_ORDERED",
      facts,
    });
    const loan = await findLoan(trx, borrowerId, loanId);
    if (!moved || !loan) throw new NoLonger(`The loan ${loanId} is not waiting for its money.`);
    const now = services.clock.now();
    try {
      // A second transfer finds the first one's hold, which stays after a failure until staff settle it.
      await holdFunding(trx, now, booksOf(loan), loan.principalRupiah, dateInWib(now));
    } catch (error) {
      if (error instanceof LedgerRefusal && (error.code === "INSUFFICIENT" || error.code === "LEDGER_STOPPED"))
        throw new NotYet(error.code === "INSUFFICIENT" ? "FUNDING" : "LEDGER_STOPPED");
      throw error;
    }
  },

  async settled(services, trx, transfer, settledAt) {
    const { borrowerId, subjectId: loanId } = transfer;
    const before = await findLoan(trx, borrowerId, loanId);
    if (!before) throw new Error(`The loan ${loanId} of a settled transfer is gone.`);
    const facts = { transferId: transfer.id };
    // A payment for the earlier loan locks the books first and may end that loan; both lock in the same order.
    if (before.replacesLoanId) await payoutKeeper(services).hold(trx, borrowerId);
    if (before.state === "SIGNED")
      await transition(services, trx, {
        borrowerId,
        loanId,
        from: ["SIGNED"],
        to: "DISBURSING",
        actor: "BANK",
        cause: "TRANSFER_FOUND_PAID",
        facts,
      });
    const disbursedOn = dateInWib(settledAt);
    const moved = await transition(services, trx, {
      borrowerId,
      loanId,
      from: ["DISBURSING"],
      to: "ACTIVE",
      actor: "BANK",
      cause: "TRANSFER_SETTLED",
      facts,
      change: { disbursedOn },
    });
    if (!moved) throw new Error(`The loan ${loanId} was paid out in the state ${before.state}.`);
    const loan: LoanRow = { ...before, state: "ACTIVE", disbursedOn };
    const now = services.clock.now();
    await settleFunding(trx, now, booksOf(loan), disbursedOn);
    await bookLoan(trx, now, booksOf(loan), stateOf(loanTerms(loan), [], dateInWib(now)));
    if (loan.replacesLoanId) await payoutKeeper(services).payReplaced(services, trx, loan);
    await services.events.announce(trx, loanActivated, {
      id: `activated_${loanId}`,
      at: settledAt,
      borrowerId,
      loanId,
      transferId: transfer.id,
    });
  },

  async failed(services, trx, transfer, code) {
    const { borrowerId, subjectId: loanId } = transfer;
    const facts = { transferId: transfer.id, code };
    await transition(services, trx, {
      borrowerId,
      loanId,
      from: ["DISBURSING"],
      to: "SIGNED",
      actor: "BANK",
      cause: "TRANSFER_FAILED",
      facts,
    });
  },

  async dropped(services, trx, transfer) {
    // The earlier transfer failed, was given up, and left its hold for this one.
    const loan = await findLoan(trx, transfer.borrowerId, transfer.subjectId);
    if (loan?.state === "CANCELLED") await freeFunding(services, trx, loan);
  },

  async stillWaits(services, trx, transfer) {
    if ((await findLoan(trx, transfer.borrowerId, transfer.subjectId))?.state !== "SIGNED") return false;
    const others = await othersOf(trx, transfer);
    if (others.some(({ state }) => state === "SENT" || state === "ACCEPTED" || state === "SETTLED")) return false;
    // The order that replaced it has not left: the loan has its money, so the second payment is dropped.
    for (const other of others) {
      if (other.state === "QUEUED")
        await moveTransfer(trx, other, "DROPPED", {
          waitsFor: null,
          endedAt: services.clock.now(),
          nextInquiryAt: null,
        });
      else if (other.needsStaff) await changeTransfer(trx, other, { needsStaff: false });
    }
    return true;
  },

  async countLate(services, trx, transfer, settledAt) {
    if (!(await loanPurpose.stillWaits?.(services, trx, transfer))) return false;
    if (!(await countLateFrom(services, trx, transfer, account("ESCROW")))) return false;
    await loanPurpose.settled(services, trx, transfer, settledAt);
    return true;
  },
};

/** The other transfers of the same loan, locked. */
async function othersOf(trx: Transaction, transfer: TransferRow): Promise<TransferRow[]> {
  const others: TransferRow[] = [];
  for (const other of await transfersFor(trx, transfer.borrowerId, "LOAN", transfer.subjectId)) {
    const locked = other.id === transfer.id ? null : await lockTransfer(trx, other);
    if (locked) others.push(locked);
  }
  return others;
}

/** Returns the reserved money to the lender: the loan will not be paid out. Does nothing if no money was reserved. */
export async function giveFundingBack(
  services: Services,
  trx: Transaction,
  loan: LoanRow,
  transfer: TransferRow,
): Promise<void> {
  if (transfer.attempts === 0 && transfer.failureCode !== "ACCOUNT_GONE") return;
  await freeFunding(services, trx, loan);
}

async function freeFunding(services: Services, trx: Transaction, loan: LoanRow): Promise<void> {
  const now = services.clock.now();
  try {
    await releaseFunding(trx, now, booksOf(loan), dateInWib(now));
  } catch (error) {
    if (!(error instanceof LedgerRefusal && error.code === "HOLD_UNKNOWN")) throw error;
  }
}
