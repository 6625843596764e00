/** Reactions to events of the review. */
import { notify } from "#features/platform/notice/server/index.ts";
import { reviewAsked, reviewLate } from "#features/platform/review/server/index.ts";
import { after } from "#server/events/domain-events.ts";
import { mergeReview } from "./kind.ts";
import { asked, late } from "./notices.ts";

export const listening = [
  after(reviewAsked, "account-merge-asked", async (services, trx, { kind, borrowerId, subjectId }) => {
    if (kind === mergeReview.kind) await notify(services, trx, asked, { id: subjectId, borrowerId, values: {} });
  }),
  after(reviewLate, "account-merge-late", async (services, trx, { kind, borrowerId, subjectId }) => {
    if (kind === mergeReview.kind) await notify(services, trx, late, { id: subjectId, borrowerId, values: {} });
  }),
];
