/** All SQL of contests. */
import { rowFromColumns } from "#server/records/rows.ts";
import { sql, type Selectable } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import { deleteEndedRows } from "#server/records/ended-rows.ts";
import type { SecurityContest } from "#server/database.types.ts";
import type { ContestState } from "../contract.ts";

export interface ContestRow {
  borrowerId: string;
  id: string;
  eventId: string;
  state: ContestState;
  numberIndex: string;
  device: string;
  openedAt: Date;
  promisedUntil: Date;
  provenAt: Date | null;
  similarityPpm: number | null;
  /** Id of the check that proved the face, by machine or by staff. */
  faceCheckId: string | null;
}

const contestOf = (row: Selectable<SecurityContest>): ContestRow => rowFromColumns<ContestRow>(row);

export async function insertContest(
  trx: Transaction,
  row: Omit<ContestRow, "state" | "provenAt" | "similarityPpm" | "faceCheckId">,
): Promise<void> {
  await trx
    .insertInto("security_contest")
    .values({
      borrowerId: row.borrowerId,
      id: row.id,
      eventId: row.eventId,
      state: "FROZEN",
      numberIndex: row.numberIndex,
      device: row.device,
      openedAt: row.openedAt,
      promisedUntil: row.promisedUntil,
    })
    .execute();
}

/** The open contest of a borrower, or the newest; null when there never was one. */
export async function newestContest(reader: Reader, borrowerId: string): Promise<ContestRow | null> {
  const row = await reader
    .selectFrom("security_contest")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .orderBy("openedAt", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? contestOf(row) : null;
}

/** One contest, locked until the transaction ends. */
export async function lockContest(trx: Transaction, borrowerId: string, id: string): Promise<ContestRow | null> {
  const row = await trx
    .selectFrom("security_contest")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row ? contestOf(row) : null;
}

export async function findContest(reader: Reader, borrowerId: string, id: string): Promise<ContestRow | null> {
  const row = await reader
    .selectFrom("security_contest")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ? contestOf(row) : null;
}

/** The newest contest that the holder of this number may answer; of several accounts that had it, the last one frozen. */
export async function contestOfNumber(reader: Reader, numberIndex: string): Promise<ContestRow | null> {
  const row = await reader
    .selectFrom("security_contest")
    .selectAll()
    .where("numberIndex", "=", numberIndex)
    .where("state", "<>", "RELEASED")
    .orderBy("openedAt", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? contestOf(row) : null;
}

/** The newest contest that this session has proven; null if there is none. */
export async function contestOfSession(reader: Reader, sessionId: string): Promise<ContestRow | null> {
  const row = await reader
    .selectFrom("security_contest")
    .selectAll()
    .where("provenSessionId", "=", sessionId)
    .orderBy("openedAt", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? contestOf(row) : null;
}

/** Deletes up to `max` contests that ended before then; returns their ids. */
export const deleteEnded = (trx: Transaction, before: Date, max: number): Promise<string[]> =>
  deleteEndedRows(trx, "security_contest", sql`ended_at < ${before}`, max);
