/** The newest link of each kind, for the console's page about the borrower. */
import { sql } from "kysely";
import type { Text } from "#shared/texts.ts";
import { nameOfInstitution, type LinkKind, type LinkState } from "../contract.ts";
import { texts } from "../texts.ts";
import type { AccountStateSource } from "#server/console/questions.ts";

const stateText = (state: LinkState): Text =>
  state === "LINKED" || state === "FAILED" || state === "ENDED" ? texts[`state${state}`] : texts.stateOPEN;

export const accountStates: AccountStateSource = {
  rows: (borrowerId) => sql`
    select distinct on (kind) id, kind, state, institution as detail, begun_at as at,
      case state when 'LINKED' then ends_at end as until, null::uuid as related_id
    from account_link where borrower_id = ${borrowerId} order by kind, begun_at desc, id desc`,
  lines: (_services, _reader, rows) =>
    rows.map(({ id, kind, state, detail, at, until }) => {
      const title = texts[`${kind as LinkKind}Title`];
      const place = detail === null ? "" : ` · ${nameOfInstitution(detail)}`;
      return {
        group: "LINKS",
        id,
        what: { id: title.id + place, en: title.en + place, zh: title.zh + place },
        state: stateText(state as LinkState),
        isOpen: state !== "FAILED" && state !== "ENDED",
        at,
        until,
      };
    }),
};
