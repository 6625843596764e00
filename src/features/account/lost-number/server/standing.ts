/** Requests about a lost SIM on the console's page about the borrower: from sending on. */
import { findReviewOf } from "#features/platform/review/server/index.ts";
import { stateTexts } from "#features/account/change-request/server/index.ts";
import { reviewTexts } from "../texts.ts";
import { requestsAbout } from "./store.ts";
import type { StandingSource } from "#server/console/questions.ts";

export const standing: StandingSource = async (_services, reader, borrowerId) => {
  const requests = await requestsAbout(reader, borrowerId);
  return Promise.all(
    requests.map(async ({ id, state, reference, submittedAt, promisedUntil, effectiveFrom, createdAt }) => {
      const review = await findReviewOf(reader, "lost_number", id);
      const isOpen = state === "SUBMITTED" || state === "APPROVED";
      const { kind } = reviewTexts;
      const numbered = (text: string) => `${text} ${reference}`;
      const known = Object.hasOwn(stateTexts, state)
        ? stateTexts[state as keyof typeof stateTexts]
        : stateTexts.STARTED;
      return {
        group: "REQUESTS" as const,
        id,
        what: { id: numbered(kind.id), en: numbered(kind.en), zh: numbered(kind.zh) },
        state: known,
        isOpen,
        at: submittedAt ?? createdAt,
        until: isOpen ? (state === "APPROVED" ? effectiveFrom : promisedUntil) : null,
        ...(review ? { to: `/staff/reviews/${review.id}` as const } : {}),
      };
    }),
  );
};
