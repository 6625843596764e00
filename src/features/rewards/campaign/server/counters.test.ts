import { expect, it } from "vitest";
import { transact, type Transaction } from "#server/database.server.ts";
import { testDatabase } from "#tests/support/database.ts";
import { openStock, remainingPieces, raiseStock, takeCaps, takePiece, takeUpTo, usedOf } from "./counters.ts";
import { seeds } from "./seed-table.ts";
import { insertCampaign, newCampaign } from "./store.ts";

const { database } = await testDatabase();
const within = <Value>(work: (trx: Transaction) => Promise<Value>) => transact(database, work);
const cap = (key: string, max: number) => ({ key, borrowerId: null, max });

it("a cap takes what fits and names the first that is full; what is more than all of it never fits", async () => {
  const take = (count: number, ...caps: ReturnType<typeof cap>[]) => within((trx) => takeCaps(trx, caps, count));
  expect(await take(3, cap("caps:a", 2))).toBe("caps:a");
  expect(await usedOf(database, "caps:a")).toBe(0);
  expect([await take(2, cap("caps:a", 2)), await take(1, cap("caps:a", 2))]).toEqual([null, "caps:a"]);
  expect(await take(1, cap("caps:b", 1), cap("caps:a", 2))).toBe("caps:a");
  // After the limit was raised, it accepts more.
  expect(await take(1, cap("caps:a", 3))).toBeNull();
});

it("as much as fits is taken up to a cap", async () => {
  const upTo = (count: number) => within((trx) => takeUpTo(trx, cap("up-to", 10), count));
  expect([await upTo(7), await upTo(7), await upTo(1)]).toEqual([7, 3, 0]);
  expect(await within((trx) => takeUpTo(trx, cap("up-to:at-once", 10), 12))).toBe(10);
});

it("stock is given to its last piece, raised and never lowered", async () => {
  const campaignId = "01900000-0000-7000-8000-00000000c0de";
  const remaining = async () => (await remainingPieces(database, campaignId, "ALL")).get("P");
  const raise = (max: number) => within((trx) => raiseStock(trx, campaignId, "ALL", "P", max));
  const { activityId, rules, skin, title } = seeds.find(({ rules: { mechanic } }) => mechanic === "CLAIM")!;
  const at = new Date("2026-11-01T00:00:00Z");
  const row = { activityId, rules, skin, title, mechanic: rules.mechanic, ...newCampaign };
  const dates = { opensAt: at, closesAt: new Date(at.getTime() + 1), claimsUntil: new Date(at.getTime() + 1) };
  const draft = { rulesVersion: 1, budgetRupiah: 1, permit: null, state: "DRAFT" } as const;
  await within((trx) => insertCampaign(trx, { id: campaignId, ...row, ...dates, ...draft }, at));
  await within((trx) => openStock(trx, campaignId, "ALL", [{ prizeKey: "P", max: 2 }]));
  const taken = await Promise.all([1, 2, 3].map(() => within((trx) => takePiece(trx, campaignId, "ALL", "P"))));
  expect(taken.filter(Boolean)).toHaveLength(2);
  await raise(1);
  expect(await remaining()).toBe(0);
  await raise(5);
  expect(await remaining()).toBe(3);
});
