/** Freezings by the owner: for the console's page about the borrower. */
import { sql } from "kysely";
import type { AccountStateLine, AccountStateSource } from "#server/console/questions.ts";
import { contestLabels, contestStateTexts } from "./case-texts.ts";

const max = 5;

export const accountStates: AccountStateSource = {
  rows: (borrowerId) => sql`
    select id, null as kind, state, null as detail, opened_at as at,
      case when state in ('FROZEN', 'PROVEN') then promised_until end as until, null::uuid as related_id
    from security_contest where borrower_id = ${borrowerId} order by id desc limit ${max}`,
  lines: (_services, _reader, rows) =>
    rows.map(({ id, at, until, ...row }): AccountStateLine => {
      const state = row.state as keyof typeof contestStateTexts;
      return {
        group: "CONTESTS",
        id,
        what: contestLabels.case,
        state: contestStateTexts[state],
        isOpen: until !== null,
        at,
        until,
      };
    }),
};
