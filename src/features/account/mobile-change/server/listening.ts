/** Reactions to events of the review, and to the change itself. */
import { inviteToQuestionnaire } from "#features/account/questionnaire/server/index.ts";
import { notify } from "#features/platform/notice/server/index.ts";
import { reviewAsked, reviewLate } from "#features/platform/review/server/index.ts";
import { after } from "#server/events/domain-events.ts";
import { numberChanged } from "./events.ts";
import { mobileChangeReview } from "./kind.ts";
import { mobileChangeProofNotice, mobileChangeLateNotice } from "./notices.ts";

export const mobileChangeSubscriptions = [
  after(reviewAsked, "mobile-change-asked", async (services, trx, { kind, borrowerId, subjectId }) => {
    if (kind === mobileChangeReview.kind)
      await notify(services, trx, mobileChangeProofNotice, { id: subjectId, borrowerId, values: {} });
  }),
  after(reviewLate, "mobile-change-late", async (services, trx, { kind, borrowerId, subjectId }) => {
    if (kind === mobileChangeReview.kind)
      await notify(services, trx, mobileChangeLateNotice, { id: subjectId, borrowerId, values: {} });
  }),
  after(numberChanged, "questionnaire-of-number", async (services, trx, { borrowerId }) => {
    await inviteToQuestionnaire(services, trx, { borrowerId, eventType: "AFTER_CHANGE" });
  }),
];
