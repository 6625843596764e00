/** All SQL of review cases. */
import { sql } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import { ascending, descending, inOrder, type ListOrder, type OrderedInput } from "#server/records/list-order.ts";
import type { reviewOrders, ReviewOutcome, ReviewState } from "../contract.ts";

export interface ReviewRow {
  borrowerId: string;
  id: string;
  kind: string;
  subjectId: string;
  number: string;
  state: ReviewState;
  facts: unknown;
  twoPeople: boolean;
  outcome: ReviewOutcome | null;
  reason: string | null;
  /** Sealed with the borrower's key. */
  note: string | null;
  openedAt: Date;
  promisedHours: number;
  dueAt: Date;
  remindAt: Date;
  askedAt: Date | null;
  askedFor: string[];
  askUntil: Date | null;
  lateAt: Date | null;
  proposalId: string | null;
  claimedBy: string | null;
  claimedUntil: Date | null;
  closedAt: Date | null;
}

const all = (reader: Reader) => reader.selectFrom("review_case").selectAll();
type Selected = Awaited<ReturnType<ReturnType<typeof all>["executeTakeFirstOrThrow"]>>;

const rowOf = (row: Selected): ReviewRow => ({
  borrowerId: row.borrowerId,
  id: row.id,
  kind: row.kind,
  subjectId: row.subjectId,
  number: row.number,
  state: row.state as ReviewState,
  facts: row.facts,
  twoPeople: row.twoPeople,
  outcome: row.outcome as ReviewOutcome | null,
  reason: row.reason,
  note: row.noteSealed,
  openedAt: row.openedAt,
  promisedHours: row.promisedHours,
  dueAt: row.dueAt,
  remindAt: row.remindAt,
  askedAt: row.askedAt,
  askedFor: row.askedFor,
  askUntil: row.askUntil,
  lateAt: row.lateAt,
  proposalId: row.proposalId,
  claimedBy: row.claimedBy,
  claimedUntil: row.claimedUntil,
  closedAt: row.closedAt,
});

/** The number that people say, of each of a borrower's cases by its id. */
export async function reviewNumbers(reader: Reader, borrowerId: string): Promise<Map<string, string>> {
  const rows = await reader
    .selectFrom("review_case")
    .select(["id", "number"])
    .where("borrowerId", "=", borrowerId)
    .execute();
  return new Map(rows.map(({ id, number }) => [id, number]));
}

/** A borrower's cases of a kind that are not decided yet. */
export async function openReviewsOf(reader: Reader, borrowerId: string, kind: string): Promise<ReviewRow[]> {
  const rows = await all(reader)
    .where("borrowerId", "=", borrowerId)
    .where("kind", "=", kind)
    .where("state", "<>", "CLOSED")
    .execute();
  return rows.map(rowOf);
}

/** For staff, who have only the case's id. */
export async function findReview(reader: Reader, caseId: string): Promise<ReviewRow | null> {
  const row = await all(reader).where("id", "=", caseId).executeTakeFirst();
  return row ? rowOf(row) : null;
}

/** The same, locked until the transaction ends: decisions of two people run one after the other. */
export async function lockReview(trx: Transaction, caseId: string): Promise<ReviewRow | null> {
  const row = await all(trx).where("id", "=", caseId).forUpdate().executeTakeFirst();
  return row ? rowOf(row) : null;
}

/** For the domain that owns the request. */
export async function findReviewOf(reader: Reader, kind: string, subjectId: string): Promise<ReviewRow | null> {
  const row = await all(reader).where("subjectId", "=", subjectId).where("kind", "=", kind).executeTakeFirst();
  return row ? rowOf(row) : null;
}

export async function lockReviewOf(trx: Transaction, kind: string, subjectId: string): Promise<ReviewRow | null> {
  const row = await all(trx).where("subjectId", "=", subjectId).where("kind", "=", kind).forUpdate().executeTakeFirst();
  return row ? rowOf(row) : null;
}

/** The open case about a request, whatever its kind, locked until the transaction ends. */
export async function lockReviewAbout(trx: Transaction, subjectId: string): Promise<ReviewRow | null> {
  const row = await all(trx)
    .where("subjectId", "=", subjectId)
    .where("state", "<>", "CLOSED")
    .forUpdate()
    .executeTakeFirst();
  return row ? rowOf(row) : null;
}

export type NewReview = Pick<
  ReviewRow,
  | "borrowerId"
  | "id"
  | "kind"
  | "subjectId"
  | "number"
  | "facts"
  | "twoPeople"
  | "openedAt"
  | "promisedHours"
  | "dueAt"
  | "remindAt"
>;

/** False when the request has a case already, or another case has this number. */
export async function insertReview(trx: Transaction, row: NewReview): Promise<boolean> {
  const added = await trx
    .insertInto("review_case")
    .values({
      borrowerId: row.borrowerId,
      id: row.id,
      kind: row.kind,
      subjectId: row.subjectId,
      number: row.number,
      state: "WAITING",
      facts: JSON.stringify(row.facts),
      twoPeople: row.twoPeople,
      openedAt: row.openedAt,
      promisedHours: row.promisedHours,
      dueAt: row.dueAt,
      remindAt: row.remindAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return added !== undefined;
}

export interface ReviewSearch {
  /** Open cases by default. */
  state?: ReviewState | undefined;
  kind?: string | undefined;
  /** Only cases that this person works on at an instant. */
  claimedBy?: { staffId: string; at: Date } | undefined;
  order: (typeof reviewOrders)[number];
  page: OrderedInput;
}

const promised = { column: "dueAt", holds: "INSTANT" } as const;
const reviewOrder: Readonly<Record<(typeof reviewOrders)[number], ListOrder>> = {
  URGENT_FIRST: ascending(promised),
  URGENT_LAST: descending(promised),
};

/** One page of cases by the end of their promised time. */
export async function listReviewRows(reader: Reader, search: ReviewSearch): Promise<ReviewRow[]> {
  // Written into the SQL instead of a parameter, so that the planner uses the partial index of open or closed rows.
  const half = search.state === "CLOSED" ? sql<boolean>`state = 'CLOSED'` : sql<boolean>`state <> 'CLOSED'`;
  let query = inOrder(all(reader).where(half), reviewOrder[search.order], search.page);
  if (search.state && search.state !== "CLOSED") query = query.where("state", "=", search.state);
  if (search.kind) query = query.where("kind", "=", search.kind);
  if (search.claimedBy)
    query = query.where("claimedBy", "=", search.claimedBy.staffId).where("claimedUntil", ">", search.claimedBy.at);
  return (await query.execute()).map(rowOf);
}

/** How many wait for a decision, since when the oldest, and until when the most urgent is promised: for the console's home. */
export async function countWaitingReviews(
  reader: Reader,
): Promise<{ count: number; oldestAt: Date | null; dueAt: Date | null }> {
  const row = await reader
    .selectFrom("review_case")
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.min("openedAt").as("oldest"), fn.min("dueAt").as("due")])
    .where(sql<boolean>`state <> 'CLOSED'`)
    .where("state", "=", "WAITING")
    .executeTakeFirstOrThrow();
  return { count: row.count, oldestAt: row.oldest, dueAt: row.due };
}

/** Open cases after two thirds of their promised time, the most urgent first; without those paused for further proof. */
export async function reviewsToRemind(reader: Reader, now: Date, max: number): Promise<ReviewRow[]> {
  const rows = await all(reader)
    .where(sql<boolean>`state <> 'CLOSED'`)
    .where("state", "in", ["WAITING", "PROPOSED"])
    .where("remindAt", "<=", now)
    .orderBy("dueAt")
    .orderBy("id")
    .limit(max)
    .execute();
  return rows.map(rowOf);
}

/** Marks cases whose promised time has passed, each once; returns them. Two concurrent sweeps mark different ones. */
export async function markLate(trx: Transaction, now: Date, max: number): Promise<ReviewRow[]> {
  const rows = await trx
    .updateTable("review_case")
    .set({ lateAt: now })
    .where("id", "in", (query) =>
      query
        .selectFrom("review_case")
        .select("id")
        .where(sql<boolean>`late_at is null and state in ('WAITING', 'PROPOSED')`)
        .where("dueAt", "<=", now)
        .orderBy("dueAt")
        .limit(max)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
  return rows.map(rowOf);
}

/** Cases whose time for further proof is over, locked. */
export async function lockUnanswered(trx: Transaction, now: Date, max: number): Promise<ReviewRow[]> {
  const rows = await all(trx)
    .where(sql<boolean>`state = 'ASKED'`)
    .where("askUntil", "<=", now)
    .orderBy("askUntil")
    .limit(max)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(rowOf);
}
