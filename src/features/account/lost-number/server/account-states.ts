/** Requests about a lost SIM on the console's page about the borrower: from sending on. */
import { sql } from "kysely";
import type { AccountStateSource } from "#server/console/questions.ts";
import { findReviewOf } from "#features/platform/review/server/index.ts";
import { changeRequestStateTexts } from "#features/account/change-request/server/index.ts";
import { lostNumberReviewTexts } from "../texts.ts";

const most = 20;

export const accountStates: AccountStateSource = {
  rows: (borrowerId) => sql`
    select id, null as kind, state, reference as detail, coalesce(submitted_at, created_at) as at,
      case state when 'APPROVED' then effective_from when 'SUBMITTED' then promised_until end as until,
      null::uuid as related_id
    from lost_number_request where borrower_id = ${borrowerId} order by submitted_at desc limit ${most}`,
  lines: (_services, reader, rows) =>
    Promise.all(
      rows.map(async ({ id, state, detail, at, until }) => {
        const review = await findReviewOf(reader, "lost_number", id);
        const { kind } = lostNumberReviewTexts;
        const numbered = (text: string) => `${text} ${detail}`;
        return {
          group: "REQUESTS" as const,
          id,
          what: { id: numbered(kind.id), en: numbered(kind.en), zh: numbered(kind.zh) },
          state: Object.hasOwn(changeRequestStateTexts, state!)
            ? changeRequestStateTexts[state as keyof typeof changeRequestStateTexts]
            : changeRequestStateTexts.STARTED,
          isOpen: state === "SUBMITTED" || state === "APPROVED",
          at,
          until,
          ...(review ? { to: `/staff/reviews/${review.id}` as const } : {}),
        };
      }),
    ),
};
