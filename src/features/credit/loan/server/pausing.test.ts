/**
 * The effect of a frozen account on credit: applications pause, payouts wait, repayment continues; a concurrent freeze
 * and payout run one after the other.
 */
import { expect, it } from "vitest";
import { signLoanAgreement } from "#features/credit/agreement/server/signing.ts";
import { sweepExpired } from "#features/credit/agreement/server/expiry.ts";
import { startDisbursement, transfersOfLoan } from "#features/credit/disbursement/server/index.ts";
import { releaseBorrower } from "#features/account/login/server/index.ts";
import { accountReleased } from "#features/account/security/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact } from "#server/database.server.ts";
import { testApp } from "#tests/support/app.ts";
import { approvedLoan, ripeBorrower } from "#tests/support/approved-loan.ts";
import { contesting } from "#tests/support/contesting.ts";
import { activeLoan, signedLoan } from "#tests/support/loan.ts";
import { applicant, sendApplication } from "#tests/support/person.ts";
import { findLoan, submitLoan } from "./index.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const { noticed } = contesting(app);
const hour = 3_600_000;

const freeze = async (borrowerId: string) => (await noticed(borrowerId)).reader.post("/api/security/contest", {});
/** The release of a frozen account as two deciders cause it, without their case. */
const release = (borrowerId: string) =>
  transact(database, async (trx) => {
    await releaseBorrower(services, trx, borrowerId);
    const contestId = services.random.uuid();
    const at = clock.now();
    await services.events.announce(trx, accountReleased, { id: `released_${contestId}`, at, borrowerId, contestId });
  });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "DONE",
    (error: unknown) => (error instanceof Refusal ? error.code : Promise.reject(error as Error)),
  );

async function readyToSign() {
  const borrower = await ripeBorrower(app);
  const { borrowerId } = borrower;
  const client = await app.loggedIn(borrowerId);
  const loan = await approvedLoan(app, borrower);
  const { hash } = (await client.get(`/api/agreement?loanId=${loan.id}`)).body.toSign;
  await client.post(`/api/agreement/${loan.id}/accept`, { hash, read: true, platforms: true });
  const { body } = await client.post("/api/mobile/sendVerificationWithoutCaptcha", {
    purpose: "STEP_UP_SIGN",
    channel: "SMS",
  });
  const [message] = await services.outside.sandbox!.messages.list({ to: borrower.mobileNumber });
  const { verificationId } = body;
  await client.post("/api/mobile/verifyVerificationCode", { verificationId, code: message?.code });
  const { sessionId } = await database
    .selectFrom("verification_challenge")
    .select("sessionId")
    .where("id", "=", verificationId)
    .executeTakeFirstOrThrow();
  const input = { borrowerId, loanId: loan.id, hash, caller: app.caller(), sessionId, verificationId };
  return {
    borrowerId,
    loanId: loan.id,
    sign: () => codeOf(transact(database, (trx) => signLoanAgreement(services, trx, input))),
  };
}

it("an approved application waits: it is not signed and not ended, and has its whole time for signing afterwards", async () => {
  const { borrowerId, loanId, sign: signNow } = await readyToSign();
  const before = await findLoan(database, borrowerId, loanId);
  await freeze(borrowerId);
  expect(await signNow()).toBe("NOT_SIGNABLE");
  clock.advance(30 * 24 * hour);
  await sweepExpired(services);
  await app.settle();
  expect(await findLoan(database, borrowerId, loanId)).toMatchObject({ state: "APPROVED" });
  await release(borrowerId);
  const after = await findLoan(database, borrowerId, loanId);
  expect(after).toMatchObject({ state: "APPROVED", pausedAt: null });
  expect(after!.signDeadline!.getTime() - before!.signDeadline!.getTime()).toBe(30 * 24 * hour);
});

it("of freezing and signing exactly one comes first, however they meet", async () => {
  const outcomes = new Set<string>();
  // Each round needs a loan of its own: a long run takes a thousand.
  const rounds = process.env["TEST_LONG"] === "1" ? 1_000 : 6;
  for (let round = 0; round < rounds; round++) {
    // Codes have hourly and daily limits, also for the whole system together.
    clock.advance(hour);
    const { borrowerId, loanId, sign: signNow } = await readyToSign();
    const { reader } = await noticed(borrowerId);
    const acts = [signNow(), reader.post("/api/security/contest", {}).then(({ body }) => body.state as string)];
    const [signed, state] = await Promise.all(acts);
    expect(state).toBe("FROZEN");
    const loan = await findLoan(database, borrowerId, loanId);
    outcomes.add(signed!);
    if (signed === "DONE") expect(loan).toMatchObject({ state: "SIGNED", pausedAt: null });
    else expect([signed, loan!.state, loan!.pausedAt]).toEqual(["NOT_SIGNABLE", "APPROVED", expect.any(Date)]);
  }
  for (const outcome of outcomes) expect(["DONE", "NOT_SIGNABLE"]).toContain(outcome);
}, 3_000_000);

it("a payout that has not left waits for the release; one that has left is not called back", async () => {
  await services.sweeps.runAllDue(services);
  const { borrowerId, loanId, read } = await signedLoan(app);
  await freeze(borrowerId);
  await transact(database, (trx) => startDisbursement(services, trx, borrowerId, loanId));
  await app.settle();
  await app.pass(600, 60);
  expect(await transfersOfLoan(database, borrowerId, loanId)).toMatchObject([
    { state: "QUEUED", waitsFor: "ACCOUNT_FROZEN" },
  ]);
  expect((await read()).state).toBe("SIGNED");
  await release(borrowerId);
  await app.pass(180, 60);
  expect((await read()).state).toBe("ACTIVE");
  const running = await activeLoan(app);
  await freeze(running.borrowerId);
  expect((await running.read()).state).toBe("ACTIVE");
});

it("of freezing and forty tries to pay out, the money leaves before or not at all", async () => {
  await services.sweeps.runAllDue(services);
  for (let round = 0; round < 4; round++) {
    const { borrowerId, loanId } = await signedLoan(app);
    const { reader } = await noticed(borrowerId);
    await transact(database, (trx) => startDisbursement(services, trx, borrowerId, loanId));
    const frozen = reader.post("/api/security/contest", {});
    await Promise.all([frozen, ...Array.from({ length: 40 }, () => app.services.sweeps.runAllDue(services))]);
    const { status } = await frozen;
    expect(status).toBe(200);
    await app.settle();
    const [transfer] = await transfersOfLoan(database, borrowerId, loanId);
    const frozenAt = await database
      .selectFrom("security_contest")
      .select("openedAt")
      .where("borrowerId", "=", borrowerId)
      .executeTakeFirstOrThrow();
    if (transfer!.state === "QUEUED") expect(transfer!.sentAt).toBeNull();
    else expect(transfer!.sentAt!.getTime()).toBeLessThanOrEqual(frozenAt.openedAt.getTime());
  }
});

it("nothing is applied for by a session that was let in before, and nothing is decided by staff", async () => {
  await app.settle();
  const person = await applicant(app, "review");
  const { body } = await sendApplication(person);
  await app.settle();
  const loanId = body.loanId as string;
  await freeze(person.borrowerId);
  const staff = await app.staff(services.random.uuid(), ["underwriter"]);
  const row = await database
    .selectFrom("underwriting_case")
    .select("id")
    .where("loanId", "=", loanId)
    .executeTakeFirstOrThrow();
  const proposed = await staff.post(`/api/staff/cases/${row.id}/decision`, {
    proposal: "APPROVE",
    note: "Income and employer check out.",
  });
  expect([proposed.status, proposed.body.status.code]).toEqual([409, "CASE_PAUSED"]);
  const loan = (await findLoan(database, person.borrowerId, loanId))!;
  const again = transact(database, (trx) =>
    submitLoan(services, trx, { ...loan, loanId: services.random.uuid(), terms: loan.terms }),
  );
  expect(await codeOf(again)).toBe("NOT_LOGGED_IN");
});
