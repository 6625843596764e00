/** Rules of fairness that the rewards must never break, one by one. // Product decisions, rewards 9 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, expectTypeOf, it } from "vitest";
import { registrationOfBorrower } from "#features/account/login/server/index.ts";
import { findLoan } from "#features/credit/loan/server/index.ts";
import { instalmentPaid, loanPaidOff } from "#features/credit/repayment/server/index.ts";
import { transact } from "#server/database.server.ts";
import type { DomainEvent } from "#server/events/domain-events.ts";
import { addDays, instantOf } from "#shared/dates.ts";
import { languages } from "#shared/texts.ts";
import { testApp } from "#tests/support/app.ts";
import { campaignsOf, type Taker } from "#tests/support/campaigns.ts";
import { claimsAfterLoans } from "#tests/support/claims-after-loans.ts";
import { repaying } from "#tests/support/repaying.ts";
import { campaignFacts, campaignTasks, loanTasks, type RulesOf } from "../rules-contract.ts";
import { texts } from "../texts.ts";
import { conditionsMet } from "./claiming.ts";
import { asksIdentity, ineligibility, isOldEnough } from "./eligibility.ts";
import { seeds } from "./seed-table.ts";
import { findCampaign, insertFact, type CampaignFactRow } from "./store.ts";
import { domains } from "../../../../api.ts";

const app = await testApp({ campaigns: true });
const { services, clock } = app;
const { database } = services;
await app.settle();
const { borrower, act, see, claim, codeOf, fresh, verify } = campaignsOf(app);
const { running } = repaying(app);
const { afterLoan, paidOff } = claimsAfterLoans(app);

/** Properties of a schema that could hold an amount, a tenor or a number of loans. */
type Numbers<Shape> = {
  [Key in keyof Shape]-?: Extract<Shape[Key], number | bigint> extends never ? never : Key;
}[keyof Shape];
type DataOf<Event> = Event extends DomainEvent<infer Data> ? Data : never;

describe("(1) borrowing is never rewarded", () => {
  it("no task is to apply, to borrow, or to borrow more, longer or again", () => {
    expect(campaignTasks).toEqual(["DAILY_SIGN_IN", "PAYMENT_SUCCESS", "FINISH_ORDER", "SHARE_MGM", "SET_PASSWORD"]);
    expect(loanTasks).toEqual(["PAYMENT_SUCCESS", "FINISH_ORDER"]);
    expect(campaignFacts.filter((fact) => /LOAN|INSTALMENT/.test(fact))).toEqual(["LOAN_PAID_OFF", "INSTALMENT_PAID"]);
  });

  it("facts carry no amount, tenor or number of loans: a rule cannot reward more debt, because it cannot see it", async () => {
    expectTypeOf<Numbers<CampaignFactRow>>().toBeNever();
    expectTypeOf<keyof CampaignFactRow>().toEqualTypeOf<"fact" | "loanId" | "inTime" | "at">();
    expectTypeOf<Numbers<DataOf<typeof instalmentPaid>>>().toBeNever();
    expectTypeOf<Numbers<DataOf<typeof loanPaidOff>>>().toBeNever();
    const { rows } = await sql<{ name: string; type: string }>`select column_name as name, data_type as type
      from information_schema.columns where table_name = 'campaign_fact'`.execute(database);
    expect(rows.map(({ name }) => name).toSorted()).toEqual([
      "borrower_id",
      "event_id",
      "fact",
      "happened_at",
      "in_time",
      "loan_id",
    ]);
    expect(rows.filter(({ type }) => /int|numeric|real|double|json|money/.test(type))).toEqual([]);
  });

  it("of applying and being paid out the campaigns hear nothing", () => {
    const subscriptions = domains.flatMap(({ subscribes }) => subscribes ?? []);
    const ofRewards = subscriptions
      .filter(({ key }) => /^(?:campaign|points)-/.test(key))
      .map(({ event }) => event.name);
    expect(ofRewards.filter((name) => /^(?:loan\.(?!paid_off)|limit\.|application)/.test(name))).toEqual([]);
    // The specification also requires two others: the coupon that a loan redeems, and the friend's first loan.
    const ofPayout = subscriptions.filter(({ event }) => event.name === "loan.activated").map(({ key }) => key);
    expect(ofPayout.filter((key) => /^(?:campaign|points|wallet|award)-/.test(key))).toEqual([]);
  });
});

const days = (count: number) => clock.advance(count * 86_400_000);

describe("(2) and (3) a loan's task counts for an old loan, and its coupon later", () => {
  it("a loan counts from the fourteenth day after its payout on", () => {
    const at = (day: string) => instantOf(day, "WIB", { hour: 9 });
    const loan = { disbursedOn: "2026-11-01" };
    expect([at("2026-11-14"), at("2026-11-15")].map((moment) => isOldEnough(loan, moment))).toEqual([false, true]);
    expect(isOldEnough({ disbursedOn: null }, at("2027-01-01"))).toBe(false);
    expect(isOldEnough(null, at("2027-01-01"))).toBe(false);
  });

  it("what was paid out after a campaign opened claims nothing, what was before it claims a coupon that is usable in three days", async () => {
    const [old, late] = [await running(), await running()];
    days(1);
    await afterLoan("after-loan");
    const young = await running();
    days(20);
    for (const { borrowerId, loanId } of [old, young]) await paidOff(borrowerId, loanId);
    // It only requires never being late.
    await paidOff(late.borrowerId, late.loanId, false);
    expect(codeOf(await claim(await fresh(late.borrowerId), "after-loan", "COUPON"))).toBe("NOT_ELIGIBLE");
    const refused = await claim(await fresh(young.borrowerId), "after-loan", "COUPON");
    expect(refused.body.status).toMatchObject({ code: "NOT_ELIGIBLE", data: { reason: "AUDIENCE" } });
    const client = await fresh(old.borrowerId);
    expect((await claim(client, "after-loan", "COUPON")).status).toBe(200);
    const { usableFrom } = await database
      .selectFrom("coupon")
      .select("usableFrom")
      .where("borrowerId", "=", old.borrowerId)
      .executeTakeFirstOrThrow();
    expect(usableFrom.getTime() - clock.now().getTime()).toBe(3 * 86_400_000);
  });
});

it("a claim that asks for the first days after the registration counts what came within them, to the moment", async () => {
  const campaign = await afterLoan("first-days");
  const rules = { ...campaign.rules, needs: ["PASSWORD_SET"], withinDays: 7 } as RulesOf<"CLAIM">;
  for (const [afterwards, counts] of [
    [7 * 86_400_000, true],
    [7 * 86_400_000 + 1, false],
  ] as const) {
    const { borrowerId } = await borrower(false);
    const { registeredAt } = (await registrationOfBorrower(database, borrowerId))!;
    const at = new Date(registeredAt.getTime() + afterwards);
    const fact = { fact: "PASSWORD_SET", loanId: null, inTime: null, at, eventId: services.random.uuid() } as const;
    await transact(database, (trx) => insertFact(trx, borrowerId, fact));
    expect((await conditionsMet(database, borrowerId, campaign, rules)) !== null).toBe(counts);
  }
});

// A loan of these tests takes longer than the guess of the sandbox runs.
await database
  .updateTable("campaign")
  .set({
    closesAt: new Date(clock.now().getTime() + 400 * 86_400_000),
    claimsUntil: new Date(clock.now().getTime() + 414 * 86_400_000),
    rules: sql`jsonb_set(rules, '{lockDay}', '300')`,
  })
  .where("activityId", "=", "world-cup")
  .execute();
const chance = ["toy-egg-1", "golden-egg", "wish-dream", "world-cup"] as const;
const reasonOf = async (borrowerId: string, activityId: string) =>
  ineligibility(services, database, borrowerId, (await findCampaign(database, activityId))!);
const reasons = (borrowerId: string) => Promise.all(chance.map((activityId) => reasonOf(borrowerId, activityId)));

/** A verified borrower with a loan made today. */
async function indebted(): Promise<Taker & { loanId: string }> {
  const { client, ...loan } = await running();
  await verify(loan.borrowerId, client);
  return { ...loan, client };
}

describe("(4) chance is closed to whoever is in trouble, and says nothing of a debt", () => {
  it("to the overdue from the first day on, and to nobody who pays in time", async () => {
    const { borrowerId, loanId } = await indebted();
    expect(await reasons(borrowerId)).toEqual(chance.map(() => null));
    const { disbursedOn } = (await findLoan(database, borrowerId, loanId))!;
    clock.moveTo(instantOf(addDays(disbursedOn!, 30), "WIB", { hour: 23, minute: 59 }));
    expect(await reasons(borrowerId)).toEqual(chance.map(() => null));
    clock.advance(60_000);
    expect(await reasons(borrowerId)).toEqual(chance.map(() => "NOT_NOW"));
    const client = await fresh(borrowerId);
    const refused = await act(client, "toy-egg-1", "check-in");
    expect(refused.body.status).toMatchObject({ code: "NOT_ELIGIBLE", data: { reason: "NOT_NOW" } });
    const seen = await see(client, "toy-egg-1");
    expect([seen.view, seen.reason]).toEqual(["NOT_ELIGIBLE", "NOT_NOW"]);
    const closed = await act(client, "world-cup", "pick", { optionKey: "SAMPLE_A" });
    expect(closed.body.status).toMatchObject({ code: "NOT_ELIGIBLE", data: { reason: "NOT_NOW" } });
    // A coupon is not a prize of chance.
    expect(await reasonOf(borrowerId, "get-coupon")).toBeNull();
  });

  it("and whoever had chosen before sees the choice, and nothing of any trouble", async () => {
    const { borrowerId, client, loanId } = await indebted();
    expect((await act(client, "world-cup", "pick", { optionKey: "SAMPLE_A" })).status).toBe(200);
    const set = { state: "RESTRUCTURED", endedAt: clock.now() };
    await database.updateTable("loan").set(set).where("id", "=", loanId).execute();
    const seen = await see(await fresh(borrowerId), "world-cup");
    expect([seen.view, seen.reason, seen.pick.choice]).toEqual(["WAITING", null, "SAMPLE_A"]);
  });

  it.each([
    ["WRITTEN_OFF", 0, "NOT_NOW"],
    ["REJECTED", 0, "NOT_NOW"],
    ["REJECTED", 29, "NOT_NOW"],
    ["REJECTED", 30, null],
  ] as const)("a loan that is %s since %i days: %s", async (state, since, reason) => {
    const { borrowerId, loanId } = await indebted();
    const ended = new Date(clock.now().getTime() - since * 86_400_000);
    await database.updateTable("loan").set({ state, endedAt: ended }).where("id", "=", loanId).execute();
    expect(await reasons(borrowerId)).toEqual(chance.map(() => reason));
  });

  it("to whoever had a loan restructured, while the loan that replaced it runs", async () => {
    const { borrowerId, loanId } = await indebted();
    const old = await indebted();
    const at = clock.now();
    await database
      .updateTable("loan")
      .set({ state: "RESTRUCTURED", endedAt: at, borrowerId })
      .where("id", "=", old.loanId)
      .execute();
    expect(await reasons(borrowerId)).toEqual(chance.map(() => null));
    await database
      .updateTable("loan")
      .set({ restructuresLoanId: old.loanId, carriedRupiah: 0 })
      .where("id", "=", loanId)
      .execute();
    expect(await reasons(borrowerId)).toEqual(chance.map(() => "NOT_NOW"));
    const set = { state: "PAID_OFF", endedAt: at };
    await database.updateTable("loan").set(set).where("id", "=", loanId).execute();
    expect(await reasons(borrowerId)).toEqual(chance.map(() => null));
  });

  it("no word of a debt in what they read", () => {
    const debt =
      /utang|hutang|tunggak|terlambat|telat|pinjam|cicil|debt|owe|loan|late\b|overdue|instal|欠|逾期|贷|借|债|期款/iu;
    for (const language of languages) expect(texts.NOT_NOW[language]).not.toMatch(debt);
  });
});

describe("(5) a rest begins at once and is never shortened", () => {
  it("whatever is asked for afterwards, its end never comes nearer", async () => {
    const { client, borrowerId } = await borrower();
    let end = 0;
    for (const asked of [30, 90, 30, 30, 90, 30, null, 30, 90]) {
      const answer = await client.post("/api/activity/break", { days: asked });
      expect(answer.status).toBe(200);
      const until = answer.body.until === null ? Number.POSITIVE_INFINITY : Date.parse(answer.body.until);
      expect(until).toBeGreaterThanOrEqual(end);
      end = until;
      expect(await reasonOf(borrowerId, "get-coupon")).toBe("BREAK");
      clock.advance(60_000);
    }
  });

  it("is a choice of 30 days, 90 days or for good", async () => {
    const { client } = await borrower(false);
    for (const asked of [0, 1, 29, -30, "none"])
      expect((await client.post("/api/activity/break", { days: asked })).status).toBe(422);
  });
});

describe("(6) nobody is hurried, consoled with what almost was, or signed up by default", () => {
  const wing = join(import.meta.dirname, "../..");
  const files = readdirSync(wing, { recursive: true, encoding: "utf8" }).filter((file) =>
    /(?:^|\/)(?:[a-z-]*texts|words)\.ts$/.test(file),
  );
  const hurry =
    /\bhampir\b|\bnyaris\b|\bburuan\b|kesempatan terakhir|jangan sampai (?:lewat|ketinggalan)|\balmost\b|\bnearly\b|so close|near miss|last chance|hurry|don't miss|差一点|险些|最后机会|赶快|抓紧|别错过/iu;

  it.each(files)("%s", (file) => {
    const words = readFileSync(join(wing, file), "utf8").match(/"(?:[^"\\]|\\.)*"/g) ?? [];
    expect(words.filter((word) => hurry.test(word))).toEqual([]);
  });

  it("joining asks for a yes: anything else is no agreement", async () => {
    const { client } = await borrower();
    for (const body of [{}, { agree: false }, { agree: null }])
      expect((await act(client, "toy-egg-2", "join", body)).status).toBe(422);
    await act(client, "toy-egg-2", "check-in");
    const { ticketIds, asksAgreement } = await see(client, "toy-egg-2");
    expect(asksAgreement).toBe(true);
    expect(codeOf(await act(client, "toy-egg-2", "play", { ticketId: ticketIds[0], choice: 1 }))).toBe(
      "AGREEMENT_NEEDED",
    );
  });

  it("an end that is shown is the campaign's own", async () => {
    const { closesAt } = (await findCampaign(database, "toy-egg-1"))!;
    expect((await see(app.client(), "toy-egg-1")).closesAt).toBe(closesAt.toISOString());
  });
});

describe("(7) chance and cash are for adults whose identity is verified", () => {
  it("every campaign of the sandbox that is won by luck or pays cash asks for it", async () => {
    for (const { activityId, rules } of seeds) {
      const isByLuck = ["INSTANT", "DRAW", "PICK"].includes(rules.mechanic);
      const paysCash = "prizes" in rules && rules.prizes.some(({ prize }) => prize.kind === "CASH");
      const asks = asksIdentity((await findCampaign(database, activityId))!);
      if (isByLuck || paysCash) expect([activityId, asks]).toEqual([activityId, true]);
    }
  });

  it("a day before the eighteenth birthday no, on it yes", async () => {
    const { borrowerId, client } = await borrower(false);
    await verify(borrowerId, client);
    const born = "1990-03-15";
    const campaign = (await findCampaign(database, "toy-egg-1"))!;
    const on = (day: string) => {
      const at = instantOf(day, "WIB", { hour: 9 });
      return ineligibility(
        { ...services, clock: { now: () => at, realNow: () => at } },
        database,
        borrowerId,
        campaign,
      );
    };
    expect(born).toBe("1990-03-15");
    expect([await on("2008-03-14"), await on("2008-03-15")]).toEqual(["AUDIENCE", null]);
  });
});
