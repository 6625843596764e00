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
    .where("borrowerId", "=", borrowerId)
    .orderBy("askedAt", "desc")
    .limit(max)
    .execute();

export async function findExport(reader: Reader, borrowerId: string, id: string): Promise<ExportRow | null> {
  const row = await reader
    .selectFrom("data_export")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

/** False while another copy is being made. */
export async function addDataExport(
  trx: Transaction,
  made: Pick<ExportRow, "borrowerId" | "id" | "language" | "brandId" | "askedAt" | "dueAt">,
): Promise<boolean> {
  const row = await trx
    .insertInto("data_export")
    .values({ ...made, state: "ASKED" })
    .onConflict((conflict) => conflict.column("borrowerId").where("state", "=", "ASKED").doNothing())
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
  const set = { objectKey: ready.objectKey, bytes: ready.bytes, readyAt: ready.at, endsAt: ready.endsAt };
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
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .where("state", "=", "READY")
    .where("endsAt", ">", now)
    .where("downloads", "<", exportDownloads)
    .returning(["objectKey", "downloads"])
    .executeTakeFirst();
  return row?.objectKey ? { objectKey: row.objectKey, number: row.downloads } : null;
}

/** Ends a ready export; returns its object, or null when another process came first. */
export async function endExport(trx: Transaction, borrowerId: string, id: string, now: Date): Promise<string | null> {
  const before = await trx
    .selectFrom("data_export")
    .select("objectKey")
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .where("state", "=", "READY")
    .forUpdate()
    .executeTakeFirst();
  if (!before) return null;
  const set = { endedAt: now, objectKey: null };
  await exportLife.step(trx, { borrowerId, id, from: ["READY"], to: "ENDED", set });
  return before.objectKey;
}

/** Ready exports whose week is over. */
export const overdueExports = (reader: Reader, now: Date, max: number): Promise<ExportRow[]> =>
  reader
    .selectFrom("data_export")
    .selectAll()
    .where("state", "=", "READY")
    .where("endsAt", "<=", now)
    .orderBy("endsAt")
    .limit(max)
    .execute();

/** Exports that were requested and are not ready. */
export const waitingExports = (reader: Reader, askedBefore: Date, max: number): Promise<ExportRow[]> =>
  reader
    .selectFrom("data_export")
    .selectAll()
    .where("state", "=", "ASKED")
    .where("askedAt", "<=", askedBefore)
    .orderBy("dueAt")
    .limit(max)
    .execute();

/** Marks one as reported late; false when it was marked before. */
export async function noteExportAlarm(reader: Reader, { borrowerId, id }: ExportRow, now: Date): Promise<boolean> {
  const row = await reader
    .updateTable("data_export")
    .set({ alarmedAt: now })
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .where("state", "=", "ASKED")
    .where("dueAt", "<=", now)
    .where("alarmedAt", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes the record of a requested copy, long after it ended. */
export async function deleteOldExports(reader: Reader, before: Date): Promise<number> {
  const result = await reader
    .deleteFrom("data_export")
    .where("state", "=", "ENDED")
    .where("askedAt", "<", before)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
