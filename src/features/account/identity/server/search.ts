/** Search by identity in the console; several accounts may have given the same NIK. */
import * as v from "valibot";
import type { SearchSource } from "#server/console/questions.ts";
import { nik } from "#shared/fields/nik.ts";
import { borrowersOfNik } from "./store.ts";

export const search: readonly SearchSource[] = [
  {
    kind: "NIK",
    async find(services, reader, typed) {
      const whole = v.safeParse(nik, typed);
      if (!whole.success) return null;
      const ids = await borrowersOfNik(services, reader, whole.output, 20);
      return ids.map((borrowerId) => ({ borrowerId, to: `/staff/borrowers/${borrowerId}` as const }));
    },
  },
];
