/** Notifies the borrower of each step of a face review. */
import { reviewAsked, reviewLate } from "#features/platform/review/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import { after } from "#server/events/domain-events.ts";
import type { Services } from "#server/services.ts";
import { notifyFaceReview } from "./face-review-decided.ts";
import { faceReviewKind, lockFaceReview } from "./face-review-store.ts";
import { faceReviewProofNotice, faceReviewLateNotice } from "./notices.ts";

const telling =
  (notice: typeof faceReviewProofNotice) =>
  async (
    services: Services,
    trx: Transaction,
    { kind, borrowerId, subjectId }: { kind: string; borrowerId: string; subjectId: string },
  ): Promise<void> => {
    const row = kind === faceReviewKind ? await lockFaceReview(trx, borrowerId, subjectId) : null;
    if (row?.flow) await notifyFaceReview(services, trx, notice, { borrowerId, id: row.id, flow: row.flow });
  };

export const faceReviewSubscriptions = [
  after(reviewAsked, "identity-face-asked", telling(faceReviewProofNotice)),
  after(reviewLate, "identity-face-late", telling(faceReviewLateNotice)),
];
