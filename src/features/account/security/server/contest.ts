/** Freezing an account for its owner, from a notice about an action of another person. // Spec account 2, decision 254 */
import { stopRequests } from "#features/account/change-request/server/index.ts";
import { stopFaceReviews } from "#features/account/identity/server/index.ts";
import { borrowerStatus, freezeBorrower, lockBorrower, objectToRelease } from "#features/account/login/server/index.ts";
import { openReview } from "#features/platform/review/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Actor } from "#server/records/lifecycle.ts";
import type { Services } from "#server/services.ts";
import { contestHours } from "../contract.ts";
import { contestReview } from "./contest-review.ts";
import { insertContest, newestContest, type ContestRow } from "./contest-store.ts";
import { notifyFrozen } from "./contest-notices.ts";
import { accountContested } from "./events.ts";
import { contestStates } from "./lifecycle.ts";
import { findEvent, noteContested, type SecurityEvent } from "./store.ts";
import { noteSecurityEvent } from "./telling.ts";
import { defineQuestion } from "#server/questions.ts";

/** Asked by contests: undoes a merge in which the account takes part, if it can still be undone; its row is locked. */
export const mergeUndoing = defineQuestion<
  (services: Services, trx: Transaction, borrowerId: string) => Promise<boolean>
>("merge-undoing", "MANY");

const isUndecided = (contest: ContestRow | null): contest is ContestRow =>
  contest?.state === "FROZEN" || contest?.state === "PROVEN";

/**
 * Freezes an account from one of its security events, in one transaction: blocks it with the cause CONTESTED, ends
 * sessions, stops open requests, announces `account.contested` (applications pause, payouts wait), and opens a case for
 * two people. It moves no number and no money. An event can be contested once; while the account is frozen another one
 * is recorded and adds nothing.
 * @param device of the person who objects; empty when no person acted (two people claim a number)
 * @returns the open contest; null when the event is unknown or already answered, or the account is gone
 */
export async function freezeByOwner(
  services: Services,
  trx: Transaction,
  about: { borrowerId: string; eventId: string; device: string; actor?: Actor },
): Promise<ContestRow | null> {
  const { borrowerId, eventId, device, actor = "BORROWER" } = about;
  // Freezing, releasing and closing an account all lock its row first.
  await lockBorrower(trx, borrowerId);
  const event = await findEvent(trx, borrowerId, eventId);
  // This restores an absorbed account first; then it is frozen like any other.
  if (event && !event.contestedAt)
    for (const undoMerge of services.ask(mergeUndoing)) await undoMerge(services, trx, borrowerId);
  const status = await borrowerStatus(trx, borrowerId);
  if (!event || event.numberIndex === null || status === null || status === "CLOSED" || status === "MERGED")
    return null;
  const newest = await newestContest(trx, borrowerId);
  const at = services.clock.now();
  if (isUndecided(newest)) {
    await noteContested(trx, borrowerId, eventId, at);
    return newest;
  }
  if (event.contestedAt) return null;
  await noteContested(trx, borrowerId, eventId, at);
  return open(services, trx, { event, numberIndex: event.numberIndex, device, actor });
}

/**
 * Opens another contest for an account that stayed frozen: its owner proves number and face again.
 * @throws Refusal CONTEST_UNKNOWN
 */
export async function reopenContest(services: Services, trx: Transaction, before: ContestRow): Promise<ContestRow> {
  const { borrowerId, eventId, numberIndex } = before;
  const event = await findEvent(trx, borrowerId, eventId);
  if (!event) throw new Refusal("CONTEST_UNKNOWN");
  return open(services, trx, { event, numberIndex, device: before.device, actor: "BORROWER" });
}

async function open(
  services: Services,
  trx: Transaction,
  about: { event: SecurityEvent; numberIndex: string; device: string; actor: Actor },
): Promise<ContestRow> {
  const { event, numberIndex, device, actor } = about;
  const { borrowerId } = event;
  const at = services.clock.now();
  const id = services.random.uuid();
  const promisedUntil = new Date(at.getTime() + contestHours * 3_600_000);
  const row = { borrowerId, id, eventId: event.id, numberIndex, device, openedAt: at, promisedUntil };
  await insertContest(trx, row);
  await contestStates.begin(trx, { id, borrowerId, actor, cause: event.kind, at });
  await freezeBorrower(services, trx, borrowerId);
  await objectToRelease(services, trx, borrowerId);
  const stopped = await stopRequests(services, trx, borrowerId, "CONTESTED");
  await stopFaceReviews(services, trx, borrowerId);
  await services.events.announce(trx, accountContested, { id: `contested_${id}`, at, borrowerId, contestId: id });
  await openReview(services, trx, contestReview, { borrowerId, subjectId: id, facts: { kind: event.kind, stopped } });
  await noteSecurityEvent(services, trx, { borrowerId, kind: "ACCOUNT_CONTESTED", id, device });
  await notifyFrozen(services, trx, row);
  return { ...row, state: "FROZEN", provenAt: null, similarityPpm: null, faceCheckId: null };
}
