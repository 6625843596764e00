/**
 * Reward money of a closed account is paid out completely or given up; it is not lost by a bank error, a race or a
 * stopped process.
 */
import { describe, expect, it } from "vitest";
import { revokeSessionsOf } from "#server/call/live-sessions.ts";
import { transact } from "#server/database.server.ts";
import { within } from "#server/events/domain-events.ts";
import type { Domain } from "#server/domain.ts";
import { account, auditAll, availableOf, balanceOf } from "#server/ledger/index.ts";
import { insertLegalHold } from "#features/account/privacy/server/retention-store.ts";
import { testApp } from "#tests/support/app.ts";
import { reward, rewarded, withAccount, type Rewarded } from "#tests/support/wallet.ts";
import { closureAsked } from "./index.ts";
import { closingSweep } from "./sweeps.ts";

/** The process stops right after ordering the money and before storing the closing request. */
let isInterrupted = false;
const faulty: Domain = {
  subscribes: [
    within(closureAsked, "closing-interrupted", async () => {
      if (isInterrupted) throw new Error("The process ended in the middle of the asking.");
      return "DONE";
    }),
  ],
};
const app = await testApp({ domains: [faulty] });
const { services, clock } = app;
const { database } = services;
await app.settle();

const failing = "9900000002";
const key = () => ({ "Idempotency-Key": services.random.uuid() });
const hours = (count: number) => clock.advance(count * 3_600_000);
const closer = ({ borrowerId }: Rewarded) => app.loggedIn(borrowerId, "CANCEL");
const ask = async (one: Rewarded, balanceTo?: string) =>
  (await closer(one)).post(
    "/api/account-closure",
    { reasons: ["PRIVACY"], acceptLost: true, ...(balanceTo === undefined ? {} : { balanceTo }) },
    key(),
  );
const seen = async (one: Rewarded) => (await (await closer(one)).get("/api/account-closure")).body;
const inWallet = ({ borrowerId }: Rewarded) => balanceOf(database, account("WALLET", borrowerId));
const free = ({ borrowerId }: Rewarded) => availableOf(database, account("WALLET", borrowerId));
const stateOf = async ({ borrowerId }: Rewarded) =>
  (
    await database
      .selectFrom("account_closure")
      .select("state")
      .where("borrowerId", "=", borrowerId)
      .orderBy("askedAt", "desc")
      .executeTakeFirst()
  )?.state;
const withdrawals = ({ borrowerId }: Rewarded) =>
  database
    .selectFrom("wallet_withdrawal")
    .select(["state", "amountRupiah"])
    .where("borrowerId", "=", borrowerId)
    .execute();
const clean = async () => (await auditAll(database, clock.now())).findings;
const balanceBlocker = { code: "BALANCE", path: "/webview/cancel-account" };

describe("Reward money of an account that is closed", () => {
  it("goes whole to an own account, below the minimum and beyond the month's cap, before the account is closed", async () => {
    for (const amount of [700, 1_200_000]) {
      const one = await withAccount(app, { boundHoursAgo: 0 });
      await reward(app, one.borrowerId, amount);
      expect(await seen(one)).toMatchObject({ balanceRupiah: amount, blockers: [balanceBlocker] });
      const refused = await ask(one);
      expect([refused.status, refused.body.status.data.blockers]).toEqual([409, [balanceBlocker]]);
      const other = await withAccount(app);
      const foreign = await ask(one, other.bankAccountId);
      expect([foreign.status, foreign.body.status.code]).toEqual([422, "BANK_ACCOUNT_UNKNOWN"]);
      expect(await withdrawals(one)).toEqual([]);
      const response = await ask(one, one.bankAccountId);
      expect(response.status, response.text).toBe(200);
      expect(response.body).toMatchObject({ state: "COOLING", balanceChoice: "PAY_OUT" });
      await app.pass(60, 30);
      expect(await withdrawals(one)).toEqual([{ state: "SUCCEEDED", amountRupiah: amount }]);
      expect(await inWallet(one)).toBe(0);
      hours(72);
      await app.settle();
      expect(await stateOf(one)).toBe("ERASED");
    }
    expect(await clean()).toEqual([]);
  });

  it("is given up by the owner's word alone, when the account is closed and not before", async () => {
    const one = await rewarded(app, 40_000);
    expect((await ask(one, "GIVE_UP")).body).toMatchObject({ state: "COOLING", balanceChoice: "GIVE_UP" });
    await app.settle();
    expect(await free(one)).toBe(40_000);
    expect((await (await closer(one)).post("/api/account-closure/withdraw", {})).status).toBe(200);
    expect(await seen(one)).toMatchObject({ balanceRupiah: 40_000 });
    hours(1);
    expect((await ask(one, "GIVE_UP")).status).toBe(200);
    hours(72);
    await app.settle();
    expect([await stateOf(one), await inWallet(one)]).toEqual(["ERASED", 0]);
    expect(await withdrawals(one)).toEqual([]);
    expect(await clean()).toEqual([]);
  });

  it("comes back where the bank fails, and the account stays open until its owner has chosen again", async () => {
    const one = await withAccount(app, { accountNumber: failing });
    await reward(app, one.borrowerId, 4_000);
    expect((await ask(one, one.bankAccountId)).status).toBe(200);
    await app.pass(60, 30);
    expect([await withdrawals(one), await free(one)]).toEqual([[{ state: "FAILED", amountRupiah: 4_000 }], 4_000]);
    expect(await stateOf(one)).toBe("COOLING");
    hours(72);
    await app.settle();
    expect(await stateOf(one)).toBe("UNDONE");
    expect(await seen(one)).toMatchObject({ closure: null, balanceRupiah: 4_000, blockers: [balanceBlocker] });
    expect((await ask(one, "GIVE_UP")).status).toBe(200);
    hours(72);
    await app.settle();
    expect([await stateOf(one), await inWallet(one)]).toEqual(["ERASED", 0]);
    expect(await clean()).toEqual([]);
  });

  it("that is still on its way when the hours are over is waited for", async () => {
    const one = await rewarded(app, 60_000);
    expect((await ask(one, one.bankAccountId)).status).toBe(200);
    // No process has sent it yet.
    hours(73);
    await closingSweep.run(services);
    expect([await stateOf(one), await withdrawals(one)]).toEqual([
      "COOLING",
      [{ state: "PENDING", amountRupiah: 60_000 }],
    ]);
    await app.pass(180, 30);
    await app.settle();
    expect([await stateOf(one), await inWallet(one)]).toEqual(["ERASED", 0]);
    expect(await clean()).toEqual([]);
  });

  it("on its way keeps nobody waiting where something else stands in the way: the closing is undone", async () => {
    const one = await rewarded(app, 60_000);
    expect((await ask(one, one.bankAccountId)).status).toBe(200);
    const hold = { borrowerId: one.borrowerId, id: services.random.uuid(), authority: "COURT" };
    await transact(database, (trx) => insertLegalHold(trx, { ...hold, setAt: clock.now() }));
    hours(72);
    await closingSweep.run(services);
    expect([await stateOf(one), await withdrawals(one)]).toEqual([
      "UNDONE",
      [{ state: "PENDING", amountRupiah: 60_000 }],
    ]);
    await app.pass(180, 30);
    expect(await inWallet(one)).toBe(0);
  });

  it("that comes in after the asking keeps the account from being closed", async () => {
    const one = await withAccount(app);
    expect((await ask(one)).body).toMatchObject({ balanceChoice: null });
    await reward(app, one.borrowerId, 500);
    hours(72);
    await app.settle();
    expect([await stateOf(one), await free(one)]).toEqual(["UNDONE", 500]);
  });

  it("is where it was after a process that ended between the order and the asking", async () => {
    const one = await rewarded(app, 25_000);
    isInterrupted = true;
    expect((await ask(one, one.bankAccountId)).status).toBe(500);
    isInterrupted = false;
    expect([await withdrawals(one), await free(one), await stateOf(one)]).toEqual([[], 25_000, undefined]);
    expect((await ask(one, one.bankAccountId)).status).toBe(200);
    await app.pass(60, 30);
    expect(await withdrawals(one)).toEqual([{ state: "SUCCEEDED", amountRupiah: 25_000 }]);
  });

  it("leaves once, whoever of forty withdrawals and closings is first", async () => {
    for (const amount of [50_000, 90_000, 120_000]) {
      const one = await rewarded(app, amount);
      const client = await closer(one);
      const sent = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          index % 2 === 0
            ? one.client.post("/api/wallet/withdraw", { amountRupiah: 50_000, bankAccountId: one.bankAccountId }, key())
            : client.post(
                "/api/account-closure",
                { reasons: ["PRIVACY"], acceptLost: true, balanceTo: one.bankAccountId },
                key(),
              ),
        ),
      );
      expect(sent.filter(({ status }) => status === 200).length, sent.map(({ status }) => status).join(" ")).toBe(1);
      expect(sent.filter(({ status }) => status >= 500)).toEqual([]);
      const isClosing = (await stateOf(one)) === "COOLING";
      const out = isClosing ? amount : 50_000;
      expect(await withdrawals(one)).toEqual([{ state: "PENDING", amountRupiah: out }]);
      await app.pass(60, 30);
      expect([await inWallet(one), await free(one)]).toEqual([amount - out, amount - out]);
      await transact(database, (trx) => revokeSessionsOf(services, trx, "borrower", one.borrowerId));
    }
    expect(await clean()).toEqual([]);
  });
});
