/** The plan in a running product: each step once or skipped with its cause, never outside the gate. */
import { expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { seededRandom } from "#server/process/random.ts";
import { addDays, contactHours, dateIn, dateInWib, instantOf, isInside, weekdayOf } from "#shared/dates.ts";
import { nationalHolidaysAround } from "#server/calendar/business-calendar.ts";
import { billOf } from "#features/credit/repayment/server/index.ts";
import { receivePayment } from "#features/credit/repayment/server/payments.ts";
import { remindDue } from "#features/credit/repayment/server/reminders.ts";
import { testApp } from "#tests/support/app.ts";
import { complaintsOf } from "#tests/support/complaint.ts";
import { lentLoan } from "#tests/support/loan.ts";
import { accountAt, repaying } from "#tests/support/repaying.ts";
import { reminderPlansOf, stepsTaken } from "./step-store.ts";
import { stepsFor } from "./rules/plan.ts";

const isLong = process.env["TEST_LONG"] === "1";
const loanCount = isLong ? 1_000 : 10;
const days = isLong ? 365 : 75;
/** Days on which these loans begin. */
const firstDays = isLong ? 200 : 5;

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const { running } = repaying(app);

it(
  `In ${days} days of ${loanCount} loans each step of each open due date is taken once or skipped with its cause, none outside the gate.`,
  { timeout: 7_200_000 },
  async () => {
    const random = seededRandom("a year of servicing");
    const loans: { borrowerId: string; loanId: string; reference: string; pays: number }[] = [];
    for (let index = 0; index < loanCount; index++) {
      const { borrowerId, loanId } = await lentLoan(app);
      const reference = await accountAt(await app.loggedIn(borrowerId));
      loans.push({ borrowerId, loanId, reference, pays: random.integer(4) });
      if ((index + 1) % (loanCount / firstDays) === 0) clock.advance(86_400_000);
    }
    const first = addDays(dateInWib(clock.now()), 1);
    for (let day = 0; day < days; day++) {
      for (const hour of day % 3 === 0 ? [7, 9, 21] : [9]) {
        clock.moveTo(instantOf(addDays(first, day), "WIB", { hour }));
        while ((await remindDue(services)) > 0);
      }
      // Some never pay, some seldom, some soon after the due date.
      for (const { borrowerId, loanId, reference, pays } of loans) {
        if (random.integer(60) >= pays * 4) continue;
        const bill = await billOf(services, database, borrowerId, loanId);
        if (!bill || bill.dueTodayRupiah === 0) continue;
        const amountRupiah = random.integer(3) === 0 ? Math.ceil(bill.dueTodayRupiah / 2) : bill.dueTodayRupiah;
        await transact(database, (trx) =>
          receivePayment(services, trx, {
            paymentId: `year-${loanId}-${day}`,
            rail: "VIRTUAL_ACCOUNT",
            reference,
            amountRupiah,
            paidAt: clock.now(),
          }),
        );
      }
    }
    const now = clock.now();
    const holidays = await nationalHolidaysAround(database, dateInWib(now));
    const [plan] = await reminderPlansOf(database);
    const seen = { taken: 0, skipped: 0 };
    for (const { borrowerId, loanId } of loans) {
      const steps = await stepsTaken(database, { borrowerId, loanId });
      expect(new Set(steps.map(({ dueOn, step }) => `${dueOn} ${step}`)).size).toBe(steps.length);
      const taken = steps.filter(({ outcome }) => outcome !== "SKIPPED" && outcome !== "DONE");
      seen.taken += taken.length;
      seen.skipped += steps.filter(({ outcome }) => outcome === "SKIPPED").length;
      for (const { cause, outcome } of steps) expect(outcome === "SKIPPED").toBe(cause !== null);
      for (const { at } of taken) expect([at, isInside(contactHours, at, "WIB", holidays)]).toEqual([at, true]);
      const owed = taken.filter(({ at, dueOn }) => dateInWib(at) >= dueOn).map(({ at }) => dateInWib(at));
      expect(new Set(owed).size, String(owed)).toBe(owed.length);
      for (const day of owed)
        expect(owed.filter((one) => one >= day && one < addDays(day, 7)).length).toBeLessThanOrEqual(3);
      // No open instalment has a step whose day is past and that was not done.
      const bill = await billOf(services, database, borrowerId, loanId);
      const open = bill?.state === "ACTIVE" ? bill.rows.filter(({ unpaidRupiah }) => unpaidRupiah > 0) : [];
      for (const { dueOn } of open)
        for (const step of stepsFor(plan!.steps, dueOn, "WIB", holidays))
          if (step.lastOn < dateIn(addOf(now, -2), "WIB"))
            expect(
              steps.some((one) => one.dueOn === dueOn && one.step === step.step),
              `${dueOn} ${step.step}`,
            ).toBe(true);
    }
    expect(seen.taken).toBeGreaterThan(loanCount);
    expect(seen.skipped).toBeGreaterThan(0);
  },
);

const addOf = (at: Date, dayCount: number) => new Date(at.getTime() + dayCount * 86_400_000);

it("The bill says beforehand what happens on which day, and what was done or skipped.", async () => {
  while (weekdayOf(addDays(dateInWib(clock.now()), 30)) !== 2) clock.advance(86_400_000);
  const loan = await running();
  const shown = async () => {
    const { bill, plan } = (await (await app.loggedIn(loan.borrowerId)).get("/api/repayment/bills")).body;
    return { due: bill.nextDueDate as string, plan: plan as { step: string; on: string; state: string }[] };
  };
  const { due, plan } = await shown();
  expect(plan.map(({ step }) => step)).toEqual(expect.arrayContaining(["BEFORE", "LETTER_1", "FREEZE", "STOP"]));
  expect(plan.find(({ step }) => step === "FREEZE")).toMatchObject({ on: addDays(due, 8), state: "PLANNED" });
  clock.moveTo(instantOf(addDays(due, -3), "WIB", { hour: 9 }));
  await app.settle();
  expect((await shown()).plan[0]).toMatchObject({ step: "BEFORE", on: addDays(due, -3), state: "DONE" });
  clock.moveTo(instantOf(addDays(due, 8), "WIB", { hour: 9 }));
  await app.settle();
  expect((await shown()).plan.map(({ step, state }) => `${step} ${state}`).slice(0, 6)).toEqual([
    "BEFORE DONE",
    "DUE SKIPPED",
    "AFTER SKIPPED",
    "AFTER_3 SKIPPED",
    "LETTER_1 DONE",
    "FREEZE DONE",
  ]);
});

it("While a complaint about collection is open nobody is written to, and the step that passes is skipped for it.", async () => {
  while (weekdayOf(addDays(dateInWib(clock.now()), 30)) !== 2) clock.advance(86_400_000);
  const loan = await running();
  const { rows } = (await billOf(services, database, loan.borrowerId, loan.loanId))!;
  const due = rows[0]!.dueOn;
  const complaints = complaintsOf(app);
  clock.moveTo(instantOf(addDays(due, -1), "WIB", { hour: 12 }));
  await app.settle();
  await complaints.handedIn({ reason: "collection" }, await app.loggedIn(loan.borrowerId));
  for (const day of [0, 1, 3]) {
    clock.moveTo(instantOf(addDays(due, day), "WIB", { hour: 9 }));
    await app.settle();
  }
  const steps = (await stepsTaken(database, loan)).map(({ step, outcome, cause }) => [step, outcome, cause]);
  expect(steps).toEqual(
    expect.arrayContaining([
      ["DUE", "SKIPPED", "COMPLAINT"],
      ["AFTER", "SKIPPED", "COMPLAINT"],
    ]),
  );
  expect(steps.some(([step, outcome]) => step === "AFTER_3" && outcome !== "SKIPPED")).toBe(false);
});
