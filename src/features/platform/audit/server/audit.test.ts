import { sql } from "kysely";
import { expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { seedBorrower } from "#features/account/login/server/index.ts";
import { testApp } from "#tests/support/app.ts";
import { recordStaffEvent } from "./index.ts";

const app = await testApp({ followsRefusals: false });
const { services } = app;
const { database } = services;
const staffId = services.random.uuid();
const stored = () => database.selectFrom("audit_entry").selectAll().orderBy("id").execute();

it("writes an entry before and an outcome after every staff call, also a refused one", async () => {
  const auditor = await app.staff(staffId, ["auditor"]);
  expect((await auditor.get("/api/staff/audit")).status).toBe(200);
  expect((await auditor.get("/api/staff/members")).status).toBe(403);
  const { items } = (await auditor.get("/api/staff/audit")).body;
  expect(
    items
      .slice(0, 3)
      .map((item: { action: string; outcome: string; code: string }) => [item.action, item.outcome, item.code]),
  ).toEqual([
    ["GET /api/staff/audit", "UNKNOWN", null],
    ["GET /api/staff/members", "REFUSED", "NOT_ALLOWED"],
    ["GET /api/staff/audit", "DONE", null],
  ]);
});

it("shows and does nothing when the entry cannot be written", async () => {
  const auditor = await app.staff(staffId, ["admin"]);
  const begin = app.api.trail?.begin;
  Object.assign(app.api.trail ?? {}, { begin: () => Promise.reject(new Error("the disk is full")) });
  const answer = await auditor.get("/api/staff/members");
  Object.assign(app.api.trail ?? {}, { begin });
  expect([answer.status, answer.body.status.code]).toEqual([500, "INTERNAL"]);
});

it("leaves no entry for what shows nobody's data, or for nobody", async () => {
  const before = (await stored()).length;
  const client = await app.staff(staffId, ["support"]);
  await client.get("/api/staff/session");
  await client.get("/api/staff/home");
  await app.client().get("/api/staff/audit");
  expect((await stored()).length).toBe(before);
});

it("refuses to be changed, deleted or emptied by the product's own role", async () => {
  await expect(database.updateTable("audit_entry").set({ action: "NOTHING" }).execute()).rejects.toThrow("append-only");
  await expect(database.deleteFrom("audit_entry").execute()).rejects.toThrow("append-only");
  await expect(database.updateTable("audit_outcome").set({ code: null }).execute()).rejects.toThrow("append-only");
  await expect(database.deleteFrom("audit_outcome").execute()).rejects.toThrow("append-only");
});

it("keeps ids and choices of an input and nothing else of it", async () => {
  const client = await app.staff(staffId, ["admin"]);
  const borrowerId = services.random.uuid();
  await client.post(`/api/staff/borrowers/${borrowerId}/unmask`, {
    fields: ["NIK"],
    reason: "Alasan yang cukup panjang",
    mobileNumber: "081234567890",
    kind: "3174015704940001",
    status: "ACTIVE",
    caseId: "not an id",
  });
  const entry = (await stored()).at(-1);
  expect(entry).toMatchObject({
    borrowerId,
    reason: null,
    reasonKey: "INSTALLATION",
    subject: { status: "ACTIVE" },
  });
  expect(JSON.stringify(entry)).not.toMatch(/0812|Alasan/);
});

it("seals the reason that somebody types, shows it to the auditor, and forgets it with the borrower whom it is about", async () => {
  const support = await app.staff(staffId, ["support"]);
  const auditor = await app.staff(staffId, ["auditor"]);
  const borrowerId = await transact(database, (trx) => seedBorrower(services, trx, { mobileNumber: "081390001122" }));
  const reason = "Ibu Sukmaxwati menelepon dari 081390001122";
  await support.post(`/api/staff/borrowers/${borrowerId}/unmask`, { fields: ["NIK"], reason });
  const entry = (await stored()).at(-1);
  expect(entry).toMatchObject({ borrowerId, reason: null, reasonKey: "BORROWER" });
  const { rows } = await sql<{
    text: string;
  }>`select e::text as text from audit_entry e union all select o::text from audit_outcome o`.execute(database);
  expect(rows.filter(({ text }) => /Sukmaxwati|081390001122/.test(text))).toEqual([]);
  const shown = async () =>
    (await auditor.get(`/api/staff/audit?borrowerId=${borrowerId}`)).body.items.find(
      (item: { id: string }) => item.id === entry?.id,
    );
  expect(await shown()).toMatchObject({ reason, isReasonForgotten: false });
  await transact(database, (trx) => services.keys.borrowerKeys.shred(trx, borrowerId, services.clock.now()));
  expect(await shown()).toMatchObject({ reason: null, isReasonForgotten: true });
  // The audit trail still shows actions on an erased borrower with their reason.
  await support.post(`/api/staff/borrowers/${borrowerId}/unmask`, {
    fields: ["NIK"],
    reason: "Permintaan otoritas nomor 7",
  });
  expect(
    (await auditor.get(`/api/staff/audit?borrowerId=${borrowerId}`)).body.items.some(
      (item: { reason: string | null }) => item.reason === "Permintaan otoritas nomor 7",
    ),
  ).toBe(true);
});

it("gives nobody a key who is only asked for, and still reads entries from before reasons were sealed", async () => {
  const unknown = services.random.uuid();
  const support = await app.staff(staffId, ["support"]);
  await support.post(`/api/staff/borrowers/${unknown}/unmask`, { fields: ["NIK"], reason: "Salah menyalin nomornya" });
  expect(
    await database.selectFrom("borrower_key").select("borrowerId").where("borrowerId", "=", unknown).executeTakeFirst(),
  ).toBeUndefined();
  const id = services.random.uuid();
  await database
    .insertInto("audit_entry")
    .values({
      id,
      at: services.clock.now(),
      staffId,
      staffName: "",
      roles: [],
      sessionId: null,
      action: "POST /api/staff/borrowers/{borrowerId}/unmask",
      permission: null,
      reason: "Ditulis tahun lalu",
      borrowerId: unknown,
      subject: "{}",
      address: "",
      traceId: "",
    })
    .execute();
  const auditor = await app.staff(staffId, ["auditor"]);
  const { items } = (await auditor.get(`/api/staff/audit?borrowerId=${unknown}`)).body;
  expect(
    items
      .map((item: { reason: string | null }) => item.reason)
      .filter(Boolean)
      .sort(),
  ).toEqual(["Ditulis tahun lalu", "Salah menyalin nomornya"]);
});

it("lists of one person or about one borrower, in pages that do not repeat", async () => {
  const other = services.random.uuid();
  const borrowerId = services.random.uuid();
  const support = await app.staff(other, ["support"]);
  for (let index = 0; index < 5; index++) await support.get(`/api/staff/borrowers/${borrowerId}`);
  const auditor = await app.staff(staffId, ["auditor"]);
  const seen: string[] = [];
  let cursor = "";
  do {
    const page = (await auditor.get(`/api/staff/audit?staffId=${other}&limit=2${cursor && `&cursor=${cursor}`}`)).body;
    seen.push(...page.items.map((item: { id: string }) => item.id));
    cursor = page.nextCursor ?? "";
  } while (cursor);
  expect(seen).toHaveLength(5);
  expect(new Set(seen).size).toBe(5);
  expect(
    (await auditor.get(`/api/staff/audit?borrowerId=${borrowerId}`)).body.items.filter(
      (item: { staffId: string }) => item.staffId === other,
    ),
  ).toHaveLength(5);
  expect(
    (await auditor.get(`/api/staff/audit?staffId=${other}&onlyRefused=true`)).body.items.every(
      (item: { code: string }) => item.code === "BORROWER_NOT_FOUND",
    ),
  ).toBe(true);
  expect((await auditor.get("/api/staff/audit?staffId=x")).status).toBe(422);
  // An unknown cursor starts the list from the beginning.
  expect((await auditor.get(`/api/staff/audit?cursor=1234567890123~${"-".repeat(36)}`)).status).toBe(200);
});

it("takes happenings of accounts with their outcome", async () => {
  await recordStaffEvent(services, database, {
    staffId: null,
    staffName: "",
    action: "LOGIN_REFUSED",
    code: "STAFF_LOGIN_WRONG",
    caller: { address: "127.0.0.1", traceId: "t" },
  });
  const auditor = await app.staff(staffId, ["auditor"]);
  const { items } = (await auditor.get("/api/staff/audit")).body;
  expect(items[1]).toMatchObject({
    action: "LOGIN_REFUSED",
    staffId: null,
    outcome: "REFUSED",
    code: "STAFF_LOGIN_WRONG",
  });
});
