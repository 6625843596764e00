/**
 * A transfer that the bank reported as failed, that was given up, and that turned out to be paid. If its money still
 * has its place, it counts as paid; otherwise the money is booked from its bank account into suspense, and two members
 * of staff decide about it. // docs/decisions/232
 */
import type { Transaction } from "#server/database.server.ts";
import { account, post } from "#server/ledger/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import { defineMoneyProposal, type CarryOut } from "#features/credit/treasury/server/index.ts";
import { lateActions, type LateAction } from "../contract.ts";
import { endLate, findLate, insertLate, lockLate } from "./late-store.ts";
import { bankSideOf } from "./purposes.ts";
import { rulesFor } from "./returned.ts";
import { findTransfer, lockTransfer, type TransferRow } from "./store.ts";
import { moveTransfer } from "./lifecycle.ts";
import { noteInLoan } from "./loan-note.ts";

/** A bank's clock may be ahead of ours or far off; the money cannot have arrived before it was sent, nor tomorrow. */
export function believableSettlement(now: Date, transfer: Pick<TransferRow, "sentAt">, settledAt: Date): Date {
  return new Date(Math.min(now.getTime(), Math.max(settledAt.getTime(), (transfer.sentAt ?? now).getTime())));
}

/** Whether a given-up transfer's money still has its place, so that its late success counts like an ordinary one. */
export async function countsAnyway(services: Services, trx: Transaction, transfer: TransferRow): Promise<boolean> {
  return (await rulesFor(services, transfer).stillWaits?.(services, trx, transfer)) ?? false;
}

/**
 * Books the money into suspense, once, and shows it to staff; false if that was done before.
 * @throws LedgerRefusal where the ledger refuses the posting
 */
export async function holdLatePayout(
  services: Services,
  trx: Transaction,
  transfer: TransferRow,
  state: { status: "SETTLED"; providerReference: string; settledAt: Date },
): Promise<boolean> {
  const now = services.clock.now();
  const settledAt = believableSettlement(now, transfer, state.settledAt);
  const row = {
    borrowerId: transfer.borrowerId,
    transferId: transfer.id,
    amountRupiah: transfer.amountRupiah,
    providerReference: state.providerReference,
    settledAt,
    foundAt: now,
  };
  if (!(await insertLate(trx, row))) return false;
  const reference = transfer.id;
  await post(trx, now, [
    {
      id: `late_${reference}`,
      kind: "LATE_PAYOUT",
      debit: account("LATE_PAYOUT", reference),
      credit: account(bankSideOf(services, transfer.purpose)),
      amount: transfer.amountRupiah,
      reference,
      valueDate: dateInWib(settledAt),
    },
  ]);
  await noteInLoan(services, trx, transfer, "BANK", "TRANSFER_PAID_LATE");
  return true;
}

/** Carries out the decision of two members of staff. @throws Refusal PROPOSAL_STALE */
const settleLate: CarryOut = async (services, trx, { borrowerId, subjectId, facts }, checkerId) => {
  const name = { borrowerId: borrowerId ?? "", id: subjectId };
  const transfer = await lockTransfer(trx, name);
  const late = transfer && (await lockLate(trx, name));
  const deed = lateActions.find((one) => one === facts["deed"]);
  if (!transfer || late?.state !== "OPEN" || !deed) throw new Refusal("PROPOSAL_STALE");
  const now = services.clock.now();
  if (deed === "COUNT") {
    // A returned transfer that was already settled has no money left to count.
    if (transfer.state !== "FAILED") throw new Refusal("PROPOSAL_STALE");
    const { settledAt, providerReference } = late;
    if (!(await rulesFor(services, transfer).countLate?.(services, trx, transfer, settledAt)))
      throw new Refusal("PROPOSAL_STALE");
    await moveTransfer(trx, transfer, "SETTLED", { providerReference, failureCode: null, endedAt: settledAt });
  } else {
    await post(trx, now, [
      {
        id: `late_${deed.toLowerCase()}_${subjectId}`,
        kind: deed === "RECOVERED" ? "LATE_PAYOUT_RECOVERED" : "LATE_PAYOUT_LOST",
        debit: account(deed === "RECOVERED" ? bankSideOf(services, transfer.purpose) : "PAYOUT_LOSS"),
        credit: account("LATE_PAYOUT", subjectId),
        amount: late.amountRupiah,
        reference: subjectId,
        valueDate: dateInWib(now),
      },
    ]);
  }
  await endLate(trx, name, deed, now);
  await noteInLoan(services, trx, transfer, `STAFF:${checkerId}`, `LATE_PAYOUT_${deed satisfies LateAction}`);
};

export const lateKind = defineMoneyProposal("LATE_PAYOUT", {
  carryOut: settleLate,
  async isStale(_services, reader, { borrowerId, subjectId, facts }) {
    const name = { borrowerId: borrowerId ?? "", id: subjectId };
    if ((await findLate(reader, name))?.state !== "OPEN") return true;
    return facts["deed"] === "COUNT" && (await findTransfer(reader, name))?.state !== "FAILED";
  },
});
