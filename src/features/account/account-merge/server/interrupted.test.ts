/**
 * A process that stops during a merge, its undo or its end leaves it complete or not begun, and the next process
 * continues. // Spec account 5, 12
 */
import { describe, expect, it } from "vitest";
import { auditAll } from "#server/ledger/index.ts";
import { defineTexts } from "#shared/texts.ts";
import type { Domain } from "#server/domain.ts";
import { testApp } from "#tests/support/app.ts";
import { merging } from "#tests/support/merging.ts";
import { defineMergeAsset, mergeAssets } from "./blocks.ts";
import { finalSweep } from "./reversing.ts";

const texts = defineTexts({ last: { id: "Terakhir", en: "Last", zh: "最后" } });
/** The step in which the process stops: after all other assets, before the result is stored. */
let endsIn: "move" | "back" | "keep" | null = null;
/** Whether an operation of an asset is pending in one of the two accounts. */
let isUnderWay = false;
const end = (step: typeof endsIn) => {
  if (endsIn === step) throw new Error(`The process ended in ${step}.`);
};
const asset = (name: string) =>
  defineMergeAsset<{ moved: true }>({
    asset: name,
    preview: async () => [{ code: name, text: texts.last, unit: "COUNT", survivor: 0, absorbed: 0, after: 0 }],
    isBusy: async () => isUnderWay,
    move: async () => {
      end("move");
      return { moved: true };
    },
    back: async () => end("back"),
    keep: async () => end("keep"),
  });
// One domain before the others and one after them, because undo moves assets in the opposite order.
const first: Domain = { answersTo: [mergeAssets.by([asset("ENDS_FIRST")])] };
const last: Domain = { answersTo: [mergeAssets.by([asset("ENDS_LAST")])] };
const app = await testApp({ domains: [first, last] });
const { services, clock } = app;
const { database } = services;
const merge = await merging(app);
const hour = 3_600_000;

async function two() {
  const both = await merge.two();
  const ids = [both.own.borrowerId, both.other.borrowerId] as const;
  await merge.giveMoney(ids[0], 30_000);
  await merge.giveMoney(ids[1], 10_000);
  await merge.giveSomePoints(ids[0], 90);
  const before = await merge.sums(...ids);
  return { both, ids, before };
}
const stands = async (requestId: string, ids: readonly [string, string]) => ({
  state: await merge.stateOf(requestId),
  sums: await merge.sums(...ids),
  statuses: [await merge.statusOf(ids[0]), await merge.statusOf(ids[1])],
});

it("What is under way in either account is waited for, and then they merge.", { timeout: 120_000 }, async () => {
  const { both, ids, before } = await two();
  const { requestId } = await merge.upTo("submit", both);
  await merge.approve(requestId);
  isUnderWay = true;
  for (let hours = 0; hours < 2; hours++) {
    clock.advance(hour);
    await app.settle();
    expect(await stands(requestId, ids)).toEqual({ state: "ASKED", sums: before, statuses: ["ACTIVE", "ACTIVE"] });
  }
  isUnderWay = false;
  clock.advance(61_000);
  await app.settle();
  expect((await stands(requestId, ids)).state).toBe("MERGED");
});

describe("a process that ends", () => {
  it("in the merge has moved nothing, and the next one merges", { timeout: 120_000 }, async () => {
    const { both, ids, before } = await two();
    const { requestId } = await merge.upTo("submit", both);
    await merge.approve(requestId);
    clock.advance(61_000);
    endsIn = "move";
    await services.sweeps.runAllDue(services);
    expect(await stands(requestId, ids)).toEqual({ state: "ASKED", sums: before, statuses: ["ACTIVE", "ACTIVE"] });
    expect((await auditAll(database, clock.now())).findings).toEqual([]);
    endsIn = null;
    clock.advance(61_000);
    await app.settle();
    expect((await stands(requestId, ids)).state).toBe("MERGED");
  });

  it("on the way back has taken nothing back, and it goes back once more", { timeout: 120_000 }, async () => {
    const { both, ids, before } = await two();
    const { requestId, survivor } = await merge.merged(both);
    const merged = await stands(requestId, ids);
    expect(merged.state).toBe("MERGED");
    const client = await app.loggedIn(survivor.borrowerId);
    endsIn = "back";
    expect((await merge.reverse(client, requestId)).status).toBe(500);
    expect(await stands(requestId, ids)).toEqual(merged);
    endsIn = null;
    expect((await merge.reverse(client, requestId)).body.merge.state).toBe("REVERSED");
    expect(await stands(requestId, ids)).toEqual({ state: "REVERSED", sums: before, statuses: ["ACTIVE", "ACTIVE"] });
    expect((await auditAll(database, clock.now())).findings).toEqual([]);
  });

  it("at the end of the 72 hours has let nothing go, and the next one does", { timeout: 120_000 }, async () => {
    const { both, ids } = await two();
    const { requestId, survivor } = await merge.merged(both);
    expect(await merge.stateOf(requestId)).toBe("MERGED");
    const held = await merge.free("WALLET", survivor.borrowerId);
    clock.advance(72 * hour);
    endsIn = "keep";
    await finalSweep.run(services);
    expect([await merge.stateOf(requestId), await merge.free("WALLET", survivor.borrowerId)]).toEqual(["MERGED", held]);
    endsIn = null;
    await finalSweep.run(services);
    expect([await merge.stateOf(requestId), await merge.free("WALLET", survivor.borrowerId)]).toEqual([
      "FINAL",
      40_000,
    ]);
    expect((await stands(requestId, ids)).sums.points.toSorted((a, b) => a - b)).toEqual([0, 90]);
    expect((await auditAll(database, clock.now())).findings).toEqual([]);
  });
});
