import { sql } from "kysely";
import { expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { approvedLoan, ripeBorrower } from "#tests/support/approved-loan.ts";
import { transact } from "#server/database.server.ts";
import { seededRandom } from "#server/process/random.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import { pause } from "#server/work/timers.ts";
import { currentLimits, reserveLimit } from "#features/credit/limit/server/index.ts";
import { findLoan } from "#features/credit/loan/server/index.ts";
import { expireOffer } from "./expiry.ts";
import { signLoanAgreement } from "./signing.ts";

const rounds = process.env["TEST_LONG"] ? 1_000 : 40;

/** An approved loan ready to be signed, and how each round returns to that state. */
async function readyToSign() {
  const app = await testApp();
  const { services } = app;
  const { database } = services;
  const borrower = await ripeBorrower(app);
  const { borrowerId } = borrower;
  const client = await app.loggedIn(borrowerId);
  const loan = await approvedLoan(app, borrower);
  const { documentId, hash } = (await client.get(`/api/agreement?loanId=${loan.id}`)).body.toSign;
  await client.post(`/api/agreement/${loan.id}/accept`, { hash, read: true, platforms: true });
  const { verificationId } = (
    await client.post("/api/mobile/sendVerificationWithoutCaptcha", { purpose: "STEP_UP_SIGN", channel: "SMS" })
  ).body;
  const [message] = await services.outside.sandbox!.messages.list({ to: borrower.mobileNumber });
  await client.post("/api/mobile/verifyVerificationCode", { verificationId, code: message?.code });
  const { sessionId } = await database
    .selectFrom("verification_challenge")
    .select("sessionId")
    .where("id", "=", verificationId)
    .executeTakeFirstOrThrow();

  /** A process whose clock differs from the others' by this much. Without jobs, because only the race is tested. */
  const at = (milliseconds: number): Services => ({
    ...services,
    clock: { ...services.clock, now: () => new Date(app.clock.now().getTime() + milliseconds) },
    jobs: { ...services.jobs, send: async () => {} },
  });
  const input = { borrowerId, loanId: loan.id, hash, caller: app.caller(), sessionId, verificationId };

  return {
    services,
    borrowerId,
    client,
    loanId: loan.id,
    at,
    /** "SIGNED", or the code of the refusal. */
    sign: (by: Services): Promise<string> =>
      transact(database, (trx) => signLoanAgreement(by, trx, input)).then(
        () => "SIGNED",
        (error: unknown) => {
          expect(error).toBeInstanceOf(Refusal);
          return (error as Refusal).code;
        },
      ),
    async reset(): Promise<void> {
      await transact(database, async (trx) => {
        await sql`truncate agreement_signing`.execute(trx);
        await trx
          .updateTable("agreement_document")
          .set({ state: "SHOWN", sealDueAt: null })
          .where("borrowerId", "=", borrowerId)
          .execute();
        await trx
          .updateTable("verification_challenge")
          .set({ consumedAt: null })
          .where("id", "=", verificationId)
          .execute();
        await trx
          .updateTable("loan")
          .set({ state: "APPROVED", signedAt: null, endedAt: null, endReason: null })
          .where("id", "=", loan.id)
          .execute();
        await trx.deleteFrom("credit_limit_reservation").where("borrowerId", "=", borrowerId).execute();
        await trx.updateTable("credit_limit").set({ usedRupiah: 0 }).where("borrowerId", "=", borrowerId).execute();
        await reserveLimit(services, trx, borrowerId, loan.id, 1_000_000);
      });
    },
    /** State of loan and document, number of pieces of evidence, whether the code is used, limit in use. */
    async outcome() {
      const row = await findLoan(database, borrowerId, loan.id);
      const document = await database
        .selectFrom("agreement_document")
        .select("state")
        .where("id", "=", documentId)
        .executeTakeFirstOrThrow();
      const evidence = await database.selectFrom("agreement_signing").select("documentId").execute();
      const proof = await database
        .selectFrom("verification_challenge")
        .select("consumedAt")
        .where("id", "=", verificationId)
        .executeTakeFirstOrThrow();
      const { usedRupiah } = await currentLimits(services, database, borrowerId);
      return [row?.state, document.state, evidence.length, proof.consumedAt !== null, usedRupiah];
    },
    /** The state that the agreement's page shows now. */
    async page() {
      const { state, signed } = (await client.get(`/api/agreement?loanId=${loan.id}`)).body;
      return [state, signed !== null];
    },
  };
}

/** Runs a signature against a rival that starts shortly later, timed so that each wins sometimes. */
async function race(
  seed: string,
  { reset, sign: signing }: Awaited<ReturnType<typeof readyToSign>>,
  by: Services,
  rival: () => Promise<unknown>,
  check: (signed: string, rivalled: unknown, round: number) => Promise<void>,
): Promise<void> {
  const random = seededRandom(seed);
  let wins = 0;
  /** The signature's maximum head start in milliseconds: it grows while it loses, so both stay close on any machine. */
  let maxLead = 25;
  for (let round = 0; round < rounds; round++) {
    await reset();
    const signed = signing(by);
    await pause(random.integer(Math.ceil(maxLead)));
    const [outcome, rivalled] = await Promise.all([signed, rival()]);
    await check(outcome, rivalled, round);
    if (outcome === "SIGNED") wins += 1;
    maxLead = Math.max(1, maxLead * (outcome === "SIGNED" ? 0.9 : 1.1));
  }
  // A race that one side always wins proves nothing.
  expect(wins).toBeGreaterThan(rounds / 20);
  expect(rounds - wins).toBeGreaterThan(rounds / 20);
}

it(
  `Of a signature and the end of its deadline exactly one wins, in each of ${rounds} rounds, and the other is told why.`,
  { timeout: 300_000 },
  async () => {
    const ready = await readyToSign();
    const { at, borrowerId, loanId } = ready;
    // Two processes whose clocks are just before and just after the deadline.
    const [before, after] = [at(0), at(86_400_000)];
    const rival = () => expireOffer(after, borrowerId, loanId);
    await race("sign against expire", ready, before, rival, async (signed, isExpired, round) => {
      expect([round, signed, isExpired]).toEqual([
        round,
        ...(isExpired ? ["SIGN_DEADLINE_PASSED", true] : ["SIGNED", false]),
      ]);
      expect(await ready.outcome()).toEqual(
        isExpired ? ["CANCELLED", "SHOWN", 0, false, 0] : ["SIGNED", "SIGNING", 1, true, 1_000_000],
      );
      expect(await ready.page()).toEqual(isExpired ? ["EXPIRED", false] : ["SIGNED", true]);
      // Another try gets the same answer.
      expect(await ready.sign(before)).toBe(isExpired ? "SIGN_DEADLINE_PASSED" : "ALREADY_SIGNED");
      expect(await expireOffer(after, borrowerId, loanId)).toBe(false);
    });
  },
);

it(
  `A borrower who signs on one device and withdraws on another has withdrawn, in each of ${rounds} rounds, and both devices are told so.`,
  { timeout: 300_000 },
  async () => {
    const ready = await readyToSign();
    const { at, client, loanId } = ready;
    const cancel = () => client.post(`/api/loan/${loanId}/cancel`, {});
    await race("sign against cancel", ready, at(0), cancel, async (signed, answer, round) => {
      const { status, body } = answer as Awaited<ReturnType<typeof cancel>>;
      // The payout has not begun yet, so the signature does not prevent it.
      expect([round, status, body]).toEqual([round, 200, { loanId, state: "CANCELLED" }]);
      expect(["SIGNED", "NOT_SIGNABLE"]).toContain(signed);
      expect(await ready.outcome()).toEqual(
        signed === "SIGNED" ? ["CANCELLED", "SIGNING", 1, true, 0] : ["CANCELLED", "SHOWN", 0, false, 0],
      );
      expect(await ready.page()).toEqual(["CANCELLED", signed === "SIGNED"]);
      expect(await ready.sign(at(0))).toBe("NOT_SIGNABLE");
      const again = await cancel();
      expect([again.status, again.body.status.code, again.body.status.data]).toEqual([
        409,
        "LOAN_NOT_CANCELLABLE",
        { state: "CANCELLED" },
      ]);
    });
  },
);

it("Who withdraws what its deadline has ended is told that it has ended, and the page says that the time ran out.", async () => {
  const { at, borrowerId, client, loanId, page, outcome } = await readyToSign();
  expect(await expireOffer(at(86_400_000), borrowerId, loanId)).toBe(true);
  const late = await client.post(`/api/loan/${loanId}/cancel`, {});
  expect([late.status, late.body.status.code, late.body.status.data]).toEqual([
    409,
    "LOAN_NOT_CANCELLABLE",
    { state: "CANCELLED" },
  ]);
  expect([await page(), await outcome()]).toEqual([
    ["EXPIRED", false],
    ["CANCELLED", "SHOWN", 0, false, 0],
  ]);
});
