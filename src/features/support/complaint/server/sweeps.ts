/** Timed work of complaints: reminders, missed deadlines, warnings, closing without a reply, deletion. */
import { sql } from "kysely";
import { removeObject } from "#server/media/borrower-object.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { eachDue, type Sweep } from "#server/work/sweeps.ts";
import { addYears, dateInWib, instantOf } from "#shared/dates.ts";
import { complaintRulesOn } from "./rule-rows.ts";
import { openComplaintStates } from "./rules.ts";
import { removeComplaintPhotos } from "./photo-store.ts";
import { changeComplaint, listDue, lockDue, type ComplaintRow, type ComplaintDue } from "./store.ts";
import { closeUnanswered, notifyComplaintDue } from "./tickets.ts";

const atOnce = 100;

/** Handles each due complaint in its own transaction. */
async function forEach(
  services: Services,
  due: ComplaintDue,
  act: (trx: Transaction, complaint: ComplaintRow) => Promise<void>,
): Promise<number> {
  const { database, log } = services;
  const one = (id: string): Promise<boolean> =>
    transact(database, async (trx) => {
      const complaint = await lockDue(trx, due, id);
      if (complaint) await act(trx, complaint);
      return complaint !== undefined;
    });
  return eachDue(await listDue(database, due, atOnce), one, {
    log,
    failure: "what is due for a complaint not done",
    idOf: (id) => id,
  });
}

const isOpen = sql<boolean>`state in (${sql.join(openComplaintStates.map((state) => sql.lit(state)))})`;

/** Deadlines of open and answered complaints, by the day in Jakarta. Closing runs first, so that a complaint being closed gets no warning. */
export const clockSweep: Sweep = {
  name: "complaint-clock",
  everySeconds: 60,
  waits: {
    text: { id: "Pengaduan: batas waktu", en: "Complaints: deadlines", zh: "投诉：时限" },
    rows: [
      {
        table: "complaint",
        at: "dueOn",
        due: "AFTER_DAY",
        where: sql<boolean>`${isOpen} and overdue_at is null`,
      },
      { table: "complaint", at: "closesOn", due: "AFTER_DAY", where: sql<boolean>`state = 'ANSWERED'` },
    ],
  },
  finds: [
    { table: "complaint", at: "dueOn", due: "AFTER_DAY", where: sql<boolean>`${isOpen} and overdue_at is null` },
    { table: "complaint", at: "remindOn", due: "FROM_DAY", where: sql<boolean>`${isOpen} and reminded_at is null` },
    { table: "complaint", at: "closesOn", due: "AFTER_DAY", where: sql<boolean>`state = 'ANSWERED'` },
    {
      table: "complaint",
      at: "warnOn",
      due: "FROM_DAY",
      where: sql<boolean>`state = 'ANSWERED' and warned_at is null`,
    },
  ],
  async run(services) {
    const today = dateInWib(services.clock.now());
    const struck = (what: "OVERDUE" | "REMINDER" | "WARNING", cause: Parameters<typeof notifyComplaintDue>[3]) =>
      forEach(services, { what, today }, (trx, complaint) => notifyComplaintDue(services, trx, complaint, cause));
    return (
      (await struck("OVERDUE", "OVERDUE")) +
      (await struck("REMINDER", "DUE_SOON")) +
      (await forEach(services, { what: "CLOSING", today }, (trx, complaint) =>
        closeUnanswered(services, trx, complaint),
      )) +
      (await struck("WARNING", "CLOSING_SOON"))
    );
  },
};

/** Visitors' complaints are deleted some years after they were closed; a borrower's with the borrower's data. */
export const complaintForgetSweep: Sweep = {
  name: "complaint-forget",
  everySeconds: 3600,
  async run(services) {
    const today = dateInWib(services.clock.now());
    const { KEPT_YEARS } = await complaintRulesOn(services.database, today);
    return forEach(
      services,
      { what: "FORGETTABLE", closedBefore: instantOf(addYears(today, -KEPT_YEARS)) },
      async (trx, complaint) => {
        await forgetComplaint(services, trx, complaint);
        await services.keys.borrowerKeys.shred(trx, complaint.ownerId, services.clock.now());
      },
    );
  },
};

/**
 * Removes address and photos and marks the complaint; its texts become unreadable with the key. State and dates stay,
 * for the statistics.
 */
export async function forgetComplaint(services: Services, trx: Transaction, complaint: ComplaintRow): Promise<void> {
  for (const objectKey of await removeComplaintPhotos(trx, complaint.id))
    await services.jobs.send(trx, removeObject, { objectKey });
  await changeComplaint(trx, complaint.id, { emailIndex: "", emailSealed: "", forgottenAt: services.clock.now() });
}
