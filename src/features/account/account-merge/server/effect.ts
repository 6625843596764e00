/** Carries out an approved merge: in one transaction everything of the absorbed account moves, and is held so that it can move back. // Product decisions account 5, threat D2 */
import { stopRequests } from "#features/account/change-request/server/index.ts";
import { borrowerStatus, lockBorrower, setBorrowerStatus } from "#features/account/login/server/index.ts";
import { numberChanged } from "#features/account/mobile-change/server/index.ts";
import { placeHold } from "#features/account/hold/server/index.ts";
import { numberOf } from "#features/account/verification/server/index.ts";
import { notify } from "#features/platform/notice/server/index.ts";
import { revokeSessionsOf } from "#server/call/live-sessions.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Actor } from "#server/records/lifecycle.ts";
import type { Services } from "#server/services.ts";
import { reversibleHours } from "../contract.ts";
import { mergeAssetsOf } from "./blocks.ts";
import { accountMerged } from "./events.ts";
import type { MergeRequest } from "./facts.ts";
import { mergeLife } from "./lifecycle.ts";
import { notMerged, mergedNotice } from "./notices.ts";
import { joinNumbers, notifyMerged } from "./numbers.ts";
import { chooseSurvivor, whyNot } from "./account-states.ts";
import { insertMoved, lockMerge, type MergeRow } from "./store.ts";

/** Both in one order, so that two transactions never wait for each other. */
export async function lockBoth(trx: Transaction, one: string, other: string): Promise<void> {
  for (const id of [one, other].toSorted()) await lockBorrower(trx, id);
}

type Ending = { to: "DONE" | "REJECTED" | "STOPPED"; cause: string };

/** Carries out the merge, or returns the reason why not; null while something is pending in one of the accounts. The caller holds the request's lock. */
export async function applyMerge(services: Services, trx: Transaction, request: MergeRequest): Promise<Ending | null> {
  const { borrowerId: ownId, id } = request;
  const { otherId, ownNumber, otherNumber, device = "" } = request.facts;
  if (otherId === undefined || ownNumber === undefined || otherNumber === undefined)
    throw new Error(`The approved request ${id} names no other account.`);
  await lockBoth(trx, ownId, otherId);
  const row = await lockMerge(trx, { borrowerId: ownId, id });
  if (row?.state !== "ASKED") return { to: "STOPPED", cause: "MERGE_GONE" };
  const obstacle = await obstacleNow(services, trx, row, { ownNumber, otherNumber });
  if (obstacle) {
    await endUnmerged(services, trx, { borrowerId: ownId, id, actor: "SYSTEM", cause: obstacle });
    return { to: "STOPPED", cause: obstacle };
  }
  const merging = { survivorId: row.survivorId, absorbedId: row.absorbedId };
  for (const block of mergeAssetsOf(services)) if (await block.isBusy?.(services, trx, merging)) return null;
  await carryOut(services, trx, row, { ownNumber, otherNumber, device });
  return { to: "DONE", cause: "MERGED" };
}

/** An obstacle that appeared after the signature. */
async function obstacleNow(
  services: Services,
  trx: Transaction,
  row: MergeRow,
  { ownNumber, otherNumber }: { ownNumber: string; otherNumber: string },
): Promise<string | null> {
  const { borrowerId: ownId, otherId } = row;
  if ((await borrowerStatus(trx, ownId)) !== "ACTIVE") return "ACCOUNT_NOT_OPEN";
  const numbers = [await numberOf(services, trx, ownId), await numberOf(services, trx, otherId)];
  if (numbers[0] !== ownNumber || numbers[1] !== otherNumber) return "NUMBER_CHANGED";
  const cause = await whyNot(services, trx, { ownId, otherId, mergeId: row.id });
  if (cause) return cause;
  // The account that was to end now has a loan: the signed page said something else.
  return (await chooseSurvivor(services, trx, { ownId, otherId })).survivorId === row.survivorId
    ? null
    : "PREVIEW_CHANGED";
}

async function carryOut(
  services: Services,
  trx: Transaction,
  row: MergeRow,
  { ownNumber, otherNumber, device }: { ownNumber: string; otherNumber: string; device: string },
): Promise<void> {
  const { id: mergeId, borrowerId: ownId, survivorId, absorbedId } = row;
  const at = services.clock.now();
  const isOwnSurvivor = survivorId === ownId;
  const numbers = {
    mergeId,
    survivorId,
    absorbedId,
    survivorNumber: isOwnSurvivor ? ownNumber : otherNumber,
    absorbedNumber: isOwnSurvivor ? otherNumber : ownNumber,
    takesAbsorbed: (row.keeps === "OWN") !== isOwnSurvivor,
  };
  for (const borrowerId of [survivorId, absorbedId])
    await stopRequests(services, trx, borrowerId, "MERGED", "ACCOUNT_MERGE");
  for (const block of mergeAssetsOf(services)) {
    const moved = await block.move(services, trx, { mergeId, survivorId, absorbedId });
    if (moved !== null) await insertMoved(trx, { mergeId, asset: block.asset, moved });
  }
  const events = await notifyMerged(services, trx, numbers, device);
  await revokeSessionsOf(services, trx, "borrower", survivorId);
  await setBorrowerStatus(services, trx, absorbedId, "MERGED");
  await joinNumbers(services, trx, numbers, events);
  await placeHold(services, trx, { borrowerId: survivorId, cause: "MERGED", sourceId: mergeId });
  const until = new Date(at.getTime() + reversibleHours * 3_600_000);
  await mergeLife.move(trx, {
    id: mergeId,
    borrowerId: ownId,
    from: ["ASKED"],
    to: "MERGED",
    actor: "SYSTEM",
    cause: "APPROVED",
    at,
    set: { mergedAt: at, reversibleUntil: until },
  });
  await services.events.announce(trx, accountMerged, {
    id: `merged_${mergeId}`,
    at,
    borrowerId: survivorId,
    absorbedId,
    mergeId,
  });
  if (numbers.takesAbsorbed)
    await services.events.announce(trx, numberChanged, {
      id: `number_${mergeId}`,
      at,
      borrowerId: survivorId,
      requestId: mergeId,
    });
  await notify(services, trx, mergedNotice, { id: mergeId, borrowerId: survivorId, values: {} });
}

/** Ends a request without a merge: both accounts stay as they are, and the requester is notified with a link to the reason. False when it had ended before. */
export async function endUnmerged(
  services: Services,
  trx: Transaction,
  { borrowerId, id, actor, cause }: { borrowerId: string; id: string; actor: Actor; cause: string },
): Promise<boolean> {
  const at = services.clock.now();
  const set = { endedAt: at, cause };
  const about = { id, borrowerId, from: ["ASKED"], to: "NOT_MERGED", actor, cause, at, set } as const;
  if (!(await mergeLife.move(trx, about))) return false;
  // A borrower who declines needs no notice.
  if (actor !== "BORROWER") await notify(services, trx, notMerged, { id, borrowerId, values: {} });
  return true;
}
