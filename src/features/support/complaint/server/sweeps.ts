/** What is due by the clock: reminders, missed days, warnings, closing what nobody replied to, forgetting what is old. */
import { removeObject } from "#server/borrower-object.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { Sweep } from "#server/sweeps.ts";
import { addYears, dateInWib, instantOf } from "#shared/dates.ts";
import { rulesOn } from "./calendar.ts";
import { removePhotos } from "./photo-store.ts";
import { changeComplaint, lockDue, lockForgettable, type ComplaintRow } from "./store.ts";
import { giveUp, strike } from "./tickets.ts";

const atOnce = 100;

/** The clock of open and answered complaints, by the day in Jakarta. */
export const clockSweep: Sweep = {
  name: "complaint-clock",
  everySeconds: 60,
  run: (services) =>
    transact(services.database, async (trx) => {
      const today = dateInWib(services.clock.now());
      const due = {
        // What is late already needs no reminder.
        overdue: await lockDue(trx, "OVERDUE", today, atOnce),
        warning: await lockDue(trx, "WARNING", today, atOnce),
        closing: await lockDue(trx, "CLOSING", today, atOnce),
      };
      for (const complaint of due.overdue) await strike(services, trx, complaint, "OVERDUE");
      const reminder = await lockDue(trx, "REMINDER", today, atOnce);
      for (const complaint of reminder) await strike(services, trx, complaint, "DUE_SOON");
      for (const complaint of due.closing) await giveUp(services, trx, complaint);
      const warned = due.warning.filter(({ id }) => due.closing.every((closed) => closed.id !== id));
      for (const complaint of warned) await strike(services, trx, complaint, "CLOSING_SOON");
      return due.overdue.length + reminder.length + due.closing.length + warned.length;
    }),
};

/** Visitors' complaints are forgotten some years after they were closed; a borrower's with the borrower. */
export const forgetSweep: Sweep = {
  name: "complaint-forget",
  everySeconds: 3600,
  run: (services) =>
    transact(services.database, async (trx) => {
      const today = dateInWib(services.clock.now());
      const { KEPT_YEARS } = await rulesOn(trx, today);
      const old = await lockForgettable(trx, instantOf(addYears(today, -KEPT_YEARS)), atOnce);
      for (const complaint of old) {
        await forget(services, trx, complaint);
        await services.keys.borrowerKeys.shred(trx, complaint.owner_id, services.clock.now());
      }
      return old.length;
    }),
};

/** Takes address and photos away and marks the complaint; its texts fall with the key. State and dates stay, for the statistics. */
export async function forget(services: Services, trx: Transaction, complaint: ComplaintRow): Promise<void> {
  for (const objectKey of await removePhotos(trx, complaint.id)) await services.jobs.send(trx, removeObject, { objectKey });
  await changeComplaint(trx, complaint.id, { email_index: "", email_sealed: "", forgotten_at: services.clock.now() });
}
