/** A borrower's requests, for the console's page about the borrower: also those that were begun and not sent yet. */
import { sql } from "kysely";
import type { Services } from "#server/services.ts";
import type { Text } from "#shared/texts.ts";
import { changeRequestStateTexts } from "../texts.ts";
import type { AnyChangeRequestKind } from "./kind.ts";
import type { AccountStateSource } from "#server/console/questions.ts";

const most = 20;
/** The kinds' own steps come before the sending. */
const stateText = (state: string): Text =>
  Object.hasOwn(changeRequestStateTexts, state)
    ? changeRequestStateTexts[state as keyof typeof changeRequestStateTexts]
    : changeRequestStateTexts.STARTED;

export const accountStatesOf = (
  kindsOf: (services: Services) => ReadonlyMap<string, AnyChangeRequestKind>,
): AccountStateSource => ({
  rows: (borrowerId) => sql`
    select id, kind, state, case when is_open then 'OPEN' end as detail, created_at as at,
      case when is_open then case state when 'APPROVED' then effective_from else coalesce(promised_until, expires_at) end
      end as until, null::uuid as related_id
    from change_request where borrower_id = ${borrowerId} order by id desc limit ${most}`,
  lines(services, _reader, rows) {
    const kinds = kindsOf(services);
    return rows.flatMap(({ id, kind, state, detail, at, until }) => {
      const what = kinds.get(kind!)?.text;
      const line = { id, state: stateText(state!), isOpen: detail === "OPEN", at, until };
      return what ? [{ group: "REQUESTS" as const, what, ...line }] : [];
    });
  },
});
