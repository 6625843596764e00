/** A book is ordinary business: it produces loans, payments, overdue bills, cases and correct books. */
import { expect, it } from "vitest";
import { auditAll } from "#server/ledger/index.ts";
import { testApp } from "#tests/support/app.ts";
import { personOf } from "./plan.ts";

const app = await testApp({ everySweep: true, campaigns: true });
const { services } = app;
const { database } = services;
const anybody = app.client();
/** Small, with payments within the first days, a complaint and campaign activity. */
const size = { borrowers: 7, days: 7, seed: 59 };
const play = (body: object) => anybody.post("/api/sandbox/book", body);
const count = async (table: "loan" | "borrower" | "complaint" | "report_day" | "payment_receipt"): Promise<number> =>
  Number(
    (
      await database
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as("rows"))
        .executeTakeFirstOrThrow()
    ).rows,
  );

it("follows from its seed alone", () => {
  const plan = (seed: number) => Array.from({ length: 40 }, (_, index) => personOf({ ...size, days: 60, seed }, index));
  expect(plan(1)).toEqual(plan(1));
  expect(plan(1)).not.toEqual(plan(2));
  const niks = plan(1).map(({ nik }) => nik);
  expect(new Set(niks).size).toBe(niks.length);
  expect(niks.every((nik) => /^\d{16}$/.test(nik))).toBe(true);
  expect(plan(1).every(({ day, loans }) => day >= 0 && day < 60 && loans.length <= 7)).toBe(true);
});

it("holds lives that show credit: repeat loans, allowed and refused, help, a shop, and scores from E to A", () => {
  const whole = { borrowers: 14, days: 120, seed: 3 };
  const persons = Array.from({ length: whole.borrowers }, (_, index) => personOf(whole, index));
  const acts = persons.flatMap(({ creditActs, index }) => creditActs.map(({ what }) => [index, what]));
  expect(acts).toEqual([
    [1, "REPEAT"],
    [2, "SHOP"],
    [6, "HELP"],
    [10, "REPEAT"],
    [12, "INCOME"],
  ]);
  // Band A needs many good instalments, band E months without any.
  expect(persons[4]!.loans.length).toBeGreaterThan(10);
  expect(persons[12]!.loans[0]!.payments).toEqual([]);
});

it("refuses sizes beyond its bounds", async () => {
  for (const body of [
    { borrowers: 0, days: 10 },
    { borrowers: 10, days: 121 },
    { borrowers: 1_001, days: 10 },
  ])
    expect((await play(body)).body.status.fields[0].code).toBe("BOOK_SIZE");
});

it("leaves loans, payments and clean books, and is played once", async () => {
  let played = await play(size);
  // A recorded call lasts some seconds.
  while (played.status === 200 && played.body.state === "PLAYING") played = await play(size);
  expect(played.body).toMatchObject({ state: "DONE", day: size.days, borrowers: size.borrowers });
  expect(played.body.refused / played.body.acts, played.text).toBeLessThan(0.1);
  expect(await count("borrower")).toBe(size.borrowers);
  expect(await count("loan")).toBeGreaterThan(4);
  expect(await count("complaint")).toBe(1);
  expect(await count("payment_receipt")).toBeGreaterThan(1);
  const repeats = database.selectFrom("loan").select("state").where("replacesLoanId", "is not", null);
  expect(await repeats.execute()).toEqual([{ state: "ACTIVE" }]);
  const shops = database.selectFrom("merchant_shop").select("state");
  expect(await shops.execute()).toEqual([{ state: "SUBMITTED" }]);
  const before = [await count("loan"), await count("borrower"), services.clock.now()];
  expect((await play(size)).body).toEqual(played.body);
  expect([await count("loan"), await count("borrower"), services.clock.now()]).toEqual(before);
  const other = await play({ ...size, seed: 5 });
  expect([other.status, other.body.status.code]).toEqual([409, "BOOK_OTHER"]);
}, 480_000);

it("goes on to bills past due and figures of each day", async () => {
  app.clock.advance(36 * 86_400_000);
  await app.settle();
  const states = await database.selectFrom("loan").select("state").distinct().execute();
  expect(states.map(({ state }) => state)).toEqual(expect.arrayContaining(["ACTIVE"]));
  const pastDue = await database
    .selectFrom("report_day")
    .select("value")
    .where("metric", "=", "repayment.overdue_rupiah")
    .where("dimension", "not in", ["CURRENT"])
    .execute();
  expect(pastDue.some(({ value }) => Number(value) > 0)).toBe(true);
  expect(await count("report_day")).toBeGreaterThan(20);
  expect((await auditAll(database, services.clock.now())).findings).toEqual([]);
});

it("is played by one at a time, and given back by whoever was killed", async () => {
  const { clock } = services;
  const later = new Date(clock.realNow().getTime() + 60_000);
  await database
    .updateTable("sandbox_book")
    .set({ day: size.days - 1, claimedUntil: later })
    .execute();
  expect((await play(size)).body.status.code).toBe("BOOK_BUSY");
  await database.updateTable("sandbox_book").set({ claimedUntil: clock.realNow() }).execute();
  // The last day again: everything is refused or answered identically.
  expect((await play(size)).body.state).toBe("DONE");
  expect((await auditAll(database, clock.now())).findings).toEqual([]);
});

it("begins on an installation alone that nobody has used", async () => {
  await database.deleteFrom("sandbox_book").execute();
  expect((await play(size)).body.status.code).toBe("BOOK_USED");
});

// Months of thirteen lives; what leads to a band is in the tests of the score, and who is approved by staff in those of cases.
if (process.env["TEST_LONG"] === "1")
  it("A played book shows a borrower in band A and one in band E.", { timeout: 3_600_000 }, async () => {
    // The bureau reports scores from the first day on.
    const months = await testApp({ start: "2026-12-03T10:00:00+07:00" });
    const { database: books, clock } = months.services;
    const playMonths = () => months.client().post("/api/sandbox/book", { borrowers: 13, days: 100, seed: 3 });
    let played = await playMonths();
    while (played.status === 200 && played.body.state === "PLAYING") played = await playMonths();
    expect(played.body, played.text).toMatchObject({ state: "DONE" });
    // The one with a low bureau score was approved by staff, and borrows.
    const poor = await books
      .selectFrom("credit_limit_bureau")
      .innerJoin("loan", "loan.borrowerId", "credit_limit_bureau.borrowerId")
      .select("loan.state")
      .where("credit_limit_bureau.score", "<", 600)
      .execute();
    expect(poor).toEqual([{ state: "ACTIVE" }]);
    const bands = (await books.selectFrom("credit_limit").select("band").execute()).map(({ band }) => band);
    expect(bands).toEqual(expect.arrayContaining(["A", "E"]));
    expect((await auditAll(books, clock.now())).findings).toEqual([]);
  });
