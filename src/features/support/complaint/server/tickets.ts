/** Actions on a complaint: by the person, by staff, by the clock. Each locks it and runs in one transaction. */
import type { Brand } from "#server/process/brand.server.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import type { Language } from "#shared/texts.ts";
import { newestLoan } from "#features/credit/loan/server/index.ts";
import type { ComplaintReason } from "../contract.ts";
import { daysOffAround } from "#server/calendar/business-calendar.ts";
import { complaintRulesOn } from "./rule-rows.ts";
import { mailComplaintLater } from "./mails.ts";
import { newTicketNumber } from "./number.ts";
import { emailPlace } from "./sealed.ts";
import { addComplaint, changeComplaint, findComplaint, type ComplaintChange, type ComplaintRow } from "./store.ts";
import { addWorkingDays, workingDaysBefore } from "#server/calendar/working-days.ts";
import {
  type ComplaintActor,
  applyComplaintAction,
  lockedComplaint,
  person,
  addComplaintMessage,
  system,
  recordComplaintEvent,
} from "./carrying-out.ts";

export interface Handed {
  borrowerId: string | null;
  reason: ComplaintReason;
  text: string;
  email: string;
  language: Language;
  brand: Pick<Brand, "id" | "name">;
}

/** Reasons about a loan: the borrower's newest loan is shown with the complaint. */
const aboutLoans: readonly ComplaintReason[] = ["loan", "collection", "repayment", "sign"];

/** Takes a complaint in: number, deadline, first message, mail. */
export async function receiveComplaint(services: Services, trx: Transaction, handed: Handed): Promise<ComplaintRow> {
  const { random, keys, clock } = services;
  const { borrowerId } = handed;
  const id = random.uuid();
  const ownerId = borrowerId ?? id;
  const cipher = await keys.borrowerKeys.cipher(trx, ownerId);
  const receivedAt = clock.now();
  const { dueOn, remindOn } = await deadlineFrom(services, trx);
  const loan = borrowerId && aboutLoans.includes(handed.reason) ? await newestLoan(trx, borrowerId) : null;
  const made = {
    id,
    borrowerId,
    ownerId,
    loanId: loan?.id ?? null,
    reason: handed.reason,
    language: handed.language,
    brandId: handed.brand.id,
    brandName: handed.brand.name,
    emailIndex: keys.blindIndex("email", handed.email),
    emailSealed: cipher.seal(handed.email, emailPlace(id)),
    receivedAt,
    dueOn,
    remindOn,
  };
  // Two equal numbers on one day are almost impossible; a second draw makes them impossible.
  while (!(await addComplaint(trx, { ...made, number: newTicketNumber(random, dateInWib(receivedAt)) })));
  const complaint = (await findComplaint(trx, id)) as ComplaintRow;
  await addComplaintMessage(services, trx, complaint, "COMPLAINT", handed.text, person);
  await recordComplaintEvent(services, trx, {
    complaint,
    from: null,
    outcome: { state: "RECEIVED" },
    cause: "RECEIVED",
    by: person,
    dueOn,
  });
  await mailComplaintLater(services, trx, id, "RECEIVED");
  return complaint;
}

/** The last day for an answer counted from today, and the day of the staff's reminder. */
async function deadlineFrom(
  services: Services,
  trx: Transaction,
  extending?: string,
): Promise<{ dueOn: string; remindOn: string }> {
  const today = dateInWib(services.clock.now());
  const [rules, daysOff] = [await complaintRulesOn(trx, today), await daysOffAround(trx, today)];
  const dueOn = extending
    ? addWorkingDays(extending, rules.EXTENSION_WORKING_DAYS, daysOff)
    : addWorkingDays(today, rules.ANSWER_WORKING_DAYS, daysOff);
  return { dueOn, remindOn: workingDaysBefore(dueOn, rules.REMINDER_WORKING_DAYS, daysOff) };
}

export async function writeMessage(
  services: Services,
  trx: Transaction,
  complaintId: string,
  text: string,
): Promise<void> {
  await applyComplaintAction(services, trx, await lockedComplaint(trx, complaintId), {
    act: "WRITE",
    cause: "MESSAGE",
    by: person,
    message: { kind: "MESSAGE", text },
  });
}

/** The person is content: with our answer, or before it came. */
export async function acceptComplaintAnswer(services: Services, trx: Transaction, complaintId: string): Promise<void> {
  const complaint = await lockedComplaint(trx, complaintId);
  const isAnswered = complaint.state === "ANSWERED";
  await applyComplaintAction(services, trx, complaint, {
    act: isAnswered ? "ACCEPT" : "WITHDRAW",
    cause: isAnswered ? "ACCEPTED" : "WITHDRAWN",
    by: person,
    mail: "CLOSED",
  });
}

/** The answer did not settle it: opened again with a new deadline, or to LAPS SJK after the second refusal. */
export async function rejectComplaintAnswer(
  services: Services,
  trx: Transaction,
  complaintId: string,
  text: string,
): Promise<void> {
  const complaint = await lockedComplaint(trx, complaintId);
  const isLast = complaint.refusals > 0;
  const { dueOn, remindOn } = await deadlineFrom(services, trx);
  const again: ComplaintChange = { dueOn, remindOn, remindedAt: null, overdueAt: null };
  await applyComplaintAction(services, trx, complaint, {
    act: "REFUSE",
    cause: isLast ? "REFUSED_AGAIN" : "REFUSED",
    by: person,
    message: { kind: "REFUSAL", text },
    change: {
      refusals: complaint.refusals + 1,
      warnOn: null,
      warnedAt: null,
      closesOn: null,
      ...(isLast ? { outsideWayAt: complaint.outsideWayAt ?? services.clock.now() } : again),
    },
    mail: isLast ? "CLOSED" : "REOPENED",
    ...(isLast ? {} : { dueOn }),
  });
}

export async function assignTicket(
  services: Services,
  trx: Transaction,
  complaintId: string,
  staffId: string,
  by: ComplaintActor,
): Promise<ComplaintRow> {
  const complaint = await lockedComplaint(trx, complaintId);
  const begins = complaint.state === "RECEIVED" || complaint.state === "REOPENED";
  const cause = staffId === by.staffId ? "TAKEN" : "ASSIGNED";
  await applyComplaintAction(services, trx, complaint, {
    act: "TAKE",
    cause,
    by,
    change: { assigneeId: staffId },
    mail: begins ? "IN_PROGRESS" : null,
  });
  return complaint;
}

export async function answerIt(
  services: Services,
  trx: Transaction,
  complaintId: string,
  text: string,
  by: ComplaintActor,
): Promise<ComplaintRow> {
  const complaint = await lockedComplaint(trx, complaintId);
  const now = services.clock.now();
  const today = dateInWib(now);
  const [rules, daysOff] = [await complaintRulesOn(trx, today), await daysOffAround(trx, today)];
  const closesOn = addWorkingDays(today, rules.CLOSE_WORKING_DAYS, daysOff);
  const first = complaint.firstAnsweredAt ? {} : { firstAnsweredAt: now, answeredInTime: today <= complaint.dueOn };
  await applyComplaintAction(services, trx, complaint, {
    act: "ANSWER",
    cause: "ANSWERED",
    by,
    message: { kind: "ANSWER", text },
    change: {
      ...first,
      assigneeId: complaint.assigneeId ?? by.staffId,
      closesOn,
      warnOn: workingDaysBefore(closesOn, rules.CLOSE_WARNING_WORKING_DAYS, daysOff),
      warnedAt: null,
    },
    mail: "ANSWERED",
  });
  return complaint;
}

export async function extendTicket(
  services: Services,
  trx: Transaction,
  complaintId: string,
  reason: string,
  by: ComplaintActor,
): Promise<ComplaintRow> {
  const complaint = await lockedComplaint(trx, complaintId);
  const { dueOn, remindOn } = await deadlineFrom(services, trx, complaint.dueOn);
  await applyComplaintAction(services, trx, complaint, {
    act: "EXTEND",
    cause: "EXTENDED",
    by,
    message: { kind: "EXTENSION", text: reason },
    change: { extendedAt: services.clock.now(), dueOn, remindOn, remindedAt: null },
    mail: "EXTENDED",
    dueOn,
  });
  return complaint;
}

export async function closeIt(
  services: Services,
  trx: Transaction,
  complaintId: string,
  reason: string,
  by: ComplaintActor,
): Promise<ComplaintRow> {
  const complaint = await lockedComplaint(trx, complaintId);
  await applyComplaintAction(services, trx, complaint, {
    act: "CLOSE",
    cause: "BY_STAFF",
    by,
    message: { kind: "CLOSING", text: reason },
    mail: "CLOSED",
  });
  return complaint;
}

/** Escalates a complaint; the reason is a note for staff. */
export async function escalateTicket(
  services: Services,
  trx: Transaction,
  complaintId: string,
  reason: string,
  by: ComplaintActor,
): Promise<ComplaintRow> {
  const complaint = await lockedComplaint(trx, complaintId);
  await applyComplaintAction(services, trx, complaint, {
    act: "WRITE",
    cause: "ESCALATED",
    by,
    message: { kind: "NOTE", text: reason },
    change: { escalatedAt: services.clock.now() },
  });
  return complaint;
}

/** An internal note; also on a closed complaint. */
export async function addTicketNote(
  services: Services,
  trx: Transaction,
  complaintId: string,
  text: string,
  by: ComplaintActor,
): Promise<ComplaintRow> {
  const complaint = await lockedComplaint(trx, complaintId);
  await addComplaintMessage(services, trx, complaint, "NOTE", text, by);
  return complaint;
}

/** Timed messages: a reminder, a missed deadline, a warning before closing. Not an action: the state stays. */
export async function notifyComplaintDue(
  services: Services,
  trx: Transaction,
  complaint: ComplaintRow,
  cause: "DUE_SOON" | "OVERDUE" | "CLOSING_SOON",
): Promise<void> {
  const now = services.clock.now();
  const change: ComplaintChange =
    cause === "DUE_SOON"
      ? { remindedAt: now }
      : cause === "CLOSING_SOON"
        ? { warnedAt: now }
        : { overdueAt: now, outsideWayAt: complaint.outsideWayAt ?? now };
  await changeComplaint(trx, complaint.id, change);
  await recordComplaintEvent(services, trx, {
    complaint,
    from: complaint.state,
    outcome: { state: complaint.state },
    cause,
    by: system,
  });
  if (cause !== "DUE_SOON") await mailComplaintLater(services, trx, complaint.id, cause);
}

/** Closes a complaint whose answer got no reply. */
export async function closeUnanswered(services: Services, trx: Transaction, complaint: ComplaintRow): Promise<void> {
  await applyComplaintAction(services, trx, complaint, {
    act: "GIVE_UP",
    cause: "UNANSWERED",
    by: system,
    mail: "CLOSED",
  });
}

/** Evidence was added; `photos.ts` stores photos. @throws Refusal COMPLAINT_STATE */
export async function recordNewEvidence(services: Services, trx: Transaction, complaint: ComplaintRow): Promise<void> {
  await applyComplaintAction(services, trx, complaint, { act: "WRITE", cause: "EVIDENCE", by: person });
}
