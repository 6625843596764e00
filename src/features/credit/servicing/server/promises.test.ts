/** Promises to pay: their bounds, the gate while one runs, and how payments keep or break them. */
import { expect, it } from "vitest";
import { addDays, dateInWib, instantOf, weekdayOf } from "#shared/dates.ts";
import { testApp } from "#tests/support/app.ts";
import { accountAt, repaying } from "#tests/support/repaying.ts";
import { stepsTaken } from "./step-store.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const { running, bank, bill, reverse } = repaying(app);
const key = () => ({ "Idempotency-Key": services.random.uuid() });

/** A loan that is so many days late at 10 in the morning of a weekday that is no holiday. */
async function late(days: number) {
  const loan = await running();
  const due = (await bill(loan)).rows[0]!.dueOn;
  let at = addDays(due, days);
  while (weekdayOf(at) > 5 || /-(12-25|01-01)$/.test(at)) at = addDays(at, 1);
  clock.moveTo(instantOf(at, "WIB", { hour: 10 }));
  await app.settle();
  const client = async () => app.loggedIn(loan.borrowerId);
  return {
    ...loan,
    today: at,
    promise: async (amountRupiah: number, on: string) =>
      (await client()).post(
        "/api/repayment/promise",
        { amountRupiah, on },
        { ...key(), Referer: "/webview/servicing" },
      ),
    takeBack: async (promiseId: string) =>
      (await client()).post(`/api/repayment/promise/${promiseId}/taking-back`, {}, { Referer: "/webview/servicing" }),
    seen: async () => (await (await client()).get("/api/repayment/servicing")).body,
    pay: async (amountRupiah: number) => {
      await bank.pay({ virtualAccountNumber: await accountAt(await client()), amountRupiah });
      await app.settle();
    },
    pass: async (count: number) => {
      clock.moveTo(instantOf(addDays(dateInWib(clock.now()), count), "WIB", { hour: 10 }));
      await app.settle();
    },
  };
}
const codeOf = ({ status, body }: { status: number; body: { status?: { code: string } } }) => [
  status,
  body.status?.code,
];

it("A promise is refused before anything is due, out of its bounds, and while another one runs.", async () => {
  const early = await running();
  const client = await app.loggedIn(early.borrowerId);
  const on = addDays(dateInWib(clock.now()), 2);
  const refused = await client.post(
    "/api/repayment/promise",
    { amountRupiah: 100_000, on },
    { ...key(), Referer: "/webview/servicing" },
  );
  expect(codeOf(refused)).toEqual([409, "NOTHING_DUE"]);

  const one = await late(2);
  const { range, lights } = await one.seen();
  expect(range).toMatchObject({ firstOn: one.today, lastOn: addDays(one.today, 7) });
  expect(lights.map(({ channel }: { channel: string }) => channel)).toEqual(["MESSAGE", "CALL"]);
  expect(codeOf(await one.promise(range.minRupiah - 1, one.today))).toEqual([422, "PROMISE_RANGE"]);
  expect(codeOf(await one.promise(range.minRupiah, addDays(one.today, 8)))).toEqual([422, "PROMISE_RANGE"]);
  const made = await one.promise(range.minRupiah, addDays(one.today, 3));
  expect(made.status, made.text).toBe(200);
  expect(made.body).toMatchObject({ state: "OPEN", on: addDays(one.today, 3), lastOn: addDays(one.today, 4) });
  expect(codeOf(await one.promise(range.minRupiah, one.today))).toEqual([409, "PROMISE_OPEN"]);
  const seen = await one.seen();
  expect(seen.lights.map(({ reason }: { reason: string }) => reason)).toEqual(["PROMISE", "PROMISE"]);
  expect(seen.lights[1].opensAt >= instantOf(addDays(one.today, 5)).toISOString()).toBe(true);
});

it("No message goes out while a promise runs; unpaid it is broken on the second day after its day, and the plan goes on.", async () => {
  const one = await late(2);
  const { range } = await one.seen();
  const before = (await stepsTaken(database, one)).filter(({ outcome }) => outcome !== "SKIPPED").length;
  await one.promise(range.minRupiah, addDays(one.today, 3));
  await one.pass(2);
  await one.pass(2);
  expect((await one.seen()).promise.state).toBe("OPEN");
  expect((await stepsTaken(database, one)).filter(({ outcome }) => outcome !== "SKIPPED")).toHaveLength(before);
  await one.pass(1);
  expect((await one.seen()).promise).toMatchObject({ state: "BROKEN", paidRupiah: 0 });
  await one.pass(3);
  expect((await stepsTaken(database, one)).some(({ step, outcome }) => step === "LETTER_1" && outcome === "SENT")).toBe(
    true,
  );
});

it("Payments keep it as soon as they reach it, the day after too; a part keeps it in part; what a bank takes back breaks it.", async () => {
  const one = await late(2);
  const { range } = await one.seen();
  await one.promise(range.minRupiah, addDays(one.today, 2));
  await one.pass(1);
  await one.pay(range.minRupiah - 1);
  expect((await one.seen()).promise).toMatchObject({ state: "OPEN", paidRupiah: range.minRupiah - 1 });
  await one.pass(2);
  await one.pay(1);
  expect((await one.seen()).promise).toMatchObject({ state: "KEPT", paidRupiah: range.minRupiah });
  await reverse(one);
  await app.settle();
  expect((await one.seen()).promise).toMatchObject({ state: "PARTLY", paidRupiah: 1 });
});

it("Two promises are taken in 30 days; a loan that ends without the promised payment ends its promise.", async () => {
  const one = await late(2);
  const { range } = await one.seen();
  await one.promise(range.minRupiah, one.today);
  await one.pay(range.minRupiah);
  expect((await one.seen()).promise.state).toBe("KEPT");
  clock.advance(60_000);
  const second = await one.seen();
  expect((await one.promise(second.range.minRupiah, one.today)).status).toBe(200);
  await one.pass(3);
  const third = await one.seen();
  expect(third).toMatchObject({ promise: { state: "BROKEN" }, range: null, mayPromiseOn: addDays(one.today, 30) });
  expect(codeOf(await one.promise(100_000, dateInWib(clock.now())))).toEqual([409, "PROMISE_LIMIT"]);
});

it("An open promise is taken back by its borrower, once: the light for calls turns, and it counts among the two.", async () => {
  const stranger = await running();
  const one = await late(10);
  const amount = (await one.seen()).range.minRupiah;
  const made = await one.promise(amount, addDays(one.today, 2));
  const { promiseId } = made.body;
  const callLight = async () =>
    (await one.seen()).lights.find(({ channel }: { channel: string }) => channel === "CALL");
  expect(await callLight()).toMatchObject({ may: false, reason: "PROMISE" });
  const other = await app.loggedIn(stranger.borrowerId);
  const taken = await other.post(
    `/api/repayment/promise/${promiseId}/taking-back`,
    {},
    { Referer: "/webview/servicing" },
  );
  expect(codeOf(taken)).toEqual([404, "PROMISE_UNKNOWN"]);
  expect((await one.takeBack(promiseId)).body).toMatchObject({ promiseId, state: "CANCELLED" });
  expect((await one.takeBack(promiseId)).body.state).toBe("CANCELLED");
  expect(await callLight()).toMatchObject({ may: true });
  // The second of 30 days, and no third one.
  const second = await one.promise(amount, addDays(one.today, 2));
  expect(second.status, second.text).toBe(200);
  await one.pay(amount);
  expect(codeOf(await one.takeBack(second.body.promiseId))).toEqual([409, "PROMISE_ENDED"]);
  expect(codeOf(await one.promise(amount, addDays(one.today, 2)))).toEqual([409, "PROMISE_LIMIT"]);
});
