import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { applicant, sendApplication } from "#tests/support/person.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { transact } from "#server/database.server.ts";
import { openSession } from "#server/call/session.server.ts";
import { addDays } from "#shared/dates.ts";

let maker: TestClient;
let checker: TestClient;
const makerId = randomUUID();
const app = await testApp();
beforeAll(async () => {
  maker = await app.staff(makerId, ["underwriter"]);
  checker = await app.staff(randomUUID(), ["underwriter"]);
});

let number = 0;
/** An application that waits for staff, and its case. */
async function waiting() {
  number += 1;
  const of = await applicant(app, "review", { mobileNumber: `0812777700${String(number).padStart(2, "0")}` });
  // Every second account of this person is a duplicate of the first; open requests elsewhere are withdrawn at the end
  // of each test.
  await sendApplication(of);
  await app.settle();
  const { items } = (await maker.get("/api/staff/cases")).body;
  const found = items.find((one: { borrowerId: string }) => one.borrowerId === of.borrowerId);
  const loan = async () => (await of.client.get("/api/loan/home")).body;
  return {
    of,
    caseId: found.caseId as string,
    loanId: found.loanId as string,
    loan,
    withdraw: () => of.client.post(`/api/loan/${found.loanId}/cancel`, {}),
  };
}

const approve = { proposal: "APPROVE", note: "Penghasilan jelas." };

test("a decision takes effect only when another person agrees", async () => {
  const { caseId, loan, withdraw } = await waiting();
  const proposed = await maker.post(`/api/staff/cases/${caseId}/decision`, approve);
  expect(proposed.body).toMatchObject({ state: "PROPOSED", proposal: "APPROVE", proposedBy: makerId });
  expect((await loan()).loan.state).toBe("IN_REVIEW");

  const own = await maker.post(`/api/staff/cases/${caseId}/check`, { agree: true, note: "Setuju." });
  expect(own.body.status.code).toBe("MAKER_IS_CHECKER");

  const checked = await checker.post(`/api/staff/cases/${caseId}/check`, { agree: true, note: "Setuju." });
  expect(checked.body).toMatchObject({ state: "CLOSED", outcome: "APPROVED" });
  expect(checked.body.steps.map((step: { kind: string; note: string }) => [step.kind, step.note])).toEqual([
    ["PROPOSED", "Penghasilan jelas."],
    ["CONFIRMED", "Setuju."],
  ]);
  expect((await loan()).loan.state).toBe("APPROVED");

  const late = await maker.post(`/api/staff/cases/${caseId}/decision`, approve);
  expect(late.body.status.code).toBe("CASE_CLOSED");
  await withdraw();
});

test("what is approved days after it was sent in counts from the day of its approval: no date of the agreement has passed", async () => {
  const { caseId, loanId, of } = await waiting();
  app.clock.advance(3 * 86_400_000);
  // Every session has expired by then.
  const [one, other, client] = [
    await app.staff(randomUUID(), ["underwriter"]),
    await app.staff(randomUUID(), ["underwriter"]),
    await app.loggedIn(of.borrowerId),
  ];
  await one.post(`/api/staff/cases/${caseId}/decision`, approve);
  await other.post(`/api/staff/cases/${caseId}/check`, { agree: true, note: "Setuju." });
  const { today } = (await client.get("/api/loan/home")).body;
  const { quote } = (await client.get(`/api/loan/${loanId}`)).body;
  expect([quote.disbursedOn, quote.instalments[0].dueOn]).toEqual([today, addDays(today, 30)]);
  await client.post(`/api/loan/${loanId}/cancel`, {});
  [maker, checker] = [await app.staff(makerId, ["underwriter"]), await app.staff(randomUUID(), ["underwriter"])];
});

test("a refusal names its reason to the borrower, frees the limit, and says when to try again", async () => {
  const { caseId, loan } = await waiting();
  const nameless = await maker.post(`/api/staff/cases/${caseId}/decision`, {
    proposal: "REJECT",
    note: "Slip tidak cocok.",
  });
  expect(nameless.body.status.fields).toMatchObject([{ path: "reason", code: "REQUIRED" }]);
  await maker.post(`/api/staff/cases/${caseId}/decision`, {
    proposal: "REJECT",
    reason: "EVIDENCE",
    note: "Slip tidak cocok.",
  });
  await checker.post(`/api/staff/cases/${caseId}/check`, { agree: true, note: "Benar." });
  const home = await loan();
  expect(home.loan.state).toBe("REJECTED");
  expect(home.refusal).toMatchObject({ reasons: [{ code: "EVIDENCE" }], tryAgainOn: home.today });
  expect(home.mayApplyOn).toBeNull();
  expect(home.limit.usedRupiah).toBe(0);
});

test("who disagrees returns the case to the queue, and anybody may decide it anew", async () => {
  const { caseId, withdraw } = await waiting();
  expect(
    (await checker.post(`/api/staff/cases/${caseId}/check`, { agree: true, note: "Belum ada." })).body.status.code,
  ).toBe("CASE_NOT_PROPOSED");
  await maker.post(`/api/staff/cases/${caseId}/decision`, approve);
  expect((await checker.post(`/api/staff/cases/${caseId}/decision`, approve)).body.status.code).toBe(
    "CASE_NOT_WAITING",
  );
  const returned = await checker.post(`/api/staff/cases/${caseId}/check`, { agree: false, note: "Cek lagi." });
  expect(returned.body).toMatchObject({ state: "WAITING", proposal: null, proposedBy: null });
  expect((await checker.post(`/api/staff/cases/${caseId}/decision`, approve)).status).toBe(200);
  await withdraw();
});

test("the maker's browser cannot check, whoever is logged in there", async () => {
  const { caseId, withdraw } = await waiting();
  await maker.post(`/api/staff/cases/${caseId}/decision`, approve);
  const other = await app.staff(randomUUID(), ["underwriter"]);
  const opened = await openSession(app.services, app.services.database, {
    kind: "staff",
    subjectId: randomUUID(),
    deviceToken: `device-of-${makerId}`,
    deviceLabel: "test",
    roles: ["underwriter"],
  });
  for (const [name] of other.cookies) other.cookies.set(name, opened.token);
  const refused = await other.post(`/api/staff/cases/${caseId}/check`, { agree: true, note: "Setuju." });
  expect(refused.body.status.code).toBe("SAME_DEVICE");
  await withdraw();
});

test("an application that the borrower withdraws leaves the queue", async () => {
  const { caseId, withdraw } = await waiting();
  expect((await withdraw()).body).toMatchObject({ state: "CANCELLED" });
  expect((await maker.get("/api/staff/cases")).body.items.map((one: { caseId: string }) => one.caseId)).not.toContain(
    caseId,
  );
  const detail = (await maker.get(`/api/staff/cases/${caseId}`)).body;
  expect(detail).toMatchObject({ state: "CLOSED", outcome: "WITHDRAWN" });
});

test("a case shows every rule in words and the applicant masked", async () => {
  const { of, caseId, withdraw } = await waiting();
  const detail = (await maker.get(`/api/staff/cases/${caseId}`, { "Accept-Language": "en" })).body;
  expect(detail.findings).toHaveLength(23);
  for (const finding of detail.findings) expect(finding.explanation).not.toMatch(/[{}]/);
  expect(detail.bureau).toMatchObject({ score: 540 });
  expect(detail.applicant.fullName).toBe(of.person.fullName);
  expect(JSON.stringify(detail)).not.toContain(of.person.nik);
  await withdraw();
});

test("nobody without the permission sees or decides a case, and an unknown one is not found", async () => {
  const content = await app.staff(randomUUID(), ["content"]);
  expect((await content.get("/api/staff/cases")).body.status.code).toBe("NOT_ALLOWED");
  const support = await app.staff(randomUUID(), ["support"]);
  expect((await support.get("/api/staff/cases")).status).toBe(200);
  expect((await support.post(`/api/staff/cases/${randomUUID()}/decision`, approve)).body.status.code).toBe(
    "NOT_ALLOWED",
  );
  expect((await maker.get(`/api/staff/cases/${randomUUID()}`)).body.status.code).toBe("CASE_UNKNOWN");
});

test("a check decides about the proposal that stands when its turn comes, not about the one that it read", async () => {
  const { caseId, of, loanId, loan, withdraw } = await waiting();
  await maker.post(`/api/staff/cases/${caseId}/decision`, approve);
  const first = randomUUID();
  const second = await app.staff(first, ["underwriter"]);
  let answer: Promise<{ status: number; body: { status?: { code: string } } }> | undefined;
  await transact(app.services.database, async (trx) => {
    await trx
      .selectFrom("loan")
      .select("id")
      .where("borrowerId", "=", of.borrowerId)
      .where("id", "=", loanId)
      .forUpdate()
      .execute();
    answer = second.post(`/api/staff/cases/${caseId}/check`, { agree: true, note: "Setuju." });
    // During the check the proposal was returned, and its checker proposed the opposite.
    await new Promise((resolve) => setTimeout(resolve, 400));
    await trx
      .updateTable("underwriting_case")
      .set({ proposal: "REJECT", proposalReason: "EVIDENCE", proposedBy: first, proposedDevice: null })
      .where("id", "=", caseId)
      .execute();
  });
  expect((await answer)?.body.status?.code).toBe("MAKER_IS_CHECKER");
  expect((await loan()).loan.state).toBe("IN_REVIEW");
  await withdraw();
});
