import { expect, it } from "vitest";
import { seedBorrower } from "#features/account/login/server/index.ts";
import { transact } from "#server/database.server.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { reviewDomain, reviewsOf } from "#tests/support/review.ts";
import { isSwitchedOff, consentInForce } from "./consents.ts";

const app = await testApp({ domains: [reviewDomain] });
const { services, clock } = app;
const { database } = services;
const { person, decide, opened } = await reviewsOf(app);
const key = () => ({ "Idempotency-Key": services.random.uuid() });

let people = 0;
async function someone(): Promise<{ borrowerId: string; mobileNumber: string; client: TestClient }> {
  const mobileNumber = `08${String(1_800_000_000 + ++people * 1_000_007)}`;
  const borrowerId = await transact(database, (trx) => seedBorrower(services, trx, { mobileNumber }));
  return { borrowerId, mobileNumber, client: await app.loggedIn(borrowerId) };
}
const ask = (client: TestClient, kind = "RESTRICTION", text = "Jangan pakai data saya untuk penawaran.") =>
  client.post("/api/privacy/requests", { kind, text }, key());
const caseOf = async (requestId: string) =>
  (await database.selectFrom("review_case").select("id").where("subjectId", "=", requestId).executeTakeFirstOrThrow())
    .id;
const first = async (client: TestClient) => (await client.get("/api/privacy/requests")).body.items[0];
const sentMessages = async (to: string) =>
  (await services.outside.sandbox!.messages.list({ to })).map(({ text }) => text).join();

it("is handed in once a kind, with its number, and staff see what it asks for and what follows.", async () => {
  const { client } = await someone();
  expect((await ask(client, "RESTRICTION", " ")).body.status.fields).toMatchObject([
    { path: "text", code: "REQUIRED" },
  ]);
  expect((await ask(client, "RESTRICTION", "x".repeat(1_001))).status).toBe(422);
  const sent = await ask(client);
  expect([sent.status, sent.body.state]).toEqual([202, "WAITING"]);
  expect(sent.body.number).toMatch(/^RV-/);
  expect(Date.parse(sent.body.dueAt) - Date.parse(sent.body.askedAt)).toBe(72 * 3_600_000);
  expect((await ask(client)).body.status.code).toBe("DATA_REQUEST_OPEN");
  expect((await ask(client, "CORRECTION")).status).toBe(202);
  const stranger = await someone();
  expect((await stranger.client.get("/api/privacy/requests")).body.items).toEqual([]);
  const staff = await person().client();
  const { lines } = (await staff.get(`/api/staff/reviews/${await caseOf(sent.body.requestId)}`)).body;
  expect(lines.map(({ text }: { text: string }) => text)).toEqual([
    "Batasi pemrosesan data saya",
    "Jangan pakai data saya untuk penawaran.",
    expect.stringContaining("persetujuan") as string,
  ]);
  const [row] = await database.selectFrom("data_request").selectAll().execute();
  expect(JSON.stringify(row)).not.toContain("penawaran");
});

it("granted, it stops all that stands on a consent which can be withdrawn, and measuring; the account goes on.", async () => {
  const { borrowerId, client, mobileNumber } = await someone();
  expect((await client.post("/api/privacy/consents", { kind: "PROMOTION", on: true })).status).toBe(200);
  const { requestId } = (await ask(client)).body;
  const decided = await decide(person(), await caseOf(requestId), { note: "Dibatasi." });
  expect(decided.status, decided.text).toBe(200);
  await app.settle();
  expect(await consentInForce(services, database, borrowerId, "PROMOTION")).toBeNull();
  expect(await isSwitchedOff(database, borrowerId, "ANALYTICS")).toBe(true);
  expect(await first(client)).toMatchObject({ state: "GRANTED", reason: null });
  expect(await sentMessages(mobileNumber)).toContain("sudah dijawab");
  expect((await client.get("/api/loan/home")).status).toBe(200);
  // After the decision another request is possible.
  expect((await ask(client)).status).toBe(202);
});

it("granted, a request of another kind withdraws nothing by itself.", async () => {
  const { borrowerId, client } = await someone();
  expect((await client.post("/api/privacy/consents", { kind: "PROMOTION", on: true })).status).toBe(200);
  const { requestId } = (await ask(client, "CORRECTION", "Alamat saya salah.")).body;
  expect((await decide(person(), await caseOf(requestId), { note: "Sudah diubah." })).status).toBe(200);
  await app.settle();
  expect(await consentInForce(services, database, borrowerId, "PROMOTION")).not.toBeNull();
  expect(await isSwitchedOff(database, borrowerId, "ANALYTICS")).toBe(false);
});

it("a review of another kind that is late is told by its own domain, not as a request of these.", async () => {
  const { borrowerId, mobileNumber } = await someone();
  await opened({ borrowerId });
  clock.advance(72 * 3_600_000 + 1_000);
  await app.settle();
  expect(await sentMessages(mobileNumber)).not.toContain("terlambat");
});

it("refused, it says why by the closed list; late, its borrower is told once.", async () => {
  const { client, mobileNumber } = await someone();
  const { requestId } = (await ask(client, "OTHER", "Hapus semua data pinjaman saya.")).body;
  clock.advance(72 * 3_600_000 + 1_000);
  await app.settle();
  await app.settle();
  expect((await sentMessages(mobileNumber)).split("terlambat")).toHaveLength(2);
  const decision = { decision: "REJECT", reasonCode: "LAW_KEEPS", note: "Pembukuan." };
  expect((await decide(person(), await caseOf(requestId), decision)).status).toBe(200);
  const later = await app.loggedIn(
    (
      await database
        .selectFrom("data_request")
        .select("borrowerId")
        .where("id", "=", requestId)
        .executeTakeFirstOrThrow()
    ).borrowerId,
  );
  expect(await first(later)).toMatchObject({ state: "REFUSED", reason: "LAW_KEEPS" });
});
