/**
 * A borrower's page at a glance: figures of every domain and the newest messages, in few round trips and by indexes.
 */
import { expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { repaying } from "#tests/support/repaying.ts";
import { roundsOf } from "#tests/support/rounds.ts";
import { addDays, instantOf, weekdayOf } from "#shared/dates.ts";
import type { BorrowerPage } from "../staff-contract.ts";

const app = await testApp();
const { clock } = app;
const { running, bill, key } = repaying(app);
const pageOf = async (borrowerId: string): Promise<BorrowerPage> =>
  (
    await (
      await app.staff("0190c300-0000-7000-8000-000000000001", ["support"])
    ).get(`/api/staff/borrowers/${borrowerId}`)
  ).body;

it("shows what the borrower owes, has, promised and how the account stands, by group", async () => {
  const loan = await running();
  const { borrowerId, loanId } = loan;
  const before = await pageOf(borrowerId);
  const keys = ({ figures }: BorrowerPage) => figures.map(({ group, key }) => `${group} ${key}`);
  const figureOf = ({ figures }: BorrowerPage, key: string) => figures.find((one) => one.key === key);
  expect(keys(before)).toEqual(
    expect.arrayContaining([
      "CREDIT LEVEL",
      "REPAYMENT DAYS_PAST_DUE",
      "REPAYMENT OUTSTANDING",
      "REPAYMENT BALANCE",
      "ACCOUNT DEVICES",
    ]),
  );
  expect(figureOf(before, "DAYS_PAST_DUE")).toMatchObject({ count: 0, tone: null, to: `/staff/loans/${loanId}` });
  const [{ principalRupiah }] = before.loans as [BorrowerPage["loans"][number]];
  expect(figureOf(before, "OUTSTANDING")).toMatchObject({ rupiah: principalRupiah, count: null });
  expect(figureOf(before, "BALANCE")).toMatchObject({ rupiah: 0 });

  let today = addDays((await bill(loan)).rows[0]!.dueOn, 2);
  while (weekdayOf(today) > 5 || /-(12-25|01-01)$/.test(today)) today = addDays(today, 1);
  clock.moveTo(instantOf(today, "WIB", { hour: 10 }));
  await app.settle();
  const client = await app.loggedIn(borrowerId);
  const { minRupiah } = (await client.get("/api/repayment/servicing")).body.range;
  const promise = { amountRupiah: minRupiah, on: addDays(today, 3) };
  const made = await client.post("/api/repayment/promise", promise, { ...key(), Referer: "/webview/servicing" });
  expect(made.status, made.text).toBe(200);
  const late = await pageOf(borrowerId);
  expect(figureOf(late, "DAYS_PAST_DUE")!.count).toBeGreaterThan(0);
  expect(figureOf(late, "DAYS_PAST_DUE")!.tone).toBe("bad");
  expect(figureOf(late, "PROMISE")).toMatchObject({ rupiah: minRupiah, note: "Berjalan", on: promise.on });
  expect(late.figures.map(({ group }) => group)).toEqual(
    late.figures.map(({ group }) => group).toSorted((a, b) => groups.indexOf(a) - groups.indexOf(b)),
  );
  await app.services.database
    .insertInto("credit_limit_freeze")
    .values({ borrowerId, id: app.services.random.uuid(), cause: "STAFF", sinceAt: clock.now() })
    .execute();
  expect(figureOf(await pageOf(borrowerId), "FREEZES")).toMatchObject({
    count: 1,
    note: "keputusan petugas",
    tone: "bad",
    to: `/staff/borrowers/${borrowerId}/limit`,
  });
  expect(late.messages.length).toBeGreaterThan(0);
  expect(late.messages.length).toBeLessThanOrEqual(5);
  expect(late.messages.every(({ kind }) => kind === "MESSAGE")).toBe(true);
});
const groups = ["CREDIT", "REPAYMENT", "CONTACT", "ACCOUNT"];

it("asks the database in three rounds, one of them the trail's, and no more often than it has matters to show", async () => {
  const { borrowerId } = await running();
  const staff = await app.staff("0190c300-0000-7000-8000-000000000001", ["support"]);
  const open = () => staff.get(`/api/staff/borrowers/${borrowerId}`);
  // A read joins others in one statement once its columns are known.
  await open();
  let counted = await roundsOf(app.services.database, open);
  // A process that loads its modules or is paused on a busy machine splits one round into two; nothing merges two into
  // one.
  for (let again = 0; again < 5 && (counted.rounds > 3 || counted.queries > 6); again++)
    counted = await roundsOf(app.services.database, open);
  const told = counted.asked.flat().join("\n");
  expect(counted.rounds, told).toBeLessThanOrEqual(3);
  // The session, the trail's two entries, and the reads of all domains: one statement for up to 24 of them, and one of the next round.
  expect(counted.queries, told).toBeLessThanOrEqual(6);
});
