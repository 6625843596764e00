/**
 * Deliveries of domain events: the work that subscribers still have to do after the commit. The row is the truth, its
 * job only triggers it; a sweep sends again what a job lost or failed at. // docs/decisions/225
 */
import { sql } from "kysely";
import * as v from "valibot";
import { transact, type Transaction, type Reader } from "#server/database.server.ts";
import type { Subscription } from "#server/events/event-subscription.ts";
import type { DomainEvent } from "#server/events/event-types.ts";
import { lockExceptionOf } from "#server/events/event-exception-store.ts";
import { noteDelivered } from "#server/events/event-exceptions.ts";
import { addToSpan, recordedTraceId } from "#server/observability/spans.ts";
import type { Services } from "#server/services.ts";
import { defineJob, type JobKind } from "#server/work/jobs.ts";
import { nextTry } from "#server/work/next-try.ts";

// A job's payload: an interface would not fit its record.
type Delivery = { name: string; eventId: string };
/** The queues of the subscribers, by their key. */
export type DeliveryJobs = ReadonlyMap<string, JobKind<Delivery>>;

/** A job has finished by then; afterwards the sweep sends the delivery again. */
const jobMilliseconds = 120_000;
/** A job takes many deliveries of one subscriber, and runs few in parallel: each holds a connection. */
const batch = { size: 50, sideBySide: 4 };
const resentAtOnce = 500;
/** Number of failures from which the log level is error. */
const failuresUntilError = 3;

/** One queue per subscriber, so that a slow one does not block the others. */
export const deliveryJobOf = (key: string): JobKind<Delivery> =>
  defineJob(`event-${key}`, v.strictObject({ name: v.string(), eventId: v.string() }), { retryLimit: 3 }, batch);

/** Creates deliveries for these subscribers, and sends their jobs. */
export async function deliverLater(
  { clock, jobs: queues }: Services,
  trx: Transaction,
  jobs: DeliveryJobs,
  { name, eventId }: Delivery,
  subscribers: readonly string[],
): Promise<void> {
  if (subscribers.length === 0) return;
  const dueAt = new Date(clock.now().getTime() + jobMilliseconds);
  await trx
    .insertInto("domain_event_delivery")
    .values(subscribers.map((subscriber) => ({ name, eventId, subscriber, dueAt })))
    // A retried delivery may exist already.
    .onConflict((conflict) => conflict.columns(["name", "eventId", "subscriber"]).doNothing())
    .execute();
  for (const subscriber of subscribers) await queues.send(trx, jobs.get(subscriber)!, { name, eventId });
}

/** Deliveries that still wait for their subscriber, and for how many whole seconds the oldest of those that are due is. */
export async function deliveriesWaiting(
  reader: Reader,
  now: Date,
): Promise<{ waiting: number; oldestDueSeconds: number }> {
  const { count, oldest } = await reader
    .selectFrom("domain_event_delivery")
    .select(({ fn }) => [fn.countAll<string>().as("count"), fn.min("dueAt").as("oldest")])
    .executeTakeFirstOrThrow();
  const late = oldest === null ? 0 : Math.floor((now.getTime() - oldest.getTime()) / 1000);
  return { waiting: Number(count), oldestDueSeconds: Math.max(0, late) };
}

/** Those of these event ids that still have `after` deliveries to make. */
export async function undeliveredOf(
  reader: Reader,
  { name }: Pick<DomainEvent, "name">,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await reader
    .selectFrom("domain_event_delivery")
    .select("eventId")
    .where("name", "=", name)
    .where("eventId", "in", ids)
    .execute();
  return new Set(rows.map((row) => row.eventId));
}

/** Claims and runs a delivery, in one transaction with the consequences of its answer. Does nothing when it is done, or running elsewhere. */
export async function deliverEvent(
  services: Services,
  subscription: Subscription,
  { name, eventId }: Delivery,
): Promise<void> {
  const { key, event } = subscription;
  try {
    await transact(services.database, async (trx) => {
      // Locks the exception before the delivery, in the same order as closing it by hand: the second of the two sees the first one's result.
      if (subscription.exceptions) await lockExceptionOf(trx, { name, eventId, subscriber: key });
      const { rows } = await sql<{ happenedAt: Date; data: unknown }>`
        with mine as (delete from domain_event_delivery where (name, event_id, subscriber) in (
          select name, event_id, subscriber from domain_event_delivery
          where name = ${name} and event_id = ${eventId} and subscriber = ${key} for update skip locked) returning name, event_id)
        select e.happened_at, e.data from domain_event e join mine on mine.name = e.name and mine.event_id = e.id`.execute(
        trx,
      );
      const [row] = rows;
      if (!row) return;
      const occurrence = { ...v.parse(event.data, row.data), id: eventId, at: row.happenedAt };
      const answer = await subscription.run(services, trx, occurrence);
      await noteDelivered(services, trx, subscription, occurrence, answer);
    });
  } catch (error) {
    await noteFailure(services, key, { name, eventId }, error);
  }
}

/** The job stops here: the sweep sends the delivery again, after a growing delay. */
async function noteFailure(
  { database, clock, log }: Services,
  subscriber: string,
  { name, eventId }: Delivery,
  error: unknown,
): Promise<void> {
  const failures = await transact(database, async (trx) => {
    const waiting = await trx
      .selectFrom("domain_event_delivery")
      .select("failures")
      .where("name", "=", name)
      .where("eventId", "=", eventId)
      .where("subscriber", "=", subscriber)
      .forUpdate()
      .executeTakeFirst();
    const before = waiting?.failures ?? 0;
    await putOff(trx, subscriber, { name, eventId }, { failures: before + 1, dueAt: nextTry(clock.now(), before) });
    return before + 1;
  });
  const traceId = recordedTraceId();
  const traced = traceId === null ? {} : { traceId };
  const fields = { job: `event-${subscriber}`, reference: `${name} ${eventId}`, attempt: failures, error, ...traced };
  // The job itself is over: its step says that the delivery was not made. Only the error's name: a message may quote a person's data.
  addToSpan({ code: "NOT_DELIVERED", reason: error instanceof Error ? error.name : typeof error });
  if (failures > failuresUntilError) log.error("event not delivered", fields);
  else log.warn("event not delivered, to be tried again", fields);
}

async function putOff(
  trx: Transaction,
  subscriber: string,
  { name, eventId }: Delivery,
  set: { dueAt: Date; failures?: number },
): Promise<void> {
  await trx
    .updateTable("domain_event_delivery")
    .set(set)
    .where("name", "=", name)
    .where("eventId", "=", eventId)
    .where("subscriber", "=", subscriber)
    .execute();
}

/** Sends deliveries again whose job was lost or failed. Only for subscribers known to this process: a newer release may have more. */
export async function resend(services: Services, jobs: DeliveryJobs): Promise<number> {
  if (jobs.size === 0) return 0;
  const now = services.clock.now();
  return transact(services.database, async (trx) => {
    const { rows } = await sql<{ name: string; eventId: string; subscriber: string; failures: number }>`
      select name, event_id, subscriber, failures from domain_event_delivery
      where subscriber = any(${[...jobs.keys()]}::text[]) and due_at <= ${now}
      order by due_at limit ${resentAtOnce} for update skip locked`.execute(trx);
    for (const { name, eventId, subscriber, failures } of rows) {
      const dueAt = nextTry(new Date(now.getTime() + jobMilliseconds), failures);
      await putOff(trx, subscriber, { name, eventId }, { dueAt });
      await services.jobs.send(trx, jobs.get(subscriber)!, { name, eventId });
    }
    return rows.length;
  });
}
