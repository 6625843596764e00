/** A complaint as its person and as staff see it. */
import type { Database } from "#server/database.server.ts";
import { Refusal } from "#server/call/refusal.ts";
import { BorrowerShredded } from "#server/keys/keys.server.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import { maskEmail } from "#shared/fields/email.ts";
import { identityOf } from "#features/account/identity/server/index.ts";
import { findLoan } from "#features/credit/loan/server/index.ts";
import {
  closeCauses,
  maxComplaintPhotos,
  type EventCause,
  type MailKind,
  type MessageKind,
  type ComplaintTicket,
} from "../contract.ts";
import { type ComplaintCase, type QueuedComplaint } from "../staff-contract.ts";
import { daysOffAround } from "#server/calendar/business-calendar.ts";
import { complaintRulesOn } from "./rule-rows.ts";
import { photosOf } from "./photo-store.ts";
import type { ComplaintAct } from "./rules.ts";
import { cipherOf, emailPlace, complaintTextOf } from "./sealed.ts";
import { complaintEventsOf, findComplaint, mailsOf, messagesOf, type ComplaintRow, type EventRow } from "./store.ts";
import { outcomeNow } from "./carrying-out.ts";
import { addWorkingDays, workingDaysFrom } from "#server/calendar/working-days.ts";

/** Events shown to the person; the others are internal. Messages and photos appear by themselves. */
const toldCauses: readonly EventCause[] = [
  "RECEIVED",
  "TAKEN",
  "EXTENDED",
  "ANSWERED",
  "REFUSED",
  "OVERDUE",
  ...closeCauses,
];

export const complaintBriefOf = (row: ComplaintRow) => ({
  number: row.number,
  reason: row.reason,
  state: row.state,
  closeCause: row.closeCause,
  receivedAt: row.receivedAt.toISOString(),
  dueOn: row.dueOn,
});
const eventOf = (row: EventRow) => ({
  cause: row.cause as EventCause,
  state: row.toState as ComplaintRow["state"],
  dueOn: row.dueOn,
  at: row.happenedAt.toISOString(),
});

async function photosShown(database: Database, complaintId: string) {
  return (await photosOf(database, complaintId)).map((row) => ({
    id: row.id,
    widthPixels: row.widthPixels,
    heightPixels: row.heightPixels,
  }));
}

/** @throws Refusal COMPLAINT_GONE once its data was deleted. */
export async function ticketOf(services: Services, complaintId: string): Promise<ComplaintTicket> {
  const { database } = services;
  const row = await findComplaint(database, complaintId);
  const cipher = row && (await cipherOf(services, database, row));
  if (!row || !cipher) throw new Refusal("COMPLAINT_GONE");
  const today = dateInWib(services.clock.now());
  const [messages, events, photos, rules] = await Promise.all([
    messagesOf(database, complaintId),
    complaintEventsOf(database, [complaintId]),
    photosShown(database, complaintId),
    complaintRulesOn(database, today),
  ]);
  const shownEvents = events.filter(
    ({ cause, toState, fromState }) =>
      toldCauses.includes(cause as EventCause) || (cause === "ASSIGNED" && toState !== fromState),
  );
  return {
    ...complaintBriefOf(row),
    maskedEmail: maskEmail(cipher.open(row.emailSealed, emailPlace(row.id))),
    isOverdue: row.state !== "CLOSED" && row.state !== "ANSWERED" && row.dueOn < today,
    isExtended: row.extendedAt !== null,
    closesOn: row.state === "ANSWERED" ? row.closesOn : null,
    outsideWay: row.outsideWayAt !== null,
    answerWorkingDays: rules.ANSWER_WORKING_DAYS,
    messages: messages
      .filter(({ kind }) => kind !== "NOTE")
      .map((message) => ({
        id: message.id,
        kind: message.kind as MessageKind,
        text: complaintTextOf(cipher, message),
        at: message.writtenAt.toISOString(),
      })),
    // Assigning looks like taking to the person: work has begun.
    events: shownEvents.map((event) => ({
      ...eventOf(event),
      ...(event.cause === "ASSIGNED" ? { cause: "TAKEN" as const } : {}),
    })),
    photos,
    maxPhotos: maxComplaintPhotos,
    mayWrite: outcomeNow(services, "WRITE", row) !== null,
    mayReply: outcomeNow(services, "ACCEPT", row) !== null,
    isLastRefusal: outcomeNow(services, "REFUSE", row)?.state === "CLOSED",
  };
}

export function queuedOf(
  row: ComplaintRow,
  today: string,
  workingDaysTo: ReturnType<typeof workingDaysFrom>,
): QueuedComplaint {
  const waits = row.state !== "CLOSED" && row.state !== "ANSWERED";
  return {
    complaintId: row.id,
    borrowerId: row.borrowerId,
    ...complaintBriefOf(row),
    workingDaysLeft: workingDaysTo(row.dueOn),
    isOverdue: waits && row.dueOn < today,
    isDueSoon: waits && row.dueOn >= today && row.remindOn <= today,
    isEscalated: row.escalatedAt !== null,
    assigneeId: row.assigneeId,
  };
}

const staffActs = ["TAKE", "ANSWER", "EXTEND", "CLOSE"] as const satisfies readonly ComplaintAct[];

/** @throws Refusal COMPLAINT_UNKNOWN */
export async function caseOf(services: Services, complaintId: string): Promise<ComplaintCase> {
  const { database } = services;
  const row = await findComplaint(database, complaintId);
  if (!row) throw new Refusal("COMPLAINT_UNKNOWN");
  const today = dateInWib(services.clock.now());
  const cipher = await cipherOf(services, database, row);
  const [messages, events, photos, mails, daysOff, rules] = await Promise.all([
    messagesOf(database, complaintId),
    complaintEventsOf(database, [complaintId]),
    photosShown(database, complaintId),
    mailsOf(database, complaintId),
    daysOffAround(database, today),
    complaintRulesOn(database, today),
  ]);
  const loan = row.borrowerId && row.loanId ? await findLoan(database, row.borrowerId, row.loanId) : null;
  return {
    ...queuedOf(row, today, workingDaysFrom(today, daysOff)),
    language: row.language,
    maskedEmail: cipher ? maskEmail(cipher.open(row.emailSealed, emailPlace(row.id))) : "",
    isExtended: row.extendedAt !== null,
    refusals: row.refusals,
    answeredInTime: row.answeredInTime,
    closesOn: row.state === "ANSWERED" ? row.closesOn : null,
    outsideWay: row.outsideWayAt !== null,
    extendableTo: outcomeNow(services, "EXTEND", row)
      ? addWorkingDays(row.dueOn, rules.EXTENSION_WORKING_DAYS, daysOff)
      : null,
    borrowerName: row.borrowerId ? await nameOf(services, row.borrowerId) : null,
    loan: loan ? { loanId: loan.id, loanNumber: loan.number, state: loan.state } : null,
    messages: messages.map((message) => ({
      id: message.id,
      kind: message.kind as MessageKind,
      text: cipher ? complaintTextOf(cipher, message) : null,
      at: message.writtenAt.toISOString(),
      staffId: message.staffId,
    })),
    events: events.map((event) => ({
      ...eventOf(event),
      actor: event.actor as "PERSON" | "STAFF" | "SYSTEM",
      staffId: event.staffId,
    })),
    photos: cipher ? photos : [],
    mails: mails.map((mail) => ({
      kind: mail.kind as MailKind,
      status: mail.status as ComplaintCase["mails"][number]["status"],
      at: (mail.endedAt ?? mail.writtenAt).toISOString(),
    })),
    acts: staffActs.filter((act) => outcomeNow(services, act, row) !== null),
  };
}

async function nameOf(services: Services, borrowerId: string): Promise<string | null> {
  try {
    return (await identityOf(services, services.database, borrowerId))?.fullName ?? null;
  } catch (error) {
    if (error instanceof BorrowerShredded) return null;
    throw error;
  }
}
