/** Events of a borrower in a domain, for the console's timeline. */
import type { Happening, TimelineSource } from "#server/console/questions.ts";
import { findBorrower } from "./store.ts";

export const timeline: readonly TimelineSource[] = [
  {
    kinds: ["ACCOUNT"],
    async read({ database }, borrowerId) {
      const row = await findBorrower(database, borrowerId);
      if (!row) return [];
      const happened: Happening[] = [
        { at: row.registeredAt, kind: "ACCOUNT", what: "REGISTERED", facts: { brand: row.brand } },
        { at: row.lastLoginAt, kind: "ACCOUNT", what: "LAST_LOGIN", facts: {} },
      ];
      if (row.passwordSetAt) happened.push({ at: row.passwordSetAt, kind: "ACCOUNT", what: "PASSWORD_SET", facts: {} });
      return happened;
    },
  },
];
