/** Queries of underwriting: rules by day, and borrowers who share a phone or a device. */
import { expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { systemRandom } from "#server/process/random.ts";
import { testDatabase } from "#tests/support/database.ts";
import { addMarks, othersWithMark, rulesInForce } from "./store.ts";

const { database } = await testDatabase();
const uuid = () => systemRandom().uuid();
const at = (day: string) => new Date(`2026-11-${day}T09:00:00+07:00`);

it("A rule holds from its day until the next row's, and the newest one that has begun counts.", async () => {
  const row = { rule: "OPERATORS_CAP", verdict: "REJECT", retryDays: 30, source: "test", certainty: "P" } as const;
  await database
    .insertInto("underwriting_rule")
    .values([
      { ...row, validFrom: "2026-11-20", value: 5 },
      { ...row, validFrom: "2026-11-23", value: 7 },
    ])
    .execute();
  const on = async (day: string) => (await rulesInForce(database, day)).get("OPERATORS_CAP")?.value;
  expect(await Promise.all(["2026-11-19", "2026-11-20", "2026-11-22", "2026-11-23", "2027-01-01"].map(on))).toEqual([
    3, 5, 5, 7, 7,
  ]);
  expect(await on("2020-01-01")).toBeUndefined();
});

it("Others with a mark are counted once each, by its kind, and as long as both were seen since then.", async () => {
  const [me, twin, old, strange, phone] = Array.from({ length: 5 }, uuid) as [string, string, string, string, string];
  const mark = (who: string, kind: "PHONE" | "DEVICE", what: string, day: string) =>
    transact(database, (trx) => addMarks(trx, who, { [kind]: what }, at(day)));
  await mark(me, "DEVICE", "d1", "20");
  await mark(me, "DEVICE", "d2", "20");
  await mark(twin, "DEVICE", "d1", "18");
  await mark(twin, "DEVICE", "d2", "19");
  await mark(old, "DEVICE", "d1", "01");
  await mark(strange, "DEVICE", "d3", "20");
  // The same letters as the mark of a phone are a different mark.
  await mark(phone, "PHONE", "d1", "20");
  const others = (since: string, kind: "PHONE" | "DEVICE" = "DEVICE") => othersWithMark(database, me, kind, at(since));
  expect(await others("01")).toBe(2);
  expect(await others("02")).toBe(1);
  expect(await others("19")).toBe(1);
  expect(await others("20")).toBe(0);
  expect(await others("01", "PHONE")).toBe(0);
  // A device seen again counts from the later day.
  await mark(old, "DEVICE", "d1", "20");
  expect(await others("20")).toBe(1);
  expect(await others("21")).toBe(0);
});
