/** Complaints in the console: the queue, a case, and staff actions. */
import { answer, type StaffPrincipal, type CallAnswer } from "#server/call/pipeline.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import { answerExport } from "#server/list-export/exporting.ts";
import { cursorIn } from "#server/records/list-order.ts";
import { listPage } from "#server/records/list-page.ts";
import { Refusal } from "#server/call/refusal.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { addYears, dateInWib } from "#shared/dates.ts";
import {
  answerComplaint,
  assignComplaint,
  closeComplaint,
  escalateComplaint,
  exportComplaints,
  extendComplaint,
  getComplaint,
  getComplaintPhoto,
  listComplaints,
  listHolidays,
  noteOnComplaint,
  recordHoliday,
  unmaskComplaint,
} from "../staff-contract.ts";
import { queueTexts } from "../texts.ts";
import { addHoliday, daysOffAround, holidaysBetween } from "#server/calendar/business-calendar.ts";
import { workingDaysFrom } from "#server/calendar/working-days.ts";
import type { Services } from "#server/services.ts";
import { readTicketNumber } from "./number.ts";
import { showPhoto } from "./photos.ts";
import { complaintEmailOf } from "./sealed.ts";
import { csvColumns } from "./csv-columns.ts";
import { findAllByNumber, findComplaint, complaintQueue, queueOrder, type ComplaintRow } from "./store.ts";
import { answerIt, assignTicket, closeIt, escalateTicket, extendTicket, addTicketNote } from "./tickets.ts";
import type { ComplaintActor } from "./carrying-out.ts";
import { caseOf, queuedOf } from "./views.ts";
import { rolesOfStaff } from "#server/console/questions.ts";

const actorOf = ({ staff: { staffId } }: StaffPrincipal): ComplaintActor => ({ actor: "STAFF", staffId });

/** Writes the borrower to the audit trail, if the complaint has one. */
function about(principal: StaffPrincipal, complaint: Pick<ComplaintRow, "borrowerId" | "number">): void {
  principal.trail?.note({
    ...(complaint.borrowerId ? { borrowerId: complaint.borrowerId } : {}),
    facts: { complaint: complaint.number },
  });
}

const done = { done: true } as const;

/** Does something about a complaint with the words that staff typed. */
async function once(
  { services, trx, principal }: { services: Services; trx: Transaction; principal: StaffPrincipal },
  act: typeof answerIt,
  complaintId: string,
  words: string,
): Promise<typeof done> {
  about(principal, await act(services, trx, complaintId, words, actorOf(principal)));
  return done;
}

const shown = (one: Awaited<ReturnType<typeof holidaysBetween>>[number]) => ({
  ...one,
  recordedAt: one.recordedAt.toISOString(),
});

export const staffAnswers: readonly CallAnswer[] = [
  answer(
    listComplaints,
    async (
      { state, about: reason, assignee, number, order, cursor, limit, from, to },
      { services, database, principal },
    ) => {
      const assigneeId = assignee === "ANYBODY" ? undefined : assignee === "ME" ? principal.staff.staffId : null;
      // Search by a number read out on the phone; an impossible number finds nothing.
      const rows = number
        ? await findAllByNumber(database, readTicketNumber(number) ?? "")
        : await complaintQueue(database, {
            state,
            about: reason === "" ? null : reason,
            assigneeId,
            order: queueOrder[order],
            page: { cursor, from, to, max: limit + 1 },
          });
      const today = dateInWib(services.clock.now());
      const workingDaysTo = workingDaysFrom(today, await daysOffAround(database, today));
      const { page, nextCursor } = listPage(rows, limit, (last) =>
        cursorIn(order.startsWith("DUE") ? last.dueOn : last.receivedAt, last.id),
      );
      return { items: page.map((row) => queuedOf(row, today, workingDaysTo)), nextCursor };
    },
  ),
  answerExport(exportComplaints, listComplaints, { name: "complaints", title: queueTexts.list, columns: csvColumns }),
  answer(getComplaint, async ({ complaintId }, { services, principal }) => {
    const found = await caseOf(services, complaintId);
    about(principal, { borrowerId: found.borrowerId, number: found.number });
    return found;
  }),
  answer(getComplaintPhoto, async ({ complaintId, photoId }, { services, database, principal }) => {
    const photo = await showPhoto(services, complaintId, photoId, "FULL");
    const complaint = await findComplaint(database, complaintId);
    if (complaint) about(principal, complaint);
    return photo;
  }),
  answer(unmaskComplaint, async ({ complaintId }, { services, database, principal }) => {
    const complaint = await findComplaint(database, complaintId);
    if (!complaint) throw new Refusal("COMPLAINT_UNKNOWN");
    about(principal, complaint);
    const email = await complaintEmailOf(services, database, complaint);
    if (email === null) throw new Refusal("COMPLAINT_GONE");
    return { email };
  }),
  /** Each call locks the complaint first, so of two people at the same time the second one gets a refusal that it has moved on. */
  answer(assignComplaint, async ({ complaintId, staffId }, { services, trx, principal, refuse }) => {
    const ownId = principal.staff.staffId;
    // The list of names offers only these people; a call could name anyone, and the complaint would be assigned to a person who never sees it.
    if (
      staffId &&
      staffId !== ownId &&
      !mayStaff(await services.ask(rolesOfStaff)(services.database, staffId), "complaint.answer")
    )
      return refuse("ASSIGNEE_UNFIT");
    about(principal, await assignTicket(services, trx, complaintId, staffId ?? ownId, actorOf(principal)));
    return done;
  }),
  answer(escalateComplaint, ({ complaintId, reason }, context) => once(context, escalateTicket, complaintId, reason)),
  answer(noteOnComplaint, ({ complaintId, text }, context) => once(context, addTicketNote, complaintId, text)),
  answer(answerComplaint, ({ complaintId, text }, context) => once(context, answerIt, complaintId, text)),
  answer(extendComplaint, ({ complaintId, reason }, context) => once(context, extendTicket, complaintId, reason)),
  answer(closeComplaint, ({ complaintId, reason }, context) => once(context, closeIt, complaintId, reason)),
  answer(listHolidays, async ({ year }, { services, database }) => {
    const shownYear = year ?? Number(dateInWib(services.clock.now()).slice(0, 4));
    const items = await holidaysBetween(database, `${shownYear}-01-01`, `${shownYear}-12-31`);
    // A decree always names joint leave; a year without any has no decree yet.
    return {
      year: shownYear,
      isDecreed: items.some(({ kind }) => kind === "JOINT_LEAVE"),
      items: items.map(shown),
      nextCursor: null,
    };
  }),
  answer(recordHoliday, async (entry, { services, principal, refuse }) => {
    const now = services.clock.now();
    const today = dateInWib(now);
    // Past days were used in calculations and stay; no holiday is decreed so far ahead.
    if (entry.day <= today || entry.day > addYears(today, 3)) return refuse("HOLIDAY_OUT_OF_REACH");
    const { staffId } = principal.staff;
    const recorded = { ...entry, recordedAt: now, staffId };
    await transact(services.database, (trx) => addHoliday(trx, recorded));
    principal.trail?.note({ facts: { day: entry.day } });
    return shown(recorded);
  }),
];
