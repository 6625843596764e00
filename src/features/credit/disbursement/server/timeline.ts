/** Events of a borrower in a domain, for the console's timeline. */
import type { Happening, TimelineSource } from "#server/console/questions.ts";
import { listLoans } from "#features/credit/loan/server/index.ts";
import { transfersAbout } from "./store.ts";

const maxLoans = 50;

export const timeline: readonly TimelineSource[] = [
  {
    kinds: ["PAYMENT"],
    async read({ database }, borrowerId) {
      const loans = await listLoans(database, borrowerId, undefined, maxLoans);
      const transfers = await transfersAbout(
        database,
        borrowerId,
        "LOAN",
        loans.map(({ id }) => id),
      );
      return transfers.map((one): Happening => ({
        at: one.endedAt ?? one.orderedAt,
        kind: "PAYMENT",
        what: `TRANSFER_${one.state}`,
        facts: {
          loan: loans.find(({ id }) => id === one.subjectId)?.number ?? null,
          amountRupiah: one.amountRupiah,
          code: one.failureCode ?? one.waitsFor,
          transferId: one.id,
        },
      }));
    },
  },
];
