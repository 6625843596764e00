/** A concurrent freeze and balance refund: the refund is ordered before the freeze, or never. // Spec account 2: proof */
import { expect, it } from "vitest";
import { releaseBorrower } from "#features/account/login/server/index.ts";
import { accountReleased } from "#features/account/security/server/index.ts";
import { numberOf } from "#features/account/verification/server/index.ts";
import { transact } from "#server/database.server.ts";
import { testApp } from "#tests/support/app.ts";
import { contesting } from "#tests/support/contesting.ts";
import { repaying } from "#tests/support/repaying.ts";
import { balanceOfBorrower } from "./index.ts";
import { receivePayment } from "./payments.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const { accountAt, running, key, clean } = repaying(app);
const { noticed, proving } = contesting(app);
/** Each round needs its own contest and refund; a long run takes a thousand rounds. */
const rounds = process.env["TEST_LONG"] === "1" ? 1_000 : 15;
const amountRupiah = 25_000;

it("again and again an objection meets a refund: one of the two is first, and no rupiah is lost or doubled", async () => {
  const { client: payer, borrowerId } = await running();
  const reference = await accountAt(payer);
  const pay = (paymentId: string, amount: number) =>
    transact(database, (trx) =>
      receivePayment(services, trx, {
        paymentId,
        rail: "VIRTUAL_ACCOUNT",
        reference,
        amountRupiah: amount,
        paidAt: clock.now(),
      }),
    );
  await pay("off", 1_000_000);
  const before = await balanceOfBorrower(database, borrowerId);
  const release = () =>
    transact(database, async (trx) => {
      await releaseBorrower(services, trx, borrowerId);
      const contestId = services.random.uuid();
      const id = `released_${contestId}`;
      await services.events.announce(trx, accountReleased, { id, at: clock.now(), borrowerId, contestId });
      await trx
        .updateTable("security_contest")
        .set({ state: "RELEASED" })
        .where("borrowerId", "=", borrowerId)
        .execute();
    });
  const refunds = async () =>
    database.selectFrom("balance_refund").select(["id", "state"]).where("borrowerId", "=", borrowerId).execute();
  const outcomes = { ordered: 0, refused: 0 };
  let owed = before;
  for (let round = 0; round < rounds; round++) {
    if ((await balanceOfBorrower(database, borrowerId)) < amountRupiah) {
      await pay(`round-${round}`, amountRupiah);
      owed += amountRupiah;
    }
    const client = await app.loggedIn(borrowerId, "STEP_UP_WITHDRAW");
    const { reader } = await noticed(borrowerId);
    const counted = (await refunds()).length;
    const acts = [
      () => client.post("/api/repayment/balance/refund", {}, key()),
      () => reader.post("/api/security/contest", {}),
    ];
    // The first request has a small head start, so both orders occur.
    const answers = await Promise.all((round % 2 === 0 ? acts : acts.toReversed()).map((act) => act()));
    const [refund, frozen] = round % 2 === 0 ? answers : answers.toReversed();
    expect(frozen!.body.state).toBe("FROZEN");
    const isOrdered = refund!.status === 200;
    outcomes[isOrdered ? "ordered" : "refused"] += 1;
    // A busy machine may refuse a request, in which case no refund was ordered either.
    if (!isOrdered) expect(["ACCOUNT_FROZEN", "NOT_LOGGED_IN", "UNAVAILABLE"]).toContain(refund!.body.status.code);
    expect((await refunds()).length).toBe(counted + (isOrdered ? 1 : 0));
    // No session that was open before can order anything more.
    const late = await client.post("/api/repayment/balance/refund", {}, key());
    expect(["ACCOUNT_FROZEN", "NOT_LOGGED_IN"]).toContain(late.body.status.code);
    await release();
    if (!isOrdered) continue;
    owed -= refund!.body.amountRupiah;
    for (let tries = 0; tries < 10 && (await refunds()).some(({ state }) => state === "PENDING"); tries++) {
      clock.advance(60_000);
      await app.settle();
    }
    expect((await refunds()).every(({ state }) => state === "SUCCEEDED")).toBe(true);
  }
  expect(await balanceOfBorrower(database, borrowerId)).toBe(owed);
  expect(outcomes.ordered + outcomes.refused).toBe(rounds);
  expect(await clean()).toEqual([]);
}, 3_000_000);

it("a frozen account's owner who has proven the number is led to the bills, which need no login", async () => {
  const { borrowerId } = await running();
  const { reader } = await noticed(borrowerId);
  expect((await reader.post("/api/security/contest", {})).body.state).toBe("FROZEN");
  const { client } = await proving((await numberOf(services, database, borrowerId))!);
  const { billsPath } = (await client.get("/api/security/unfreeze")).body;
  const guest = app.client();
  guest.cookies.set("link", new URL(billsPath, "http://localhost").searchParams.get("t")!);
  const bills = await guest.get("/api/repayment/link/bills");
  expect([bills.status, bills.text.length > 2], bills.text).toEqual([200, true]);
});
