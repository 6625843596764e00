/** The audit's tables: entries and outcomes, written once and never changed. */
import { sql } from "kysely";
import type { Reader } from "#server/database.server.ts";
import type { SealedReason } from "#server/four-eyes/sealed-reason.ts";
import type { StaffPermission } from "#shared/staff-permissions.ts";

type Executor = Reader;
export type AuditFacts = Readonly<Record<string, string | number | boolean | null>>;

export interface NewEntry {
  id: string;
  at: Date;
  staffId: string | null;
  staffName: string;
  roles: readonly string[];
  sessionId: string | null;
  action: string;
  permission: string | null;
  reason: SealedReason | null;
  borrowerId: string | null;
  subject: AuditFacts;
  address: string;
  traceId: string;
}

export async function addEntry(trx: Executor, entry: NewEntry): Promise<void> {
  await trx
    .insertInto("audit_entry")
    .values({
      id: entry.id,
      at: entry.at,
      staffId: entry.staffId,
      staffName: entry.staffName,
      roles: [...entry.roles],
      sessionId: entry.sessionId,
      action: entry.action,
      permission: entry.permission,
      reasonSealed: entry.reason?.sealed ?? null,
      reasonKey: entry.reason?.key ?? null,
      borrowerId: entry.borrowerId,
      subject: JSON.stringify(entry.subject),
      address: entry.address,
      traceId: entry.traceId,
    })
    .execute();
}

export async function addOutcome(
  trx: Executor,
  outcome: { entryId: string; at: Date; code: string | null; borrowerId: string | null; facts: AuditFacts },
): Promise<void> {
  await trx
    .insertInto("audit_outcome")
    .values({
      entryId: outcome.entryId,
      at: outcome.at,
      outcome: outcome.code === null ? "DONE" : "REFUSED",
      code: outcome.code,
      borrowerId: outcome.borrowerId,
      facts: JSON.stringify(outcome.facts),
    })
    .execute();
}

/** The call that shows a borrower's head line above another page. */
const headOfPage: StaffPermission = "borrower.head";

export interface EntryQuery {
  staffId?: string | undefined;
  borrowerId?: string | undefined;
  onlyRefused?: boolean;
  /** A refused call showed no data. */
  onlyDone?: boolean;
  /** Without the head lines above other pages: those pages have entries of their own. */
  withoutHeads?: boolean;
  /** Entries before this one. */
  before?: { at: Date; id: string } | undefined;
  limit: number;
}

/** Entries whose call named the borrower, and those whose handler noted the borrower: each found by its own index, which a single condition over both tables would not use. */
function entriesAbout(trx: Executor, borrowerId: string) {
  const named = trx.selectFrom("audit_entry").select("id").where("borrowerId", "=", borrowerId);
  return named.union(trx.selectFrom("audit_outcome").select("entryId as id").where("borrowerId", "=", borrowerId));
}

/** Borrowers whose data this person opened or changed in that time; refused calls do not count. */
export async function borrowersAmong(trx: Executor, staffId: string, from: Date, until: Date): Promise<string[]> {
  const rows = await trx
    .selectFrom("audit_entry as entry")
    .innerJoin("audit_outcome as outcome", "outcome.entryId", "entry.id")
    .select(sql<string>`coalesce(entry.borrower_id, outcome.borrower_id)`.as("borrowerId"))
    .distinct()
    .where("entry.staffId", "=", staffId)
    .where("entry.at", ">=", from)
    .where("entry.at", "<=", until)
    .where("outcome.outcome", "=", "DONE")
    .where(sql<boolean>`coalesce(entry.borrower_id, outcome.borrower_id) is not null`)
    .execute();
  return rows.map((row) => row.borrowerId);
}

export async function listEntries(trx: Executor, query: EntryQuery) {
  let select = trx
    .selectFrom("audit_entry as entry")
    .leftJoin("audit_outcome as outcome", "outcome.entryId", "entry.id")
    .select([
      "entry.id",
      "entry.at",
      "entry.staffId",
      "entry.staffName",
      "entry.roles",
      "entry.action",
      "entry.reason",
      "entry.reasonSealed",
      "entry.reasonKey",
      "entry.borrowerId as namedBorrowerId",
      "entry.subject",
      "entry.address",
      "entry.traceId",
      "outcome.outcome",
      "outcome.code",
      "outcome.facts",
      sql<string | null>`coalesce(entry.borrower_id, outcome.borrower_id)`.as("borrowerId"),
    ]);
  const { staffId, borrowerId, before } = query;
  if (staffId) select = select.where("entry.staffId", "=", staffId);
  if (borrowerId) select = select.where("entry.id", "in", entriesAbout(trx, borrowerId));
  if (query.onlyRefused) select = select.where("outcome.outcome", "=", "REFUSED");
  if (query.onlyDone) select = select.where("outcome.outcome", "=", "DONE");
  if (query.withoutHeads) select = select.where("entry.permission", "is distinct from", headOfPage);
  if (before) select = select.where(sql<boolean>`(entry.at, entry.id) < (${before.at}, ${before.id})`);
  return select.orderBy("entry.at", "desc").orderBy("entry.id", "desc").limit(query.limit).execute();
}
