/** A list too long for one response: made by a job part by part, for its requester only, and deleted after a day. */
import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import type { StaffRole } from "#shared/staff-permissions.ts";
import { testApp } from "#tests/support/app.ts";
import { kettlesOf } from "#tests/support/kettles.ts";
import { memberOf } from "#tests/support/members.ts";
import { listExportLife } from "./lifecycle.ts";
import { makeExport } from "./making.ts";
import { exportPartsOf } from "./store.ts";

const kettles = kettlesOf({ sentRows: 1_000, rowsOfPart: 1_000, madeRows: 5_000 });
const app = await testApp({ domains: [kettles.domain], isIdle: true });
const { services, clock } = app;
const { database, outside, sweeps } = services;
const [minute, day] = [60_000, 86_400_000];

const member = () => memberOf(app, ["auditor"]);
/** A new login for each call: hours pass here. */
const send = async (staffId: string, path: string, body: object = {}, roles: StaffRole[] = ["auditor"]) =>
  (await app.staff(staffId, roles)).post(`${path}?lang=en`, body);
async function ask(rows: number, staffId: string, body: object = {}): Promise<string> {
  Object.assign(kettles, { there: rows, reads: [], before: () => {} });
  const asked = await send(staffId, "/api/staff/kettles/csv", { reason: "Untuk laporan bulanan", ...body });
  expect(asked.body.exportId, asked.text).toBeDefined();
  return asked.body.exportId as string;
}
const own = async (staffId: string) =>
  (await (await app.staff(staffId, ["auditor"])).get("/api/staff/exports?lang=en")).body.items;
const fetched = (staffId: string, exportId: string, roles?: StaffRole[]) =>
  send(staffId, `/api/staff/exports/${exportId}/file`, {}, roles);
const codeOf = ({ status, body }: Awaited<ReturnType<typeof fetched>>) => [status, body?.status?.code];
const rowOf = (id: string) =>
  database.selectFrom("list_export").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
async function storedKeys(): Promise<string[]> {
  const keys: string[] = [];
  for (let after: string | undefined; ;) {
    const page = await outside.storage.list(after);
    keys.push(...page.items.map(({ key }) => key));
    if (page.next === null) return keys;
    after = page.next;
  }
}
const bytesOf = (text: string) => new TextEncoder().encode(`\uFEFF${text.replace(/^\uFEFF/, "")}`);

it("is made in parts, kept sealed, and given whole to who asked for it, with filter, rows and sum in the trail", async () => {
  const staffId = await member();
  const id = await ask(2_700, staffId, { state: "HOT" });
  expect(await own(staffId)).toMatchObject([{ exportId: id, state: "WAITING", rows: 0, sha256: null, endsAt: null }]);
  expect(codeOf(await fetched(staffId, id))).toEqual([409, "EXPORT_NOT_READY"]);
  await app.settle();
  expect((await exportPartsOf(database, id)).map(({ rows }) => rows)).toEqual([1_000, 1_000, 700]);
  for (const { state } of kettles.reads) expect(state).toBe("HOT");
  const { storage } = outside;
  const [part] = await exportPartsOf(database, id);
  expect(Buffer.from((await storage.get(part!.objectKey))!.bytes).toString("utf8")).toContain("'=k0");

  const file = await fetched(staffId, id);
  expect([file.status, file.headers.get("content-type"), file.headers.get("cache-control")]).toEqual([
    200,
    "text/csv; charset=utf-8",
    "no-store",
  ]);
  expect(file.headers.get("content-disposition")).toMatch(/filename="kettles-\d{4}-\d\d-\d\d\.csv"/);
  const lines = file.text
    .replace(/^\uFEFF/, "")
    .trimEnd()
    .split("\r\n");
  // A value that a spreadsheet would run as a formula is escaped to text here as well.
  expect(lines.slice(0, 3)).toEqual(["Saw kettles,Saw kettles", `"'=k0",0`, `"'=k1",-1`]);
  expect(lines).toHaveLength(2_701);
  expect(new Set(lines).size).toBe(2_701);
  const sha256 = createHash("sha256").update(bytesOf(file.text)).digest("hex");
  const [shown] = await own(staffId);
  expect(shown).toMatchObject({ state: "READY", rows: 2_700, sha256, text: "Kettles", filter: "state: HOT" });
  expect(shown.bytes).toBe(bytesOf(file.text).length);
  expect(new Date(shown.endsAt).getTime()).toBe(clock.now().getTime() + day);
  const told = () =>
    database
      .selectFrom("audit_outcome")
      .innerJoin("audit_entry", "audit_entry.id", "entryId")
      .select("facts")
      .where("action", "=", "POST /api/staff/exports/{exportId}/file")
      .where("outcome", "=", "DONE")
      .executeTakeFirst();
  await expect.poll(told).toEqual({ facts: { state: "HOT", rows: 2_700, isWhole: true, sha256 } });
  // The typed filter values are deleted once the file is made.
  expect((await rowOf(id)).inputSealed).toBeNull();
  const events = await listExportLife.events(database, id);
  expect(events.map(({ to, cause }) => [to, cause])).toEqual([
    ["WAITING", "ASKED"],
    ["READY", "MADE"],
  ]);
});

it("is nobody else's, not even to see, and no longer its own's without the right to either", async () => {
  const staffId = await member();
  const other = await member();
  const id = await ask(1_500, staffId);
  await app.settle();
  expect(await own(other)).toEqual([]);
  expect(codeOf(await fetched(other, id))).toEqual([404, "EXPORT_UNKNOWN"]);
  expect(codeOf(await fetched(staffId, id, ["support"]))).toEqual([403, "NOT_ALLOWED"]);
  // May export lists, but not this one.
  expect(codeOf(await fetched(staffId, id, ["finance"]))).toEqual([403, "NOT_ALLOWED"]);
  expect((await fetched(staffId, id)).status).toBe(200);
});

it("goes from the store after its day, and its row after that", async () => {
  const staffId = await member();
  const id = await ask(1_500, staffId);
  await app.settle();
  const keys = (await exportPartsOf(database, id)).map(({ objectKey }) => objectKey);
  expect(keys).toHaveLength(2);
  clock.advance(day - minute);
  expect((await fetched(staffId, id)).status).toBe(200);
  clock.advance(minute);
  // Even before the sweep runs.
  expect(codeOf(await fetched(staffId, id))).toEqual([410, "EXPORT_GONE"]);
  expect(await storedKeys()).toEqual(expect.arrayContaining(keys));
  await app.settle();
  expect(await own(staffId)).toMatchObject([{ state: "EXPIRED", rows: 1_500 }]);
  expect((await storedKeys()).filter((key) => keys.includes(key))).toEqual([]);
  expect(await exportPartsOf(database, id)).toEqual([]);
  clock.advance(91 * day);
  await app.settle();
  expect(await own(staffId)).toEqual([]);
  expect(await listExportLife.events(database, id)).toEqual([]);
});

it("is taken up where a killed job stopped, and what that one still does then counts for nothing", async () => {
  const staffId = await member();
  const id = await ask(2_500, staffId);
  const [hangs, reached] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  kettles.before = (from) => {
    if (from !== 1_500) return;
    reached.resolve();
    return hangs.promise;
  };
  const first = makeExport(services, id);
  await reached.promise;
  expect(await exportPartsOf(database, id)).toHaveLength(1);
  // Only one process works at a time.
  expect(await makeExport(services, id)).toBe(false);
  kettles.before = () => {};
  kettles.reads = [];
  clock.advance(5 * minute);
  await app.settle();
  expect(await own(staffId)).toMatchObject([{ state: "READY", rows: 2_500 }]);
  // The first part existed already.
  expect(kettles.reads.map(({ cursor }) => cursor)).toEqual(["1000", "1500", "2000"]);
  const keys = await storedKeys();
  hangs.resolve();
  await first;
  await app.settle();
  expect(await exportPartsOf(database, id)).toHaveLength(3);
  expect((await storedKeys()).toSorted()).toEqual(keys.toSorted());
  const lines = (await fetched(staffId, id)).text.trimEnd().split("\r\n");
  expect([lines.length, new Set(lines).size]).toEqual([2_501, 2_501]);
});

it("is tried again once, and then has failed with nothing left of it in the store", async () => {
  const staffId = await member();
  const before = await storedKeys();
  const id = await ask(2_500, staffId);
  kettles.before = (from) => {
    if (from >= 1_500) throw new Error("away");
  };
  await expect(makeExport(services, id)).rejects.toThrow("away");
  expect(await own(staffId)).toMatchObject([{ state: "WAITING", rows: 1_000 }]);
  await app.settle();
  expect(await own(staffId)).toMatchObject([{ state: "FAILED", cause: "FAILED" }]);
  expect((await rowOf(id)).tries).toBe(2);
  expect(codeOf(await fetched(staffId, id))).toEqual([410, "EXPORT_GONE"]);
  expect((await storedKeys()).toSorted()).toEqual(before.toSorted());
});

it("has failed where both of its jobs were lost; a third one that comes before the sweep makes nothing", async () => {
  const staffId = await member();
  const id = await ask(2_500, staffId);
  const lost = { state: "WAITING", tries: 2, dueAt: new Date(clock.now().getTime() - minute) };
  await database.updateTable("list_export").set(lost).where("id", "=", id).execute();
  expect(await makeExport(services, id)).toBe(false);
  await app.settle();
  expect(await own(staffId)).toMatchObject([{ state: "FAILED", cause: "FAILED" }]);
});

it("is not made for who may not take it any more, nor longer than a spreadsheet opens, nor where the list refuses", async () => {
  const staffId = await member();
  await ask(2_500, staffId);
  await database
    .updateTable("staff_member")
    .set({ roles: ["finance"] })
    .where("id", "=", staffId)
    .execute();
  await app.settle();
  expect(await own(staffId)).toMatchObject([{ state: "FAILED", cause: "NOT_ALLOWED", rows: 0 }]);
  const second = await member();
  await ask(5_001, second);
  await app.settle();
  expect(await own(second)).toMatchObject([{ state: "FAILED", cause: "TOO_LONG" }]);
  const third = await member();
  await ask(2_500, third);
  kettles.there = -1;
  await app.settle();
  expect(await own(third)).toMatchObject([{ state: "FAILED", cause: "LIST_GONE" }]);
});

it("is left to the next start where the process stops, which is no failure", async () => {
  const staffId = await member();
  const id = await ask(2_500, staffId);
  services.sweeps = { ...sweeps, ending: AbortSignal.abort() };
  expect(await makeExport(services, id)).toBe(true);
  services.sweeps = sweeps;
  expect(await rowOf(id)).toMatchObject({ state: "WAITING", tries: 0 });
  await app.settle();
  expect(await own(staffId)).toMatchObject([{ state: "READY", rows: 2_500 }]);
});
