/** Carries out what staff decided about a face, and tells its borrower. // Spec account 14 */
import { notify, type Notice, type NoticeAddress } from "#features/platform/notice/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { faceApprovalHours, type FaceReviewFlow } from "../contract.ts";
import { identityVerified } from "./events.ts";
import { faceReviewStates } from "./lifecycle.ts";
import { reopenFace, verifyFace } from "./store.ts";
import { defineQuestion } from "#server/questions.ts";

const hour = 3_600_000;

/** Asked by checks of a face, of one domain: where the owner of a frozen account was reached before what froze it; null where it is not frozen. */
export const addressBeforeFreeze = defineQuestion<
  (services: Services, trx: Transaction, borrowerId: string) => Promise<NoticeAddress | null>
>("address-before-freeze", "ONE");

/** Tells the borrower: by the number that stood before where the account is frozen. */
export async function tell(
  services: Services,
  trx: Transaction,
  notice: Notice<{ flow: FaceReviewFlow }>,
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

export interface Decided {
  borrowerId: string;
  id: string;
  flow: FaceReviewFlow;
  actor: `STAFF:${string}`;
}

/** Approves: the tries are whole again, and the flow that asked may go on. For the identity nothing else is needed. False where it waits no more. */
export async function approve(
  services: Services,
  trx: Transaction,
  { borrowerId, id, flow, actor }: Decided,
): Promise<boolean> {
  const at = services.clock.now();
  const set = { ended_at: at, good_until: new Date(at.getTime() + faceApprovalHours * hour) };
  const about = { id, borrowerId, actor, cause: "APPROVED", at, set } as const;
  if (!(await faceReviewStates.move(trx, { ...about, from: ["WAITING"], to: "APPROVED" }))) return false;
  await reopenFace(trx, borrowerId, at);
  if (flow === "IDENTITY" && (await verifyFace(trx, borrowerId, at)))
    await services.events.announce(trx, identityVerified, { id: `verified_${borrowerId}`, at, borrowerId });
  return true;
}

/** Rejects; the reason is a code. False where it waits no more. */
export async function reject(
  services: Services,
  trx: Transaction,
  { borrowerId, id, actor, reason }: Decided & { reason: string },
): Promise<boolean> {
  const at = services.clock.now();
  const about = { id, borrowerId, actor, cause: reason, at, set: { ended_at: at, reason } } as const;
  return faceReviewStates.move(trx, { ...about, from: ["WAITING"], to: "REJECTED" });
}
