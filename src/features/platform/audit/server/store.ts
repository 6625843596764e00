/** The audit's tables: entries and outcomes, written once and never changed. */
import { sql } from "kysely";
import type { Reader } from "#server/database.server.ts";
import type { SealedReason } from "#server/four-eyes/sealed-reason.ts";
import type { StaffPermission } from "#shared/staff-permissions.ts";

type Executor = Reader;
export type Facts = Readonly<Record<string, string | number | boolean | null>>;

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
  subject: Facts;
  address: string;
  traceId: string;
}

export async function addEntry(trx: Executor, entry: NewEntry): Promise<void> {
  await trx
    .insertInto("audit_entry")
    .values({
      id: entry.id,
      at: entry.at,
      staff_id: entry.staffId,
      staff_name: entry.staffName,
      roles: [...entry.roles],
      session_id: entry.sessionId,
      action: entry.action,
      permission: entry.permission,
      reason_sealed: entry.reason?.sealed ?? null,
      reason_key: entry.reason?.key ?? null,
      borrower_id: entry.borrowerId,
      subject: JSON.stringify(entry.subject),
      address: entry.address,
      trace_id: entry.traceId,
    })
    .execute();
}

export async function addOutcome(
  trx: Executor,
  outcome: { entryId: string; at: Date; code: string | null; borrowerId: string | null; facts: Facts },
): Promise<void> {
  await trx
    .insertInto("audit_outcome")
    .values({
      entry_id: outcome.entryId,
      at: outcome.at,
      outcome: outcome.code === null ? "DONE" : "REFUSED",
      code: outcome.code,
      borrower_id: outcome.borrowerId,
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
  const named = trx.selectFrom("audit_entry").select("id").where("borrower_id", "=", borrowerId);
  return named.union(trx.selectFrom("audit_outcome").select("entry_id as id").where("borrower_id", "=", borrowerId));
}

/** Borrowers whose data this person opened or changed in that time; refused calls do not count. */
export async function borrowersAmong(trx: Executor, staffId: string, from: Date, until: Date): Promise<string[]> {
  const rows = await trx
    .selectFrom("audit_entry as entry")
    .innerJoin("audit_outcome as outcome", "outcome.entry_id", "entry.id")
    .select(sql<string>`coalesce(entry.borrower_id, outcome.borrower_id)`.as("borrower_id"))
    .distinct()
    .where("entry.staff_id", "=", staffId)
    .where("entry.at", ">=", from)
    .where("entry.at", "<=", until)
    .where("outcome.outcome", "=", "DONE")
    .where(sql<boolean>`coalesce(entry.borrower_id, outcome.borrower_id) is not null`)
    .execute();
  return rows.map((row) => row.borrower_id);
}

export async function listEntries(trx: Executor, query: EntryQuery) {
  let select = trx
    .selectFrom("audit_entry as entry")
    .leftJoin("audit_outcome as outcome", "outcome.entry_id", "entry.id")
    .select([
      "entry.id",
      "entry.at",
      "entry.staff_id",
      "entry.staff_name",
      "entry.roles",
      "entry.action",
      "entry.reason",
      "entry.reason_sealed",
      "entry.reason_key",
      "entry.borrower_id as named_borrower_id",
      "entry.subject",
      "entry.address",
      "entry.trace_id",
      "outcome.outcome",
      "outcome.code",
      "outcome.facts",
      sql<string | null>`coalesce(entry.borrower_id, outcome.borrower_id)`.as("borrower_id"),
    ]);
  const { staffId, borrowerId, before } = query;
  if (staffId) select = select.where("entry.staff_id", "=", staffId);
  if (borrowerId) select = select.where("entry.id", "in", entriesAbout(trx, borrowerId));
  if (query.onlyRefused) select = select.where("outcome.outcome", "=", "REFUSED");
  if (query.onlyDone) select = select.where("outcome.outcome", "=", "DONE");
  if (query.withoutHeads) select = select.where("entry.permission", "is distinct from", headOfPage);
  if (before) select = select.where(sql<boolean>`(entry.at, entry.id) < (${before.at}, ${before.id})`);
  return select.orderBy("entry.at", "desc").orderBy("entry.id", "desc").limit(query.limit).execute();
}
