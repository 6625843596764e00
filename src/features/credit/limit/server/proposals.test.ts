/** Limit changes by two members of staff: set, temporary, freeze and lift. */
import { expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { testApp } from "#tests/support/app.ts";
import { ripeBorrower } from "#tests/support/approved-loan.ts";
import { merging } from "#tests/support/merging.ts";
import { freezesOf } from "./freeze-store.ts";
import { setCreditLimit } from "./limits.ts";
import { refreshLimit } from "./refreshing.ts";
import { findLimit, writeLimit } from "./store.ts";

const app = await testApp();
const { services } = app;
const key = () => ({ "Idempotency-Key": services.random.uuid() });
const reason = "The papers of the employer were seen.";
const maker = await app.staff("0190c200-0000-7000-8000-000000000001", ["underwriter"]);
const checker = await app.staff("0190c200-0000-7000-8000-000000000002", ["underwriter"]);
const check = (proposalId: string) => checker.post(`/api/staff/checks/${proposalId}/check`, { approve: true }, key());

/** Band C with a limit of 3,600,000 of the 6,100,000 that the income carries. */
async function assessed() {
  const { borrowerId } = await ripeBorrower(app);
  await transact(services.database, (trx) =>
    refreshLimit(services, trx, borrowerId, { key: "first-assessment", cause: "FIRST_ASSESSMENT" }),
  );
  const client = await app.loggedIn(borrowerId);
  return {
    propose: (body: object) =>
      maker.post(
        `/api/staff/borrowers/${borrowerId}/limit`,
        { reason, ...body },
        { ...key(), Referer: `/staff/borrowers/${borrowerId}/limit` },
      ),
    limits: async () => (await client.get("/api/credit/limits")).body,
    messages: async () => (await client.get("/api/message")).text,
    seen: () => maker.get(`/api/staff/borrowers/${borrowerId}/limit`),
  };
}

it("sets a credit limit and gives a temporary one once somebody else confirms them, and the borrower is told", async () => {
  const one = await assessed();
  const set = await one.propose({ action: "SET", amountRupiah: 5_000_000 });
  expect(set.status, set.text).toBe(200);
  expect(await one.limits()).toMatchObject({ creditRupiah: 3_600_000 });
  expect((await check(set.body.proposalId)).status).toBe(200);
  const given = await one.propose({ action: "TEMPORARY", amountRupiah: 1_100_000 });
  expect((await check(given.body.proposalId)).status).toBe(200);
  await app.settle();
  expect(await one.limits()).toMatchObject({
    creditRupiah: 5_000_000,
    temporary: { amountRupiah: 1_100_000 },
    totalRupiah: 6_100_000,
  });
  expect(await one.messages()).toContain("Rp 5.000.000");
  expect((await one.seen()).body).toMatchObject({
    limits: { totalRupiah: 6_100_000 },
    score: { score: 620, band: "C" },
    changes: [{ cause: "TEMPORARY_GRANTED" }, { cause: "STAFF_DECISION" }, {}, {}],
    maxTemporaryRupiah: 1_100_000,
  });
});

it("freezes a limit and frees it again by two people each time", async () => {
  const one = await assessed();
  const frozen = await one.propose({ action: "FREEZE", cause: "FRAUD_REVIEW" });
  expect((await check(frozen.body.proposalId)).status).toBe(200);
  expect(await one.limits()).toMatchObject({ remainingRupiah: 0, freezes: [{ cause: "FRAUD_REVIEW" }] });
  const freed = await one.propose({ action: "UNFREEZE", cause: "FRAUD_REVIEW" });
  expect((await check(freed.body.proposalId)).status).toBe(200);
  expect(await one.limits()).toMatchObject({ remainingRupiah: 3_600_000, freezes: [] });
});

it("proposes nothing above what the income carries, nothing that stands, nothing twice and nothing for a stranger", async () => {
  const one = await assessed();
  const codeOf = async (body: object) => (await one.propose(body)).body.status?.code;
  expect(await codeOf({ action: "SET", amountRupiah: 6_200_000 })).toBe("LIMIT_ABOVE_BOUND");
  expect(await codeOf({ action: "TEMPORARY", amountRupiah: 1_100_000 })).toBe("LIMIT_ABOVE_BOUND");
  expect(await codeOf({ action: "SET", amountRupiah: 3_600_000 })).toBe("NOTHING_TO_CHANGE");
  expect(await codeOf({ action: "UNFREEZE", cause: "STAFF" })).toBe("NOTHING_TO_CHANGE");
  expect((await one.propose({ action: "FREEZE", cause: "STAFF" })).status).toBe(200);
  expect(await codeOf({ action: "FREEZE", cause: "STAFF" })).toBe("PROPOSAL_OPEN");
  const nobodys = `/api/staff/borrowers/${services.random.uuid()}/limit`;
  const unknown = await maker.post(nobodys, { action: "FREEZE", cause: "STAFF", reason }, key());
  expect(unknown.body.status.code).toBe("BORROWER_UNKNOWN");
  expect((await maker.get(nobodys)).status).toBe(404);
});

it("carries out nothing for an account that went into another one since: its proposals are stale, and the other's stand", async () => {
  const { two, merged } = await merging(app);
  const both = await two();
  const ids = [both.own.borrowerId, both.other.borrowerId];
  // The steps of the merge advance the clock, so console sessions expire.
  const staff = (last: number) => app.staff(`0190c200-0000-7000-8000-00000000010${last}`, ["underwriter"]);
  const first = await staff(1);
  const proposed = new Map<string, string[]>();
  for (const borrowerId of ids) {
    await transact(services.database, async (trx) => {
      await setCreditLimit(services, trx, borrowerId, 2_000_000, "FIRST_ASSESSMENT");
      await writeLimit(trx, borrowerId, { affordableRupiah: 6_000_000 }, services.clock.now());
    });
    const propose = async (body: object) => {
      const made = await first.post(`/api/staff/borrowers/${borrowerId}/limit`, { reason, ...body }, key());
      expect(made.status, made.text).toBe(200);
      return made.body.proposalId as string;
    };
    proposed.set(borrowerId, [
      await propose({ action: "SET", amountRupiah: 3_000_000 }),
      await propose({ action: "TEMPORARY", amountRupiah: 500_000 }),
      await propose({ action: "FREEZE", cause: "STAFF" }),
    ]);
  }
  const { survivor, absorbed } = await merged(both);
  const second = await staff(2);
  const codes = async (borrowerId: string) => {
    const answers: string[] = [];
    for (const id of proposed.get(borrowerId)!) {
      const { status, body } = await second.post(`/api/staff/checks/${id}/check`, { approve: true }, key());
      answers.push(status === 200 ? body.state : body.status.code);
    }
    return answers;
  };
  const before = await findLimit(services.database, absorbed.borrowerId);
  expect(await codes(absorbed.borrowerId)).toEqual(["PROPOSAL_STALE", "PROPOSAL_STALE", "PROPOSAL_STALE"]);
  expect(await findLimit(services.database, absorbed.borrowerId)).toEqual(before);
  expect(await freezesOf(services.database, absorbed.borrowerId)).toEqual([]);
  expect(await codes(survivor.borrowerId)).toEqual(["CONFIRMED", "CONFIRMED", "CONFIRMED"]);
  expect(await findLimit(services.database, survivor.borrowerId)).toMatchObject({ creditRupiah: 3_000_000 });
});
