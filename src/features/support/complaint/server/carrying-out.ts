/** Carries out an action on a locked complaint: the rules give the outcome; state, event, message and mail are written together. */
import { Refusal } from "#server/call/refusal.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import type { EventCause, MailKind, MessageKind } from "../contract.ts";
import { complaintClosed } from "./events.ts";
import { complaintLifecycle } from "./lifecycle.ts";
import { mailComplaintLater } from "./mails.ts";
import { outcomeOf, type ComplaintAct, type Outcome } from "./rules.ts";
import { cipherOf, textPlace } from "./sealed.ts";
import {
  addEvent,
  addMessage,
  changeComplaint,
  lockComplaint,
  type ComplaintChange,
  type ComplaintRow,
} from "./store.ts";

/** The actor: the complainant, a staff member, or the clock. */
export type ComplaintActor = { actor: "PERSON" | "SYSTEM"; staffId: null } | { actor: "STAFF"; staffId: string };
export const person: ComplaintActor = { actor: "PERSON", staffId: null };
export const system: ComplaintActor = { actor: "SYSTEM", staffId: null };

interface Telling {
  complaint: Pick<ComplaintRow, "id">;
  from: ComplaintRow["state"] | null;
  outcome: Outcome;
  cause: EventCause;
  by: ComplaintActor;
  dueOn?: string | null;
}
export async function recordComplaintEvent(
  services: Services,
  trx: Transaction,
  { complaint, from, outcome, cause, by, dueOn = null }: Telling,
): Promise<void> {
  await addEvent(trx, {
    id: services.random.uuid(),
    complaintId: complaint.id,
    fromState: from,
    toState: outcome.state,
    cause,
    ...by,
    dueOn,
    happenedAt: services.clock.now(),
  });
}

/** Keeps words with a complaint. @throws Refusal COMPLAINT_GONE */
export async function addComplaintMessage(
  services: Services,
  trx: Transaction,
  complaint: ComplaintRow,
  kind: MessageKind,
  text: string,
  by: ComplaintActor,
): Promise<void> {
  const cipher = await cipherOf(services, trx, complaint);
  if (!cipher) throw new Refusal("COMPLAINT_GONE");
  const id = services.random.uuid();
  await addMessage(trx, {
    id,
    complaintId: complaint.id,
    kind,
    staffId: by.staffId,
    textSealed: cipher.seal(text, textPlace(id)),
    writtenAt: services.clock.now(),
  });
}

/** A complaint with its row locked, and the actions allowed now. @throws Refusal COMPLAINT_UNKNOWN */
export async function lockedComplaint(trx: Transaction, complaintId: string): Promise<ComplaintRow> {
  const complaint = await lockComplaint(trx, complaintId);
  if (!complaint) throw new Refusal("COMPLAINT_UNKNOWN");
  return complaint;
}

/** The outcome of an action on this complaint now, by the rules. */
export function outcomeNow(services: Services, act: ComplaintAct, complaint: ComplaintRow): Outcome | null {
  const isOverdue = complaint.dueOn < dateInWib(services.clock.now());
  return outcomeOf(act, {
    state: complaint.state,
    isExtended: complaint.extendedAt !== null,
    isOverdue,
    refusals: complaint.refusals,
  });
}

interface Action {
  act: ComplaintAct;
  cause: EventCause;
  by: ComplaintActor;
  message?: { kind: MessageKind; text: string };
  mail?: MailKind | null;
  change?: ComplaintChange;
  dueOn?: string;
}

/** Stores the changes of an action; some keep the state. @throws Refusal COMPLAINT_STATE */
async function write(
  trx: Transaction,
  { id, state }: ComplaintRow,
  to: ComplaintRow["state"],
  set: ComplaintChange,
): Promise<void> {
  if (to === state) {
    if (Object.keys(set).length > 0) await changeComplaint(trx, id, set);
    return;
  }
  if ((await complaintLifecycle.step(trx, { id, from: [state], to, set })) === null)
    throw new Refusal("COMPLAINT_STATE");
}

/** Carries an action out on a locked complaint. @throws Refusal COMPLAINT_STATE when the rules do not allow it. */
export async function applyComplaintAction(
  services: Services,
  trx: Transaction,
  complaint: ComplaintRow,
  action: Action,
): Promise<Outcome> {
  const outcome = outcomeNow(services, action.act, complaint);
  if (!outcome) throw new Refusal("COMPLAINT_STATE");
  if (action.message)
    await addComplaintMessage(services, trx, complaint, action.message.kind, action.message.text, action.by);
  const closed = outcome.closeCause ? { closedAt: services.clock.now(), closeCause: outcome.closeCause } : {};
  await write(trx, complaint, outcome.state, { ...action.change, ...closed });
  await recordComplaintEvent(services, trx, {
    complaint,
    from: complaint.state,
    outcome,
    cause: action.cause,
    by: action.by,
    dueOn: action.dueOn ?? null,
  });
  if (outcome.closeCause)
    await services.events.announce(trx, complaintClosed, {
      id: `closed_${complaint.id}`,
      at: services.clock.now(),
      complaintId: complaint.id,
      borrowerId: complaint.borrowerId,
      cause: outcome.closeCause,
    });
  if (action.mail) await mailComplaintLater(services, trx, complaint.id, action.mail);
  return outcome;
}
