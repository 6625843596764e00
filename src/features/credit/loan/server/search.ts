/** Identifiers by which the console finds a loan: its number and its id. */
import * as v from "valibot";
import type { SearchSource } from "#server/console/questions.ts";
import { cleanLine } from "#shared/fields/cleaning.ts";
import { readLoanNumber } from "#shared/loan-number.ts";
import { uuid } from "#shared/fields/verification.ts";
import { locateLoan, locateLoanByNumber } from "./store.ts";

export const search: readonly SearchSource[] = [
  {
    kind: "LOAN",
    async find(_services, reader, typed) {
      const number = readLoanNumber(typed);
      if (number !== null) {
        const loan = await locateLoanByNumber(reader, number);
        return loan ? [{ borrowerId: loan.borrowerId, to: `/staff/loans/${loan.loanId}` }] : [];
      }
      const id = v.safeParse(uuid, cleanLine(typed).toLowerCase());
      if (!id.success) return null;
      const borrowerId = await locateLoan(reader, id.output);
      return borrowerId === null ? [] : [{ borrowerId, to: `/staff/loans/${id.output}` }];
    },
  },
];
