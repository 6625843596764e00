/** Offers of help, for the console's page about the borrower. */
import { sql } from "kysely";
import type { AccountStateLine, AccountStateSource } from "#server/console/questions.ts";
import { programmeTexts, restructureStateTexts } from "../texts.ts";
import type { RestructureOfferRow } from "./store.ts";

const max = 6;

export const accountStates: AccountStateSource = {
  rows: (borrowerId) => sql`
    select id, programme as kind, state, null as detail, offered_at as at,
      case state when 'OFFERED' then expires_at end as until, null::uuid as related_id
    from restructure_offer where borrower_id = ${borrowerId} order by offered_at desc, tenor_days limit ${max}`,
  lines: (_services, _reader, rows) =>
    rows.map(({ id, kind, state, at, until }): AccountStateLine => ({
      group: "REQUESTS",
      id,
      what: programmeTexts[kind as RestructureOfferRow["programme"]],
      state: restructureStateTexts[state as RestructureOfferRow["state"]],
      isOpen: state === "OFFERED",
      at,
      until,
    })),
};
