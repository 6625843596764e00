/**
 * Exceptions: a subscriber of a domain event could not handle it. The event has happened and cannot be refused, so
 * the subscriber returns the reason, and the same transaction opens a row for staff, who retry or close it.
 * // docs/decisions/225
 */
import { Refusal } from "#server/call/refusal.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Subscription } from "#server/events/event-subscription.ts";
import type { Occurrence } from "#server/events/event-types.ts";
import {
  exceptionLifecycle,
  findException,
  findExceptionOf,
  insertException,
  withdrawDelivery,
  type EventException,
} from "#server/events/event-exception-store.ts";
import { addToSpan, recordedTraceId } from "#server/observability/spans.ts";
import { sealReason } from "#server/four-eyes/sealed-reason.ts";
import type { Services } from "#server/services.ts";

/** A subscriber's result: done, or an exception for staff with its cause. */
export type Fitted<Cause extends string = never> = "DONE" | LeftToStaff<Cause>;
interface LeftToStaff<Cause extends string> {
  leftToStaff: Cause;
}
/** A subscriber's answer for cases that staff must look at: one of its declared causes. */
export const leftToStaff = <Cause extends string>(cause: Cause): LeftToStaff<Cause> => ({ leftToStaff: cause });

const causeOf = (answer: unknown): string | null =>
  typeof answer === "object" && answer !== null && "leftToStaff" in answer ? String(answer.leftToStaff) : null;

/** After a subscriber has run in the transaction of its event: opens an exception for staff if it returned one. False otherwise. */
export async function recordException(
  services: Services,
  trx: Transaction,
  subscription: Subscription,
  occurrence: Occurrence,
  answer: unknown,
): Promise<boolean> {
  const cause = causeOf(answer);
  if (cause !== null) await leave(services, trx, subscription, occurrence, cause);
  return cause !== null;
}

/** After a delivery, in its transaction: the same, and closes an earlier exception that has now succeeded. */
export async function noteDelivered(...args: Parameters<typeof recordException>): Promise<void> {
  const [services, trx, subscription, occurrence] = args;
  if (!(await recordException(...args)) && subscription.exceptions)
    await endRetried(services, trx, subscription, occurrence);
}

async function leave(
  services: Services,
  trx: Transaction,
  { key: subscriber, event: { name } }: Subscription,
  occurrence: Occurrence,
  cause: string,
): Promise<void> {
  const { id: eventId } = occurrence;
  const at = services.clock.now();
  const traceId = recordedTraceId();
  services.log.error("an event was left to staff", {
    job: `event-${subscriber}`,
    reference: `${name} ${eventId}`,
    code: cause,
    ...(traceId === null ? {} : { traceId }),
  });
  // The step of the trace names the cause too, so that both lead to each other.
  addToSpan({ code: cause });
  const about = { name, eventId, subscriber };
  const [borrowerId, loanId] = [idIn(occurrence, "borrowerId"), idIn(occurrence, "loanId")];
  const row = { id: services.random.uuid(), ...about, cause, borrowerId, loanId, leftAt: at, traceId };
  if (await insertException(trx, row)) {
    await exceptionLifecycle.begin(trx, { id: row.id, borrowerId, actor: "SYSTEM", cause, at });
    return;
  }
  const before = await findExceptionOf(trx, about);
  if (!before) throw new Error(`What ${subscriber} left of ${name} ${eventId} is not there.`);
  const set = { cause, times: before.times + 1, traceId };
  const move = { id: before.id, borrowerId, actor: "SYSTEM", cause, at, set } as const;
  await exceptionLifecycle.move(trx, { ...move, from: ["RETRYING"], to: "OPEN" });
}

/** Closes an exception after a successful retry. */
async function endRetried(
  services: Services,
  trx: Transaction,
  { key: subscriber, event: { name } }: Subscription,
  { id: eventId }: Occurrence,
): Promise<void> {
  const row = await findExceptionOf(trx, { name, eventId, subscriber });
  if (!row) return;
  const at = services.clock.now();
  const move = { id: row.id, borrowerId: row.borrowerId, actor: "SYSTEM", cause: "DONE", at } as const;
  await exceptionLifecycle.move(trx, { ...move, from: ["RETRYING"], to: "CLOSED", set: { closedAt: at } });
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** An id that an event may contain; null when it has none. */
function idIn(occurrence: Occurrence, field: string): string | null {
  const value = (occurrence as Readonly<Record<string, unknown>>)[field];
  return typeof value === "string" && uuid.test(value) ? value : null;
}

/** The actor, and the exception. */
interface Act {
  staffId: string;
  exceptionId: string;
  /** Called with the row before any refusal: for the audit trail. */
  note: (row: EventException) => void;
}

/**
 * Creates the delivery again, so that the subscriber runs again: another failure reopens the same row, success closes
 * it.
 * @throws Refusal EXCEPTION_UNKNOWN, EXCEPTION_NOT_OPEN, EXCEPTION_ORPHANED when no subscriber of this release handles
 * the event any more
 */
export async function retryEventException(services: Services, trx: Transaction, act: Act): Promise<void> {
  const { row, move } = await opened(services, trx, act);
  const set = { retriedAt: move.at };
  if (!(await exceptionLifecycle.move(trx, { ...move, from: ["OPEN"], to: "RETRYING", cause: "RETRIED", set })))
    throw new Refusal("EXCEPTION_NOT_OPEN");
  if (!(await services.events.tryAgain(trx, row))) throw new Refusal("EXCEPTION_ORPHANED");
}

/**
 * Closes an exception that staff have dealt with, or that needs no action: it is not retried, even when a retry is
 * pending.
 * @throws Refusal EXCEPTION_UNKNOWN, EXCEPTION_NOT_OPEN
 */
export async function closeEventException(
  services: Services,
  trx: Transaction,
  act: Act & { reason: string },
): Promise<void> {
  const { row, move } = await opened(services, trx, act);
  const { sealed, key } = await sealReason(services.keys, trx, "domain_event_exception", row, act.reason);
  const set = { closedAt: move.at, closedBy: act.staffId, reasonSealed: sealed, reasonKey: key };
  if (
    !(await exceptionLifecycle.move(trx, { ...move, from: ["OPEN", "RETRYING"], to: "CLOSED", cause: "CLOSED", set }))
  )
    throw new Refusal("EXCEPTION_NOT_OPEN");
  await withdrawDelivery(trx, row);
}

async function opened({ clock }: Services, trx: Transaction, { exceptionId, staffId, note }: Act) {
  const row = await findException(trx, exceptionId);
  if (!row) throw new Refusal("EXCEPTION_UNKNOWN");
  note(row);
  const { id, borrowerId } = row;
  return { row, move: { id, borrowerId, actor: `STAFF:${staffId}`, at: clock.now() } as const };
}
