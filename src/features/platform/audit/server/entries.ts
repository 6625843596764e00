/** The audit trail as it is read: entries with their reasons opened. */
import type { Reader } from "#server/database.server.ts";
import { openReasons } from "#server/four-eyes/sealed-reason.ts";
import type { Services } from "#server/services.ts";
import type { AuditEntry } from "../contract.ts";
import { listEntries, type EntryQuery, type AuditFacts } from "./store.ts";

/** Entries newest first, with their reasons opened. */
export async function auditEntries(
  { keys }: Pick<Services, "keys">,
  trx: Reader,
  query: EntryQuery,
): Promise<Omit<AuditEntry, "text" | "details">[]> {
  const rows = await listEntries(trx, query);
  const reasons = await openReasons(
    keys,
    trx,
    "audit_entry",
    rows.map((row) => ({ ...row, borrowerId: row.namedBorrowerId })),
  );
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    staffId: row.staffId,
    staffName: row.staffName,
    roles: row.roles,
    action: row.action,
    reason: reasons.get(row.id) ?? null,
    isReasonForgotten: reasons.get(row.id) === null,
    borrowerId: row.borrowerId,
    facts: { ...(row.subject as AuditFacts), ...(row.facts as AuditFacts | null) },
    outcome: (row.outcome as "DONE" | "REFUSED" | null) ?? "UNKNOWN",
    code: row.code,
    address: row.address,
    traceId: row.traceId,
  }));
}
