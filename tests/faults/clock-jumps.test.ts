/**
 * The machine's clock jumps, forward and back, by a second or two days: nothing happens twice, nothing is lost, and
 * used proofs stay used. // Threat H7
 */
import { sql } from "kysely";
import { expect, it } from "vitest";
import { auditAll } from "#server/ledger/index.ts";
import { addDays, instantOf } from "#shared/dates.ts";
import { billOf } from "#features/credit/repayment/server/index.ts";
import { testApp, type TestApp } from "#tests/support/app.ts";
import { loggingIn } from "#tests/support/logging-in.ts";
import { activeLoan } from "#tests/support/loan.ts";

const second = 1_000;
const hour = 3_600_000;
const isLong = process.env["TEST_LONG"] === "1";

/** Jumps by their size; together they return to the right time. */
const walks: Record<string, readonly number[]> = {
  "straight on": [],
  "by a second": [second, -second, second, -second],
  "by an hour": [-hour, 2 * hour, -hour],
  "by two days": [-48 * hour, 48 * hour, 48 * hour, -48 * hour],
};

/** The machine's clock is wrong by this much from now on; the test's own clock keeps running correctly. */
function skewable({ clock }: TestApp): (milliseconds: number) => void {
  let skew = 0;
  const { now, realNow } = clock;
  clock.now = () => new Date(now().getTime() + skew);
  clock.realNow = () => new Date(realNow().getTime() + skew);
  return (milliseconds) => (skew = milliseconds);
}

/** A loan from its payout past a missed due date, and three more days, with jumps at each stop. */
async function lived(jumps: readonly number[]) {
  const app = await testApp();
  const { services, clock } = app;
  const { database } = services;
  const skewBy = skewable(app);
  const loan = await activeLoan(app);
  const due = (await billOf(services, database, loan.borrowerId, loan.loanId))!.rows[0]!.dueOn;
  for (const days of [-3, -1, 0, 1, 2, 3]) {
    clock.moveTo(instantOf(addDays(due, days), "WIB", { hour: 10 }));
    await app.settle();
    let skew = 0;
    for (const jump of jumps) {
      skewBy((skew += jump));
      await app.settle();
    }
  }
  clock.moveTo(instantOf(addDays(due, 6), "WIB", { hour: 10 }));
  await app.settle();
  const { rows: transfers } = await sql<{
    kind: string;
    amount: number;
  }>`select kind, amount from ledger_transfer order by kind, amount`.execute(database);
  const messages = await services.outside.sandbox!.messages.list({ to: loan.mobileNumber });
  const { findings } = await auditAll(database, clock.now());
  const bill = (await billOf(services, database, loan.borrowerId, loan.loanId))!;
  // Messages by kind: amounts and days depend on when one is sent.
  const sentMessages = messages.map(({ text }) => text.replaceAll(/\d+/g, "0")).sort();
  return {
    findings,
    told: sentMessages,
    books: {
      transfers,
      bill: { payoffRupiah: bill.payoffRupiah, daysPastDue: bill.daysPastDue, dueTodayRupiah: bill.dueTodayRupiah },
    },
  };
}

it("leaves the same books and bill as a clock that goes straight on, and tells nothing twice", async () => {
  const straight = await lived(walks["straight on"] ?? []);
  expect(straight.findings).toEqual([]);
  expect(straight.books.bill.daysPastDue).toBe(6);
  expect(new Set(straight.told).size).toBeGreaterThan(2);
  for (const [name, jumps] of Object.entries(walks)) {
    if (jumps.length === 0 || (!isLong && ["by a second", "by an hour"].includes(name))) continue;
    const jumped = await lived(jumps);
    expect(jumped.findings, name).toEqual([]);
    expect(jumped.books, name).toEqual(straight.books);
    // A reminder whose time a jump skipped is omitted; none is sent twice.
    const timesIn = (told: string[], text: string) => told.filter((one) => one === text).length;
    expect(
      jumped.told.filter((text) => timesIn(jumped.told, text) > Math.max(1, timesIn(straight.told, text))),
      name,
    ).toEqual([]);
    expect(jumped.told.length, name).toBeLessThanOrEqual(straight.told.length);
  }
}, 240_000);

it("revives no code, session or entry that was used or ended", async () => {
  const app = await testApp();
  const skewBy = skewable(app);
  const { enter, nextNumber, stepUpCode } = loggingIn(app);
  const number = nextNumber();
  const client = app.client();
  await enter(client, number);
  const used = await stepUpCode(client, number, "STEP_UP_SIGN");
  expect((await client.post("/api/session/stepUp", used)).status).toBe(200);
  const gone = app.client();
  await enter(gone, nextNumber());
  const cookie = gone.cookies.get("sid")!;
  await gone.post("/api/session/logout", {});
  for (const skew of [-second, -hour, -48 * hour, 48 * hour, 0]) {
    skewBy(skew);
    const again = await client.post("/api/session/stepUp", used);
    // Where the session itself looks too old, the answer is its expiry.
    expect(["VERIFICATION_NEEDED", "NOT_LOGGED_IN"]).toContain(again.body.status.code);
    gone.cookies.set("sid", cookie);
    expect((await gone.get("/api/sessions")).status).toBe(401);
  }
});
