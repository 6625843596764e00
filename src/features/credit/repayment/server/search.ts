/** Finds a loan in the console by the virtual account number on a payer's receipt. */
import type { SearchSource } from "#server/console/questions.ts";
import { cleanDigits, typedDigits } from "#shared/fields/cleaning.ts";

const accountNumber = typedDigits(13, 28);

export const search: readonly SearchSource[] = [
  {
    kind: "VIRTUAL_ACCOUNT",
    async find(_services, reader, typed) {
      if (!accountNumber.test(typed)) return null;
      const row = await reader
        .selectFrom("payment_request")
        .select(["borrowerId", "loanId"])
        .where("rail", "=", "VIRTUAL_ACCOUNT")
        .where("reference", "=", cleanDigits(typed))
        .executeTakeFirst();
      return row ? [{ borrowerId: row.borrowerId, to: `/staff/loans/${row.loanId}` }] : [];
    },
  },
];
