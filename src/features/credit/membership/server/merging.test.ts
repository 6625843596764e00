/** Plus of two accounts that are merged, and of a merge that is undone. */
import { expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { testApp } from "#tests/support/app.ts";
import { plusLife } from "./lifecycle.ts";
import { mergedPlus } from "./merging.ts";
import { findPlus, insertPlus } from "./store.ts";

const app = await testApp({ isIdle: true });
const { services, clock } = app;
const { database, random } = services;
const day = 86_400_000;
const inDays = (days: number) => new Date(clock.now().getTime() + days * day);

/** Runs Plus for an account with this many days remaining. */
async function plus(borrowerId: string, daysLeft: number): Promise<void> {
  const id = random.uuid();
  await transact(database, async (trx) => {
    const row = { borrowerId, id, begunAt: inDays(daysLeft - 90), endsAt: inDays(daysLeft), checkAt: inDays(1) };
    expect(await insertPlus(trx, row)).toBe(true);
    await plusLife.begin(trx, { id, borrowerId, actor: "BORROWER", cause: "CHOSEN", at: clock.now() });
  });
}
/** Remaining days of Plus of the survivor and the absorbed account; null where it does not run. */
const remainingOf = ({ survivorId, absorbedId }: { survivorId: string; absorbedId: string }) =>
  Promise.all(
    [survivorId, absorbedId].map(async (id) => {
      const row = await findPlus(database, id);
      return row && (row.endsAt.getTime() - clock.now().getTime()) / day;
    }),
  );

it.each([
  ["the later end of the absorbed account", 20, 50, [50, null]],
  ["the survivor's own later end", 50, 20, [50, null]],
  ["the only Plus, of the absorbed account", null, 30, [30, null]],
  ["the only Plus, of its own", 30, null, [30, null]],
] as const)("The account that goes on keeps %s, and both have their own again when they part.", async (...row) => {
  const [, own, other, merged] = row;
  const merge = { mergeId: random.uuid(), survivorId: random.uuid(), absorbedId: random.uuid() };
  if (own !== null) await plus(merge.survivorId, own);
  if (other !== null) await plus(merge.absorbedId, other);
  const before = await remainingOf(merge);
  expect(before).toEqual([own, other]);
  const [line] = await mergedPlus.preview(services, database, merge);
  expect(line).toMatchObject({ survivor: own === null ? 0 : 1, absorbed: other === null ? 0 : 1, after: 1 });
  const moved = await transact(database, (trx) => mergedPlus.move(services, trx, merge));
  expect(await remainingOf(merge)).toEqual(merged);
  if (moved === null) return expect(other).toBeNull();
  await transact(database, (trx) => mergedPlus.back(services, trx, merge, moved));
  expect(await remainingOf(merge)).toEqual(before);
});

it("Plus that has ended since the merge is over for both accounts when they part.", async () => {
  const merge = { mergeId: random.uuid(), survivorId: random.uuid(), absorbedId: random.uuid() };
  await plus(merge.absorbedId, 30);
  const moved = await transact(database, (trx) => mergedPlus.move(services, trx, merge));
  const { id } = (await findPlus(database, merge.survivorId))!;
  const at = clock.now();
  const over = {
    from: ["RUNNING"],
    to: "ENDED",
    actor: "BORROWER",
    cause: "CHOSEN",
    at,
    set: { endedAt: at },
  } as const;
  await transact(database, (trx) => plusLife.move(trx, { id, borrowerId: merge.survivorId, ...over }));
  await transact(database, (trx) => mergedPlus.back(services, trx, merge, moved));
  expect(await remainingOf(merge)).toEqual([null, null]);
});
