/**
 * Whatever both accounts hold and whatever happens in between: nothing is lost or duplicated, and the merge can always
 * be undone. // Threat D2
 */
import fc from "fast-check";
import { expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { auditAll } from "#server/ledger/index.ts";
import { spendPoints } from "#features/rewards/points/server/index.ts";
import { testApp } from "#tests/support/app.ts";
import { merging } from "#tests/support/merging.ts";
import { mergeLife } from "./lifecycle.ts";
import { finalSweep } from "./reversing.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const merge = await merging(app);
const hour = 3_600_000;

const history = fc.record({
  ownRupiah: fc.constantFrom(0, 15_000, 40_000),
  otherRupiah: fc.constantFrom(0, 25_000, 60_000),
  ownPoints: fc.constantFrom(0, 30),
  otherPoints: fc.constantFrom(0, 500),
  /** Amount that the owner tries to spend in between; moved money cannot be spent. */
  spends: fc.constantFrom(0, 10, 400),
  keepNumber: fc.constantFrom<"OWN" | "OTHER">("OWN", "OTHER"),
  end: fc.constantFrom("REVERSE", "FINAL"),
});
type History = typeof history extends fc.Arbitrary<infer One> ? One : never;
const total = ([one = 0, other = 0]: readonly number[]): number => one + other;

async function follow(of: History): Promise<void> {
  const both = await merge.two();
  const [own, other] = [both.own.borrowerId, both.other.borrowerId];
  if (of.ownRupiah > 0) await merge.giveMoney(own, of.ownRupiah);
  if (of.otherRupiah > 0) await merge.giveMoney(other, of.otherRupiah);
  if (of.ownPoints > 0) await merge.giveSomePoints(own, of.ownPoints);
  if (of.otherPoints > 0) await merge.giveSomePoints(other, of.otherPoints);
  const before = await merge.sums(own, other);
  const { requestId, survivor } = await merge.merged(both, of.keepNumber);
  const after = await merge.sums(own, other);
  expect([total(after.wallet), total(after.points)]).toEqual([total(before.wallet), total(before.points)]);
  let spent = 0;
  if (of.spends > 0) {
    const title = { id: "Uji", en: "Test", zh: "测试" };
    const move = { borrowerId: survivor.borrowerId, source: `spend_${requestId}`, points: of.spends, title };
    if ((await transact(database, (trx) => spendPoints(services, trx, move))) === "SPENT") spent = of.spends;
  }
  if (of.end === "REVERSE") {
    const client = await app.loggedIn(survivor.borrowerId);
    expect((await merge.reverse(client, requestId)).body.merge?.state).toBe("REVERSED");
    const back = await merge.sums(own, other);
    expect(back.wallet).toEqual(before.wallet);
    const kept = survivor.borrowerId === own ? 0 : 1;
    expect(back.points).toEqual(before.points.map((points, index) => points - (index === kept ? spent : 0)));
  } else {
    clock.advance(72 * hour);
    await app.settle();
    const kept = await merge.sums(own, other);
    expect([total(kept.wallet), total(kept.points)]).toEqual([total(before.wallet), total(before.points) - spent]);
    expect(await merge.stateOf(requestId)).toBe("FINAL");
  }
}

it("of any history", { timeout: 480_000 }, async () => {
  await fc.assert(fc.asyncProperty(history, follow), { numRuns: process.env["TEST_LONG"] === "1" ? 8 : 3 });
  expect((await auditAll(database, clock.now())).findings).toEqual([]);
});

it(
  "and forty at once of each step count once; of submit and decline, and of the way back and its end, one wins",
  {
    timeout: 480_000,
  },
  async () => {
    const many = <Result>(act: () => Promise<Result>) => Promise.all(Array.from({ length: 40 }, act));
    const both = await merge.two();
    const begun = await merge.upTo("face", both);
    const { requestId, own } = begun;
    const faces = await many(() => merge.face(own.client, requestId));
    expect(new Set(faces.map(({ body }) => body.request?.state).filter(Boolean))).toEqual(new Set(["FACE_PROVEN"]));
    const [sent] = await Promise.all([
      merge.submit(own, requestId),
      ...Array.from({ length: 8 }, () => merge.decline(own.client, requestId)),
    ]);
    const rows = await database.selectFrom("account_merge").select("state").where("id", "=", requestId).execute();
    // Requested and then declined, or declined before the merge was possible.
    expect(rows.every(({ state }) => state === "NOT_MERGED")).toBe(true);
    expect([200, 409]).toContain(sent.status);

    clock.advance(61_000);
    await merge.giveMoney(own.borrowerId, 50_000);
    await merge.giveMoney(both.other.borrowerId, 20_000);
    const before = await merge.sums(own.borrowerId, both.other.borrowerId);
    const second = await merge.upTo("submit", both);
    await merge.approve(second.requestId);
    clock.advance(61_000);
    await Promise.all(Array.from({ length: 8 }, () => services.sweeps.runAllDue(services)));
    await app.settle();
    const events = await mergeLife.events(database, second.requestId);
    expect(events.map(({ to }) => to)).toEqual(["ASKED", "MERGED"]);
    const row = await merge.mergeOf(second.requestId);
    clock.advance(72 * hour - 61_000);
    const client = await app.loggedIn(row.survivorId);
    const racing = many(() => merge.reverse(client, second.requestId));
    clock.advance(62_000);
    await Promise.all([racing, ...Array.from({ length: 8 }, () => finalSweep.run(services))]);
    await finalSweep.run(services);
    const state = await merge.stateOf(second.requestId);
    const after = await merge.sums(own.borrowerId, both.other.borrowerId);
    expect(["FINAL", "REVERSED"]).toContain(state);
    if (state === "REVERSED") expect(after).toEqual(before);
    else expect(total(after.wallet)).toBe(total(before.wallet));
    expect((await auditAll(database, clock.now())).findings).toEqual([]);
  },
);
