/** The newest look-up of each register, for the console's page about the borrower. */
import { sql } from "kysely";
import type { AccountStateSource } from "#server/console/questions.ts";
import { texts } from "../texts.ts";
import type { LookupRow } from "./store.ts";

export const accountStates: AccountStateSource = {
  rows: (borrowerId) => sql`
    select distinct on (kind) id, kind, state, null as detail, asked_at as at,
      case state when 'FOUND' then ends_at end as until, null::uuid as related_id
    from lookup where borrower_id = ${borrowerId} order by kind, asked_at desc, id desc`,
  lines: (_services, _reader, rows) =>
    rows.map(({ id, kind, at, until, ...row }) => {
      const state = row.state as LookupRow["state"];
      return {
        group: "LINKS",
        id,
        what: texts[`${kind as LookupRow["kind"]}Title`],
        state: texts[`state${state === "CONSENTED" ? "ASKING" : state}`],
        isOpen: state === "CONSENTED" || state === "ASKING" || state === "CODE_NEEDED" || state === "FOUND",
        at,
        until,
      };
    }),
};
