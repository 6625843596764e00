/** All SQL of platform checks. */
import type { Reader, Transaction } from "#server/database.server.ts";
import type { BusinessDate } from "#shared/dates.ts";
import type { PlatformCheckState } from "../contract.ts";
import { checkLife } from "./lifecycle.ts";

export interface CheckRow {
  id: string;
  consentId: string;
  state: PlatformCheckState;
  askedOn: BusinessDate;
  askedAt: Date;
  reportSealed: string | null;
}

const columns = [
  "id",
  "consentId as consentId",
  "state",
  "askedOn as askedOn",
  "askedAt as askedAt",
  "reportSealed as reportSealed",
] as const;

/** Checks since an instant, the newest first. */
export async function checksSince(reader: Reader, borrowerId: string, since: Date): Promise<CheckRow[]> {
  const rows = await reader
    .selectFrom("platform_check")
    .select(columns)
    .where("borrowerId", "=", borrowerId)
    .where("askedAt", ">", since)
    .orderBy("askedAt", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows as CheckRow[];
}

/** Starts the day's check; false when there is one, including a concurrent one. */
export async function insertCheck(
  trx: Transaction,
  borrowerId: string,
  row: Omit<CheckRow, "state" | "reportSealed">,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto("platform_check")
    .values({
      borrowerId,
      id: row.id,
      consentId: row.consentId,
      state: "ASKING",
      askedOn: row.askedOn,
      askedAt: row.askedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Stores the bureau's answer once, when several processes ask. */
export async function settleCheck(
  trx: Transaction,
  borrowerId: string,
  id: string,
  { state: to, reportSealed, at }: { state: "REPORT" | "SILENT"; reportSealed: string | null; at: Date },
): Promise<void> {
  const set = { reportSealed, answeredAt: at };
  await checkLife.step(trx, { borrowerId, id, from: ["ASKING"], to, set });
}

/** Deletes the reports; the fact that there were checks stays until its retention ends. Returns how many there were. */
export async function dropReports(trx: Transaction, borrowerId: string): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable("platform_check")
    .set({ reportSealed: null })
    .where("borrowerId", "=", borrowerId)
    .where("reportSealed", "is not", null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function deleteOldPlatformChecks(trx: Transaction, before: Date, max: number): Promise<number> {
  const rows = await trx
    .selectFrom("platform_check")
    .select(["borrowerId", "id"])
    .where("askedAt", "<", before)
    .limit(max)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const { borrowerId, id } of rows)
    await trx.deleteFrom("platform_check").where("borrowerId", "=", borrowerId).where("id", "=", id).execute();
  return rows.length;
}
