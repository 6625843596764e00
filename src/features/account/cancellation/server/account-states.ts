/** The newest closing of the account, for the console's page about the borrower. */
import { sql } from "kysely";
import type { AccountStateSource } from "#server/console/questions.ts";
import { closureStates } from "../contract.ts";
import { closureStateTexts } from "./words.ts";

export const accountStates: AccountStateSource = {
  rows: (borrowerId) => sql`
    select id, null as kind, state, null as detail, asked_at as at, case state when 'COOLING' then cooling_until end as until,
      null::uuid as related_id
    from account_closure where borrower_id = ${borrowerId} order by asked_at desc limit 1`,
  lines: (_services, _reader, rows) =>
    rows.flatMap(({ id, at, until, ...row }) => {
      const state = closureStates.find((one) => one === row.state);
      if (!state) return [];
      const isOpen = state !== "WITHDRAWN" && state !== "UNDONE" && state !== "ERASED";
      return [
        {
          group: "REQUESTS" as const,
          id,
          what: closureStateTexts.closing,
          state: closureStateTexts[state],
          isOpen,
          at,
          until,
        },
      ];
    }),
};
