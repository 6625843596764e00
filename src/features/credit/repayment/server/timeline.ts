/** Events of a borrower in a domain, for the console's timeline. */
import type { Happening, TimelineSource } from "#server/console/questions.ts";
import { listLoans } from "#features/credit/loan/server/index.ts";
import { paymentsOfLoans } from "./bill.ts";

const maxLoans = 50;

export const timeline: readonly TimelineSource[] = [
  {
    kinds: ["PAYMENT"],
    async read({ database }, borrowerId) {
      const loans = await listLoans(database, borrowerId, undefined, maxLoans);
      const payments = await paymentsOfLoans(
        database,
        borrowerId,
        loans.map(({ id }) => id),
      );
      return loans.flatMap((loan) =>
        (payments.get(loan.id) ?? []).map((one): Happening => ({
          at: new Date(one.paidAt),
          kind: "PAYMENT",
          what: "PAID",
          facts: { loan: loan.number, amountRupiah: one.amountRupiah, way: one.way, valueDate: one.valueDate },
        })),
      );
    },
  },
];
