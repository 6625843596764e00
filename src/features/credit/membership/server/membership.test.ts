/**
 * Members: levels by repaid loans, Plus from its choice to its end, and interest that is reduced once, in books and
 * bill alike.
 */
import { expect, it } from "vitest";
import { recordEvent } from "#features/credit/repayment/server/index.ts";
import { transact } from "#server/database.server.ts";
import { account, balanceOf } from "#server/ledger/index.ts";
import { dateInWib } from "#shared/dates.ts";
import { sumRupiah } from "#shared/money.ts";
import { setVerifiedSource, verifiedMember } from "#tests/support/member.ts";
import { testApp, type TestResponse } from "#tests/support/app.ts";
import { coupon } from "#tests/support/coupon.ts";
import type { MadeLoan } from "#tests/support/loan.ts";
import { repaying } from "#tests/support/repaying.ts";
import { scored } from "#tests/support/scored.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
await app.settle();
const { running, pay, clean, bill, key } = repaying(app);
const setScore = scored(app);
const day = 86_400_000;
const codeOf = ({ status, body }: TestResponse) => [status, body.status?.code];
let payments = 0;
const manyLoans = process.env["TEST_LONG"] === "1" ? 50 : 2;

/** A borrower who has paid off this many loans in time. */
async function repaid(count: number, score: number): Promise<MadeLoan> {
  const first = await running();
  const { borrowerId } = first;
  setScore(borrowerId, score);
  await pay(first, await app.loggedIn(borrowerId), "ALL", `all-${++payments}`);
  for (let more = 1; more < count; more++)
    await pay(await running({ borrowerId }), await app.loggedIn(borrowerId), "ALL", `all-${++payments}`);
  return first;
}
/** A running loan of such a borrower whose first instalment is paid. */
async function begun(borrowerId: string) {
  const loan = await running({ borrowerId });
  const client = await app.loggedIn(borrowerId);
  await pay(loan, client, "FIRST", `first-${++payments}`);
  return { ...loan, client };
}
const reduce = (client: Awaited<ReturnType<typeof app.loggedIn>>, loanId: string) =>
  client.post("/api/membership/reduction", { loanId }, key());

it("A level follows from loans repaid well and the score; it says what each level asks for and gives.", async () => {
  const nobody = await app.loggedIn((await running()).borrowerId);
  const basic = (await nobody.get("/api/membership")).body;
  expect(basic).toMatchObject({ level: "BASIC", goodLoans: 0, plus: null });
  expect(
    basic.levels.map(({ level, reductionPpm }: { level: string; reductionPpm: number }) => [level, reductionPpm]),
  ).toEqual([
    ["BASIC", 0],
    ["SILVER", 50_000],
    ["GOLD", 100_000],
    ["PLUS", 150_000],
  ]);
  const { borrowerId } = await repaid(1, 620);
  expect((await (await app.loggedIn(borrowerId)).get("/api/membership")).body).toMatchObject({
    level: "SILVER",
    goodLoans: 1,
    score: 620,
  });
});

it("Interest is taken off once for a member: forty at once are one, and what was shown is what is billed and booked.", async () => {
  const { borrowerId } = await repaid(1, 620);
  const loan = await begun(borrowerId);
  const { client, loanId } = loan;
  const shown = (await client.get("/api/membership/reduction")).body;
  // Nothing of 180,000 has accrued on the first day: a twentieth of it.
  expect(shown).toMatchObject({ eligible: true, refusals: [], level: "SILVER", loanId, savedRupiah: 9_000 });
  const before = await balanceOf(database, account("DISCOUNT_COST"));
  const all = await Promise.all(Array.from({ length: 40 }, () => reduce(client, loanId)));
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const one of all.filter(({ status }) => status !== 200)) expect(codeOf(one)).toEqual([409, "REDUCTION_USED"]);
  const { rows } = await bill(loan);
  expect(rows.map(({ unpaidRupiah }) => unpaidRupiah)).toEqual(
    shown.rowsAfter.map(({ payableRupiah }: { payableRupiah: number }) => payableRupiah),
  );
  expect(sumRupiah(rows.map(({ discountRupiah }) => discountRupiah))).toBe(9_000);
  expect(Math.abs((await balanceOf(database, account("DISCOUNT_COST"))) - before)).toBe(9_000);
  expect(await clean()).toEqual([]);
  expect((await client.get("/api/membership/reduction")).body).toMatchObject({
    eligible: false,
    refusals: ["USED"],
    savedRupiah: 9_000,
  });
  await app.settle();
  const notices = await database.selectFrom("notice").select("kind").where("borrowerId", "=", borrowerId).execute();
  expect(notices.filter(({ kind }) => kind === "membership.reduced")).toHaveLength(1);
  // It cannot be combined with a coupon.
  const { couponId } = await coupon(app, borrowerId, "interest-10000");
  expect((await client.post(`/api/coupon/${couponId}/use`, { loanId }, key())).body.status).toMatchObject({
    code: "COUPON_NOT_USABLE",
    data: { reason: "LOAN_HAS_ONE" },
  });
  // Neither another borrower's loan nor an unknown one.
  const other = await app.loggedIn((await running()).borrowerId);
  expect(codeOf(await reduce(other, loanId))).toEqual([404, "LOAN_UNKNOWN"]);
});

it(
  `Over ${manyLoans} loans forty reductions at once are one, whatever payment comes between them.`,
  { timeout: 1_800_000 },
  async () => {
    const { borrowerId } = await repaid(1, 620);
    for (let number = 0; number < manyLoans; number++) {
      const loan = await begun(borrowerId);
      const { client, loanId } = loan;
      const shown = (await client.get("/api/membership/reduction")).body;
      const { rows, payoffRupiah } = await bill(loan);
      const payment = {
        kind: "PAYMENT",
        id: `between-${loanId}`,
        valueDate: dateInWib(clock.now()),
        from: "RAIL",
      } as const;
      const rail = { rail: "VIRTUAL_ACCOUNT", bankCode: "014", paidAt: clock.now(), actor: "BANK" } as const;
      const pays = (amountRupiah: number) =>
        transact(database, (trx) => recordEvent(services, trx, loan, { ...payment, amountRupiah }, rail));
      const [paid, ...all] = await Promise.all([
        pays(rows[1]!.unpaidRupiah),
        ...Array.from({ length: 40 }, () => reduce(client, loanId)),
      ]);
      expect([number, paid]).toEqual([number, "RECORDED"]);
      const taken = all.filter(({ status }) => status === 200);
      expect([number, taken.map(({ body }) => body.savedRupiah)]).toEqual([number, [shown.savedRupiah]]);
      const after = await bill(loan);
      expect(sumRupiah(after.rows.map(({ discountRupiah }) => discountRupiah))).toBe(shown.savedRupiah);
      expect(after.payoffRupiah).toBe(payoffRupiah - rows[1]!.unpaidRupiah);
      const rest = { ...payment, id: `rest-${loanId}`, amountRupiah: after.payoffRupiah };
      await transact(database, (trx) => recordEvent(services, trx, loan, rest, rail));
    }
    expect(await clean()).toEqual([]);
  },
);

it("Each condition that is not met is named, and a loan with a coupon keeps to it.", async () => {
  const fresh = await running();
  const refusals = async (one: { client: typeof fresh.client; loanId: string }) => {
    const shown = (await one.client.get("/api/membership/reduction")).body;
    expect(shown).toMatchObject({ eligible: false, savedRupiah: 0 });
    const refused = await reduce(one.client, one.loanId);
    expect(codeOf(refused)).toEqual([409, "NOT_ELIGIBLE"]);
    expect(refused.body.status.data.refusals).toEqual(shown.refusals);
    return shown.refusals;
  };
  expect(await refusals(fresh)).toEqual(["LEVEL", "FIRST_INSTALMENT"]);
  const { borrowerId, loanId: paidOff } = await repaid(1, 620);
  const member = await app.loggedIn(borrowerId);
  expect(await refusals({ client: member, loanId: paidOff })).toEqual(["NO_LOAN"]);
  const loan = await begun(borrowerId);
  const { couponId } = await coupon(app, borrowerId, "interest-10000");
  expect((await loan.client.post(`/api/coupon/${couponId}/use`, { loanId: loan.loanId }, key())).status).toBe(200);
  expect(await refusals(loan)).toEqual(["COUPON"]);
});

it("The month's budget is never passed: the last that fits is given, and nothing is booked of the next.", async () => {
  const { borrowerId } = await repaid(1, 620);
  const loan = await begun(borrowerId);
  const month = `${dateInWib(clock.now()).slice(0, 8)}01`;
  const givenRupiah = (left: number) =>
    database
      .insertInto("membership_budget")
      .values({ month, maxRupiah: 500_000_000, givenRupiah: 500_000_000 - left })
      .onConflict((conflict) => conflict.column("month").doUpdateSet({ givenRupiah: 500_000_000 - left }))
      .execute();
  await givenRupiah(8_999);
  expect((await loan.client.get("/api/membership/reduction")).body.refusals).toEqual(["BUDGET"]);
  expect(codeOf(await reduce(loan.client, loan.loanId))).toEqual([409, "BUDGET_SPENT"]);
  expect((await bill(loan)).rows.every(({ discountRupiah }) => discountRupiah === 0)).toBe(true);
  await givenRupiah(9_000);
  expect((await reduce(loan.client, loan.loanId)).body.savedRupiah).toBe(9_000);
  await expect(
    database.updateTable("membership_budget").set({ givenRupiah: 500_000_001 }).where("month", "=", month).execute(),
  ).rejects.toThrow();
  await givenRupiah(500_000_000);
  expect(await clean()).toEqual([]);
});

it("Plus is chosen by who meets its conditions, renewed while they hold, ended by its borrower, and ended 8 days late.", async () => {
  const { borrowerId } = await repaid(3, 700);
  let client = await app.loggedIn(borrowerId);
  const begin = async () => (client = await app.loggedIn(borrowerId)).post("/api/membership/plus", {}, key());
  const refused = await begin();
  expect(codeOf(refused)).toEqual([409, "PLUS_CONDITIONS"]);
  expect(refused.body.status.data.missing).toEqual(["EMAIL", "SOURCE"]);
  await verifiedMember(app, borrowerId);
  await setVerifiedSource(app, borrowerId);
  const all = await Promise.all(Array.from({ length: 10 }, () => begin()));
  expect(all.map(({ status, body }) => [status, body.level])).toEqual(all.map(() => [200, "PLUS"]));
  const one = () => database.selectFrom("membership_plus").selectAll().where("borrowerId", "=", borrowerId).execute();
  expect(await one()).toHaveLength(1);
  const endsAt = clock.now().getTime() + 90 * day;
  expect((await one())[0]).toMatchObject({ state: "RUNNING", endsAt: new Date(endsAt) });

  expect((await client.post("/api/membership/plus/end", {})).body).toMatchObject({ level: "GOLD", plus: null });
  await begin();
  clock.advance(90 * day + 1_000);
  await app.settle();
  client = await app.loggedIn(borrowerId);
  const renewed = (await client.get("/api/membership")).body;
  expect(renewed.level).toBe("PLUS");
  expect(new Date(renewed.plus.endsAt).getTime()).toBeGreaterThan(clock.now().getTime() + 89 * day);

  // More than the balance from the early payoff covers.
  const loan = await running({ borrowerId, amountRupiah: 5_000_000 });
  const late = async (days: number) => {
    clock.advance(days * day);
    await app.settle();
    return (await (await app.loggedIn(borrowerId)).get("/api/membership")).body.level;
  };
  expect([await late(30), await late(7), await late(1)]).toEqual(["PLUS", "PLUS", "GOLD"]);
  expect((await one()).map(({ state }) => state)).toEqual(["ENDED", "ENDED"]);
  client = await app.loggedIn(borrowerId);
  expect(codeOf(await begin())).toEqual([409, "PLUS_CONDITIONS"]);
  await pay(loan, client, "ALL", `all-${++payments}`);
  await app.settle();
  const notices = await database.selectFrom("notice").select("kind").where("borrowerId", "=", borrowerId).execute();
  const kinds = notices.map(({ kind }) => kind).filter((kind) => kind.startsWith("membership."));
  expect(kinds.toSorted()).toEqual([
    "membership.plus_begun",
    "membership.plus_begun",
    "membership.plus_late",
    "membership.plus_renewed",
  ]);
});
