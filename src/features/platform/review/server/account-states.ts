/** The cases about a borrower's requests, for the console's page about the borrower. */
import { sql } from "kysely";
import type { AccountStateSource } from "#server/console/questions.ts";
import { texts } from "../texts.ts";
import { reviewKinds } from "./kinds.ts";
import type { ReviewRow } from "./store.ts";

const most = 20;

export const accountStates: AccountStateSource = {
  rows: (borrowerId) => sql`
    select subject_id as id, kind, coalesce(outcome, state) as state, number as detail, opened_at as at,
      case when state <> 'CLOSED' then due_at end as until, id as related_id
    from review_case where borrower_id = ${borrowerId} order by review_case.id desc limit ${most}`,
  lines({ ask }, _reader, rows) {
    const kinds = reviewKinds(ask);
    return rows.map(({ id, kind, state, detail, at, until, relatedId }) => {
      const name = kinds.get(kind!)?.text;
      const numbered = (text: string | undefined) => `${text ?? kind} ${detail}`;
      return {
        group: "REQUESTS",
        id,
        what: { id: numbered(name?.id), en: numbered(name?.en), zh: numbered(name?.zh) },
        state: texts[state as NonNullable<ReviewRow["outcome"]> | ReviewRow["state"]],
        isOpen: until !== null,
        at,
        until,
        to: `/staff/reviews/${relatedId}`,
      };
    });
  },
};
