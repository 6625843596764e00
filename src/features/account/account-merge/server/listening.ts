/** Reactions to events of the review. */
import { notify } from "#features/platform/notice/server/index.ts";
import { reviewAsked, reviewLate } from "#features/platform/review/server/index.ts";
import { after } from "#server/events/domain-events.ts";
import { mergeReview } from "./kind.ts";
import { mergeProofNotice, mergeLateNotice } from "./notices.ts";

export const mergeSubscriptions = [
  after(reviewAsked, "account-merge-asked", async (services, trx, { kind, borrowerId, subjectId }) => {
    if (kind === mergeReview.kind)
      await notify(services, trx, mergeProofNotice, { id: subjectId, borrowerId, values: {} });
  }),
  after(reviewLate, "account-merge-late", async (services, trx, { kind, borrowerId, subjectId }) => {
    if (kind === mergeReview.kind)
      await notify(services, trx, mergeLateNotice, { id: subjectId, borrowerId, values: {} });
  }),
];
