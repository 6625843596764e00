/** All SQL of complaints. Every function takes the transaction (or the database, for reads) first. */
import { maxCounted } from "#shared/counted.ts";
import { sql, type Selectable } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { Complaint, ComplaintEvent, ComplaintMail, ComplaintMessage } from "#server/database.types.ts";
import { ascending, descending, inOrder, type ListOrder, type OrderedInput } from "#server/records/list-order.ts";
import type { BusinessDate } from "#shared/dates.ts";
import type { CloseCause, ComplaintReason, ComplaintState, EventCause, MailKind, MessageKind } from "../contract.ts";
import type { queueOrders } from "../staff-contract.ts";
import { openComplaintStates } from "./rules.ts";

/** A complaint is talked about for weeks, not for ever; more than this is never read at once. */
const maxShown = 500;
export type ComplaintRow = Omit<Selectable<Complaint>, "state" | "reason" | "closeCause"> & {
  state: ComplaintState;
  reason: ComplaintReason;
  closeCause: CloseCause | null;
};
export type MessageRow = Selectable<ComplaintMessage>;
export type EventRow = Selectable<ComplaintEvent>;
export type ComplaintMailRow = Selectable<ComplaintMail>;

const typed = (row: Selectable<Complaint> | undefined): ComplaintRow | null =>
  (row as ComplaintRow | undefined) ?? null;

export interface NewComplaint {
  id: string;
  number: string;
  borrowerId: string | null;
  ownerId: string;
  loanId: string | null;
  reason: ComplaintReason;
  language: string;
  brandId: string;
  brandName: string;
  emailIndex: string;
  emailSealed: string;
  receivedAt: Date;
  dueOn: BusinessDate;
  remindOn: BusinessDate;
}

/** False when the number exists; the caller draws another one. */
export async function addComplaint(trx: Transaction, made: NewComplaint): Promise<boolean> {
  const added = await trx
    .insertInto("complaint")
    .values({
      id: made.id,
      number: made.number,
      borrowerId: made.borrowerId,
      ownerId: made.ownerId,
      loanId: made.loanId,
      reason: made.reason,
      language: made.language,
      brandId: made.brandId,
      brandName: made.brandName,
      emailIndex: made.emailIndex,
      emailSealed: made.emailSealed,
      state: "RECEIVED",
      receivedAt: made.receivedAt,
      dueOn: made.dueOn,
      remindOn: made.remindOn,
    })
    .onConflict((conflict) => conflict.column("number").doNothing())
    .returning("id")
    .executeTakeFirst();
  return added !== undefined;
}

export async function findComplaint(reader: Reader, id: string): Promise<ComplaintRow | null> {
  return typed(await reader.selectFrom("complaint").selectAll().where("id", "=", id).executeTakeFirst());
}

/** Locks the complaint until the transaction ends: of two people at the same time, the second one sees the first one's change. */
export async function lockComplaint(trx: Transaction, id: string): Promise<ComplaintRow | null> {
  return typed(await trx.selectFrom("complaint").selectAll().where("id", "=", id).forUpdate().executeTakeFirst());
}

/** By number and address together: one statement, so that a wrong address and an unknown number take the same path. */
export async function findByNumber(reader: Reader, number: string, emailIndex: string): Promise<string | null> {
  const row = await reader
    .selectFrom("complaint")
    .select("id")
    .where("number", "=", number)
    .where("emailIndex", "=", emailIndex)
    .where("forgottenAt", "is", null)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The complaint with this number as a list of one, or of none. */
export async function findAllByNumber(reader: Reader, number: string): Promise<ComplaintRow[]> {
  return (await reader.selectFrom("complaint").selectAll().where("number", "=", number).execute()) as ComplaintRow[];
}

export type ComplaintChange = Partial<
  Omit<Selectable<Complaint>, "id" | "number" | "state" | "borrowerId" | "ownerId" | "receivedAt">
>;
export async function changeComplaint(trx: Transaction, id: string, change: ComplaintChange): Promise<void> {
  await trx.updateTable("complaint").set(change).where("id", "=", id).execute();
}

/** One page of a borrower's complaints, newest first. */
export async function complaintsOfBorrower(
  reader: Reader,
  borrowerId: string,
  after: string | undefined,
  most: number,
): Promise<ComplaintRow[]> {
  let query = reader
    .selectFrom("complaint")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .orderBy("id", "desc")
    .limit(most);
  if (after) query = query.where("id", "<", after);
  return (await query.execute()) as ComplaintRow[];
}

/** Whether a complaint of one of these reasons is open. */
export async function hasOpenComplaint(
  reader: Reader,
  borrowerId: string,
  reasons: readonly ComplaintReason[],
): Promise<boolean> {
  const row = await reader
    .selectFrom("complaint")
    .select("id")
    .where("borrowerId", "=", borrowerId)
    .where("reason", "in", [...reasons])
    .where("state", "in", [...openComplaintStates])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export interface QueueOptions {
  state: "OPEN" | ComplaintState;
  about: ComplaintReason | null;
  /** Null: unassigned; undefined: any assignee. */
  assigneeId: string | null | undefined;
  order: ListOrder;
  page: OrderedInput;
}

const due = { column: "dueOn", holds: "DAY" } as const;
const received = { column: "receivedAt", holds: "INSTANT" } as const;
/** Orders of the queue: for each there are indexes for its filters. */
export const queueOrder: Readonly<Record<(typeof queueOrders)[number], ListOrder>> = {
  DUE_FIRST: ascending(due),
  DUE_LAST: descending(due),
  RECEIVED_FIRST: ascending(received),
  RECEIVED_LAST: descending(received),
};

export async function complaintQueue(reader: Reader, options: QueueOptions): Promise<ComplaintRow[]> {
  let query = inOrder(reader.selectFrom("complaint").selectAll(), options.order, options.page);
  query =
    options.state === "OPEN"
      ? query.where("state", "in", [...openComplaintStates])
      : query.where("state", "=", options.state);
  if (options.about) query = query.where("reason", "=", options.about);
  if (options.assigneeId === null) query = query.where("assigneeId", "is", null);
  else if (options.assigneeId !== undefined) query = query.where("assigneeId", "=", options.assigneeId);
  return (await query.execute()) as ComplaintRow[];
}

/** Open complaints whose reminder is due. */
export async function complaintsToRemind(reader: Reader, today: BusinessDate): Promise<ComplaintRow[]> {
  return (await reader
    .selectFrom("complaint")
    .selectAll()
    .where("state", "in", [...openComplaintStates])
    .where("remindOn", "<=", today)
    .orderBy("dueOn")
    .orderBy("id")
    .limit(maxShown)
    .execute()) as ComplaintRow[];
}

/** Complaints that wait for an answer, counted up to 1,000 per state, since when the oldest waits, and the day by which the most urgent is promised. */
export async function countOpenComplaints(
  reader: Reader,
): Promise<{ count: number; oldestAt: Date | null; dueOn: BusinessDate | null }> {
  // State by state, each by its own index: asked together, all that wait would be read, or all that ever came.
  const { rows } = await sql<{ count: number; oldestAt: Date | null; dueOn: BusinessDate | null }>`
    select coalesce(sum(waiting.count), 0)::int as count, min(oldest.received_at) as "oldestAt", min(urgent.due_on) as "dueOn"
    from unnest(${[...openComplaintStates]}::text[]) as open (state)
    cross join lateral (
      select count(*) as count from (select from complaint where state = open.state order by received_at limit ${maxCounted}) as counted
    ) as waiting
    left join lateral (
      select received_at from complaint where state = open.state order by received_at limit 1
    ) as oldest on true
    left join lateral (
      select due_on from complaint where state = open.state order by due_on limit 1
    ) as urgent on true`.execute(reader);
  return rows[0]!;
}

export interface NewMessage {
  id: string;
  complaintId: string;
  kind: MessageKind;
  staffId: string | null;
  textSealed: string;
  writtenAt: Date;
}
export async function addMessage(trx: Transaction, message: NewMessage): Promise<void> {
  const { id, complaintId, kind, staffId, textSealed, writtenAt } = message;
  await trx.insertInto("complaint_message").values({ id, complaintId, kind, staffId, textSealed, writtenAt }).execute();
}

export const messagesOf = (reader: Reader, complaintId: string): Promise<MessageRow[]> =>
  reader
    .selectFrom("complaint_message")
    .selectAll()
    .where("complaintId", "=", complaintId)
    .orderBy("id")
    .limit(maxShown)
    .execute();

export interface NewComplaintEvent {
  id: string;
  complaintId: string;
  fromState: ComplaintState | null;
  toState: ComplaintState;
  cause: EventCause;
  actor: "PERSON" | "STAFF" | "SYSTEM";
  staffId: string | null;
  dueOn: BusinessDate | null;
  happenedAt: Date;
}
export async function addEvent(trx: Transaction, event: NewComplaintEvent): Promise<void> {
  const { id, complaintId, fromState, toState, cause, actor, staffId, dueOn, happenedAt } = event;
  await trx
    .insertInto("complaint_event")
    .values({
      id,
      complaintId,
      fromState,
      toState,
      cause,
      actor,
      staffId,
      dueOn,
      happenedAt,
    })
    .execute();
}
export const complaintEventsOf = (reader: Reader, complaintIds: readonly string[]): Promise<EventRow[]> =>
  complaintIds.length === 0
    ? Promise.resolve([])
    : reader
        .selectFrom("complaint_event")
        .selectAll()
        .where("complaintId", "in", complaintIds)
        .orderBy("id")
        .limit(maxShown)
        .execute();

export async function addComplaintMail(
  trx: Transaction,
  mail: { id: string; complaintId: string; kind: MailKind; writtenAt: Date },
): Promise<void> {
  await trx
    .insertInto("complaint_mail")
    .values({
      id: mail.id,
      complaintId: mail.complaintId,
      kind: mail.kind,
      status: "WAITING",
      writtenAt: mail.writtenAt,
    })
    .execute();
}
export async function endComplaintMail(
  trx: Transaction,
  id: string,
  status: "SENT" | "REJECTED",
  at: Date,
): Promise<void> {
  await trx
    .updateTable("complaint_mail")
    .set({ status, endedAt: at })
    .where("id", "=", id)
    .where("status", "=", "WAITING")
    .execute();
}
export const mailsOf = (reader: Reader, complaintId: string): Promise<ComplaintMailRow[]> =>
  reader
    .selectFrom("complaint_mail")
    .selectAll()
    .where("complaintId", "=", complaintId)
    .orderBy("id")
    .limit(maxShown)
    .execute();

/** Due by the clock. FORGETTABLE: a visitor's, closed long ago; a borrower's is deleted with the borrower's data. */
export type ComplaintDue =
  | { what: "REMINDER" | "OVERDUE" | "WARNING" | "CLOSING"; today: BusinessDate }
  | { what: "FORGETTABLE"; closedBefore: Date };

function selectDue(reader: Reader, due: ComplaintDue) {
  const query = reader.selectFrom("complaint");
  switch (due.what) {
    case "REMINDER":
      return query
        .where("state", "in", [...openComplaintStates])
        .where("remindOn", "<=", due.today)
        .where("remindedAt", "is", null)
        .orderBy("dueOn");
    case "OVERDUE":
      return query
        .where("state", "in", [...openComplaintStates])
        .where("dueOn", "<", due.today)
        .where("overdueAt", "is", null)
        .orderBy("dueOn");
    case "WARNING":
      return query
        .where("state", "=", "ANSWERED")
        .where("warnOn", "<=", due.today)
        .where("warnedAt", "is", null)
        .orderBy("dueOn");
    case "CLOSING":
      return query.where("state", "=", "ANSWERED").where("closesOn", "<", due.today).orderBy("dueOn");
    case "FORGETTABLE":
      return query
        .where("borrowerId", "is", null)
        .where("closedAt", "<", due.closedBefore)
        .where("forgottenAt", "is", null)
        .orderBy("closedAt");
  }
}

/** Ids of the complaints that are due, a bounded number, those that wait longest first. */
export async function listDue(reader: Reader, due: ComplaintDue, most: number): Promise<string[]> {
  return (await selectDue(reader, due).select("id").limit(most).execute()).map(({ id }) => id);
}

/** Locks a due complaint; undefined when it is no longer due, or another process works on it. */
export async function lockDue(trx: Transaction, due: ComplaintDue, id: string): Promise<ComplaintRow | undefined> {
  return (await selectDue(trx, due).selectAll().where("id", "=", id).forUpdate().skipLocked().executeTakeFirst()) as
    | ComplaintRow
    | undefined;
}

export interface StatisticsRow {
  year: number;
  reason: ComplaintReason;
  received: number;
  resolved: number;
  withinDays: number;
}
/** By the year (WIB) in which they came; counted by the database as complaints change. Settled: answered or closed, unless the person refused twice. */
export async function complaintStatistics(reader: Reader): Promise<StatisticsRow[]> {
  const rows = await reader
    .selectFrom("complaint_count")
    .selectAll()
    .where("received", ">", 0)
    .orderBy("year", "desc")
    .orderBy("reason")
    .execute();
  return rows.map(({ reason, withinDays, ...row }) => ({
    ...row,
    reason: reason as ComplaintReason,
    withinDays,
  }));
}
