/** A payment against the start of a call, and a step of the plan against a payoff, at the same moment. */
import { expect, it } from "vitest";
import { Refusal } from "#server/call/refusal.ts";
import { transact } from "#server/database.server.ts";
import { seededRandom } from "#server/process/random.ts";
import { pause } from "#server/work/timers.ts";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import { billOf, lockHistory } from "#features/credit/repayment/server/index.ts";
import { receivePayment } from "#features/credit/repayment/server/payments.ts";
import { remindDue } from "#features/credit/repayment/server/reminders.ts";
import { testApp } from "#tests/support/app.ts";
import { lentLoan } from "#tests/support/loan.ts";
import { accountAt } from "#tests/support/repaying.ts";
import { contactsOf } from "./contact-store.ts";
import { beginContact } from "./contacts.ts";
import { stepNotices } from "./notices.ts";
import { stepsTaken } from "./step-store.ts";

const isLong = process.env["TEST_LONG"] === "1";
const rounds = isLong ? 10_000 : 200;
const lentAtOnce = 100;
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
async function lend(count: number): Promise<Lent[]> {
  const lent: Lent[] = [];
  for (let index = 0; index < count; index++) {
    const { borrowerId, loanId } = await lentLoan(app);
    lent.push({ borrowerId, loanId, reference: await accountAt(await app.loggedIn(borrowerId)) });
  }
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

it(
  `In ${rounds} rounds a call that begins while the debt is paid is refused, or its number is hidden with the payment.`,
  { timeout: 7_200_000 },
  async () => {
    const seen = { refused: 0, hidden: 0 };
    const lent: Lent[] = [];
    for (let round = 0; round < rounds; round++) {
      if (lent.length === 0) {
        lent.push(...(await lend(Math.min(lentAtOnce, rounds - round))));
        await moveTo(lent[0]!, 9);
      }
      const name = lent.shift()!;
      const staff = { staffId: services.random.uuid() } as Parameters<typeof beginContact>[2];
      const input = { loanId: name.loanId, channel: "CALL" } as const;
      const [called, paid] = await Promise.allSettled([
        shortly().then(() => transact(database, (trx) => beginContact(services, trx, staff, input))),
        shortly().then(() => pay(name, `call-${round}`)),
      ]);
      expect([round, paid.status]).toEqual([round, "fulfilled"]);
      if (called.status === "rejected") {
        expect([round, called.reason instanceof Refusal && called.reason.code]).toEqual([round, "CONTACT_CLOSED"]);
        seen.refused++;
        continue;
      }
      // The number is hidden in the transaction of the payment: at once, and not within two seconds.
      const [contact] = await contactsOf(database, name, { max: 1 });
      expect([round, contact!.numberUntil <= clock.now()]).toEqual([round, true]);
      seen.hidden++;
    }
    expect([seen, seen.refused > 0, seen.hidden > 0]).toEqual([seen, true, true]);
    console.info(JSON.stringify({ rounds, ...seen }));
  },
);

it(
  `In ${rounds} rounds no message is decided after a payment was booked, whether a step was taken before it or not.`,
  { timeout: 7_200_000 },
  async () => {
    const seen = { taken: 0, kept: 0, stopped: 0, sent: 0 };
    const lent: Lent[] = [];
    for (let round = 0; round < rounds; round++) {
      if (lent.length === 0) {
        lent.push(...(await lend(Math.min(lentAtOnce, rounds - round))));
        await moveTo(lent[0]!, 1);
        // Steps that came too late are out of the way.
        for (const { borrowerId, loanId } of lent)
          await transact(database, async (trx) => {
            await lockHistory(trx, { borrowerId, loanId });
            await trx
              .updateTable("repayment_account")
              .set({ nextReminderAt: instantOf(addDays(dateInWib(clock.now()), 30)) })
              .where("loanId", "=", loanId)
              .execute();
          });
      }
      const name = lent.shift()!;
      const { borrowerId, loanId } = name;
      await database
        .updateTable("repayment_account")
        .set({ nextReminderAt: clock.now() })
        .where("loanId", "=", loanId)
        .execute();
      const isBooked = { at: null as number | null };
      const decide = async () => {
        // As the job does that sends the message.
        const step = (await stepsTaken(database, name)).find(({ outcome }) => outcome === null);
        if (!step) return null;
        const began = performance.now();
        const values = { loanId, about: step.dueOn, step: step.step };
        return { began, prepared: await after.prepare!(services, { borrowerId, values }) };
      };
      const [, decided] = await Promise.all([
        shortly()
          .then(() => pay(name, `step-${round}`))
          .then(() => (isBooked.at = performance.now())),
        shortly()
          .then(() => remindDue(services))
          .then(shortly)
          .then(decide),
      ]);
      const taken = (await stepsTaken(database, name)).filter(({ outcome }) => outcome === null);
      if (taken.length > 0) seen.taken++;
      else seen.kept++;
      if (decided?.prepared) {
        seen.sent++;
        expect([round, decided.began < isBooked.at!]).toEqual([round, true]);
      } else if (decided) seen.stopped++;
      // Asked again now that it is paid, nothing is sent.
      for (const { dueOn, step } of taken)
        expect([round, await after.prepare!(services, { borrowerId, values: { loanId, about: dueOn, step } })]).toEqual(
          [round, null],
        );
    }
    expect([seen, seen.taken > 0, seen.kept > 0]).toEqual([seen, true, true]);
    console.info(JSON.stringify({ rounds, ...seen }));
  },
);
