/** Notices to the borrower about events of the review. */
import { notify } from "#features/platform/notice/server/index.ts";
import { reviewAsked, reviewLate } from "#features/platform/review/server/index.ts";
import { after } from "#server/events/domain-events.ts";
import { correctionReview } from "./kind.ts";
import { correctionProofNotice, correctionLateNotice } from "./notices.ts";

export const correctionSubscriptions = [
  after(reviewAsked, "identity-correction-asked", async (services, trx, { kind, borrowerId, subjectId }) => {
    if (kind === correctionReview.kind)
      await notify(services, trx, correctionProofNotice, { id: subjectId, borrowerId, values: {} });
  }),
  after(reviewLate, "identity-correction-late", async (services, trx, { kind, borrowerId, subjectId }) => {
    if (kind === correctionReview.kind)
      await notify(services, trx, correctionLateNotice, { id: subjectId, borrowerId, values: {} });
  }),
];
