import { describe, expect, it } from "vitest";
import { accountContested, accountReleased } from "#features/account/security/server/index.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import { factsText } from "#server/console/console-words.ts";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { ripeBorrower } from "#tests/support/approved-loan.ts";
import { activeLoan } from "#tests/support/loan.ts";
import { repaying } from "#tests/support/repaying.ts";
import {
  creditScore,
  currentLimits,
  limitFreezes,
  releaseLimit,
  reserveLimit,
  setCreditLimit,
  temporaryLimitRight,
} from "./index.ts";
import { freezeCauses } from "../score-contract.ts";
import { followBooksOfLoan, freezeLimit, isBorrowingStopped, unfreezeLimit } from "./freezing.ts";
import { nextMonthly, noteBureau, reasonsOf, refreshLimit, refreshWhereDue } from "./refreshing.ts";
import { freezesOf } from "./freeze-store.ts";
import { limitRows, rowsOn, scoreRows } from "./score-rows.ts";
import { newestScores, writeBureau } from "./score-store.ts";
import { findLimit, listChanges, writeLimit } from "./store.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const { pay, bill, bank, accountAt } = repaying(app);
const inTransaction = <Result>(work: (trx: Transaction) => Promise<Result>) => transact(database, work);
const assess = (borrowerId: string) =>
  inTransaction((trx) =>
    refreshLimit(services, trx, borrowerId, { key: "first-assessment", cause: "FIRST_ASSESSMENT" }),
  );
const changesOf = (borrowerId: string) => listChanges(database, borrowerId, undefined, 50);
const moveTo = async (day: string, hour = 3) => {
  clock.advance(instantOf(day, "WIB", { hour }).getTime() - clock.now().getTime());
  await app.settle();
};
const firstOfNext = () => dateInWib(nextMonthly(clock.now()));
const scoreAnswer = async (client: TestClient) => (await client.get("/api/credit/score")).body;

/** Assessed with an income of 8 million, which allows 6,100,000: band C, of which 60 % is the limit. */
async function assessed(): Promise<string> {
  const { borrowerId } = await ripeBorrower(app);
  await assess(borrowerId);
  return borrowerId;
}
async function borrowing() {
  const borrowerId = await assessed();
  const loan = await activeLoan(app, { borrowerId });
  await inTransaction((trx) => setCreditLimit(services, trx, borrowerId, 3_600_000, "STAFF_DECISION"));
  return loan;
}

describe("the limit and its score", () => {
  it("begin with 620 points, band C and its share of what the income carries", async () => {
    const borrowerId = await assessed();
    expect(await currentLimits(services, database, borrowerId)).toMatchObject({
      creditRupiah: 3_600_000,
      affordableRupiah: 6_100_000,
    });
    const client = await app.loggedIn(borrowerId);
    const shown = await scoreAnswer(client);
    expect(shown).toMatchObject({ score: 620, band: "C", factors: [], nextRefreshOn: firstOfNext(), freezes: [] });
    expect(shown.months).toHaveLength(12);
    expect(shown.months.at(-1)).toEqual({ month: `${dateInWib(clock.now()).slice(0, 7)}-01`, score: 620 });
    expect(shown.helps).toEqual(["CONNECT_SOURCE"]);
    expect(await services.ask(creditScore)(database, borrowerId, clock.now())).toEqual({ score: 620, band: "C" });
    const stranger = app.loggedIn(services.random.uuid());
    expect(await scoreAnswer(await stranger)).toMatchObject({ score: null, band: null, months: expect.any(Array) });
  });

  it("are refreshed once a month however many refresh them at once, and the month is refreshed once", async () => {
    const borrowerId = await assessed();
    await inTransaction((trx) => setCreditLimit(services, trx, borrowerId, 1_000_000, "STAFF_DECISION"));
    const due = nextMonthly(clock.now());
    clock.advance(due.getTime() - clock.now().getTime());
    const tries = Array.from({ length: 50 }, () => inTransaction((trx) => refreshWhereDue(services, trx, borrowerId)));
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1);
    const monthly = (await newestScores(database, borrowerId, 9)).filter(({ key }) => key.startsWith("limit-refresh:"));
    expect(monthly.map(({ key }) => key)).toEqual([`limit-refresh:${dateInWib(due).slice(0, 7)}:${borrowerId}`]);
    const [rise, ...before] = await changesOf(borrowerId);
    expect(rise).toMatchObject({ cause: "SCORE_REFRESHED", fromRupiah: 1_000_000, toRupiah: 1_500_000 });
    expect(rise!.why).toMatchObject({ scoreFrom: 620, scoreTo: 620, bandTo: "C", bound: "RISE_OF_MONTH", reasons: [] });
    expect(before.filter(({ cause }) => cause === "SCORE_REFRESHED")).toEqual([]);
    expect((await findLimit(database, borrowerId))?.refresh).toEqual({ at: nextMonthly(due), cause: "MONTH" });
    // The same month's key changes nothing, whatever is due.
    await inTransaction((trx) => writeLimit(trx, borrowerId, { refresh: { at: due, cause: "MONTH" } }, clock.now()));
    await inTransaction((trx) => refreshWhereDue(services, trx, borrowerId));
    expect(await changesOf(borrowerId)).toHaveLength(before.length + 1);
  });

  it("come one after the other with applications and payoffs: nothing is lent above the limit", async () => {
    const borrowerId = await assessed();
    await inTransaction((trx) => setCreditLimit(services, trx, borrowerId, 2_000_000, "STAFF_DECISION"));
    const loans = Array.from({ length: 6 }, () => services.random.uuid());
    await inTransaction((trx) => reserveLimit(services, trx, borrowerId, loans[0]!, 1_000_000));
    const refreshes = Array.from({ length: 4 }, (_, index) =>
      inTransaction((trx) => refreshLimit(services, trx, borrowerId, { key: `race-${index}`, cause: "BUREAU" })),
    );
    const tries = loans
      .slice(1)
      .map((loanId) => inTransaction((trx) => reserveLimit(services, trx, borrowerId, loanId, 1_000_000)));
    const released = inTransaction((trx) => releaseLimit(services, trx, borrowerId, loans[0]!));
    const taken = (await Promise.all([...tries, released.then(() => false)])).filter(Boolean).length;
    await Promise.all(refreshes);
    const { usedRupiah, creditRupiah } = await currentLimits(services, database, borrowerId);
    expect(usedRupiah).toBe(taken * 1_000_000);
    expect(usedRupiah).toBeLessThanOrEqual(creditRupiah);
    // The month began with the first assessment.
    expect(creditRupiah).toBe(3_600_000);
  });

  it("follow from good payments: points, a higher limit when the loan has ended, and a message", async () => {
    const loan = await borrowing();
    const client = await app.loggedIn(loan.borrowerId, "STEP_UP_WITHDRAW");
    clock.advance(8 * 86_400_000);
    await app.settle();
    await pay(loan, await app.loggedIn(loan.borrowerId, "STEP_UP_WITHDRAW"), "ALL", services.random.uuid());
    expect(client).toBeDefined();
    const owner = await app.loggedIn(loan.borrowerId);
    const shown = await scoreAnswer(owner);
    expect(shown.factors.map(({ code, points }: { code: string; points: number }) => [code, points])).toEqual([
      ["PAID_IN_TIME", 24],
      ["LOAN_ENDED", 12],
    ]);
    expect(shown).toMatchObject({ score: 656, band: "C" });
    const titles = (await owner.get("/api/message")).body.items.map(({ title }: { title: string }) => title);
    expect(titles).not.toContain("Limit Anda dibekukan");
  });

  it("fall and freeze on the eighth day past due, and the payment that cures it ends the freeze at once", async () => {
    const loan = await borrowing();
    const { borrowerId } = loan;
    const { unpaidSince: dueOn } = await database
      .selectFrom("repayment_account")
      .select("unpaidSince")
      .where("loanId", "=", loan.loanId)
      .executeTakeFirstOrThrow();
    await moveTo(addDays(dueOn!, 7));
    expect(await services.ask(limitFreezes)(database, borrowerId)).toEqual([]);
    await moveTo(addDays(dueOn!, 8));
    expect(await services.ask(limitFreezes)(database, borrowerId)).toMatchObject([{ cause: "OVERDUE", endsAt: null }]);
    const owner = await app.loggedIn(borrowerId, "STEP_UP_WITHDRAW");
    expect(await scoreAnswer(owner)).toMatchObject({
      score: 580,
      band: "D",
      helps: ["PAY_NOW", "PAY_IN_TIME", "CONNECT_SOURCE"],
    });
    expect((await owner.get("/api/credit/limits")).body).toMatchObject({
      remainingRupiah: 0,
      freezes: [{ cause: "OVERDUE" }],
    });
    const [fall, frozen] = await changesOf(borrowerId);
    expect(fall).toMatchObject({ cause: "LATE_REPAYMENT", fromRupiah: 3_600_000, toRupiah: 2_600_000 });
    expect(fall!.why).toMatchObject({ bandFrom: "C", bandTo: "D", bound: "FALL_OF_MONTH" });
    const { reasons, scoreFrom, scoreTo } = fall!.why!;
    expect(reasons[0]).toEqual({ factor: "LATE_8_30", points: -40 });
    expect(reasons.reduce((sum, { points }) => sum + points, 0)).toBe(scoreTo! - scoreFrom!);
    expect(frozen).toMatchObject({ cause: "FROZEN", why: { freeze: "OVERDUE" } });
    // The console's timeline says it in words.
    for (const cause of freezeCauses) expect(factsText(services, { freeze: cause }, "id")).toMatch(/^sebab: [a-z ]+$/);
    const { dueTodayRupiah } = await bill(loan);
    await bank.pay({ virtualAccountNumber: await accountAt(owner), amountRupiah: dueTodayRupiah });
    await app.settle();
    // The score is that of the last refresh; nothing is late any more.
    expect((await scoreAnswer(owner)).helps).not.toContain("PAY_NOW");
    const late = (
      await database
        .selectFrom("repayment_account")
        .select("unpaidSince")
        .where("loanId", "=", loan.loanId)
        .executeTakeFirstOrThrow()
    ).unpaidSince;
    expect(late! > dueOn!).toBe(true);
    expect(await services.ask(limitFreezes)(database, borrowerId)).toEqual([]);
  });

  it("follow the bureau's last word, what is paid elsewhere off and its score counted, once the rows are in force", async () => {
    const borrowerId = await assessed();
    if (dateInWib(clock.now()) < "2026-12-02") await moveTo("2026-12-02");
    await inTransaction((trx) => noteBureau(services, trx, borrowerId, { score: 700, instalmentsRupiah: 900_000 }));
    await app.settle();
    // 30 % of 8 million less 900,000 over three months carries 3.8 million.
    expect(await currentLimits(services, database, borrowerId)).toMatchObject({ affordableRupiah: 3_800_000 });
    expect((await newestScores(database, borrowerId, 1))[0]).toMatchObject({
      score: 645,
      factors: [{ code: "BUREAU", points: 25 }],
    });
    // An older report that arrives late changes nothing.
    await inTransaction((trx) =>
      writeBureau(trx, borrowerId, {
        score: 300,
        instalmentsRupiah: 0,
        reportedOn: addDays(dateInWib(clock.now()), -1),
      }),
    );
    await inTransaction((trx) => refreshLimit(services, trx, borrowerId, { key: "again", cause: "BUREAU" }));
    expect((await newestScores(database, borrowerId, 1))[0]).toMatchObject({ score: 645 });
  });

  it("stand in bands A to C where they are from before the score", async () => {
    const borrowerId = await assessed();
    await inTransaction(async (trx) => {
      await setCreditLimit(services, trx, borrowerId, 6_100_000, "STAFF_DECISION");
      await writeLimit(trx, borrowerId, { keptRupiah: 6_100_000 }, clock.now());
      await refreshLimit(services, trx, borrowerId, { key: "kept", cause: "MONTH" });
    });
    expect(await currentLimits(services, database, borrowerId)).toMatchObject({ creditRupiah: 6_100_000 });
  });

  it("give a temporary limit by themselves to band B with nothing late, and the next one a month after its end", async () => {
    const borrowerId = await assessed();
    const stranger = await assessed();
    // A right of members, granted for a first good loan: one of these two has it.
    const { ask } = services;
    const hasRight = async (_services: unknown, _reader: unknown, id: string) => id === borrowerId;
    Object.assign(services, {
      ask: ((question: typeof temporaryLimitRight) =>
        question.name === temporaryLimitRight.name ? hasRight : ask(question)) as typeof ask,
    });
    for (const id of [borrowerId, stranger]) {
      await inTransaction((trx) => setCreditLimit(services, trx, id, 4_500_000, "STAFF_DECISION"));
      await inTransaction((trx) => noteBureau(services, trx, id, { score: 850, instalmentsRupiah: 0 }));
    }
    await moveTo(firstOfNext());
    const granted = async (id = borrowerId) =>
      (await changesOf(id)).filter(({ cause }) => cause === "TEMPORARY_GRANTED");
    expect(await granted(stranger)).toEqual([]);
    expect(await granted()).toMatchObject([{ toRupiah: 900_000 }]);
    const { temporary, totalRupiah, affordableRupiah } = await currentLimits(services, database, borrowerId);
    expect(temporary?.until).toBe(`${addDays(dateInWib(clock.now()), 14)}T16:59:59.000Z`);
    expect(totalRupiah).toBeLessThanOrEqual(affordableRupiah!);
    await moveTo(firstOfNext());
    expect(await granted()).toHaveLength(1);
    await moveTo(firstOfNext());
    expect(await granted()).toHaveLength(2);
    Object.assign(services, { ask });
  });

  it("say the points by which two scores differ, whatever the factors are", () => {
    const before = [
      { code: "PAID_IN_TIME", points: 16, until: null },
      { code: "LATE_1_3", points: -6, until: null },
    ] as const;
    const now = [
      { code: "PAID_IN_TIME", points: 24, until: null },
      { code: "LATE_1_3", points: -6, until: null },
      { code: "LATE_1_3", points: -6, until: null },
    ] as const;
    expect(reasonsOf(before, now)).toEqual([
      { factor: "PAID_IN_TIME", points: 8 },
      { factor: "LATE_1_3", points: -6 },
    ]);
    expect(scoreRows.map(({ from }) => from)).toEqual(["2026-11-27"]);
  });
});

describe("a freeze", () => {
  it("is the borrower's own pause until its day: nothing can be borrowed, and it is not paused twice", async () => {
    const borrowerId = await assessed();
    const client = await app.loggedIn(borrowerId);
    const key = () => ({ "Idempotency-Key": services.random.uuid() });
    const endsAt = instantOf(addDays(dateInWib(clock.now()), 30)).toISOString();
    expect((await client.post("/api/credit/pause", { days: 30 }, key())).body).toMatchObject({ endsAt });
    const again = await client.post("/api/credit/pause", { days: 90 }, key());
    expect([again.status, again.body.status.code]).toEqual([409, "PAUSE_STANDS"]);
    expect((await client.post("/api/credit/pause", { days: 31 }, key())).status).toBe(422);
    expect((await client.get("/api/credit/limits")).body).toMatchObject({
      remainingRupiah: 0,
      freezes: [{ cause: "BORROWER", endsAt }],
    });
    expect(await inTransaction((trx) => reserveLimit(services, trx, borrowerId, services.random.uuid(), 100_000))).toBe(
      false,
    );
    clock.advance(new Date(endsAt).getTime() - clock.now().getTime());
    await app.settle();
    const owner = await app.loggedIn(borrowerId);
    expect((await owner.get("/api/credit/limits")).body).toMatchObject({ freezes: [] });
    const kinds = (await owner.get("/api/credit/limit-changes?kind=TEMPORARY")).body.items;
    expect(kinds).toEqual([]);
    expect((await changesOf(borrowerId)).map(({ cause }) => cause).filter((cause) => cause.endsWith("FROZEN"))).toEqual(
      ["UNFROZEN", "FROZEN"],
    );
  });

  it("stands with the frozen account, and stops signing and payout as a check for fraud does", async () => {
    const borrowerId = await assessed();
    const about = { at: clock.now(), borrowerId, contestId: services.random.uuid() };
    const stopped = () => isBorrowingStopped(database, borrowerId);
    await inTransaction((trx) =>
      services.events.announce(trx, accountContested, { id: `contested_${about.contestId}`, ...about }),
    );
    expect([await stopped(), (await currentLimits(services, database, borrowerId)).remainingRupiah]).toEqual([true, 0]);
    await inTransaction((trx) =>
      services.events.announce(trx, accountReleased, { id: `released_${about.contestId}`, ...about }),
    );
    expect(await stopped()).toBe(false);
    await inTransaction((trx) => freezeLimit(services, trx, borrowerId, { cause: "STAFF" }));
    expect(await stopped()).toBe(false);
    await inTransaction((trx) => freezeLimit(services, trx, borrowerId, { cause: "FRAUD_REVIEW" }));
    expect(await stopped()).toBe(true);
    expect(await inTransaction((trx) => freezeLimit(services, trx, borrowerId, { cause: "STAFF" }))).toBe(false);
    await inTransaction((trx) => unfreezeLimit(services, trx, borrowerId, "FRAUD_REVIEW"));
    expect((await currentLimits(services, database, borrowerId)).freezes).toMatchObject([{ cause: "STAFF" }]);
  });

  it("follows a loan's books: late to the day, written off until that loan is paid, and nothing else is lifted by them", async () => {
    const borrowerId = await assessed();
    const today = dateInWib(clock.now());
    const lateFrom = addDays(today, -rowsOn(limitRows, today).frozenFromDays);
    const books = { unpaidSince: null, isOver: false, isWrittenOff: false };
    const standing = async () => (await freezesOf(database, borrowerId)).map(({ cause }) => cause).toSorted();
    const follow = async (change: Partial<Parameters<typeof followBooksOfLoan>[3]>) => {
      await inTransaction((trx) => followBooksOfLoan(services, trx, borrowerId, { ...books, ...change }));
      return standing();
    };
    await inTransaction((trx) => freezeLimit(services, trx, borrowerId, { cause: "STAFF" }));
    await inTransaction((trx) => freezeLimit(services, trx, borrowerId, { cause: "OVERDUE" }));
    expect(await follow({ unpaidSince: lateFrom })).toEqual(["OVERDUE", "STAFF"]);
    expect(await follow({ unpaidSince: lateFrom, isWrittenOff: true })).toEqual(["OVERDUE", "STAFF", "WRITTEN_OFF"]);
    expect(await follow({ unpaidSince: addDays(lateFrom, 1), isWrittenOff: true })).toEqual(["STAFF", "WRITTEN_OFF"]);
    expect(await follow({})).toEqual(["STAFF", "WRITTEN_OFF"]);
    expect(await follow({ isOver: true })).toEqual(["STAFF"]);
  });

  it("and an application come one after the other: what was reserved before stands, and nothing after it", async () => {
    const borrowerId = await assessed();
    const tries = Array.from({ length: 20 }, (_, index) =>
      index === 10
        ? inTransaction((trx) => freezeLimit(services, trx, borrowerId, { cause: "STAFF" })).then(() => false)
        : inTransaction((trx) => reserveLimit(services, trx, borrowerId, services.random.uuid(), 100_000)),
    );
    const reserved = (await Promise.all(tries)).filter(Boolean).length;
    expect(await currentLimits(services, database, borrowerId)).toMatchObject({
      usedRupiah: reserved * 100_000,
      remainingRupiah: 0,
    });
    expect(await inTransaction((trx) => reserveLimit(services, trx, borrowerId, services.random.uuid(), 100_000))).toBe(
      false,
    );
  });
});
