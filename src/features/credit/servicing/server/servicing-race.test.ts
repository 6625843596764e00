/** A payment against the start of a call, and a step of the plan against a payoff, at the same moment. */
import { expect, it } from "vitest";
import { Refusal } from "#server/call/refusal.ts";
import { transact } from "#server/database.server.ts";
import { seededRandom } from "#server/process/random.ts";
import { pause } from "#server/work/timers.ts";
import { addDays, instantOf } from "#shared/dates.ts";
import { billOf } from "#features/credit/repayment/server/index.ts";
import { virtualAccountAt } from "#features/credit/repayment/server/payment-methods.ts";
import { receivePayment } from "#features/credit/repayment/server/payments.ts";
import { remindDue } from "#features/credit/repayment/server/reminders.ts";
import { testApp } from "#tests/support/app.ts";
import { lentLoan } from "#tests/support/loan.ts";
import { contactAttemptsOf } from "./contact-store.ts";
import { beginContact } from "./contacts.ts";
import { stepNotices } from "./notices.ts";
import { stepsTaken } from "./step-store.ts";

const isLong = process.env["TEST_LONG"] === "1";
const rounds = isLong ? 10_000 : 32;
/** Loans prepared side by side. */
const preparingLanes = 4;
/** Interleavings side by side, each on a loan of its own. The sweep takes steps in four lanes, a process has ten connections. */
const side = 8;
const app = await testApp({ isIdle: true });
const { services, clock } = app;
const { database } = services;
const random = seededRandom("servicing race");
const after = stepNotices.find(({ kind }) => kind === "repayment.after")!;

interface Lent {
  borrowerId: string;
  loanId: string;
  reference: string;
}
/** All loans of a test, paid out on one day, so that the clock moves once. */
async function lend(count: number): Promise<Lent[]> {
  const lent: Lent[] = [];
  let begun = 0;
  const lane = async () => {
    while (begun++ < count) {
      const { borrowerId, loanId } = await lentLoan(app);
      const { virtualAccountNumber } = await virtualAccountAt(services, borrowerId, "014");
      lent.push({ borrowerId, loanId, reference: virtualAccountNumber });
    }
  };
  await Promise.all(Array.from({ length: preparingLanes }, lane));
  return lent;
}
/** Ten in the morning of a weekday, so many days after the first due date of these loans, that is no holiday. */
async function moveTo(name: Lent, days: number): Promise<void> {
  const due = (await billOf(services, database, name.borrowerId, name.loanId))!.rows[0]!.dueOn;
  let day = addDays(due, days);
  while ([0, 5, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()) || /-(12-25|01-01)$/.test(day))
    day = addDays(day, 1);
  clock.moveTo(instantOf(day, "WIB", { hour: 10 }));
}
const pay = async ({ borrowerId, loanId, reference }: Lent, paymentId: string) => {
  const { payoffRupiah } = (await billOf(services, database, borrowerId, loanId))!;
  const payment = {
    paymentId,
    rail: "VIRTUAL_ACCOUNT",
    reference,
    amountRupiah: payoffRupiah,
    paidAt: clock.now(),
  } as const;
  await transact(database, (trx) => receivePayment(services, trx, payment));
};
const shortly = () => pause(random.integer(6));
/** Half of the moments are at once, the others anywhere in this time. */
const anyMoment = (windowMilliseconds: number) =>
  random.integer(2) === 0 ? shortly() : pause(random.integer(windowMilliseconds));

/** Runs the work for all loans, so many at a time. `work` answers how long its own side took, which is the window of the next payments. */
async function inWaves(
  lent: readonly Lent[],
  work: (wave: readonly Lent[], windowMilliseconds: number) => Promise<number>,
): Promise<void> {
  let windowMilliseconds = 20;
  for (let first = 0; first < lent.length; first += side)
    windowMilliseconds = Math.ceil(Math.max(20, await work(lent.slice(first, first + side), windowMilliseconds)));
}

it(
  `In ${rounds} rounds a call that begins while the debt is paid is refused, or its number is hidden with the payment.`,
  { timeout: 7_200_000 },
  async () => {
    const seen = { refused: 0, hidden: 0 };
    const lent = await lend(rounds);
    await moveTo(lent[0]!, 9);
    let took = 0;
    const race = async (name: Lent, windowMilliseconds: number) => {
      const { loanId } = name;
      const staff = { staffId: services.random.uuid() } as Parameters<typeof beginContact>[2];
      const [called, paid] = await Promise.allSettled([
        anyMoment(windowMilliseconds).then(async () => {
          const began = performance.now();
          return await transact(database, (trx) =>
            beginContact(services, trx, staff, { loanId, channel: "CALL" }),
          ).finally(() => (took = Math.max(took, performance.now() - began)));
        }),
        anyMoment(windowMilliseconds).then(() => pay(name, `call-${loanId}`)),
      ]);
      expect([loanId, paid.status]).toEqual([loanId, "fulfilled"]);
      if (called.status === "rejected") {
        expect([loanId, called.reason instanceof Refusal && called.reason.code]).toEqual([loanId, "CONTACT_CLOSED"]);
        seen.refused++;
        return;
      }
      // The number is hidden in the transaction of the payment: at once, and not within two seconds.
      const [contact] = await contactAttemptsOf(database, name, { max: 1 });
      expect([loanId, contact!.numberUntil <= clock.now()]).toEqual([loanId, true]);
      seen.hidden++;
    };
    await inWaves(lent, async (wave, windowMilliseconds) => {
      took = 0;
      await Promise.all(wave.map((name) => race(name, windowMilliseconds)));
      return took;
    });
    expect([seen, seen.refused > 0, seen.hidden > 0, seen.refused + seen.hidden]).toEqual([seen, true, true, rounds]);
    console.info(JSON.stringify({ rounds, ...seen }));
  },
);

it(
  `In ${rounds} rounds no message is decided after a payment was booked, whether a step was taken before it or not.`,
  { timeout: 7_200_000 },
  async () => {
    const seen = { taken: 0, kept: 0, stopped: 0, sent: 0 };
    const lent = await lend(rounds);
    await moveTo(lent[0]!, 1);
    // Each wave makes its own steps due.
    const dueAt = (wave: readonly Lent[], nextReminderAt: Date | null) =>
      database
        .updateTable("repayment_account")
        .set({ nextReminderAt })
        .where(
          "loanId",
          "in",
          wave.map(({ loanId }) => loanId),
        )
        .execute();
    await inWaves(lent, async (wave) => {
      await dueAt(wave, null);
      return 0;
    });
    /** As the job does that sends the message. */
    const decide = async (name: Lent) => {
      const step = (await stepsTaken(database, name)).find(({ outcome }) => outcome === null);
      if (!step) return null;
      const began = performance.now();
      const values = { loanId: name.loanId, about: step.dueOn, step: step.step };
      return { began, prepared: await after.prepare!(services, { borrowerId: name.borrowerId, values }) };
    };
    let decidedAt = 0;
    const race = async (name: Lent, sweep: Promise<unknown>, windowMilliseconds: number) => {
      const { borrowerId, loanId } = name;
      const [bookedAt, decided] = await Promise.all([
        anyMoment(windowMilliseconds)
          .then(() => pay(name, `step-${loanId}`))
          .then(() => performance.now()),
        sweep
          .then(shortly)
          .then(() => decide(name))
          .finally(() => (decidedAt = performance.now())),
      ]);
      const taken = (await stepsTaken(database, name)).filter(({ outcome }) => outcome === null);
      if (taken.length > 0) seen.taken++;
      else seen.kept++;
      if (decided?.prepared) {
        seen.sent++;
        expect([loanId, decided.began < bookedAt]).toEqual([loanId, true]);
      } else if (decided) seen.stopped++;
      // Asked again now that it is paid, nothing is sent.
      for (const { dueOn, step } of taken)
        expect([
          loanId,
          await after.prepare!(services, { borrowerId, values: { loanId, about: dueOn, step } }),
        ]).toEqual([loanId, null]);
    };
    await inWaves(lent, async (wave, windowMilliseconds) => {
      await dueAt(wave, clock.now());
      const began = performance.now();
      const sweep = shortly().then(() => remindDue(services));
      await Promise.all(wave.map((name) => race(name, sweep, windowMilliseconds)));
      return decidedAt - began;
    });
    expect(seen.taken + seen.kept).toBe(rounds);
    expect([seen, seen.taken > 0, seen.kept > 0, seen.stopped > 0, seen.sent > 0]).toEqual([
      seen,
      true,
      true,
      true,
      true,
    ]);
    console.info(JSON.stringify({ rounds, ...seen }));
  },
);
