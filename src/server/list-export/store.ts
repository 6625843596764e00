/** All SQL of lists that a job makes as files. */
import { sql } from "kysely";
import type { Database, Reader, Transaction } from "#server/database.server.ts";
import { descending, inOrder, type OrderedInput } from "#server/records/list-order.ts";
import { rowFromColumns } from "#server/records/rows.ts";
import type { ListExportState } from "./lifecycle.ts";

export interface ListExport {
  id: string;
  staffId: string;
  list: string;
  language: string;
  inputSealed: string | null;
  choices: Record<string, string>;
  state: ListExportState;
  askedAt: Date;
  tries: number;
  dueAt: Date;
  readyAt: Date | null;
  endsAt: Date | null;
  rows: number;
  bytes: number;
  sha256: string | null;
  cause: string | null;
}
/** The current try: writes of an earlier one are ignored. */
export type ExportTry = Pick<ListExport, "id" | "tries">;

export interface ExportPart {
  number: number;
  objectKey: string;
  rows: number;
  bytes: number;
  nextCursor: string | null;
}

const all = (reader: Reader) => reader.selectFrom("list_export").selectAll();
type Row = Awaited<ReturnType<ReturnType<typeof all>["executeTakeFirstOrThrow"]>>;
const exportOf = (row: Row): ListExport => rowFromColumns<ListExport>(row);

export async function addListExport(
  trx: Transaction,
  row: Pick<ListExport, "id" | "staffId" | "list" | "language" | "choices" | "askedAt" | "dueAt"> & {
    inputSealed: string;
  },
): Promise<void> {
  await trx
    .insertInto("list_export")
    .values({
      id: row.id,
      staffId: row.staffId,
      list: row.list,
      language: row.language,
      inputSealed: row.inputSealed,
      choices: JSON.stringify(row.choices),
      state: "WAITING",
      askedAt: row.askedAt,
      dueAt: row.dueAt,
    })
    .execute();
}

/** Claims an export that waits, or whose process was lost; null when there is nothing to do. */
export async function takeExport(
  database: Database,
  id: string,
  { now, until, maxTries }: { now: Date; until: Date; maxTries: number },
): Promise<ListExport | null> {
  const row = await database
    .updateTable("list_export")
    .set({ tries: sql`tries + 1`, dueAt: until })
    .where("id", "=", id)
    .where("state", "=", "WAITING")
    .where("tries", "<", maxTries)
    .where((eb) => eb.or([eb("tries", "=", 0), eb("dueAt", "<=", now)]))
    .returningAll()
    .executeTakeFirst();
  return row ? exportOf(row) : null;
}

const claimedRow = (database: Reader, { id, tries }: ExportTry) =>
  database.updateTable("list_export").where("id", "=", id).where("tries", "=", tries).where("state", "=", "WAITING");

/** Extends the claim of its process; false when another one has it. */
export async function holdExport(database: Database, of: ExportTry, until: Date): Promise<boolean> {
  const { numUpdatedRows } = await claimedRow(database, of).set({ dueAt: until }).executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Releases it for the next process. `asTry`: counts as a try; not when the process merely stops. */
export async function releaseExport(database: Database, of: ExportTry, { now, asTry }: { now: Date; asTry: boolean }) {
  await claimedRow(database, of)
    .set({ dueAt: now, tries: asTry ? of.tries : of.tries - 1 })
    .execute();
}

/** False when another try has taken over. */
export async function addPart(trx: Transaction, of: ExportTry, part: ExportPart, until: Date): Promise<boolean> {
  const { numUpdatedRows } = await claimedRow(trx, of)
    .set({ rows: sql`rows + ${part.rows}`, bytes: sql`bytes + ${part.bytes}`, dueAt: until })
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await trx
    .insertInto("list_export_part")
    .values({
      exportId: of.id,
      number: part.number,
      objectKey: part.objectKey,
      rows: part.rows,
      bytes: part.bytes,
      nextCursor: part.nextCursor,
    })
    .execute();
  return true;
}

export async function exportPartsOf(reader: Reader, id: string): Promise<ExportPart[]> {
  const rows = await reader
    .selectFrom("list_export_part")
    .select(["number", "objectKey", "rows", "bytes", "nextCursor"])
    .where("exportId", "=", id)
    .orderBy("number")
    .execute();
  return rows.map((row) => rowFromColumns<ExportPart>(row));
}

/** Deletes the parts; returns the keys of their objects. */
export async function removeParts(trx: Transaction, id: string): Promise<string[]> {
  const rows = await trx.deleteFrom("list_export_part").where("exportId", "=", id).returning("objectKey").execute();
  return rows.map(({ objectKey }) => objectKey);
}

export async function dueExports(reader: Reader, now: Date, max: number): Promise<ListExport[]> {
  const rows = await all(reader).where("dueAt", "<=", now).orderBy("dueAt").limit(max).execute();
  return rows.map(exportOf);
}

/** An export that this person requested. */
export async function ownExport(reader: Reader, staffId: string, id: string): Promise<ListExport | null> {
  const row = await all(reader).where("id", "=", id).where("staffId", "=", staffId).executeTakeFirst();
  return row ? exportOf(row) : null;
}

const newestFirst = descending({ column: "askedAt", holds: "INSTANT" });

/** The exports that this person requested, the newest first. */
export async function ownExports(
  reader: Reader,
  staffId: string,
  page: Pick<OrderedInput, "cursor" | "max">,
): Promise<ListExport[]> {
  const rows = await inOrder(all(reader).where("staffId", "=", staffId), newestFirst, page).execute();
  return rows.map(exportOf);
}

/** Deletes an export that has ended. */
export async function deleteExport(trx: Transaction, id: string, now: Date): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("list_export")
    .where("id", "=", id)
    .where("state", "in", ["FAILED", "EXPIRED"])
    .where("dueAt", "<=", now)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
