/** The audit trail: hangs itself on the front door, answers its list, and takes the happenings of accounts. */
import { answer, type Api } from "#server/answer.ts";
import type { Database, Transaction } from "#server/database.server.ts";
import { listPage } from "#server/list-page.ts";
import { openReasons } from "#server/sealed-reason.ts";
import type { Services } from "#server/services.ts";
import { listAuditEntries, type AuditEntry, type StaffEvent } from "../contract.ts";
import { listEntries, type EntryQuery, type Facts } from "./store.ts";
import { trailOf, writeEvent, type EventWish } from "./trail.ts";

export function answers(api: Api): void {
  api.trail = trailOf(api.services);

  answer(
    api,
    listAuditEntries,
  )(async ({ cursor, limit, staffId, borrowerId, onlyRefused }, { services, database, principal }) => {
    if (borrowerId) principal.trail?.note({ borrowerId });
    const rows = await auditEntries(services, database, {
      staffId,
      borrowerId,
      onlyRefused: onlyRefused === "true",
      before: placeOf(cursor),
      limit: limit + 1,
    });
    const { page, nextCursor } = listPage(rows, limit, ({ at, id }) => `${new Date(at).getTime()}~${id}`);
    return { items: page, nextCursor };
  });
}

/** A cursor that is none of ours begins the list anew. */
function placeOf(cursor: string | undefined): EntryQuery["before"] {
  const [, at, id] = /^(\d{10,16})~([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(cursor ?? "") ?? [];
  return at && id ? { at: new Date(Number(at)), id } : undefined;
}

/** Entries newest first, with their reasons opened. */
export async function auditEntries(
  { keys }: Pick<Services, "keys">,
  trx: Database | Transaction,
  query: EntryQuery,
): Promise<AuditEntry[]> {
  const rows = await listEntries(trx, query);
  const reasons = await openReasons(
    keys,
    trx,
    "audit_entry",
    rows.map((row) => ({ ...row, borrower_id: row.named_borrower_id })),
  );
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    staffId: row.staff_id,
    staffName: row.staff_name,
    roles: row.roles,
    action: row.action,
    reason: reasons.get(row.id) ?? null,
    isReasonForgotten: reasons.get(row.id) === null,
    borrowerId: row.borrower_id,
    facts: { ...(row.subject as Facts), ...(row.facts as Facts | null) },
    outcome: (row.outcome as "DONE" | "REFUSED" | null) ?? "UNKNOWN",
    code: row.code,
    address: row.address,
    traceId: row.trace_id,
  }));
}

/** Writes down what happened to a staff account outside of a staff call. */
export async function recordStaffEvent(
  services: Services,
  trx: Database | Transaction,
  wish: EventWish & { action: StaffEvent },
): Promise<void> {
  await writeEvent(services, trx, wish);
}
