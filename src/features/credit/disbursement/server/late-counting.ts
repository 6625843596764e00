/** A payout was reported as failed, given up, and turned out to be paid: finds the account that its money is taken from when it counts. */
import type { Transaction } from "#server/database.server.ts";
import { LedgerRefusal, account, post, type AccountRef } from "#server/ledger/index.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import type { TransferRow } from "./store.ts";

/** Moves the money out of suspense at the cost of `payer`, which has had the money again since then. False if that account holds less: then nothing is written. */
export async function countLateFrom(
  services: Services,
  trx: Transaction,
  { id: reference, amountRupiah }: Pick<TransferRow, "id" | "amountRupiah">,
  payer: AccountRef,
): Promise<boolean> {
  const now = services.clock.now();
  try {
    await post(trx, now, [
      {
        id: `late_counted_${reference}`,
        kind: "LATE_PAYOUT_COUNTED",
        debit: payer,
        credit: account("LATE_PAYOUT", reference),
        amount: amountRupiah,
        reference,
        valueDate: dateInWib(now),
      },
    ]);
  } catch (error) {
    if (error instanceof LedgerRefusal && error.code === "INSUFFICIENT") return false;
    throw error;
  }
  return true;
}
