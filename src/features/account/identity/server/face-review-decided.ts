/** Carries out the staff's decision about a face, and notifies its borrower. // Spec account 14 */
import { notify, type NoticeDefinition, type NoticeAddress } from "#features/platform/notice/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { faceApprovalHours, type FaceReviewFlow } from "../contract.ts";
import { identityVerified } from "./events.ts";
import { faceReviewLifecycle } from "./lifecycle.ts";
import { reopenFace, verifyFace } from "./store.ts";
import { defineQuestion } from "#server/questions.ts";

const hour = 3_600_000;

/** Asked of one domain by face checks: the owner's address before the event that froze the account; null when it is not frozen. */
export const addressBeforeFreeze = defineQuestion<
  (services: Services, trx: Transaction, borrowerId: string) => Promise<NoticeAddress | null>
>("address-before-freeze", "ONE");

/** Notifies the borrower: at the former number when the account is frozen. */
export async function notifyFaceReview(
  services: Services,
  trx: Transaction,
  notice: NoticeDefinition<{ flow: FaceReviewFlow }>,
  { borrowerId, id, flow }: { borrowerId: string; id: string; flow: FaceReviewFlow },
): Promise<void> {
  const values = { flow };
  if (flow !== "UNFREEZE") {
    await notify(services, trx, notice, { id, borrowerId, values });
    return;
  }
  const to = await services.ask(addressBeforeFreeze)(services, trx, borrowerId);
  if (to) await notify(services, trx, notice, { id, borrowerId, to, values });
}

export interface FaceReviewDecision {
  borrowerId: string;
  id: string;
  flow: FaceReviewFlow;
  actor: `STAFF:${string}`;
}

/** Approves: resets the tries, and the requesting flow may continue. For the identity nothing else is needed. False when it does not wait any more. */
export async function approveFaceReview(
  services: Services,
  trx: Transaction,
  { borrowerId, id, flow, actor }: FaceReviewDecision,
): Promise<boolean> {
  const at = services.clock.now();
  const set = { endedAt: at, goodUntil: new Date(at.getTime() + faceApprovalHours * hour) };
  const about = { id, borrowerId, actor, cause: "APPROVED", at, set } as const;
  if (!(await faceReviewLifecycle.move(trx, { ...about, from: ["WAITING"], to: "APPROVED" }))) return false;
  await reopenFace(trx, borrowerId, at);
  if (flow === "IDENTITY" && (await verifyFace(trx, borrowerId, at)))
    await services.events.announce(trx, identityVerified, { id: `verified_${borrowerId}`, at, borrowerId });
  return true;
}

/** Rejects; the reason is a code. False where it waits no more. */
export async function rejectFaceReview(
  services: Services,
  trx: Transaction,
  { borrowerId, id, actor, reason }: FaceReviewDecision & { reason: string },
): Promise<boolean> {
  const at = services.clock.now();
  const about = { id, borrowerId, actor, cause: reason, at, set: { endedAt: at, reason } } as const;
  return faceReviewLifecycle.move(trx, { ...about, from: ["WAITING"], to: "REJECTED" });
}
