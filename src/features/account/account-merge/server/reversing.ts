/** The way back within 72 hours, and its end. // Product decisions account 5, threat D2 */
import { sql } from "kysely";
import { borrowerStatus, setBorrowerStatus } from "#features/account/login/server/index.ts";
import { numberOf } from "#features/account/verification/server/index.ts";
import { notify } from "#features/platform/notice/server/index.ts";
import { revokeSessionsOf } from "#server/call/live-sessions.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import type { Actor } from "#server/records/lifecycle.ts";
import type { Services } from "#server/services.ts";
import { eachDue, type Sweep } from "#server/work/sweeps.ts";
import { mergeAssetsOf } from "./blocks.ts";
import { lockBoth } from "./effect.ts";
import { accountUnmerged } from "./events.ts";
import { mergeRequest } from "./kind.ts";
import { mergeLife } from "./lifecycle.ts";
import { unmergedNotice } from "./notices.ts";
import { partNumbers } from "./numbers.ts";
import { dueMerges, forgetMoved, liveMergeOf, lockMerge, movedOf, type MergeRow } from "./store.ts";

const atOnce = 50;

/**
 * Undoes a merge: all held value moves back, each account gets its number back, and the absorbed one is open again.
 * False when the merge is final, or another change came first.
 */
export async function reverseMerge(
  services: Services,
  trx: Transaction,
  { borrowerId, id }: Pick<MergeRow, "borrowerId" | "id">,
  { actor, cause, keepSession }: { actor: Actor; cause: string; keepSession?: string },
): Promise<boolean> {
  const at = services.clock.now();
  const found = await lockMerge(trx, { borrowerId, id });
  if (found?.state !== "MERGED" || !found.reversibleUntil || found.reversibleUntil <= at) return false;
  const { survivorId, absorbedId } = found;
  await lockBoth(trx, survivorId, absorbedId);
  const set = { endedAt: at, cause };
  const about = { id, borrowerId, from: ["MERGED"], to: "REVERSED", actor, cause, at, set } as const;
  if (!(await mergeLife.move(trx, about))) return false;
  const moved = await movedOf(trx, id);
  for (const block of mergeAssetsOf(services).toReversed())
    if (moved.has(block.asset))
      await block.back(services, trx, { mergeId: id, survivorId, absorbedId }, moved.get(block.asset));
  await forgetMoved(trx, id);
  await partNumbers(services, trx, await numbersOf(services, trx, found));
  if ((await borrowerStatus(trx, absorbedId)) === "MERGED")
    await setBorrowerStatus(services, trx, absorbedId, "ACTIVE");
  await revokeSessionsOf(services, trx, "borrower", survivorId, keepSession);
  await services.events.announce(trx, accountUnmerged, {
    id: `unmerged_${id}`,
    at,
    borrowerId: survivorId,
    absorbedId,
    mergeId: id,
  });
  for (const borrowerId of [survivorId, absorbedId])
    await notify(services, trx, unmergedNotice, { id: `${id}_${borrowerId}`, borrowerId, values: {} });
  return true;
}

async function numbersOf(services: Services, trx: Transaction, row: MergeRow) {
  const { borrowerId: ownId, id: mergeId, survivorId, absorbedId } = row;
  const request = await mergeRequest.one(services, trx, { borrowerId: ownId, id: mergeId });
  const { ownNumber = "", otherNumber = "" } = request?.facts ?? {};
  const isOwnSurvivor = survivorId === ownId;
  const survivorNumber = isOwnSurvivor ? ownNumber : otherNumber;
  return {
    mergeId,
    survivorId,
    absorbedId,
    survivorNumber,
    absorbedNumber: isOwnSurvivor ? otherNumber : ownNumber,
    takesAbsorbed: (await numberOf(services, trx, survivorId)) !== survivorNumber,
  };
}

/** For a contest: reverses a merge of the account that can still be reversed. The caller may hold the lock on the account's row. */
export async function undoMergeOf(services: Services, trx: Transaction, borrowerId: string): Promise<boolean> {
  const live = await liveMergeOf(trx, [borrowerId]);
  return live !== null && reverseMerge(services, trx, live, { actor: "SYSTEM", cause: "CONTESTED" });
}

/** Makes a merge final after its 72 hours: releases the holds. */
const settle = (services: Services, due: Pick<MergeRow, "borrowerId" | "id">): Promise<boolean> =>
  transact(services.database, async (trx) => {
    const at = services.clock.now();
    const row = await lockMerge(trx, due);
    if (row?.state !== "MERGED" || !row.reversibleUntil || row.reversibleUntil > at) return false;
    const { id, borrowerId, survivorId, absorbedId } = row;
    await lockBoth(trx, survivorId, absorbedId);
    const about = { id, borrowerId, from: ["MERGED"], to: "FINAL", actor: "SYSTEM", cause: "TIME_OVER", at } as const;
    if (!(await mergeLife.move(trx, { ...about, set: { endedAt: at } }))) return false;
    const moved = await movedOf(trx, id);
    for (const block of mergeAssetsOf(services))
      await block.keep?.(services, trx, { mergeId: id, survivorId, absorbedId }, moved.get(block.asset) ?? null);
    await forgetMoved(trx, id);
    return true;
  });

export const finalSweep: Sweep = {
  name: "account-merge-final",
  everySeconds: 60,
  waits: {
    text: { id: "Penggabungan akun yang menjadi tetap", en: "Merges that become final", zh: "待最终确认的账户合并" },
    rows: [{ table: "account_merge", at: "reversibleUntil", where: sql<boolean>`state = 'MERGED'` }],
  },
  async run(services: Services): Promise<number> {
    const { database, clock, log } = services;
    return eachDue(await dueMerges(database, clock.now(), atOnce), (row) => settle(services, row), {
      log,
      failure: "a merge whose time to go back is over was not made final",
      idOf: ({ id }) => id,
    });
  },
};
