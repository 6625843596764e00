/**
 * Documents requested again: the promised time pauses, silence is no rejection, and after any order of events the case
 * equals the model.
 */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { sql } from "kysely";
import sharp from "sharp";
import { expect, it } from "vitest";
import { createSweeps } from "#server/work/sweeps.ts";
import { applicant, sendApplication } from "#tests/support/person.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import {
  documentRequestsOf,
  domain as documents,
  requestDocuments,
  withdrawDocumentRequest,
} from "#features/account/document/server/index.ts";
import { transact } from "#server/database.server.ts";
import { documentAskHours } from "#shared/promised-times.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const hour = 3_600_000;
// Only the sweeps of document requests: the others have nothing to do here and would run many times.
const sweeps = createSweeps();
documents.work!({ ...services, sweeps, jobs: { ...services.jobs, handle: () => undefined } });
const sweep = () => sweeps.runAllDue(services);

const [makerId, checkerId] = [randomUUID(), randomUUID()];
/** Every session expires after some hours of the model's time. */
const staff = async (id: string) => app.staff(id, ["underwriter"]);

let number = 0;
let last: { borrowerId: string; loanId: string } | null = null;
/**
 * An application that waits for staff, and its case. All belong to one person: what is open in an earlier account is
 * withdrawn.
 */
async function waiting() {
  number += 1;
  if (last) await (await app.loggedIn(last.borrowerId)).post(`/api/loan/${last.loanId}/cancel`, {});
  const of = await applicant(app, "review", { mobileNumber: `08127778${String(number).padStart(4, "0")}` });
  await sendApplication(of);
  await app.settle();
  const { id: caseId, loanId } = await database
    .selectFrom("underwriting_case")
    .select(["id", "loanId"])
    .where("borrowerId", "=", of.borrowerId)
    .executeTakeFirstOrThrow();
  last = { borrowerId: of.borrowerId, loanId };
  return { ...of, caseId };
}
const row = (caseId: string) =>
  database.selectFrom("underwriting_case").selectAll().where("id", "=", caseId).executeTakeFirstOrThrow();
const input = { kinds: ["SALARY_SLIP", "FAMILY_CARD"], reasons: ["UNREADABLE"], note: "Foto buram." };
const ask = async (caseId: string, body: object = input) =>
  (await staff(makerId)).post(`/api/staff/cases/${caseId}/ask`, body);
const codeOf = ({ status, body }: { status: number; body: { status?: { code: string } } }) => [
  status,
  body.status?.code,
];
async function upload(client: TestClient, kind: string, hue = 10) {
  const picture = sharp({ create: { width: 600, height: 400, channels: 3, background: { r: hue, g: 90, b: 90 } } });
  const form = new FormData();
  form.append("photo", new File([new Uint8Array(await picture.jpeg().toBuffer())], "s.jpg", { type: "image/jpeg" }));
  return client.send("POST", `/api/document/kind/${kind}`, form);
}
const remainingOf = async (caseId: string) => {
  const { promisedUntil } = (await (await staff(makerId)).get(`/api/staff/cases/${caseId}`)).body;
  return (Date.parse(promisedUntil) - clock.now().getTime()) / hour;
};

it("hears of no answer to a request that was withdrawn first, not even from a sweep that had begun before", async () => {
  const borrowerId = randomUUID();
  const subjectId = randomUUID();
  const request = { borrowerId, subjectId, kinds: ["SALARY_SLIP"], reasons: ["UNREADABLE"], note: "" } as const;
  await transact(database, (trx) => requestDocuments(services, trx, { ...request, actor: "SYSTEM" }));
  clock.advance((documentAskHours + 1) * hour);
  const waits = async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%document_request%'`.execute(
      database,
    );
    return rows.length;
  };
  let sweeping: Promise<unknown> = Promise.resolve();
  await transact(database, async (trx) => {
    await withdrawDocumentRequest(services, trx, borrowerId, subjectId);
    sweeping = sweep();
    await expect.poll(waits).toBeGreaterThan(0);
  });
  await sweeping;
  const [found] = await documentRequestsOf(services, database, borrowerId, subjectId);
  expect(found!.state).toBe("WITHDRAWN");
  const events = database.selectFrom("domain_event").select("id").where("id", "=", `answered_${found!.requestId}`);
  expect(await events.execute()).toEqual([]);
});

it("stands still until the borrower has shown what was asked for, and says which of it is there", async () => {
  const { caseId, borrowerId } = await waiting();
  clock.advance(2 * hour);
  const response = await ask(caseId);
  expect(response.body).toMatchObject({ state: "ASKED", asksLeft: 1 });
  expect(response.body.asks).toMatchObject([
    { state: "OPEN", kinds: [{ kind: "SALARY_SLIP", isGiven: false }, { kind: "FAMILY_CARD" }], note: "Foto buram." },
  ]);
  expect(await remainingOf(caseId)).toBeCloseTo(22, 3);
  clock.advance(5 * hour);
  expect(await remainingOf(caseId)).toBeCloseTo(22, 3);
  expect(codeOf(await ask(caseId))).toEqual([409, "CASE_NOT_WAITING"]);
  const decided = await (
    await staff(makerId)
  ).post(`/api/staff/cases/${caseId}/decision`, { proposal: "APPROVE", note: "x" });
  expect(codeOf(decided)).toEqual([409, "CASE_NOT_WAITING"]);

  const client = await app.loggedIn(borrowerId);
  expect((await client.get("/api/document/asked")).body.request).toMatchObject({
    state: "OPEN",
    reasons: ["UNREADABLE"],
  });
  await upload(client, "SALARY_SLIP", 77);
  const missing = await client.post("/api/document/asked/done", {});
  expect(codeOf(missing)).toEqual([422, "DOCUMENTS_MISSING"]);
  expect(missing.body.status.data).toEqual({ kinds: ["FAMILY_CARD"] });
  await upload(client, "FAMILY_CARD", 78);
  const done = await client.post("/api/document/asked/done", {});
  expect(done.body.request).toMatchObject({ state: "ANSWERED", kinds: [{ isGiven: true }, { isGiven: true }] });
  // Saying it again gives the same result.
  expect((await client.post("/api/document/asked/done", {})).body).toEqual(done.body);
  expect(await row(caseId)).toMatchObject({ state: "WAITING", stoodSeconds: 5 * 3600, claimedBy: null });
  expect(await remainingOf(caseId)).toBeCloseTo(22, 3);
  clock.advance(hour);
  expect(await remainingOf(caseId)).toBeCloseTo(21, 3);
}, 300_000);

it("stands still for 72 hours at most, however late the silence is noticed", async () => {
  const { caseId } = await waiting();
  await ask(caseId);
  clock.advance(80 * hour);
  // No sweep has run yet, but the promised time runs again.
  expect(await remainingOf(caseId)).toBeCloseTo(16, 2);
  await sweep();
  expect(await row(caseId)).toMatchObject({ state: "WAITING", stoodSeconds: 72 * 3600 });
  expect(await remainingOf(caseId)).toBeCloseTo(16, 2);
});

it("goes on with what there is: said so at once, or by silence after 72 hours, once reminded", async () => {
  const { caseId, borrowerId } = await waiting();
  await ask(caseId);
  const notices = async () =>
    (await database.selectFrom("notice").select("kind").where("borrowerId", "=", borrowerId).orderBy("kind").execute())
      .map(({ kind }) => kind)
      .filter((kind) => kind.startsWith("document."));
  clock.advance(24 * hour - 1);
  await sweep();
  expect(await notices()).toEqual(["document.asked"]);
  clock.advance(1);
  await sweep();
  await sweep();
  expect(await notices()).toEqual(["document.asked", "document.reminded"]);
  clock.advance(48 * hour);
  await sweep();
  expect(await row(caseId)).toMatchObject({ state: "WAITING", outcome: null, stoodSeconds: 72 * 3600 });
  expect(await remainingOf(caseId)).toBeCloseTo(24, 2);
  const client = await app.loggedIn(borrowerId);
  expect(codeOf(await client.post("/api/document/asked/done", { withoutRest: true }))).toEqual([409, "NOTHING_ASKED"]);
  expect((await client.get("/api/document/asked")).body.request.state).toBe("EXPIRED");

  await ask(caseId, { kinds: ["TAX_CARD"], reasons: ["EXPIRED", "TOO_OLD"] });
  expect((await client.post("/api/document/asked/done", { withoutRest: true })).body.request.state).toBe("ANSWERED");
  expect(codeOf(await ask(caseId))).toEqual([409, "CASE_ASKED_TWICE"]);
  const steps = (await (await staff(makerId)).get(`/api/staff/cases/${caseId}`)).body.steps;
  expect(steps.map(({ kind }: { kind: string }) => kind)).toEqual(["ASKED", "UNANSWERED", "ASKED", "ANSWERED"]);
});

it("asks for one to three kinds with reasons of the list, by who may decide, and ends with the application", async () => {
  const { caseId, borrowerId } = await waiting();
  for (const wrong of [
    { ...input, kinds: [] },
    { ...input, kinds: ["SALARY_SLIP", "FAMILY_CARD", "TAX_CARD", "DIPLOMA"] },
    { ...input, kinds: ["KTP"] },
    { ...input, reasons: [] },
    { ...input, reasons: ["UGLY"] },
  ])
    expect((await ask(caseId, wrong)).status).toBe(422);
  const support = await app.staff(randomUUID(), ["support"]);
  expect((await support.post(`/api/staff/cases/${caseId}/ask`, input)).status).toBe(403);
  expect(codeOf(await ask(randomUUID()))).toEqual([404, "CASE_UNKNOWN"]);
  await ask(caseId);
  const client = await app.loggedIn(borrowerId);
  const { loanId } = await row(caseId);
  expect((await client.post(`/api/loan/${loanId}/cancel`, {})).body).toMatchObject({ state: "CANCELLED" });
  expect(await row(caseId)).toMatchObject({ state: "CLOSED", outcome: "WITHDRAWN" });
  expect((await client.get("/api/document/asked")).body.request.state).toBe("WITHDRAWN");
  expect(codeOf(await client.post("/api/document/asked/done", { withoutRest: true }))).toEqual([409, "NOTHING_ASKED"]);
  expect(codeOf(await ask(caseId))).toEqual([409, "CASE_CLOSED"]);
  const stranger = await app.loggedIn(randomUUID());
  expect((await stranger.get("/api/document/asked")).body.request).toBeNull();
});

it("is answered once, by whoever of borrower, clock and withdrawal is first", async () => {
  for (let round = 0; round < 4; round++) {
    const { caseId, borrowerId } = await waiting();
    await ask(caseId);
    clock.advance(72 * hour);
    const client = await app.loggedIn(borrowerId);
    const { loanId } = await row(caseId);
    await Promise.all([
      client.post("/api/document/asked/done", { withoutRest: true }),
      client.post("/api/document/asked/done", { withoutRest: true }),
      sweep(),
      ...(round % 2 ? [client.post(`/api/loan/${loanId}/cancel`, {})] : []),
    ]);
    const { state, stoodSeconds } = await row(caseId);
    expect(state).toBe(round % 2 ? "CLOSED" : "WAITING");
    expect([0, 72 * 3600]).toContain(stoodSeconds);
    const requests = await database
      .selectFrom("document_request")
      .select("state")
      .where("subjectId", "=", caseId)
      .execute();
    expect(requests).toHaveLength(1);
    expect(requests[0]!.state).not.toBe("OPEN");
    const steps = await database
      .selectFrom("underwriting_step")
      .select("kind")
      .where("caseId", "=", caseId)
      .where("kind", "in", ["ANSWERED", "UNANSWERED"])
      .execute();
    expect(steps.length).toBe(stoodSeconds === 0 ? 0 : 1);
  }
});

const steps = ["ASK", "SHOW", "APPROVE", "REJECT", "CONFIRM", "RETURN", "WITHDRAW"] as const;
type Step = (typeof steps)[number] | { hours: number };
interface Model {
  state: "WAITING" | "ASKED" | "PROPOSED" | "CLOSED";
  outcome: "APPROVED" | "REJECTED" | "WITHDRAWN" | null;
  proposal: "APPROVED" | "REJECTED" | null;
  asks: number;
  /** In hours. */
  askedFor: number;
  stood: number;
}

/** The same rules written again: nothing is taken from the code under test. */
function expected(model: Model, step: Step): Model {
  const { state } = model;
  if (typeof step === "object") {
    if (state !== "ASKED") return model;
    const askedFor = model.askedFor + step.hours;
    return askedFor >= 72 ? { ...model, state: "WAITING", stood: model.stood + 72 } : { ...model, askedFor };
  }
  switch (step) {
    case "ASK":
      return state === "WAITING" && model.asks < 2
        ? { ...model, state: "ASKED", asks: model.asks + 1, askedFor: 0 }
        : model;
    case "SHOW":
      return state === "ASKED" ? { ...model, state: "WAITING", stood: model.stood + model.askedFor } : model;
    case "APPROVE":
    case "REJECT":
      return state === "WAITING"
        ? { ...model, state: "PROPOSED", proposal: step === "APPROVE" ? "APPROVED" : "REJECTED" }
        : model;
    case "CONFIRM":
      return state === "PROPOSED" ? { ...model, state: "CLOSED", outcome: model.proposal } : model;
    case "RETURN":
      return state === "PROPOSED" ? { ...model, state: "WAITING", proposal: null } : model;
    case "WITHDRAW":
      return state === "CLOSED" ? model : { ...model, state: "CLOSED", outcome: "WITHDRAWN" };
  }
}

it("is what the model says after any order of asking, showing, deciding, withdrawing and time", async () => {
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...steps) },
    { weight: 1, arbitrary: fc.record({ hours: fc.constantFrom(1, 30, 71, 72, 100) }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (order) => {
      const { caseId, borrowerId } = await waiting();
      const { loanId } = await row(caseId);
      let model: Model = { state: "WAITING", outcome: null, proposal: null, asks: 0, askedFor: 0, stood: 0 };
      for (const one of order) {
        if (typeof one === "object") {
          clock.advance(one.hours * hour);
          await sweep();
        } else if (one === "ASK") await ask(caseId);
        else if (one === "SHOW")
          await (await app.loggedIn(borrowerId)).post("/api/document/asked/done", { withoutRest: true });
        else if (one === "WITHDRAW") {
          // An approval may still be rejected: that is not a step of this machine.
          if (model.state !== "CLOSED") await (await app.loggedIn(borrowerId)).post(`/api/loan/${loanId}/cancel`, {});
        } else if (one === "APPROVE" || one === "REJECT")
          await (
            await staff(makerId)
          ).post(`/api/staff/cases/${caseId}/decision`, {
            proposal: one,
            ...(one === "REJECT" ? { reason: "EVIDENCE" } : {}),
            note: "x",
          });
        else
          await (
            await staff(checkerId)
          ).post(`/api/staff/cases/${caseId}/check`, { agree: one === "CONFIRM", note: "x" });
        model = expected(model, one);
        const { state, outcome, askedCount, stoodSeconds } = await row(caseId);
        expect({ state, outcome, asks: askedCount, stood: Math.round(stoodSeconds / 3600) }).toEqual({
          state: model.state,
          outcome: model.outcome,
          asks: model.asks,
          stood: model.stood,
        });
        const open = await database
          .selectFrom("document_request")
          .select("id")
          .where("subjectId", "=", caseId)
          .where("state", "=", "OPEN")
          .execute();
        expect(open).toHaveLength(model.state === "ASKED" ? 1 : 0);
      }
    }),
    { numRuns: 8 },
  );
}, 180_000);

it("that is late is told to its borrower once, with a new time, and its page promises no time that has passed", async () => {
  const { caseId, borrowerId } = await waiting();
  const mobileNumber = `08127778${String(number).padStart(4, "0")}`;
  clock.advance(24 * hour - 1_000);
  await app.settle();
  expect((await row(caseId)).lateUntil).toBeNull();
  clock.advance(2_000);
  await app.settle();
  const { lateUntil } = await row(caseId);
  expect(lateUntil).toEqual(new Date(clock.now().getTime() + 24 * hour));
  const review = async () => (await (await app.loggedIn(borrowerId)).get("/api/loan/home")).body.review;
  expect(await review()).toMatchObject({ isLate: true, promisedUntil: lateUntil!.toISOString() });
  const sentMessages = async () =>
    (await app.client().get(`/api/sandbox/messages?to=${mobileNumber}`)).body.items.filter(
      ({ text }: { text: string }) => /keputusan pengajuan .* terlambat/.test(text),
    );
  clock.advance(9 * hour);
  await app.settle();
  expect(await sentMessages()).toHaveLength(1);
  clock.advance(48 * hour);
  await app.settle();
  expect(await sentMessages()).toHaveLength(1);
});
