/**
 * A list as a file: read while it is sent, limited in rows, and recorded in the audit trail however the sending ends.
 */
import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { Streamed } from "#server/call/pipeline.ts";
import { maxExportedRows } from "#shared/list-export.ts";
import { testApp } from "#tests/support/app.ts";
import { supportId } from "#tests/support/complaint.ts";
import { kettlesOf } from "#tests/support/kettles.ts";

const kettles = kettlesOf();
const app = await testApp({ domains: [kettles.domain], isIdle: true });
const { services } = app;
const { database } = services;

const asks = async (body: object, roles: Parameters<typeof app.staff>[1] = ["auditor"]) =>
  (await app.staff(supportId, roles)).post("/api/staff/kettles/csv?lang=en", {
    reason: "Untuk laporan bulanan",
    ...body,
  });
async function ask(rows: number, body: object = {}) {
  Object.assign(kettles, { there: rows, reads: [], before: () => {} });
  return asks(body);
}
const outcome = () =>
  database
    .selectFrom("audit_outcome")
    .innerJoin("audit_entry", "audit_entry.id", "entryId")
    .select(["outcome", "code", "facts", "reasonSealed"])
    .where("action", "=", "POST /api/staff/kettles/csv")
    .orderBy("audit_outcome.entryId", "desc")
    .executeTakeFirst();

it("gives the whole list by its filter, and the trail how much it was and what it adds up to", async () => {
  const file = await ask(1_203, { state: "HOT" });
  expect([file.status, file.headers.get("content-type"), file.headers.get("content-disposition")]).toEqual([
    200,
    "text/csv; charset=utf-8",
    expect.stringMatching(/^attachment; filename="kettles-\d{4}-\d\d-\d\d\.csv"$/),
  ]);
  expect(file.headers.get("cache-control")).toBe("no-store");
  const lines = file.text
    .replace(/^\uFEFF/, "")
    .trimEnd()
    .split("\r\n");
  expect(lines.slice(0, 3)).toEqual(["Saw kettles,Saw kettles", `"'=k0",0`, `"'=k1",-1`]);
  expect(lines).toHaveLength(1_204);
  // The second query only checks whether there are more rows than one response may have.
  const [first, look, ...rest] = kettles.reads;
  expect(look).toEqual({ cursor: `+${maxExportedRows}`, limit: 1, state: "HOT" });
  expect([first, ...rest]).toEqual([undefined, "500", "1000"].map((cursor) => ({ cursor, limit: 500, state: "HOT" })));
  // The audit trail is written once the last part has been sent.
  await expect.poll(outcome).toBeDefined();
  const { facts, reasonSealed: reason, ...ended } = (await outcome())!;
  expect(ended).toEqual({ outcome: "DONE", code: null });
  expect(reason).not.toBeNull();
  const bytes = new TextEncoder().encode(`\uFEFF${file.text.replace(/^\uFEFF/, "")}`);
  expect(facts).toEqual({
    state: "HOT",
    rows: 1_203,
    isWhole: true,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  });
});

it("is sent to its bound, and begins to be made as a file beyond it", async () => {
  const whole = await ask(maxExportedRows);
  expect(whole.text.trimEnd().split("\r\n")).toHaveLength(maxExportedRows + 1);
  const longer = await ask(maxExportedRows + 1);
  expect([longer.status, longer.body]).toEqual([200, { exportId: expect.any(String) }]);
  // Only its first page and that check were read for it.
  expect(kettles.reads).toHaveLength(2);
  expect(await outcome()).toMatchObject({ outcome: "DONE", facts: { exportId: longer.body.exportId } });
});

it("says in its last line that it is cut, where the list grew while it was sent", async () => {
  const before = (from: number) => void (from === 1_000 && (kettles.there = maxExportedRows + 1));
  Object.assign(kettles, { there: maxExportedRows, reads: [], before });
  const cut = (await asks({})).text.trimEnd().split("\r\n");
  expect(cut).toHaveLength(maxExportedRows + 2);
  expect(cut.at(-1)).toBe("The list is cut here: at most 50000 rows. Narrow the filter.");
});

it("is refused before anything is sent: without the right to either, without a reason, where the list refuses", async () => {
  expect((await asks({}, ["support"])).status).toBe(403);
  // May export lists, but not this one.
  expect((await asks({}, ["finance"])).body.status.code).toBe("NOT_ALLOWED");
  expect((await asks({ reason: "Ya" })).body.status.fields[0].code).toBe("REASON_SHORT");
  expect((await asks({ state: "WARM" })).status).toBe(422);
  expect((await asks({ limit: 5 })).status).toBe(422);
  const refused = await ask(-1);
  expect([refused.status, refused.body.status.code]).toEqual([404, "KETTLE_UNKNOWN"]);
  expect(await outcome()).toMatchObject({ outcome: "REFUSED", code: "KETTLE_UNKNOWN" });
});

it("is read no further than somebody takes it, and the trail says how far that was", async () => {
  Object.assign(kettles, { there: 40_000, reads: [], before: () => {} });
  const { principal } = { principal: noting() };
  const file = await exported(principal);
  const reader = file.body.getReader();
  expect(kettles.reads).toHaveLength(2);
  await reader.read();
  await reader.read();
  expect(kettles.reads).toHaveLength(2);
  await reader.cancel();
  await file.ended;
  expect(principal.told).toMatchObject({ rows: 500, isWhole: false });
  // No reader consumed a part.
  const untaken = noting();
  const unread = await exported(untaken);
  await unread.body.cancel();
  await unread.ended;
  expect(untaken.told).toMatchObject({ rows: 0, isWhole: false });
});

it("breaks off where the list cannot be read any more, and the trail says so too", async () => {
  const before = (from: number) => {
    if (from >= 1_000 && from < maxExportedRows) throw new Error("away");
  };
  Object.assign(kettles, { there: 2_000, reads: [], before });
  const principal = noting();
  const file = await exported(principal);
  await expect(new Response(file.body).text()).rejects.toThrow("away");
  await file.ended;
  expect(principal.told).toMatchObject({ rows: 1_000, isWhole: false });
});

/** The requester of a list, with the notes for the audit trail. */
function noting() {
  const noted = {
    told: {} as Record<string, unknown>,
    kind: "staff" as const,
    staff: { staffId: supportId, roles: ["auditor"] },
    trail: { note: ({ facts }: { facts?: object }) => void (noted.told = { ...noted.told, ...facts }) },
  };
  return noted;
}
async function exported(principal: ReturnType<typeof noting>): Promise<Streamed> {
  const handler = app.api.mounted.get("POST /api/staff/kettles/csv")!.handler as unknown as (
    input: object,
    context: object,
  ) => Promise<Streamed>;
  return handler(
    { reason: "Untuk laporan bulanan" },
    { services, database, principal, language: "en", caller: app.caller() },
  );
}
