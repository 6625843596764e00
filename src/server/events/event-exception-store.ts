/** SQL of exceptions of domain events. */
import { countWaiting, type CountedRows } from "#server/records/count-waiting.ts";
import { sql } from "kysely";
import { transact, type Database, type Reader, type Transaction } from "#server/database.server.ts";
import type { SubscribedEvent } from "#server/events/event-types.ts";
import { ascending, descending, inOrder, type OrderedInput } from "#server/records/list-order.ts";
import { defineLifecycle } from "#server/records/lifecycle.ts";

/** RETRYING: the subscriber will run again, and its answer reopens or closes the exception. */
export const exceptionLifecycle = defineLifecycle(
  "domain_event_exception",
  { OPEN: ["RETRYING", "CLOSED"], RETRYING: ["OPEN", "CLOSED"], CLOSED: [] },
  { table: "domain_event_exception", isBorrowers: false },
);
export type ExceptionState = (typeof exceptionLifecycle)["states"][number];

export interface EventException extends SubscribedEvent {
  id: string;
  state: ExceptionState;
  cause: string;
  borrowerId: string | null;
  loanId: string | null;
  happenedAt: Date;
  leftAt: Date;
  /** The trace in which the subscriber last failed; null when its steps were not kept. */
  traceId: string | null;
  /** How often the subscriber failed. */
  times: number;
  retriedAt: Date | null;
  closedAt: Date | null;
  /** Null when the subscriber succeeded. */
  closedBy: string | null;
  /** Why people closed it. */
  reason: { sealed: string; key: string } | null;
  /** While a retry is pending: number of its failures, and the latest time of the next try. */
  waiting: { failures: number; dueAt: Date } | null;
}

const all = (reader: Reader) =>
  reader
    .selectFrom("domain_event_exception as x")
    .innerJoin("domain_event as e", (join) => join.onRef("e.name", "=", "x.name").onRef("e.id", "=", "x.eventId"))
    .leftJoin("domain_event_delivery as d", (join) =>
      join
        .onRef("d.name", "=", "x.name")
        .onRef("d.eventId", "=", "x.eventId")
        .onRef("d.subscriber", "=", "x.subscriber"),
    )
    .selectAll("x")
    .select(["e.happenedAt", "d.failures", "d.dueAt"]);
type Selected = Awaited<ReturnType<ReturnType<typeof all>["executeTakeFirstOrThrow"]>>;

const rowOf = (row: Selected): EventException => ({
  id: row.id,
  name: row.name,
  eventId: row.eventId,
  subscriber: row.subscriber,
  state: row.state as ExceptionState,
  cause: row.cause,
  borrowerId: row.borrowerId,
  loanId: row.loanId,
  happenedAt: row.happenedAt,
  leftAt: row.leftAt,
  traceId: row.traceId,
  times: row.times,
  retriedAt: row.retriedAt,
  closedAt: row.closedAt,
  closedBy: row.closedBy,
  reason: row.reasonSealed === null || row.reasonKey === null ? null : { sealed: row.reasonSealed, key: row.reasonKey },
  waiting: row.dueAt === null ? null : { failures: row.failures ?? 0, dueAt: row.dueAt },
});

export async function findException(reader: Reader, id: string): Promise<EventException | null> {
  const row = await all(reader).where("x.id", "=", id).executeTakeFirst();
  return row ? rowOf(row) : null;
}

/** The exception that a subscriber created for an event. */
export async function findExceptionOf(
  reader: Reader,
  { name, eventId, subscriber }: SubscribedEvent,
): Promise<Pick<EventException, "id" | "borrowerId" | "times"> | null> {
  const row = await reader
    .selectFrom("domain_event_exception")
    .select(["id", "borrowerId", "times"])
    .where("name", "=", name)
    .where("eventId", "=", eventId)
    .where("subscriber", "=", subscriber)
    .executeTakeFirst();
  return row ? { id: row.id, borrowerId: row.borrowerId, times: row.times } : null;
}

/** Locks the exception until the transaction ends, so that retrying and closing exclude each other. False without an exception. */
export async function lockExceptionOf(
  trx: Transaction,
  { name, eventId, subscriber }: SubscribedEvent,
): Promise<boolean> {
  const row = await trx
    .selectFrom("domain_event_exception")
    .select("id")
    .where("name", "=", name)
    .where("eventId", "=", eventId)
    .where("subscriber", "=", subscriber)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Withdraws a delivery that waits for its retry; the exception is locked. */
export async function withdrawDelivery(
  trx: Transaction,
  { name, eventId, subscriber }: SubscribedEvent,
): Promise<void> {
  await trx
    .deleteFrom("domain_event_delivery")
    .where("name", "=", name)
    .where("eventId", "=", eventId)
    .where("subscriber", "=", subscriber)
    .execute();
}

/** False when this subscriber has an exception for this event already. */
export async function insertException(
  trx: Transaction,
  row: SubscribedEvent &
    Pick<EventException, "id" | "cause" | "borrowerId" | "loanId" | "leftAt"> &
    Partial<Pick<EventException, "traceId">>,
): Promise<boolean> {
  const added = await trx
    .insertInto("domain_event_exception")
    .values({
      id: row.id,
      name: row.name,
      eventId: row.eventId,
      subscriber: row.subscriber,
      state: "OPEN",
      cause: row.cause,
      borrowerId: row.borrowerId,
      loanId: row.loanId,
      leftAt: row.leftAt,
      traceId: row.traceId ?? null,
    })
    .onConflict((conflict) => conflict.columns(["name", "eventId", "subscriber"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return added !== undefined;
}

/** Open exceptions are sorted by creation, closed ones by closing time, newest first. */
const orders = {
  OPEN: ascending({ column: "x.leftAt", id: "x.id", holds: "INSTANT" }),
  CLOSED: descending({ column: "x.closedAt", id: "x.id", holds: "INSTANT" }),
} as const;

/** One page of closed exceptions, or of all others. */
export async function listEventExceptions(
  reader: Reader,
  part: keyof typeof orders,
  page: OrderedInput,
): Promise<EventException[]> {
  // Written into the SQL instead of a parameter, so that the planner uses the partial index of open or closed rows.
  const half = part === "CLOSED" ? sql<boolean>`x.state = 'CLOSED'` : sql<boolean>`x.state <> 'CLOSED'`;
  const rows = await inOrder(all(reader).where(half), orders[part], page).execute();
  return rows.map(rowOf);
}

/** Exceptions that one trace left to staff, the oldest first. */
export async function exceptionsOfTrace(reader: Reader, traceId: string, max: number): Promise<EventException[]> {
  const rows = await all(reader).where("x.traceId", "=", traceId).orderBy("x.leftAt").limit(max).execute();
  return rows.map(rowOf);
}

/** How many wait for people, and since when the oldest: for the console's home. */
export async function countOpenExceptions(reader: Reader): Promise<CountedRows> {
  return countWaiting(
    reader,
    reader
      .selectFrom("domain_event_exception")
      .select("leftAt as at")
      .where(sql<boolean>`state <> 'CLOSED'`)
      .where("state", "=", "OPEN"),
  );
}

/** Deletes exceptions closed before; returns the number of rows. */
export async function forgetExceptions(database: Database, closedBefore: Date, max: number): Promise<number> {
  return transact(database, async (trx) => {
    const { rows } = await sql<{ id: string }>`delete from domain_event_exception where id in
      (select id from domain_event_exception where state = 'CLOSED' and closed_at < ${closedBefore}
        order by closed_at limit ${max} for update skip locked) returning id`.execute(trx);
    await exceptionLifecycle.forget(
      trx,
      rows.map(({ id }) => id),
    );
    return rows.length;
  });
}
