/** Holds, in force and over: for the console's page about the borrower. */
import { sql } from "kysely";
import type { AccountStateLine, AccountStateSource } from "#server/console/questions.ts";
import type { HoldCause } from "../contract.ts";
import { holdTexts } from "../texts.ts";

const max = 5;

export const accountStates: AccountStateSource = {
  rows: (borrowerId) => sql`
    select id, cause as kind, null as state, null as detail, placed_at as at, until, null::uuid as related_id
    from security_hold where borrower_id = ${borrowerId} order by until desc limit ${max}`,
  lines({ clock }, _reader, rows) {
    const now = clock.now();
    return rows.map(({ id, kind, at, until }): AccountStateLine => {
      const isOpen = until! > now;
      const state = isOpen ? holdTexts.stands : holdTexts.over;
      return { group: "HOLDS", id, what: holdTexts[kind as HoldCause], state, isOpen, at, until };
    });
  },
};
