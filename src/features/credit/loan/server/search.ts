/** By what of a loan the console finds it: the number that people read out, and its id. */
import * as v from "valibot";
import type { SearchSource } from "#server/domain.ts";
import { uuid } from "#shared/fields/verification.ts";
import { locateLoan, locateLoanByNumber } from "./store.ts";

export const search: readonly SearchSource[] = [
  {
    kind: "LOAN",
    async find(_services, reader, typed) {
      const text = typed.trim();
      if (/^T[A-Z]?[-\u2011]/i.test(text)) {
        const loan = await locateLoanByNumber(reader, text);
        return loan ? [{ borrowerId: loan.borrowerId, to: `/staff/loans/${loan.loanId}` }] : [];
      }
      const id = v.safeParse(uuid, text.toLowerCase());
      if (!id.success) return null;
      const borrowerId = await locateLoan(reader, id.output);
      return borrowerId === null ? [] : [{ borrowerId, to: `/staff/loans/${id.output}` }];
    },
  },
];
