import { sql } from "kysely";
import { expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { approvedLoan, ripeBorrower } from "#tests/support/approved-loan.ts";
import { transact } from "#server/database.server.ts";
import { seededRandom } from "#server/random.ts";
import { Refusal } from "#server/refusal.ts";
import type { Services } from "#server/services.ts";
import { pause } from "#server/timers.ts";
import { currentLimits, reserveLimit } from "#features/credit/limit/server/index.ts";
import { findLoan } from "#features/credit/loan/server/index.ts";
import { expire } from "./expiry.ts";
import { sign } from "./signing.ts";

const rounds = process.env["TEST_LONG"] ? 1_000 : 100;

it(
  `Of a signature and the end of its deadline exactly one wins, in each of ${rounds} rounds.`,
  { timeout: 300_000 },
  async () => {
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
    const { session_id: sessionId } = await database
      .selectFrom("verification_challenge")
      .select("session_id")
      .where("id", "=", verificationId)
      .executeTakeFirstOrThrow();

    /** Two processes whose clocks stand on either side of the deadline, as at its very moment. No jobs: the race is what is tested. */
    const at = (milliseconds: number): Services => ({
      ...services,
      clock: { ...services.clock, now: () => new Date(app.clock.now().getTime() + milliseconds) },
      jobs: { ...services.jobs, send: async () => {} },
    });
    const [before, after] = [at(0), at(86_400_000)];
    const caller = app.caller();

    async function reset(): Promise<void> {
      await transact(database, async (trx) => {
        await sql`truncate agreement_signing`.execute(trx);
        await trx
          .updateTable("agreement_document")
          .set({ state: "SHOWN", seal_due_at: null })
          .where("borrower_id", "=", borrowerId)
          .execute();
        await trx
          .updateTable("verification_challenge")
          .set({ consumed_at: null })
          .where("id", "=", verificationId)
          .execute();
        await trx
          .updateTable("loan")
          .set({ state: "APPROVED", signed_at: null, ended_at: null, end_reason: null })
          .where("id", "=", loan.id)
          .execute();
        await trx.deleteFrom("credit_limit_reservation").where("borrower_id", "=", borrowerId).execute();
        await trx.updateTable("credit_limit").set({ used_rupiah: 0 }).where("borrower_id", "=", borrowerId).execute();
        await reserveLimit(services, trx, borrowerId, loan.id, 1_000_000);
      });
    }

    const random = seededRandom("sign against expire");
    const wins = { signed: 0, expired: 0 };
    /** How long the signature begins sooner at most, in milliseconds: more while it loses, so that the two stay close on any machine. */
    let mostLead = 25;
    for (let round = 0; round < rounds; round++) {
      await reset();
      const wish = { borrowerId, loanId: loan.id, hash, caller, sessionId, verificationId };
      const signing = transact(database, (trx) => sign(before, trx, wish)).then(
        () => true,
        (error: unknown) => {
          expect(error).toBeInstanceOf(Refusal);
          return false;
        },
      );
      await pause(random.integer(Math.ceil(mostLead)));
      const [isSigned, isExpired] = await Promise.all([signing, expire(after, borrowerId, loan.id)]);
      expect([isSigned, isExpired].filter(Boolean), `round ${round}`).toHaveLength(1);
      wins[isSigned ? "signed" : "expired"] += 1;
      mostLead = Math.max(1, mostLead * (isSigned ? 0.9 : 1.1));
      const row = await findLoan(database, borrowerId, loan.id);
      const document = await database
        .selectFrom("agreement_document")
        .select("state")
        .where("id", "=", documentId)
        .executeTakeFirstOrThrow();
      const evidence = await database.selectFrom("agreement_signing").select("document_id").execute();
      const proof = await database
        .selectFrom("verification_challenge")
        .select("consumed_at")
        .where("id", "=", verificationId)
        .executeTakeFirstOrThrow();
      const { usedRupiah } = await currentLimits(services, database, borrowerId);
      expect([row?.state, document.state, evidence.length, proof.consumed_at !== null, usedRupiah]).toEqual(
        isSigned ? ["SIGNED", "SIGNING", 1, true, 1_000_000] : ["CANCELLED", "SHOWN", 0, false, 0],
      );
    }
    // A race that one side always wins proves nothing.
    expect(wins.signed).toBeGreaterThan(rounds / 20);
    expect(wins.expired).toBeGreaterThan(rounds / 20);
  },
);
