/**
 * A name that banks and registers write differently: sent with a document, confirmed by two people, and then accepted
 * everywhere.
 */
import { CompiledQuery, sql } from "kysely";
import { expect, it } from "vitest";
import { matchHolder } from "#features/account/bank-account/server/index.ts";
import { transact } from "#server/database.server.ts";
import { createLog } from "#server/process/log.server.ts";
import { stopRequests } from "#features/account/change-request/server/index.ts";
import { testApp, type TestClient, type TestResponse } from "#tests/support/app.ts";
import { changingNumber } from "#tests/support/changing-number.ts";
import { confirmedNames } from "./index.ts";

const logged: string[] = [];
const log = createLog({ now: () => new Date(0), level: "debug", sink: (line) => logged.push(line) });
const app = await testApp({ log });
const { services, clock } = app;
const { database } = services;
const { owner, upload, picture, card, staff, decide, check, caseOf, toldAt } = await changingNumber(app);
const path = "/api/holder-name";
const hour = 3_600_000;
const codeOf = ({ status, body }: TestResponse) => [status, body.status?.code];
/** The name in the sandbox bank: its words differ from those on the card. */
const heldName = "JOKO WIDODO";
const ask = async (client: TestClient, name = heldName, photo?: Uint8Array) =>
  upload(client, path, "photo", photo ?? (await picture()), { name, where: "BANK" });

/** A request of a new owner that two people have decided. */
async function decided(decision: "APPROVE" | "REJECT") {
  const made = await owner();
  const sent = await ask(made.client);
  const { requestId } = sent.body.request;
  const { id: caseId } = await caseOf(requestId);
  const word = decision === "APPROVE" ? { decision } : { decision, reasonCode: "PROOF_DISAGREES" };
  expect((await decide(staff(), caseId, word)).status).toBe(200);
  await check(staff(), (await caseOf(requestId)).proposalId!);
  await app.settle();
  return { ...made, requestId };
}
const matches = (borrowerId: string, held = heldName) =>
  matchHolder(services, database, { borrowerId, fullName: card.fullName }, held);

it("What was shown waits for two people with a promise, sealed; another one is refused until it is decided or cancelled.", async () => {
  const { client, borrowerId } = await owner();
  const sent = await ask(client);
  expect(sent.body).toMatchObject({
    fullName: card.fullName,
    confirmedNames: [],
    request: {
      state: "SUBMITTED",
      name: heldName,
      promisedUntil: new Date(clock.now().getTime() + 24 * hour).toISOString(),
      isLate: false,
    },
  });
  expect(JSON.stringify(await database.selectFrom("change_request").selectAll().execute())).not.toContain("JOKO");
  expect(codeOf(await ask(client))).toEqual([409, "HOLDER_NAME_OPEN"]);
  expect(await matches(borrowerId)).toBe("DIFFERENT");
  const { requestId } = sent.body.request;
  const { id, twoPeople } = await caseOf(requestId);
  expect(twoPeople).toBe(true);
  // Both names are shown side by side, and the document next to the card.
  const seen = (await (await staff().client()).get(`/api/staff/reviews/${id}`)).body;
  expect(seen.lines).toContainEqual(expect.objectContaining({ text: heldName, before: card.fullName }));
  expect([seen.evidence.length, seen.pictures.map(({ code }: { code: string }) => code)]).toEqual([1, ["KTP"]]);

  expect((await client.post(`${path}/${requestId}/withdraw`, {})).body.request.state).toBe("WITHDRAWN");
  expect(await caseOf(requestId)).toMatchObject({ state: "CLOSED", outcome: "WITHDRAWN" });
  expect((await ask(client)).body.request.state).toBe("SUBMITTED");
  const other = await owner();
  expect(codeOf(await other.client.post(`${path}/${requestId}/withdraw`, {}))).toEqual([404, "CHANGE_REQUEST_UNKNOWN"]);
});

it("Approved, the name is the borrower's at every bank and register, and nobody else's; the borrower is told.", async () => {
  const { client, borrowerId, mobileNumber } = await decided("APPROVE");
  expect((await client.get(path)).body).toMatchObject({ confirmedNames: [heldName], request: { state: "DONE" } });
  expect(await confirmedNames(services, database, borrowerId)).toEqual([heldName]);
  expect(await matches(borrowerId)).toBe("SIMILAR");
  // Only this exact name, not a similar one.
  expect(await matches(borrowerId, "JOKO SUSILO")).toBe("DIFFERENT");
  expect(await matches((await owner()).borrowerId)).toBe("DIFFERENT");
  expect((await toldAt(mobileNumber)).join()).toContain("disetujui");
});

it("Rejected, nothing changes, the borrower reads why, and may ask again.", async () => {
  const { client, borrowerId, mobileNumber } = await decided("REJECT");
  expect((await client.get(path)).body).toMatchObject({
    confirmedNames: [],
    request: { state: "REJECTED", reason: { code: "PROOF_DISAGREES" } },
  });
  expect(await matches(borrowerId)).toBe("DIFFERENT");
  expect((await toldAt(mobileNumber)).join()).toContain("belum bisa diterima");
  expect((await ask(client)).body.request.state).toBe("SUBMITTED");
});

it("Ten that arrive at once are one request; without a card there is nothing to compare; a frozen account's is stopped.", async () => {
  const { client, borrowerId } = await owner();
  const photo = await picture();
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask(client, heldName, photo)));
  for (const one of answers.filter(({ status }) => status !== 200))
    expect(codeOf(one)).toEqual([409, "HOLDER_NAME_OPEN"]);
  const { requestId } = (await client.get(path)).body.request;
  expect(await caseOf(requestId)).toMatchObject({ state: "WAITING" });
  await transact(database, (trx) => stopRequests(services, trx, borrowerId, "CONTESTED"));
  expect((await client.get(path)).body.request.state).toBe("STOPPED");

  const nobody = await app.loggedIn(services.random.uuid());
  expect(codeOf(await ask(nobody))).toEqual([409, "IDENTITY_NEEDED"]);
});

it("The name of the other spelling stands in no line of the log, no message, no address and no column as it is written.", async () => {
  const canary = "KENARI WIBAWANTO";
  const { client, borrowerId, mobileNumber } = await owner();
  const { requestId } = (await ask(client, canary)).body.request;
  const { id: caseId } = await caseOf(requestId);
  expect((await decide(staff(), caseId, { decision: "APPROVE" })).status).toBe(200);
  await check(staff(), (await caseOf(requestId)).proposalId!);
  await app.settle();
  expect(await confirmedNames(services, database, borrowerId)).toEqual([canary]);
  expect((await toldAt(mobileNumber)).join()).not.toMatch(/kenari/i);
  // The form posts to its own page: the name is only in the body.
  expect(logged.filter((line) => /kenari|wibawanto/i.test(line))).toEqual([]);
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`.execute(
    database,
  );
  expect(tables.length).toBeGreaterThan(60);
  for (const { name } of tables) {
    const found = CompiledQuery.raw(`select 1 from ${name} t where t::text ilike '%wibawanto%' limit 1`);
    expect((await database.executeQuery(found)).rows, name).toEqual([]);
  }
});
