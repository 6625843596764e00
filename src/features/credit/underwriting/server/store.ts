/** All SQL of underwriting: rules, cases, findings, steps, marks. Every function takes the transaction (or the database, for reads) first. */
import { countWaiting, type CountedRows } from "#server/records/count-waiting.ts";
import { sql } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import { ascending, descending, inOrder, type ListOrder, type OrderedInput } from "#server/records/list-order.ts";
import type { BusinessDate } from "#shared/dates.ts";
import type { caseOrders, CaseOutcome, CaseState, CaseChoice, RejectReason, RuleName, StepKind } from "../contract.ts";
import type { RuleFinding, RuleInForce } from "./rules.ts";

/** The rows in force on a day, by rule. */
export async function rulesInForce(reader: Reader, on: BusinessDate): Promise<Map<RuleName, RuleInForce>> {
  const rows = await reader
    .selectFrom("underwriting_rule")
    .selectAll()
    .distinctOn("rule")
    .where("validFrom", "<=", on)
    .orderBy("rule")
    .orderBy("validFrom", "desc")
    .execute();
  return new Map(
    rows.map((row) => [
      row.rule as RuleName,
      {
        rule: row.rule as RuleName,
        value: row.value,
        verdict: row.verdict as RuleInForce["verdict"],
        retryDays: row.retryDays,
      },
    ]),
  );
}

export interface CaseRow {
  borrowerId: string;
  id: string;
  loanId: string;
  loanNumber: string;
  purpose: string;
  principalRupiah: number;
  tenorDays: number;
  state: CaseState;
  outcome: CaseOutcome | null;
  reasons: RejectReason[];
  tryAgainOn: BusinessDate | null;
  affordableRupiah: number | null;
  reviewRules: RuleName[];
  /** Sealed with the borrower's key. */
  bureauReport: string | null;
  proposal: CaseChoice | null;
  proposalReason: RejectReason | null;
  proposedBy: string | null;
  proposedDevice: string | null;
  submittedAt: Date;
  decidedAt: Date | null;
  /** The last request for documents, the number of requests, and the time for which they paused the promise. */
  askedAt: Date | null;
  askedCount: number;
  stoodSeconds: number;
  /** The promised time passed: the new time in the borrower's notice. */
  lateUntil: Date | null;
  /** Id of the member of staff who works on the case, and until when. */
  claimedBy: string | null;
  claimedUntil: Date | null;
}

interface CaseSearch {
  borrowerId?: string;
  caseId?: string;
  loanId?: string;
  states?: readonly CaseState[];
  /** Only what this person works on at an instant. */
  claimedBy?: { staffId: string; at: Date } | undefined;
  newestFirst?: boolean;
  most: number;
}

async function readCases(reader: Reader, search: CaseSearch): Promise<CaseRow[]> {
  const order = search.newestFirst ? "desc" : "asc";
  let query = reader.selectFrom("underwriting_case").selectAll().orderBy("id", order).limit(search.most);
  if (search.borrowerId) query = query.where("borrowerId", "=", search.borrowerId);
  if (search.caseId) query = query.where("id", "=", search.caseId);
  if (search.loanId) query = query.where("loanId", "=", search.loanId);
  if (search.states) query = query.where("state", "in", [...search.states]);
  return (await query.execute()).map(caseOf);
}

type Selected = Awaited<ReturnType<typeof anyCase>>;
const anyCase = (reader: Reader) => reader.selectFrom("underwriting_case").selectAll().executeTakeFirstOrThrow();

function caseOf(row: Selected): CaseRow {
  return {
    borrowerId: row.borrowerId,
    id: row.id,
    loanId: row.loanId,
    loanNumber: row.loanNumber,
    purpose: row.purpose,
    principalRupiah: row.amountRupiah,
    tenorDays: row.tenorDays,
    state: row.state as CaseState,
    outcome: row.outcome as CaseOutcome | null,
    reasons: row.reasons as RejectReason[],
    tryAgainOn: row.tryAgainOn,
    affordableRupiah: row.affordableRupiah,
    reviewRules: row.reviewRules as RuleName[],
    bureauReport: row.bureauReport,
    proposal: row.proposal as CaseChoice | null,
    proposalReason: row.proposalReason as RejectReason | null,
    proposedBy: row.proposedBy,
    proposedDevice: row.proposedDevice,
    submittedAt: row.submittedAt,
    decidedAt: row.decidedAt,
    askedAt: row.askedAt,
    askedCount: row.askedCount,
    stoodSeconds: row.stoodSeconds,
    lateUntil: row.lateUntil,
    claimedBy: row.claimedBy,
    claimedUntil: row.claimedUntil,
  };
}

/** A borrower's own, the newest first. */
export const casesOfBorrower = (reader: Reader, borrowerId: string, most: number): Promise<CaseRow[]> =>
  readCases(reader, { borrowerId, newestFirst: true, most });

/** For staff and jobs, which know a case by its id alone. */
export async function findCase(reader: Reader, caseId: string): Promise<CaseRow | null> {
  return (await readCases(reader, { caseId, most: 1 }))[0] ?? null;
}

export async function lockCase(trx: Transaction, borrowerId: string, caseId: string): Promise<void> {
  await trx
    .selectFrom("underwriting_case")
    .select("id")
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", caseId)
    .forUpdate()
    .execute();
}

export async function findCaseOfLoan(reader: Reader, borrowerId: string, loanId: string): Promise<CaseRow | null> {
  return (await readCases(reader, { borrowerId, loanId, most: 1 }))[0] ?? null;
}

/** Cases that the rules have not judged, the oldest first. */
export const openCases = (reader: Reader, most: number): Promise<CaseRow[]> =>
  readCases(reader, { states: ["OPEN"], most });

const submitted = { column: "submittedAt", holds: "INSTANT" } as const;
const caseOrder: Readonly<Record<(typeof caseOrders)[number], ListOrder>> = {
  OLDEST: ascending(submitted),
  NEWEST: descending(submitted),
};

/** One page of cases by when they were submitted. */
export async function listCaseRows(
  reader: Reader,
  search: Required<Pick<CaseSearch, "states">> &
    Pick<CaseSearch, "claimedBy"> & { order: keyof typeof caseOrder; page: OrderedInput },
): Promise<CaseRow[]> {
  const { states, claimedBy, order, page } = search;
  let query = inOrder(reader.selectFrom("underwriting_case").selectAll(), caseOrder[order], page);
  query = query.where("state", "in", [...states]);
  if (claimedBy) query = query.where("claimedBy", "=", claimedBy.staffId).where("claimedUntil", ">", claimedBy.at);
  return (await query.execute()).map(caseOf);
}

/** Cases of a borrower that the rules have not judged. */
export async function openCasesOf(reader: Reader, borrowerId: string): Promise<string[]> {
  const rows = await reader
    .selectFrom("underwriting_case")
    .select("id")
    .where("borrowerId", "=", borrowerId)
    .where("state", "=", "OPEN")
    .execute();
  return rows.map(({ id }) => id);
}

/** How many cases wait in a state, and since when the oldest was submitted: for the console's home. */
export async function countCases(reader: Reader, state: CaseState): Promise<CountedRows> {
  return countWaiting(
    reader,
    reader.selectFrom("underwriting_case").select("submittedAt as at").where("state", "=", state),
  );
}

export type NewCase = Pick<
  CaseRow,
  "borrowerId" | "id" | "loanId" | "loanNumber" | "purpose" | "principalRupiah" | "tenorDays" | "submittedAt"
>;

export async function insertCase(trx: Transaction, row: NewCase): Promise<void> {
  await trx
    .insertInto("underwriting_case")
    .values({
      borrowerId: row.borrowerId,
      id: row.id,
      loanId: row.loanId,
      loanNumber: row.loanNumber,
      purpose: row.purpose,
      amountRupiah: row.principalRupiah,
      tenorDays: row.tenorDays,
      state: "OPEN",
      submittedAt: row.submittedAt,
    })
    .execute();
}

export interface CaseChange {
  outcome?: CaseOutcome;
  reasons?: RejectReason[];
  tryAgainOn?: BusinessDate | null;
  affordableRupiah?: number | null;
  reviewRules?: RuleName[];
  bureauReport?: string | null;
  proposal?: CaseChoice | null;
  proposalReason?: RejectReason | null;
  proposedBy?: string | null;
  proposedDevice?: string | null;
  decidedAt?: Date;
  askedAt?: Date;
  askedCount?: number;
  stoodSeconds?: number;
}

export async function insertFindings(
  trx: Transaction,
  borrowerId: string,
  caseId: string,
  findings: readonly RuleFinding[],
  judgedAt: Date,
): Promise<void> {
  await trx
    .insertInto("underwriting_finding")
    .values(
      findings.map(({ rule, outcome, input, threshold, reads }) => ({
        borrowerId,
        caseId,
        rule,
        outcome,
        input: JSON.stringify(input),
        threshold,
        reads: reads === null ? null : [...reads],
        judgedAt,
      })),
    )
    .execute();
}

export async function findingsOf(reader: Reader, borrowerId: string, caseId: string): Promise<RuleFinding[]> {
  const rows = await reader
    .selectFrom("underwriting_finding")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("caseId", "=", caseId)
    .execute();
  return rows.map((row) => ({
    rule: row.rule as RuleName,
    outcome: row.outcome as RuleFinding["outcome"],
    input: row.input as RuleFinding["input"],
    threshold: row.threshold,
    reads: row.reads as RuleFinding["reads"],
  }));
}

export interface StepRow {
  id: string;
  kind: StepKind;
  actor: string;
  proposal: CaseChoice | null;
  reason: RejectReason | null;
  /** Sealed with the borrower's key. */
  note: string | null;
  happenedAt: Date;
}

export async function insertStep(trx: Transaction, borrowerId: string, caseId: string, step: StepRow): Promise<void> {
  const { id, kind, actor, proposal, reason, note, happenedAt } = step;
  await trx
    .insertInto("underwriting_step")
    .values({
      borrowerId,
      caseId,
      id,
      kind,
      actor,
      proposal,
      reason,
      note,
      happenedAt,
    })
    .execute();
}

export async function caseStepsOf(reader: Reader, borrowerId: string, caseId: string): Promise<StepRow[]> {
  const rows = await reader
    .selectFrom("underwriting_step")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("caseId", "=", caseId)
    .orderBy("id")
    .limit(100)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind as StepRow["kind"],
    actor: row.actor,
    proposal: row.proposal as CaseChoice | null,
    reason: row.reason as RejectReason | null,
    note: row.note,
    happenedAt: row.happenedAt,
  }));
}

export type MarkKind = "PHONE" | "DEVICE";

/** Remembers that an application of this borrower came with this number and device (as blind indexes); null where there is none. */
export async function addMarks(
  trx: Transaction,
  borrowerId: string,
  marks: Readonly<Partial<Record<MarkKind, string | null>>>,
  now: Date,
): Promise<void> {
  const rows = (Object.entries(marks) as [MarkKind, string | null][]).flatMap(([kind, mark]) =>
    mark === null ? [] : [{ borrowerId, kind, mark, firstSeenAt: now, lastSeenAt: now }],
  );
  if (rows.length === 0) return;
  await trx
    .insertInto("underwriting_mark")
    .values(rows)
    .onConflict((conflict) => conflict.columns(["borrowerId", "kind", "mark"]).doUpdateSet({ lastSeenAt: now }))
    .execute();
}

/** How many other borrowers applied with one of this borrower's marks of a kind since an instant. */
export async function othersWithMark(reader: Reader, borrowerId: string, kind: MarkKind, since: Date): Promise<number> {
  const row = await reader
    .selectFrom("underwriting_mark as mine")
    .innerJoin("underwriting_mark as other", (join) =>
      join.onRef("other.mark", "=", "mine.mark").onRef("other.kind", "=", "mine.kind"),
    )
    .select(sql<number>`count(distinct other.borrower_id)`.as("others"))
    .where("mine.borrowerId", "=", borrowerId)
    .where("mine.kind", "=", kind)
    .where("mine.lastSeenAt", ">=", since)
    .where("other.borrowerId", "<>", borrowerId)
    .where("other.lastSeenAt", ">=", since)
    .executeTakeFirstOrThrow();
  return row.others;
}

/** Whether an application of the borrower had a mark of this kind since then. */
export async function hasMark(reader: Reader, borrowerId: string, kind: MarkKind, since: Date): Promise<boolean> {
  const row = await reader
    .selectFrom("underwriting_mark")
    .select("mark")
    .where("borrowerId", "=", borrowerId)
    .where("kind", "=", kind)
    .where("lastSeenAt", ">=", since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Undecided cases whose promise, with its pauses, ended before `submittedBefore` plus the pauses, and whose borrower has no notice of it yet. */
export async function lateCases(
  reader: Reader,
  submittedBefore: Date,
  most: number,
): Promise<{ borrowerId: string; id: string }[]> {
  return reader
    .selectFrom("underwriting_case")
    .select(["borrowerId as borrowerId", "id"])
    .where("state", "in", ["OPEN", "WAITING", "PROPOSED"])
    .where("submittedAt", "<=", submittedBefore)
    .where("lateUntil", "is", null)
    .where(sql<boolean>`submitted_at + make_interval(secs => stood_seconds) <= ${submittedBefore}`)
    .orderBy("submittedAt")
    .limit(most)
    .execute();
}

/** Records until when a late decision is promised now. */
export async function noteLate(trx: Transaction, borrowerId: string, caseId: string, until: Date): Promise<void> {
  await trx
    .updateTable("underwriting_case")
    .set({ lateUntil: until })
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", caseId)
    .execute();
}
