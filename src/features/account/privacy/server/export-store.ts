/** All SQL of copies of a borrower's data. */
import { sql, type Selectable } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { DataExport as Row } from "#server/database.types.ts";
import { exportDownloads } from "../contract.ts";
import { exportLife } from "./lifecycle.ts";

export type ExportRow = Selectable<Row>;

/** A borrower's exports, newest first; older ones are deleted after 90 days. */
export const exportsOf = (reader: Reader, borrowerId: string, max = 10): Promise<ExportRow[]> =>
  reader
    .selectFrom("data_export")
    .selectAll()
    .where("borrower_id", "=", borrowerId)
    .orderBy("asked_at", "desc")
    .limit(max)
    .execute();

export async function findExport(reader: Reader, borrowerId: string, id: string): Promise<ExportRow | null> {
  const row = await reader
    .selectFrom("data_export")
    .selectAll()
    .where("borrower_id", "=", borrowerId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

/** False while another copy is being made. */
export async function addExport(
  trx: Transaction,
  made: Pick<ExportRow, "borrower_id" | "id" | "language" | "brand_id" | "asked_at" | "due_at">,
): Promise<boolean> {
  const row = await trx
    .insertInto("data_export")
    .values({ ...made, state: "ASKED" })
    .onConflict((conflict) => conflict.column("borrower_id").where("state", "=", "ASKED").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** False if another process made it first. */
export async function noteReady(
  trx: Transaction,
  borrowerId: string,
  id: string,
  ready: { objectKey: string; bytes: number; at: Date; endsAt: Date },
): Promise<boolean> {
  const set = { object_key: ready.objectKey, bytes: ready.bytes, ready_at: ready.at, ends_at: ready.endsAt };
  return (await exportLife.step(trx, { borrowerId, id, from: ["ASKED"], to: "READY", set })) !== null;
}

/** Uses one of the downloads, which all processes count together; null when none is left. */
export async function takeDownload(
  trx: Reader,
  borrowerId: string,
  id: string,
  now: Date,
): Promise<{ objectKey: string; number: number } | null> {
  const row = await trx
    .updateTable("data_export")
    .set({ downloads: sql<number>`downloads + 1` })
    .where("borrower_id", "=", borrowerId)
    .where("id", "=", id)
    .where("state", "=", "READY")
    .where("ends_at", ">", now)
    .where("downloads", "<", exportDownloads)
    .returning(["object_key", "downloads"])
    .executeTakeFirst();
  return row?.object_key ? { objectKey: row.object_key, number: row.downloads } : null;
}

/** Ends a ready export; returns its object, or null when another process came first. */
export async function endExport(trx: Transaction, borrowerId: string, id: string, now: Date): Promise<string | null> {
  const before = await trx
    .selectFrom("data_export")
    .select("object_key")
    .where("borrower_id", "=", borrowerId)
    .where("id", "=", id)
    .where("state", "=", "READY")
    .forUpdate()
    .executeTakeFirst();
  if (!before) return null;
  const set = { ended_at: now, object_key: null };
  await exportLife.step(trx, { borrowerId, id, from: ["READY"], to: "ENDED", set });
  return before.object_key;
}

/** Ready exports whose week is over. */
export const overdueExports = (reader: Reader, now: Date, max: number): Promise<ExportRow[]> =>
  reader
    .selectFrom("data_export")
    .selectAll()
    .where("state", "=", "READY")
    .where("ends_at", "<=", now)
    .orderBy("ends_at")
    .limit(max)
    .execute();

/** Exports that were requested and are not ready. */
export const waitingExports = (reader: Reader, askedBefore: Date, max: number): Promise<ExportRow[]> =>
  reader
    .selectFrom("data_export")
    .selectAll()
    .where("state", "=", "ASKED")
    .where("asked_at", "<=", askedBefore)
    .orderBy("due_at")
    .limit(max)
    .execute();

/** Marks one as reported late; false when it was marked before. */
export async function noteExportAlarm(reader: Reader, { borrower_id, id }: ExportRow, now: Date): Promise<boolean> {
  const row = await reader
    .updateTable("data_export")
    .set({ alarmed_at: now })
    .where("borrower_id", "=", borrower_id)
    .where("id", "=", id)
    .where("state", "=", "ASKED")
    .where("due_at", "<=", now)
    .where("alarmed_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets that a copy was asked for, long after it ended. */
export async function deleteOldExports(reader: Reader, before: Date): Promise<number> {
  const result = await reader
    .deleteFrom("data_export")
    .where("state", "=", "ENDED")
    .where("asked_at", "<", before)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
