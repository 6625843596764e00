/** Reward money: given once, withdrawn within its limits, never lost or doubled, whatever the bank does. */
import { describe, expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { account, auditAll, availableOf, balanceOf, openHolds } from "#server/ledger/index.ts";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import { applyNews } from "../../../credit/disbursement/server/transfers.ts";
import { testApp } from "#tests/support/app.ts";
import { fundBudget, reward, rewarded, rewardTitle, withAccount, type Rewarded } from "#tests/support/wallet.ts";
import { transfersFor } from "../../../credit/disbursement/server/store.ts";
import { type WithdrawalBlock, withdrawalBlock } from "#server/account-questions.ts";
import { giveCash, revokeCash } from "./index.ts";

let block: WithdrawalBlock | null = null;
const app = await testApp({ domains: [{ answersTo: [withdrawalBlock.by(async () => block)] }] });
const { services, clock } = app;
const { database } = services;
await app.settle();

const key = () => ({ "Idempotency-Key": services.random.uuid() });
const failing = "9900000002";
const returning = "9900000009";
const wallet = async ({ client }: Rewarded) => (await client.get("/api/wallet")).body;
const withdraw = ({ client, bankAccountId }: Rewarded, amountRupiah: number, headers = key()) =>
  client.post("/api/wallet/withdraw", { amountRupiah, bankAccountId }, headers);
/** Sessions and their proofs have expired at the instant to which the clock was moved. */
const again = async (one: Rewarded): Promise<Rewarded> => ({
  ...one,
  client: await app.loggedIn(one.borrowerId, "STEP_UP_WITHDRAW"),
});
const records = async ({ client }: Rewarded) =>
  (await client.get("/api/wallet/records?limit=100")).body.items.map(
    ({ kind, amountRupiah, state }: { kind: string; amountRupiah: number; state: string }) =>
      `${kind} ${amountRupiah} ${state}`,
  );
const clean = async () => (await auditAll(database, clock.now())).findings;
const pass = (seconds: number) => app.pass(seconds, 30);
/** Every PENDING withdrawal has a hold in the ledger, and there are no other holds. */
const holdsMatch = async () => {
  const held = (await openHolds(database, new Date(clock.now().getTime() + 1), 1_000))
    .filter(({ kind }) => kind === "WALLET_WITHDRAWAL")
    .map(({ id }) => id);
  const pending = await database.selectFrom("wallet_withdrawal").select("id").where("state", "=", "PENDING").execute();
  expect(held.toSorted()).toEqual(pending.map(({ id }) => `withdrawal_${id}`).toSorted());
};
/** The records' sum equals the ledger's available balance, and the statement equals the records. */
const addsUp = async (one: Rewarded) => {
  const { items } = (await one.client.get("/api/wallet/records?limit=100")).body;
  const sum = items.reduce(
    (total: number, { kind, amountRupiah }: { kind: string; amountRupiah: number }) =>
      total + (kind === "REWARD" || kind === "GIVEN_BACK" ? amountRupiah : -amountRupiah),
    0,
  );
  expect(sum).toBe(await availableOf(database, account("WALLET", one.borrowerId)));
  const statement = (await one.client.get("/api/wallet/statement?limit=100")).body;
  expect(statement.closingRupiah).toBe(sum);
  const lines = statement.items.map(({ amountRupiah }: { amountRupiah: number }) => amountRupiah);
  expect(lines.reduce((total: number, amount: number) => total + amount, statement.openingRupiah)).toBe(sum);
  const year = dateInWib(clock.now()).slice(0, 4);
  const yearly = (await one.client.get(`/api/wallet/statement?limit=100&year=${year}`)).body;
  expect([yearly.year, yearly.month, yearly.closingRupiah]).toEqual([year, `${year}-01`, sum]);
  if (items.length > 0) expect((await one.client.get("/api/wallet")).body.years).toContain(year);
  const rewards = items.filter(
    ({ kind, at }: { kind: string; at: string }) => kind === "REWARD" && dateInWib(new Date(at)).startsWith(year),
  );
  expect(yearly.rewardedRupiah).toBe(
    rewards.reduce((total: number, { amountRupiah }: { amountRupiah: number }) => total + amountRupiah, 0),
  );
};

describe("giving", () => {
  it("pays a reward once per award, with its tax, and says what is there and until when", async () => {
    const one = await withAccount(app);
    expect(await wallet(one)).toMatchObject({ balanceRupiah: 0, validUntil: null, years: [] });
    await fundBudget(app, "egg", 200_000);
    const award = {
      borrowerId: one.borrowerId,
      awardId: services.random.uuid(),
      activityId: "egg",
      budget: "egg",
      amountRupiah: 70_000,
      taxRupiah: 23_334,
      title: rewardTitle,
    };
    const give = () => transact(database, (trx) => giveCash(services, trx, award));
    expect(await Promise.all([give(), give(), give()]).then((all) => all.toSorted())).toEqual([
      "GIVEN",
      "KNOWN",
      "KNOWN",
    ]);
    expect(await availableOf(database, account("REWARD_BUDGET", "egg"))).toBe(200_000 - 93_334);
    expect(await wallet(one)).toMatchObject({
      balanceRupiah: 70_000,
      availableRupiah: 70_000,
      heldRupiah: 0,
      minimumRupiah: 10_000,
      monthCapRupiah: 1_000_000,
      validUntil: new Date(clock.now().getTime() + 365 * 86_400_000).toISOString(),
      blockedUntil: null,
      isBlocked: false,
      pending: null,
    });
    const { items } = (await one.client.get("/api/wallet/records", { "Accept-Language": "en" })).body;
    expect(items).toMatchObject([
      { kind: "REWARD", amountRupiah: 70_000, state: "SUCCEEDED", title: "Daily check-in" },
    ]);
    await addsUp(one);
  });

  it("gives nothing where the budget is out, and goes on in the same transaction", async () => {
    const one = await withAccount(app);
    await fundBudget(app, "poor", 10_000);
    const common = { borrowerId: one.borrowerId, activityId: "poor", budget: "poor", title: rewardTitle };
    const outcomes = await transact(database, async (trx) => [
      await giveCash(services, trx, { ...common, awardId: services.random.uuid(), amountRupiah: 10_001 }),
      await giveCash(services, trx, {
        ...common,
        awardId: services.random.uuid(),
        amountRupiah: 8_000,
        taxRupiah: 2_001,
      }),
      await giveCash(services, trx, { ...common, awardId: services.random.uuid(), amountRupiah: 10_000 }),
    ]);
    expect(outcomes).toEqual(["BUDGET_OUT", "BUDGET_OUT", "GIVEN"]);
    expect(await records(one)).toEqual(["REWARD 10000 SUCCEEDED"]);
  });

  it("takes back what is there, its tax in proportion, and what is spent never becomes a debt", async () => {
    const one = await withAccount(app);
    const awardId = services.random.uuid();
    await reward(app, one.borrowerId, 40_000, { awardId, taxRupiah: 13_334 });
    expect((await withdraw(one, 30_000)).status).toBe(200);
    const payable = await balanceOf(database, account("PRIZE_TAX_PAYABLE"));
    const award = {
      borrowerId: one.borrowerId,
      awardId,
      activityId: "test-campaign",
      budget: "test-campaign",
      amountRupiah: 40_000,
      taxRupiah: 13_334,
      title: rewardTitle,
    };
    const revoke = () => transact(database, (trx) => revokeCash(services, trx, award));
    expect(await revoke()).toEqual({ takenRupiah: 10_000, shortRupiah: 30_000 });
    expect(await revoke()).toEqual({ takenRupiah: 10_000, shortRupiah: 30_000 });
    expect(payable - (await balanceOf(database, account("PRIZE_TAX_PAYABLE")))).toBe(3_333);
    expect(await wallet(one)).toMatchObject({ availableRupiah: 0, heldRupiah: 30_000 });
    await addsUp(one);
    await pass(60);
    expect(await clean()).toEqual([]);
  });
});

describe("withdrawing", () => {
  it("sends the money to the borrower's account and tells its whole way", async () => {
    const one = await rewarded(app, 150_000);
    const cash = await balanceOf(database, account("OPERATING_CASH"));
    const ordered = await withdraw(one, 100_000);
    expect(ordered.status, ordered.text).toBe(200);
    expect(ordered.body).toMatchObject({
      state: "PENDING",
      arrivesBy: new Date(clock.now().getTime() + 86_400_000).toISOString(),
    });
    expect(await wallet(one)).toMatchObject({
      balanceRupiah: 150_000,
      availableRupiah: 50_000,
      heldRupiah: 100_000,
      monthLeftRupiah: 900_000,
      pending: { amountRupiah: 100_000 },
    });
    await holdsMatch();
    const [record] = (await one.client.get("/api/wallet/records?kind=WITHDRAWAL")).body.items;
    const way = async () => {
      const answered = await one.client.get(`/api/wallet/records/${record.recordId}`);
      return answered.body.way.map(({ code, state }: { code: string; state: string }) => `${code} ${state}`);
    };
    expect(await way()).toEqual(["ORDERED done", "SENT now", "ARRIVED next"]);
    await pass(60);
    expect(await way()).toEqual(["ORDERED done", "ARRIVED done"]);
    expect(await wallet(one)).toMatchObject({ balanceRupiah: 50_000, heldRupiah: 0, pending: null });
    expect(cash - (await balanceOf(database, account("OPERATING_CASH")))).toBe(100_000);
    const texts = await services.outside.sandbox!.messages.list({ to: one.mobileNumber, limit: 10 });
    expect(texts.map(({ text }) => text).join("\n")).toContain("Rp 100.000");
    const inbox = (await one.client.get("/api/message")).body;
    expect(JSON.stringify(inbox)).toContain("Penarikan berhasil");
    await addsUp(one);
    await holdsMatch();
    expect(await clean()).toEqual([]);
  });

  it("refuses what is below the minimum, over the cap or not there, and an account that is not one's own or new", async () => {
    const one = await rewarded(app, 1_500_000);
    const other = await rewarded(app, 20_000);
    const refusals = async (amountRupiah: number, bankAccountId = one.bankAccountId) => {
      const { status, body } = await one.client.post("/api/wallet/withdraw", { amountRupiah, bankAccountId }, key());
      return [status, body.status.code];
    };
    expect(await refusals(9_999)).toEqual([422, "WITHDRAW_BELOW_MINIMUM"]);
    expect(await refusals(1_000_001)).toEqual([422, "WITHDRAW_OVER_LIMIT"]);
    expect(await refusals(10_000, other.bankAccountId)).toEqual([422, "BANK_ACCOUNT_UNKNOWN"]);
    expect(await refusals(0)).toEqual([422, "INPUT_INVALID"]);
    const beyond = await withdraw(other, 20_001);
    expect([beyond.status, beyond.body.status]).toMatchObject([
      422,
      { code: "WITHDRAW_OVER_LIMIT", data: { maximumRupiah: 20_000 } },
    ]);
    const fresh = await rewarded(app, 20_000, { boundHoursAgo: 23 });
    const tooNew = await withdraw(fresh, 20_000);
    expect([tooNew.status, tooNew.body.status]).toMatchObject([
      409,
      { code: "BANK_ACCOUNT_NEW", data: { until: new Date(clock.now().getTime() + 3_600_000).toISOString() } },
    ]);
    expect((await wallet(fresh)).newAccounts).toHaveLength(1);
    clock.advance(3_600_000);
    expect((await withdraw(await again(fresh), 20_000)).status).toBe(200);
    expect((await (await app.loggedIn(one.borrowerId)).post("/api/wallet/withdraw", {}, key())).body.status.code).toBe(
      "STEP_UP_NEEDED",
    );
    await app.settle();
  });

  it("holds everything back while the account is protected", async () => {
    const one = await rewarded(app, 50_000);
    block = { until: new Date(clock.now().getTime() + 72 * 3_600_000) };
    const refused = await withdraw(one, 20_000);
    expect([refused.status, refused.body.status]).toMatchObject([
      423,
      { code: "SECURITY_HOLD", data: { until: block.until!.toISOString() } },
    ]);
    expect(await wallet(one)).toMatchObject({ isBlocked: true, blockedUntil: block.until!.toISOString() });
    block = { until: null };
    expect((await withdraw(one, 20_000)).body.status).toMatchObject({ code: "SECURITY_HOLD", data: { until: null } });
    block = null;
    expect((await withdraw(one, 20_000)).status).toBe(200);
    await pass(60);
  });

  it("waits for the house's own money and while the account is contested, and goes once both are over", async () => {
    const poor = await testApp({ domains: [{ answersTo: [withdrawalBlock.by(async () => block)] }] });
    const one = await rewarded(poor, 50_000);
    const id = (await withdraw(one, 50_000)).body.withdrawalId;
    await poor.services.jobs.drain();
    const transfer = async () => (await transfersFor(poor.services.database, one.borrowerId, "WALLET", id))[0]!;
    expect(await transfer()).toMatchObject({ state: "QUEUED", waitsFor: "HOUSE_FUNDS" });
    block = { until: null };
    await poor.settle();
    await poor.pass(120, 30);
    expect(await transfer()).toMatchObject({ state: "QUEUED", waitsFor: "SECURITY_HOLD" });
    block = null;
    await poor.pass(120, 30);
    expect((await transfer()).state).toBe("SETTLED");
  });
});

describe("races and the borders of months", () => {
  it("lets one of fifty withdrawals through, each with a key of its own", async () => {
    const one = await rewarded(app, 1_000_000);
    const answers = await Promise.all(Array.from({ length: 50 }, () => withdraw(one, 1_000_000)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(49);
    const codes = new Set(answers.flatMap(({ status, body }) => (status === 409 ? [body.status.code] : [])));
    expect([...codes]).toEqual(["WITHDRAWAL_OPEN"]);
    expect(await wallet(one)).toMatchObject({ availableRupiah: 0, heldRupiah: 1_000_000, monthLeftRupiah: 0 });
    await holdsMatch();
    await pass(60);
    expect(await clean()).toEqual([]);
  });

  it("answers fifty times with one key the same, and moves money once", async () => {
    const one = await rewarded(app, 1_000_000);
    const headers = key();
    const answers = await Promise.all(Array.from({ length: 50 }, () => withdraw(one, 400_000, headers)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.withdrawalId}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(200);
    expect(await wallet(one)).toMatchObject({ availableRupiah: 600_000, heldRupiah: 400_000 });
    await pass(60);
  });

  it("counts by the month of the request in WIB, to the last millisecond", async () => {
    let one = await rewarded(app, 2_000_000);
    const nextMonth = `${addDays(`${dateInWib(clock.now()).slice(0, 7)}-28`, 5).slice(0, 7)}-01`;
    const begin = instantOf(nextMonth, "WIB").getTime();
    const at = async (moment: number) => {
      clock.moveTo(new Date(moment));
      one = await again(one);
    };
    await at(begin - 1);
    expect((await withdraw(one, 600_000)).status).toBe(200);
    await app.settle();
    // The first arrives in the new month, but counts in the old one.
    await at(begin + 60_000);
    await pass(60);
    expect(await wallet(one)).toMatchObject({ pending: null, monthLeftRupiah: 1_000_000 });
    expect((await withdraw(one, 600_000)).status).toBe(200);
    await pass(60);
    const third = await withdraw(one, 500_000);
    expect([third.status, third.body.status]).toMatchObject([
      409,
      { code: "MONTHLY_LIMIT_REACHED", data: { leftRupiah: 400_000 } },
    ]);
    expect((await withdraw(one, 400_000)).status).toBe(200);
    await pass(60);
    const used = await database
      .selectFrom("wallet_month")
      .select("usedRupiah")
      .where("borrowerId", "=", one.borrowerId)
      .orderBy("month")
      .execute();
    expect(used.map((row) => row.usedRupiah)).toEqual([600_000, 1_000_000]);
    expect(await records(one)).toHaveLength(4);
  });

  it("counts what is asked for at 00:00 in the new month although the last one came a millisecond before", async () => {
    const [one, other] = [await rewarded(app, 1_000_000), await rewarded(app, 1_000_000)];
    const nextMonth = `${addDays(`${dateInWib(clock.now()).slice(0, 7)}-28`, 5).slice(0, 7)}-01`;
    const months = async ({ borrowerId }: Rewarded) =>
      (await database.selectFrom("wallet_month").select("month").where("borrowerId", "=", borrowerId).execute()).map(
        (row) => row.month,
      );
    clock.moveTo(new Date(instantOf(nextMonth, "WIB").getTime() - 1));
    expect((await withdraw(await again(one), 10_000)).status).toBe(200);
    clock.moveTo(instantOf(nextMonth, "WIB"));
    expect((await withdraw(await again(other), 10_000)).status).toBe(200);
    expect([await months(one), await months(other)]).toEqual([
      [addDays(nextMonth, -1).slice(0, 7) + "-01"],
      [nextMonth],
    ]);
    await pass(60);
  });

  it("gives money and the old month's cap back where the bank fails next month", async () => {
    let one = await rewarded(app, 1_000_000, { accountNumber: failing });
    const month = `${dateInWib(clock.now()).slice(0, 7)}-01`;
    const next = `${addDays(`${month.slice(0, 7)}-28`, 5).slice(0, 7)}-01`;
    clock.moveTo(new Date(instantOf(next, "WIB").getTime() - 1));
    one = await again(one);
    expect((await withdraw(one, 1_000_000)).status).toBe(200);
    const used = () =>
      database
        .selectFrom("wallet_month")
        .select(["month", "usedRupiah"])
        .where("borrowerId", "=", one.borrowerId)
        .execute();
    expect(await used()).toEqual([{ month, usedRupiah: 1_000_000 }]);
    clock.moveTo(instantOf(next, "WIB"));
    await pass(120);
    expect(await used()).toEqual([{ month, usedRupiah: 0 }]);
    expect(await wallet(one)).toMatchObject({ availableRupiah: 1_000_000, heldRupiah: 0, pending: null });
    expect(await records(one)).toEqual([
      "GIVEN_BACK 1000000 SUCCEEDED",
      "WITHDRAWAL 1000000 FAILED",
      "REWARD 1000000 SUCCEEDED",
    ]);
    await addsUp(one);
    await holdsMatch();
    expect(await clean()).toEqual([]);
  });
});

const makerId = "0190d100-0000-7000-8000-000000000001";
const checkerId = "0190d100-0000-7000-8000-000000000002";
const reason = "The receiving bank's note of today says so.";
async function decided(path: string, input: object): Promise<void> {
  const made = await (await app.staff(makerId, ["finance"])).post(path, { reason, ...input }, key());
  expect(made.status, made.text).toBe(200);
  const checker = await app.staff(checkerId, ["finance"]);
  const done = await checker.post(`/api/staff/money/proposals/${made.body.proposalId}/check`, { approve: true }, key());
  expect(done.status, done.text).toBe(200);
}

describe("a bank that changes its word", () => {
  it("is followed back into the wallet where the receiving bank sends the money back", async () => {
    const one = await rewarded(app, 80_000, { accountNumber: returning });
    const cash = await balanceOf(database, account("OPERATING_CASH"));
    const { withdrawalId } = (await withdraw(one, 80_000)).body;
    await pass(60);
    clock.advance(600_000);
    await pass(60);
    const [transfer] = await transfersFor(database, one.borrowerId, "WALLET", withdrawalId);
    expect(transfer!.state).toBe("RETURNED");
    expect(await balanceOf(database, account("OPERATING_CASH"))).toBe(cash);
    const [record] = (await one.client.get("/api/wallet/records?kind=WITHDRAWAL")).body.items;
    expect(record.state).toBe("SUCCEEDED");
    const way = async () =>
      (await one.client.get(`/api/wallet/records/${record.recordId}`)).body.way.map(
        ({ code }: { code: string }) => code,
      );
    expect(await way()).toEqual(["ORDERED", "ARRIVED", "RETURNED"]);
    await decided(`/api/staff/disbursements/${transfer!.id}/returned`, { deed: "GIVE_BACK" });
    expect(await way()).toEqual(["ORDERED", "ARRIVED", "RETURNED", "GIVEN_BACK"]);
    expect(await wallet(one)).toMatchObject({ availableRupiah: 80_000, monthLeftRupiah: 1_000_000 });
    await addsUp(one);
    expect(await clean()).toEqual([]);
  }, 60_000);

  it("may be followed by sending it again from the house's own account", async () => {
    const one = await rewarded(app, 80_000, { accountNumber: returning });
    const { withdrawalId } = (await withdraw(one, 80_000)).body;
    await pass(60);
    clock.advance(600_000);
    await pass(60);
    const [transfer] = await transfersFor(database, one.borrowerId, "WALLET", withdrawalId);
    const cash = await balanceOf(database, account("OPERATING_CASH"));
    await decided(`/api/staff/disbursements/${transfer!.id}/returned`, { deed: "SEND_AGAIN" });
    await pass(90);
    expect(cash - (await balanceOf(database, account("OPERATING_CASH")))).toBe(80_000);
    expect(await wallet(one)).toMatchObject({ balanceRupiah: 0 });
    expect(await clean()).toEqual([]);
  }, 60_000);

  it("draws on the wallet where a failed one turns out to be paid and the wallet covers it", async () => {
    const one = await rewarded(app, 80_000, { accountNumber: failing });
    const { withdrawalId } = (await withdraw(one, 80_000)).body;
    await pass(60);
    const [transfer] = await transfersFor(database, one.borrowerId, "WALLET", withdrawalId);
    expect(transfer!.state).toBe("FAILED");
    await transact(database, (trx) =>
      applyNews(services, trx, transfer!.id, {
        status: "SETTLED",
        providerReference: "LATE",
        settledAt: clock.now(),
      }),
    );
    await decided(`/api/staff/disbursements/${transfer!.id}/late`, { deed: "COUNT" });
    expect(await records(one)).toEqual([
      "WITHDRAWAL 80000 SUCCEEDED",
      "GIVEN_BACK 80000 SUCCEEDED",
      "WITHDRAWAL 80000 FAILED",
      "REWARD 80000 SUCCEEDED",
    ]);
    expect(await wallet(one)).toMatchObject({ balanceRupiah: 0, monthLeftRupiah: 920_000 });
    await addsUp(one);
    expect(await clean()).toEqual([]);
  });
});

describe("the end of a wallet", () => {
  it("comes at the moment a year after the last credit or withdrawal, told 30 and 7 days before", async () => {
    const one = await rewarded(app, 100_000);
    const until = new Date((await wallet(one)).validUntil);
    const sentMessages = async () =>
      (await services.outside.sandbox!.messages.list({ to: one.mobileNumber, limit: 20 })).filter(({ text }) =>
        text.includes("berlaku sampai"),
      ).length;
    const at = async (daysBefore: number, hours: number) => {
      clock.moveTo(new Date(until.getTime() - daysBefore * 86_400_000 + hours * 3_600_000));
      await app.settle();
    };
    await at(31, 0);
    expect(await sentMessages()).toBe(0);
    await at(30, 1);
    await at(29, 12);
    await at(28, 0);
    expect(await sentMessages()).toBe(1);
    await at(7, 1);
    await at(5, 12);
    expect(await sentMessages()).toBe(2);
    await at(0, 0);
    const gone = await app.loggedIn(one.borrowerId);
    expect((await gone.get("/api/wallet")).body).toMatchObject({ balanceRupiah: 0, validUntil: null });
    expect(await records({ ...one, client: gone })).toEqual(["EXPIRED 100000 SUCCEEDED", "REWARD 100000 SUCCEEDED"]);
    expect(await clean()).toEqual([]);
  }, 120_000);
});

it("keeps everybody's records to themselves", async () => {
  const [one, other] = [await rewarded(app, 20_000), await rewarded(app, 30_000)];
  const [record] = (await one.client.get("/api/wallet/records")).body.items;
  expect((await other.client.get(`/api/wallet/records/${record.recordId}`)).body.status.code).toBe("RECORD_UNKNOWN");
  expect((await app.client().get("/api/wallet")).status).toBe(401);
});
