/** Fields of an account by which the console finds its borrower. */
import * as v from "valibot";
import { ownerOfNumber } from "#features/account/verification/server/index.ts";
import type { SearchHit, SearchSource } from "#server/console/questions.ts";
import { cleanLine } from "#shared/fields/cleaning.ts";
import { phone } from "#shared/fields/phone.ts";
import { uuid } from "#shared/fields/verification.ts";
import { borrowerStatus } from "./borrowers.ts";

const one = (borrowerId: string | null): SearchHit[] =>
  borrowerId === null ? [] : [{ borrowerId, to: `/staff/borrowers/${borrowerId}` }];

export const search: readonly SearchSource[] = [
  {
    kind: "MOBILE",
    async find(services, reader, typed) {
      const whole = v.safeParse(phone, typed);
      return whole.success ? one(await ownerOfNumber(services, reader, whole.output)) : null;
    },
  },
  {
    kind: "BORROWER",
    async find(_services, reader, typed) {
      const whole = v.safeParse(uuid, cleanLine(typed).toLowerCase());
      if (!whole.success) return null;
      return one((await borrowerStatus(reader, whole.output)) === null ? null : whole.output);
    },
  },
];
