/** All SQL of what freezes a limit. */
import type { Reader, Transaction } from "#server/database.server.ts";
import { readOnce } from "#server/call/request-reads.ts";
import { fixedQuery } from "#server/postgres/fixed-query.ts";
import type { FreezeCause } from "../score-contract.ts";
import { freezeTable, type FreezeRow } from "./records.ts";

const inForce = fixedQuery((reader, { borrowerId }: { borrowerId: string }) =>
  reader
    .selectFrom("credit_limit_freeze")
    .select(["id", "cause", "sinceAt", "endsAt"])
    .where("borrowerId", "=", borrowerId)
    .where("endedAt", "is", null)
    .orderBy("sinceAt")
    .orderBy("id"),
);

/** The borrower's freezes in force, the oldest first. */
export function freezesOf(reader: Reader, borrowerId: string): Promise<FreezeRow[]> {
  return readOnce(reader, `freezes of the limit of ${borrowerId}`, async () => {
    const rows = await inForce.execute(reader, { borrowerId });
    return rows.map(freezeTable.read);
  });
}

/** The same of each of these borrowers. */
export async function freezesOfEach(reader: Reader, borrowerIds: readonly string[]): Promise<Map<string, FreezeRow[]>> {
  const rows = await reader
    .selectFrom("credit_limit_freeze")
    .select(["borrowerId", "id", "cause", "sinceAt", "endsAt"])
    .where("borrowerId", "in", [...borrowerIds])
    .where("endedAt", "is", null)
    .orderBy("sinceAt")
    .orderBy("id")
    .execute();
  const found = new Map<string, FreezeRow[]>();
  for (const { borrowerId: id, ...row } of rows.map(freezeTable.read)) found.set(id, [...(found.get(id) ?? []), row]);
  return found;
}

/** Adds a freeze; false if one of this cause is in force. */
export async function addFreeze(trx: Transaction, borrowerId: string, freeze: FreezeRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto("credit_limit_freeze")
    .values(freezeTable.values({ borrowerId, ...freeze }))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Ends the freeze of a cause; false if none is in force. */
export async function endFreeze(trx: Transaction, borrowerId: string, cause: FreezeCause, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("credit_limit_freeze")
    .set({ endedAt: at })
    .where("borrowerId", "=", borrowerId)
    .where("cause", "=", cause)
    .where("endedAt", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends one freeze without a notice, or puts it in force again; one that has expired by `at` stays ended. */
export async function setFreezeEnd(
  trx: Transaction,
  borrowerId: string,
  id: string,
  { endedAt, at }: { endedAt: Date | null; at: Date },
): Promise<void> {
  await trx
    .updateTable("credit_limit_freeze")
    .set({ endedAt })
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .where(({ or, eb }) => or([eb("endsAt", "is", null), eb("endsAt", ">", at)]))
    .execute();
}

/** Borrowers whose own pause is over by `now`. */
export async function endedPauses(reader: Reader, now: Date, max: number): Promise<string[]> {
  const rows = await reader
    .selectFrom("credit_limit_freeze")
    .select("borrowerId")
    .where("endedAt", "is", null)
    .where("endsAt", "<=", now)
    .orderBy("endsAt")
    .limit(max)
    .execute();
  return rows.map((row) => row.borrowerId);
}
