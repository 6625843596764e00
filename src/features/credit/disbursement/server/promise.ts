/** A payout that takes longer than promised: finance sees it after two thirds of the time, and its borrower is told the reason at the end. // Credit and support 2 */
import { sql } from "kysely";
import { transact, type Reader, type Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { eachDue, type Sweep } from "#server/work/sweeps.ts";
import { payoutMinutes } from "#shared/promised-times.ts";
import { findLoan } from "#features/credit/loan/server/index.ts";
import { notify } from "#features/platform/notice/server/index.ts";
import { lateNotices } from "./notices.ts";
import { lockTransfer, type TransferName, type TransferRow } from "./store.ts";

const promisedSeconds = payoutMinutes * 60;
const atOnce = 50;
/** In the words of the partial index. */
const isPromised = sql<boolean>`purpose = 'LOAN' and promise_told_at is null and (needs_staff or (next_inquiry_at is not null and state <> 'SETTLED'))`;

export const disbursementPromiseSweep: Sweep = {
  name: "disbursement-promise",
  everySeconds: 60,
  waits: {
    text: { id: "Pencairan yang terlambat", en: "Payouts that are late", zh: "逾期放款" },
    rows: [{ table: "bank_transfer", at: "orderedAt", afterSeconds: promisedSeconds, where: isPromised }],
  },
  async run(services) {
    const { database, clock, log } = services;
    const due = await latePayouts(database, new Date(clock.now().getTime() - promisedSeconds * 1000));
    return eachDue(due, (name) => transact(database, (trx) => tellOne(services, trx, name)), {
      log,
      failure: "late payout not told of",
      idOf: ({ id }) => id,
    });
  },
};

/** Payouts of loans ordered before this time that have not arrived and whose borrower has no notice yet, oldest first. */
async function latePayouts(reader: Reader, orderedBy: Date): Promise<TransferName[]> {
  const rows = await reader
    .selectFrom("bank_transfer")
    .select(["borrowerId", "id"])
    .where(isPromised)
    .where("orderedAt", "<", orderedBy)
    .orderBy("orderedAt")
    .limit(atOnce)
    .execute();
  return rows.map((row) => ({ borrowerId: row.borrowerId, id: row.id }));
}

async function tellOne(services: Services, trx: Transaction, name: TransferName): Promise<boolean> {
  const transfer = await lockTransfer(trx, name);
  if (!transfer || (!transfer.needsStaff && (transfer.nextInquiryAt === null || transfer.state === "SETTLED")))
    return false;
  const { borrowerId, id } = name;
  const { numUpdatedRows } = await trx
    .updateTable("bank_transfer")
    .set({ promiseToldAt: services.clock.now() })
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .where("promiseToldAt", "is", null)
    .executeTakeFirst();
  const loan = await findLoan(trx, borrowerId, transfer.subjectId);
  if (numUpdatedRows === 0n || !loan) return false;
  const values = { loanId: loan.id, number: loan.number };
  await notify(services, trx, lateNotices[reasonOf(transfer)], { id, borrowerId, values });
  return true;
}

/** REFUSED: the bank refused the order; PREPARING: we have not sent it; BANK: we sent it and the bank has not confirmed it. */
function reasonOf({ needsStaff, state }: TransferRow): keyof typeof lateNotices {
  if (needsStaff) return "REFUSED";
  return state === "QUEUED" ? "PREPARING" : "BANK";
}
