/** A list as a file: read as it is sent, no longer than its bound, and told to the trail however it ends. */
import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import * as v from "valibot";
import { defineCall } from "#shared/contract.ts";
import { listOf, listQuery } from "#shared/fields/list.ts";
import { defineExport, maxExportedRows } from "#shared/list-export.ts";
import type { Domain } from "#server/domain.ts";
import { testApp } from "#tests/support/app.ts";
import { supportId } from "#tests/support/complaint.ts";
import { exporting } from "./list-export.ts";
import { answer, Streamed } from "./pipeline.ts";

const trail = { id: "Melihat ketel", en: "Saw kettles", zh: "查看水壶" };
const listKettles = defineCall({
  method: "GET",
  path: "/api/staff/kettles",
  summary: "Kettles.",
  policy: { who: "staff", permission: "audit.read", trail },
  input: v.strictObject({ ...listQuery, state: v.optional(v.picklist(["HOT", "COLD"], "CHOICE_INVALID")) }),
  output: listOf(v.object({ name: v.string(), litres: v.number() })),
  problems: { KETTLE_UNKNOWN: { status: 404, text: trail } },
});
const exportKettles = defineExport(listKettles, { summary: "Kettles as CSV.", trail });

let there = 0;
let reads: unknown[] = [];
let fault: { after: number; error: Error } | null = null;
/** Kettles are somebody's domain. */
const kettles: Domain = {
  answers(api) {
    answer(
      api,
      listKettles,
    )(async ({ cursor, limit, state }, { refuse }) => {
      reads.push({ cursor, limit, state });
      if (there < 0) return refuse("KETTLE_UNKNOWN");
      const from = Number(cursor ?? 0);
      if (fault && from >= fault.after) throw fault.error;
      const until = Math.min(there, from + limit);
      const items = Array.from({ length: until - from }, (_, n) => ({ name: `=k${from + n}`, litres: -(from + n) }));
      return { items, nextCursor: until < there ? String(until) : null };
    });
    answer(
      api,
      exportKettles,
    )(
      exporting(api, listKettles, {
        name: "kettles",
        columns: [
          { label: trail, cell: ({ name }) => name },
          { label: trail, cell: ({ litres }) => litres },
        ],
      }),
    );
  },
};
const app = await testApp({ domains: [kettles], isIdle: true });
const { services } = app;
const { database } = services;

const asks = async (body: object, roles: Parameters<typeof app.staff>[1] = ["auditor"]) =>
  (await app.staff(supportId, roles)).post("/api/staff/kettles/csv?lang=en", {
    reason: "Untuk laporan bulanan",
    ...body,
  });
async function ask(rows: number, body: object = {}) {
  [there, reads, fault] = [rows, [], null];
  return asks(body);
}
const outcome = () =>
  database
    .selectFrom("audit_outcome")
    .innerJoin("audit_entry", "audit_entry.id", "entry_id")
    .select(["outcome", "code", "facts", "reason_sealed"])
    .where("action", "=", "POST /api/staff/kettles/csv")
    .orderBy("audit_outcome.entry_id", "desc")
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
  expect(reads).toEqual([undefined, "500", "1000"].map((cursor) => ({ cursor, limit: 500, state: "HOT" })));
  // The trail is told once the last part has gone.
  await expect.poll(outcome).toBeDefined();
  const { facts, reason_sealed: reason, ...rest } = (await outcome())!;
  expect(rest).toEqual({ outcome: "DONE", code: null });
  expect(reason).not.toBeNull();
  const bytes = new TextEncoder().encode(`\uFEFF${file.text.replace(/^\uFEFF/, "")}`);
  expect(facts).toEqual({
    state: "HOT",
    rows: 1_203,
    isWhole: true,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  });
});

it("is cut at its bound, and says so in its last line", async () => {
  const whole = await ask(maxExportedRows);
  expect(whole.text.trimEnd().split("\r\n")).toHaveLength(maxExportedRows + 1);
  const cut = (await ask(maxExportedRows + 1)).text.trimEnd().split("\r\n");
  expect(cut).toHaveLength(maxExportedRows + 2);
  expect(cut.at(-1)).toBe("The list is cut here: at most 50000 rows. Narrow the filter.");
});

it("is refused before anything is sent: without the right to either, without a reason, where the list refuses", async () => {
  expect((await asks({}, ["support"])).status).toBe(403);
  // May take lists, not this one.
  expect((await asks({}, ["finance"])).body.status.code).toBe("NOT_ALLOWED");
  expect((await asks({ reason: "Ya" })).body.status.fields[0].code).toBe("REASON_SHORT");
  expect((await asks({ state: "WARM" })).status).toBe(422);
  expect((await asks({ limit: 5 })).status).toBe(422);
  const refused = await ask(-1);
  expect([refused.status, refused.body.status.code]).toEqual([404, "KETTLE_UNKNOWN"]);
  expect(await outcome()).toMatchObject({ outcome: "REFUSED", code: "KETTLE_UNKNOWN" });
});

it("is read no further than somebody takes it, and the trail says how far that was", async () => {
  [there, reads, fault] = [40_000, [], null];
  const { principal } = { principal: noting() };
  const file = await exported(principal);
  const reader = file.body.getReader();
  expect(reads).toHaveLength(1);
  await reader.read();
  await reader.read();
  expect(reads).toHaveLength(1);
  await reader.cancel();
  await file.ended;
  expect(principal.told).toMatchObject({ rows: 500, isWhole: false });
  // Nobody took anything.
  const untaken = noting();
  const unread = await exported(untaken);
  await unread.body.cancel();
  await unread.ended;
  expect(untaken.told).toMatchObject({ rows: 0, isWhole: false });
});

it("breaks off where the list cannot be read any more, and the trail says so too", async () => {
  [there, reads, fault] = [2_000, [], { after: 1_000, error: new Error("away") }];
  const principal = noting();
  const file = await exported(principal);
  await expect(new Response(file.body).text()).rejects.toThrow("away");
  await file.ended;
  expect(principal.told).toMatchObject({ rows: 1_000, isWhole: false });
});

/** Who asks for a list, with what the trail is told. */
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
