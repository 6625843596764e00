/**
 * Abuse and races of the rewards, row by row of the product decisions' table, each on real PostgreSQL over up to 50
 * connections; after each row the books balance and every hold has its row. // Product decisions, rewards 12
 */
import { sql } from "kysely";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { drawEntries, entriesHashOf } from "#features/rewards/campaign/server/fairness.ts";
import { lockDraw } from "#features/rewards/campaign/server/draws.ts";
import { freezeDraw } from "#features/rewards/campaign/server/weighted-draws.ts";
import { releaseUnusedBudget } from "#features/rewards/campaign/server/money.ts";
import { spendPoints } from "#features/rewards/points/server/index.ts";
import { paymentsOf } from "#tests/support/payments-of.ts";
import { receivePayment } from "#features/credit/repayment/server/payments.ts";
import { transact } from "#server/database.server.ts";
import { account, availableOf } from "#server/ledger/index.ts";
import { addDays, dateInWib, instantOf, type BusinessDate } from "#shared/dates.ts";
import { atATime } from "#tests/support/at-a-time.ts";
import { campaignsOf, type Taker } from "#tests/support/campaigns.ts";
import { killedDraws } from "#tests/support/reward-kills.ts";
import { fundBudget, rewarded, type Rewarded } from "#tests/support/wallet.ts";
import { repaying } from "#tests/support/repaying.ts";
import { connections, twoRewardProcesses } from "#tests/support/two-reward-processes.ts";
import { atOnce, crowd, outcomes, rewardsAreClean } from "#tests/support/taking-part.ts";

const isLong = process.env["TEST_LONG"] === "1";
const { app, other, moveTo } = await twoRewardProcesses();
const { services, clock } = app;
const { database } = services;
const { borrower, act, claim, see, fresh, codeOf, campaignId, nextDay } = campaignsOf(app);
const { running, bill, accountAt, key } = repaying(app);

afterEach(async () => {
  await app.settle();
  await rewardsAreClean(app);
});

const wallet = async ({ client }: Rewarded) => (await client.get("/api/wallet")).body;
const withdraw = ({ client, bankAccountId }: Rewarded, amountRupiah: number, headers = key()) =>
  client.post("/api/wallet/withdraw", { amountRupiah, bankAccountId }, headers);
/** Sessions and their proofs have expired at the instant to which the clock was moved. */
const again = async (one: Rewarded): Promise<Rewarded> => ({
  ...one,
  client: await app.loggedIn(one.borrowerId, "STEP_UP_WITHDRAW"),
});
const usedByMonth = ({ borrowerId }: Rewarded) =>
  database
    .selectFrom("wallet_month")
    .select(["month", "usedRupiah"])
    .where("borrowerId", "=", borrowerId)
    .orderBy("month")
    .execute();
const nextMonth = (): BusinessDate => `${addDays(`${dateInWib(clock.now()).slice(0, 7)}-28`, 5).slice(0, 7)}-01`;
const budgetLeft = (owner: string) => availableOf(database, account("REWARD_BUDGET", owner));
const points = (borrowerId: string) => availableOf(database, account("POINTS", borrowerId));

describe("50 parallel withdrawals, own keys, balance 1,000,000; one key 50 ×", () => {
  it("one 200, 49 × 409", async () => {
    const one = await rewarded(app, 1_000_000);
    const answers = await atOnce(50, () => withdraw(one, 1_000_000));
    expect(outcomes(answers)).toEqual({ 200: 1, "409 WITHDRAWAL_OPEN": 49 });
    expect(await wallet(one)).toMatchObject({ availableRupiah: 0, heldRupiah: 1_000_000, monthLeftRupiah: 0 });
    await app.pass(60, 30);
    expect(await wallet(one)).toMatchObject({ balanceRupiah: 0, pending: null });
  });

  it("one, 49 replays", async () => {
    const one = await rewarded(app, 1_000_000);
    const headers = key();
    const answers = await atOnce(50, () => withdraw(one, 400_000, headers));
    expect(outcomes(answers)).toEqual({ 200: 50 });
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    await app.pass(60, 30);
    expect(await wallet(one)).toMatchObject({ balanceRupiah: 600_000, monthLeftRupiah: 600_000 });
  });
});

describe("600,000 at the month's 23:59:59.999 (SUCCEEDED), 600,000 at 00:00, then 500,000", () => {
  it("yes, yes, 409, each asked for twenty times at once", async () => {
    const one = await rewarded(app, 2_000_000);
    const begin = instantOf(nextMonth(), "WIB");
    const ask = async (at: Date, amountRupiah: number) => {
      moveTo(at);
      const now = await again(one);
      const answers = outcomes(await atOnce(20, () => withdraw(now, amountRupiah)));
      await app.pass(60, 30);
      return answers;
    };
    expect(await ask(new Date(begin.getTime() - 1), 600_000)).toEqual({ 200: 1, "409 WITHDRAWAL_OPEN": 19 });
    const [first] = (await (await again(one)).client.get("/api/wallet/records?kind=WITHDRAWAL")).body.items;
    expect(first.state).toBe("SUCCEEDED");
    // At 00:00 to the millisecond, although the first one arrived after it.
    clock.moveTo(new Date(Math.max(begin.getTime(), clock.now().getTime())));
    expect(await ask(clock.now(), 600_000)).toEqual({ 200: 1, "409 WITHDRAWAL_OPEN": 19 });
    const refused = await ask(clock.now(), 500_000);
    expect(refused).toEqual({ "409 MONTHLY_LIMIT_REACHED": 20 });
    expect((await usedByMonth(one)).map((row) => row.usedRupiah)).toEqual([600_000, 600_000]);
  });
});

describe("bank fails next month", () => {
  it("money back, old month's cap back, once, whichever of two processes hears it first", async () => {
    const one = await rewarded(app, 1_000_000, { accountNumber: "9900000002" });
    const begin = instantOf(nextMonth(), "WIB");
    const month = addDays(nextMonth(), -1).slice(0, 7);
    moveTo(new Date(begin.getTime() - 1));
    expect((await withdraw(await again(one), 1_000_000)).status).toBe(200);
    expect(await usedByMonth(one)).toEqual([{ month: `${month}-01`, usedRupiah: 1_000_000 }]);
    for (let step = 0; step < 4; step++) {
      moveTo(new Date(begin.getTime() + step * 30_000));
      await Promise.all([app.settle(), other.settle()]);
    }
    expect(await usedByMonth(one)).toEqual([{ month: `${month}-01`, usedRupiah: 0 }]);
    const now = await again(one);
    expect(await wallet(now)).toMatchObject({ availableRupiah: 1_000_000, heldRupiah: 0, monthLeftRupiah: 1_000_000 });
    const { items } = (await now.client.get("/api/wallet/records")).body;
    expect(items.map(({ kind, state }: { kind: string; state: string }) => `${kind} ${state}`)).toEqual([
      "GIVEN_BACK SUCCEEDED",
      "WITHDRAWAL FAILED",
      "REWARD SUCCEEDED",
    ]);
  });
});

describe("play, help, check-in, claim 40 × at once", () => {
  it("one effect of a play, which repeats its answer", async () => {
    const { client, borrowerId } = await borrower();
    await act(client, "egg-win", "check-in");
    const [ticketId] = (await see(client, "egg-win")).ticketIds;
    const answers = await atOnce(40, (index) => act(client, "egg-win", "play", { ticketId, choice: 1 + (index % 3) }));
    expect(outcomes(answers)).toEqual({ 200: 40 });
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await availableOf(database, account("WALLET", borrowerId))).toBe(5_000);
  });

  it("one effect of a help", async () => {
    const [owner, helper] = [await wisher(), await borrower()];
    const answers = await atOnce(40, () => help(helper, owner.code));
    expect(outcomes(answers)).toEqual({ 200: 1, "409 HELP_DONE": 39 });
    expect((await see(owner.client, "wish-dream")).wish.points).toBe(20);
  });

  it("one effect of a check-in", async () => {
    const [one] = await crowd(app, 1);
    const answers = await atOnce(40, () => act(one!.client, "check-in-daily", "check-in"));
    expect(outcomes(answers)).toEqual({ 200: 1, "409 DONE_ALREADY": 39 });
    expect(await points(one!.borrowerId)).toBe(5);
  });

  it("one effect of a claim, each with a key of its own", async () => {
    const [one] = await crowd(app, 1);
    const answers = await atOnce(40, () => claim(one!.client, "get-coupon", "COUPON_10000"));
    expect(outcomes(answers)).toEqual({ 200: 1, "409 DONE_ALREADY": 39 });
    const { items } = (await one!.client.get("/api/coupon")).body;
    expect(items.filter(({ state }: { state: string }) => state === "OBTAINED")).toHaveLength(1);
  });
});

/** Sets the number of remaining prizes of the campaign. */
async function piecesOf(activityId: string, pieces: number): Promise<void> {
  await database
    .updateTable("campaign_stock")
    .set(({ eb }) => ({ max: eb("given", "+", pieces) }))
    .where("campaignId", "=", await campaignId(activityId))
    .where("epoch", "=", "ALL")
    .execute();
}
const couponsOf = async (of: readonly Taker[]) =>
  new Set(
    (
      await database
        .selectFrom("coupon")
        .select("borrowerId")
        .where(
          "borrowerId",
          "in",
          of.map(({ borrowerId }) => borrowerId),
        )
        .execute()
    ).map((row) => row.borrowerId),
  );

describe("500 claims on 100 pieces; budget for 7", () => {
  it("100; nobody sees a win that is not given", async () => {
    await piecesOf("seven-year", 100);
    const people = await crowd(app, 500);
    const answers = await atATime(
      connections,
      people.map(
        ({ client }) =>
          () =>
            claim(client, "seven-year", "COUPON_20"),
      ),
    );
    expect(outcomes(answers)).toEqual({ 200: 100, "409 OUT_OF_STOCK": 400 });
    const given = await couponsOf(people);
    expect(people.map(({ borrowerId }) => given.has(borrowerId))).toEqual(answers.map(({ status }) => status === 200));
  });

  it("7; nobody sees a win that is not given", async () => {
    await transact(database, (trx) => releaseUnusedBudget(services, trx, "get-coupon", dateInWib(clock.now())));
    await fundBudget(app, "get-coupon", 79_999);
    const people = await crowd(app, connections);
    const answers = await Promise.all(people.map(({ client }) => claim(client, "get-coupon", "COUPON_10000")));
    expect(outcomes(answers)).toEqual({ 200: 7, "409 BUDGET_OUT": 43 });
    const given = await couponsOf(people);
    expect(people.map(({ borrowerId }) => given.has(borrowerId))).toEqual(answers.map(({ status }) => status === 200));
    expect(await budgetLeft("get-coupon")).toBe(9_999);
    for (const [index, { client }] of people.entries())
      expect((await see(client, "get-coupon")).view === "WON").toBe(answers[index]!.status === 200);
  });
});

/** A borrower with a wish. */
async function wisher(wishKey = "WISH_50000"): Promise<Taker & { code: string }> {
  const taker = await borrower();
  expect((await act(taker.client, "wish-dream", "join", { agree: true, wishKey })).status).toBe(200);
  return { ...taker, code: (await see(taker.client, "wish-dream")).wish.code };
}
const help = ({ client }: Taker, wishCode: string) => client.post("/api/loan/activity/wish/help", { wishCode });
const drawOf = async (day: BusinessDate, activityId = "wish-dream") =>
  (await app.client().get(`/api/activity/draw/${activityId}:${day}`)).body;
const entriesOf = async (day: BusinessDate) =>
  (await app.client().get(`/api/activity/draw/wish-dream:${day}/entries`)).body.items;
/** As both processes reach it at the same time. */
async function atHour(day: BusinessDate, hour: number, minute = 0): Promise<void> {
  moveTo(instantOf(day, "WIB", { hour, minute }));
  await Promise.all([app.settle(), other.settle()]);
}
const waitingForLocks = async () => {
  const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database);
  return rows[0]!.count;
};

describe("help at 23:59:59.999 committing after the freeze", () => {
  it("counts for the new day, for twenty helpers at once", async () => {
    await nextDay(8);
    other.clock.moveTo(clock.now());
    const day = dateInWib(clock.now());
    const owners = [await wisher(), await wisher()];
    for (const { client } of owners) await act(client, "wish-dream", "check-in");
    const { id } = await database
      .selectFrom("campaign_draw")
      .select("id")
      .where("drawId", "=", `wish-dream:${day}`)
      .executeTakeFirstOrThrow();
    const helpers = await Promise.all(Array.from({ length: 20 }, () => borrower()));
    moveTo(new Date(instantOf(addDays(day, 1)).getTime() - 1));
    const clients = await Promise.all(helpers.map(({ borrowerId }) => fresh(borrowerId)));
    // A transaction locks the row; the freeze waits for it, and readers of the old day wait for the freeze.
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const { promise: isHeld, resolve: holds } = Promise.withResolvers<void>();
    const holding = transact(database, async (trx) => {
      await lockDraw(trx, id);
      holds();
      await held;
    });
    onTestFinished(() => letGo());
    await isHeld;
    const freezing = freezeDraw(services, id);
    await expect.poll(waitingForLocks).toBeGreaterThanOrEqual(1);
    const helping = Promise.all(
      clients.map((client, index) => help({ borrowerId: "", client }, owners[index % 2]!.code)),
    );
    await expect.poll(waitingForLocks).toBeGreaterThanOrEqual(15);
    letGo();
    await holding;
    expect(await freezing).toBe(true);
    expect(outcomes(await helping)).toEqual({ 200: 20 });
    const frozen = await drawOf(day);
    expect([frozen.state, frozen.entries]).toEqual(["FROZEN", 2]);
    const days = await database
      .selectFrom("campaign_help")
      .select("helpedOn")
      .where(
        "borrowerId",
        "in",
        helpers.map(({ borrowerId }) => borrowerId),
      )
      .execute();
    expect(new Set(days.map((row) => row.helpedOn))).toEqual(new Set([addDays(day, 1)]));
    await atHour(addDays(day, 1), 10);
    const [entries, drawn] = [await entriesOf(day), await drawOf(day)];
    expect(entries.map(({ weight }: { weight: number }) => weight)).toEqual([10, 10]);
    expect([drawn.entriesHash, entriesHashOf(entries)]).toEqual([frozen.entriesHash, frozen.entriesHash]);
    const owner = await see(await fresh(owners[0]!.borrowerId), "wish-dream");
    expect(owner.wish.points).toBe(60);
  });
});

/** Ended draws in the order of their closing: a transaction takes its number with its first write. */
const ended = () =>
  database
    .selectFrom("lifecycle_event as e")
    .innerJoin("campaign_draw as d", "d.id", "e.subjectId")
    .select(["e.subjectId", "d.campaignId", sql<BusinessDate>`d.day`.as("day")])
    .where("e.machine", "=", "campaign_draw")
    .where("e.toState", "in", ["DRAWN", "EMPTY"])
    .orderBy(sql`e.xmin::text::bigint`)
    .execute();

describe("clock 30 days ahead; two processes sweep", () => {
  it("each existing draw once, in order", async () => {
    const { client } = await wisher();
    await act(client, "wish-dream", "check-in");
    const players = await Promise.all(Array.from({ length: 10 }, () => borrower()));
    for (const { client: player } of players) {
      await act(player, "egg-win", "check-in");
      const { ticketIds } = await see(player, "egg-win");
      expect((await act(player, "egg-win", "play", { ticketId: ticketIds[0], choice: 1 })).status).toBe(200);
    }
    const before = new Set((await ended()).map((row) => row.subjectId));
    const existing = await database.selectFrom("campaign_draw").select("id").where("state", "=", "OPEN").execute();
    moveTo(new Date(clock.now().getTime() + 30 * 86_400_000));
    // In two processes concurrently, repeatedly, as their timers would.
    for (let round = 0; round < 3; round++) await Promise.all([app.settle(), other.settle()]);
    const now = (await ended()).filter((row) => !before.has(row.subjectId));
    expect(now.map((row) => row.subjectId).toSorted()).toEqual(existing.map((row) => row.id).toSorted());
    for (const days of Map.groupBy(now, (row) => row.campaignId).values())
      expect(days.map(({ day }) => day)).toEqual(days.map(({ day }) => day).toSorted());
    const awards = await database
      .selectFrom("campaign_award")
      .select(["cause", "state"])
      .where("cause", "like", "draw_%")
      .execute();
    expect(awards.every(({ state }) => state === "GIVEN")).toBe(true);
    const open = await database
      .selectFrom("campaign_draw")
      .select("drawId")
      .where("state", "in", ["OPEN", "FROZEN"])
      .where("day", "<", dateInWib(clock.now()))
      .execute();
    expect(open).toEqual([]);
  });
});

describe("zero entrants; fewer than prizes", () => {
  it("EMPTY, its seed is shown and the day's money goes back", async () => {
    await nextDay(9);
    const day = dateInWib(clock.now());
    expect(await budgetLeft(`wish-dream:${day}`)).toBe(3 * 93_334);
    await atHour(addDays(day, 1), 10);
    const drawn = await drawOf(day);
    expect([drawn.state, drawn.drawn]).toEqual(["EMPTY", []]);
    expect(drawn.seed).toMatch(/^[0-9a-f]{64}$/);
    expect(await budgetLeft(`wish-dream:${day}`)).toBe(0);
  });

  it("one each, rest back", async () => {
    const day = dateInWib(clock.now());
    const people = [await wisher("WISH_25000"), await wisher("WISH_50000")];
    for (const { client } of people) await act(client, "wish-dream", "check-in");
    await atHour(addDays(day, 1), 10);
    await Promise.all([app.settle(), other.settle()]);
    expect((await drawOf(day)).drawn).toHaveLength(2);
    const wallets = people.map(({ borrowerId }) => availableOf(database, account("WALLET", borrowerId)));
    expect(await Promise.all(wallets)).toEqual([25_000, 50_000]);
    expect(await budgetLeft(`wish-dream:${day}`)).toBe(0);
  });
});

describe("kill anywhere in a draw; budget short in it", () => {
  it("cannot be short: the day's money is set aside, though nothing is left of the budget", async () => {
    const day = dateInWib(clock.now());
    const people = await Promise.all(Array.from({ length: 6 }, () => wisher("WISH_70000")));
    for (const { client } of people) await act(client, "wish-dream", "check-in");
    await transact(database, (trx) => releaseUnusedBudget(services, trx, "wish-dream", day));
    expect(await budgetLeft("wish-dream")).toBe(0);
    await atHour(addDays(day, 1), 10);
    await Promise.all([app.settle(), other.settle()]);
    const [drawn, entries] = [await drawOf(day), await entriesOf(day)];
    const expected = drawEntries(entries, 5, { seed: drawn.seed, beacon: drawn.beacon });
    expect(drawn.drawn.map((one: { entryId: string }) => one.entryId)).toEqual(expected.map(({ entryId }) => entryId));
    const wallets = await Promise.all(
      people.map(({ borrowerId }) => availableOf(database, account("WALLET", borrowerId))),
    );
    expect(wallets.toSorted()).toEqual([0, 0, 0, 70_000, 70_000, 70_000]);
    expect(await budgetLeft(`wish-dream:${day}`)).toBe(0);
    await fundBudget(app, "wish-dream", 100_000_000);
  });

  it("one winner set = recomputation, paid once, however often who draws is killed", { timeout: 600_000 }, async () => {
    const kills = isLong ? 20 : 2;
    const { killed, problems, draws, paid } = await killedDraws(kills);
    expect({ problems, draws, paid }).toEqual({ problems: [], draws: 1, paid: 3 });
    expect(killed).toBeGreaterThan(0);
  });
});

describe("tampered prize, weight, foreign ticket", () => {
  it("422 / 404, and nothing has happened", async () => {
    const [one, stranger] = [await borrower(), await borrower()];
    for (const { client } of [one, stranger]) await act(client, "egg-win", "check-in");
    const [ticketId] = (await see(one.client, "egg-win")).ticketIds;
    const tampered = [
      { ticketId, choice: 1, prizeKey: "CASH_70000" },
      { ticketId, choice: 1, weight: 60 },
      { ticketId, choice: 4 },
      { ticketId, choice: 0 },
      { ticketId, choice: 1.5 },
    ];
    const answers = await atOnce(25, (index) => act(one.client, "egg-win", "play", tampered[index % 5]!));
    expect(outcomes(answers)).toEqual({ "422 INPUT_INVALID": 25 });
    const foreign = await atOnce(20, () => act(stranger.client, "egg-win", "play", { ticketId, choice: 1 }));
    expect(outcomes(foreign)).toEqual({ "404 TICKET_UNKNOWN": 20 });
    expect((await claim(one.client, "get-coupon", "CASH_70000")).status).toBe(404);
    expect(codeOf(await claim(one.client, "get-coupon", "COUPON_10000", { rupiah: 1_000_000 }))).toBe("INPUT_INVALID");
    expect((await act(one.client, "wish-dream", "check-in", { points: 60 })).status).toBe(422);
    expect((await see(one.client, "egg-win")).ticketIds).toEqual([ticketId]);
    for (const { borrowerId } of [one, stranger])
      expect(await availableOf(database, account("WALLET", borrowerId))).toBe(0);
  });
});

describe("payment taken back after award", () => {
  it("revoked as far as there; debt unchanged", async () => {
    const { client: _first, ...loan } = await running();
    const { borrowerId, loanId } = loan;
    const [instalment] = (await bill(loan)).rows;
    const owedAtFirst = (await bill(loan)).rows;
    moveTo(instantOf(addDays(instalment!.dueOn, -1), "WIB", { hour: 10 }));
    await app.settle();
    const client = await app.loggedIn(borrowerId);
    const reference = await accountAt(client);
    await transact(database, (trx) =>
      receivePayment(services, trx, {
        paymentId: "race-1",
        rail: "VIRTUAL_ACCOUNT",
        reference,
        amountRupiah: instalment!.unpaidRupiah,
        paidAt: clock.now(),
      }),
    );
    await app.settle();
    expect(await points(borrowerId)).toBe(100);
    const [payment] = await paymentsOf(database, borrowerId, loanId);
    const staff = (last: 1 | 2) => app.staff(`0190e000-0000-7000-8000-00000000000${last}`, ["finance"]);
    const reason = "As the bank's statement of today shows.";
    const proposed = await (
      await staff(1)
    ).post(`/api/staff/payments/loan/${loanId}/reversal`, { paymentId: payment!.id, reason }, key());
    expect(proposed.status, proposed.text).toBe(200);
    const checker = await staff(2);
    const title = { id: "Uji", en: "Test", zh: "测试" };
    const spend = (number: number) =>
      transact(database, (trx) =>
        spendPoints(services, trx, { borrowerId, source: `race_${number}`, points: 15, title }),
      );
    // Twenty requests spend the balance while the payment is reversed.
    const [checked, ...spent] = await Promise.all([
      checker.post(`/api/staff/money/proposals/${proposed.body.proposalId}/check`, { approve: true }, key()),
      ...Array.from({ length: 20 }, (_, number) => spend(number)),
    ]);
    expect(checked.body).toEqual({ state: "CONFIRMED" });
    await app.settle();
    const { items } = (await client.get("/api/points/records?limit=100")).body;
    const sums = Map.groupBy(items as { kind: string; points: number }[], ({ kind }) => kind);
    const sumOf = (kind: string) => (sums.get(kind) ?? []).reduce((sum, one) => sum + one.points, 0);
    const taken = spent.filter((outcome) => outcome === "SPENT").length * 15;
    expect([sumOf("EARNED"), sumOf("SPENT"), sumOf("REVOKED")]).toEqual([100, taken, 100 - taken]);
    expect(await points(borrowerId)).toBe(0);
    const owed = (await bill(loan)).rows;
    expect(owed.map(({ unpaidRupiah }) => unpaidRupiah)).toEqual(owedAtFirst.map(({ unpaidRupiah }) => unpaidRupiah));
  });
});
