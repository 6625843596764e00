/** All SQL of delivery reports: an inbox in which the same report is one row. */
import type { Database, Reader } from "#server/database.server.ts";
import type { DeliveryReport, DeliveryState } from "#server/outside/messaging/reports.ts";

/** A statement takes at most 65,535 values, and a row has seven. */
const rowsAtOnce = 5_000;

/** Stores new reports; returns how many were new. Each is stored once however often it comes, so a bundle may be stored in parts. */
export async function addReports(
  database: Reader,
  reports: readonly DeliveryReport[],
  receivedAt: Date,
): Promise<number> {
  const rows = reports.map(({ provider, reportKey, messageId, state, code, happenedAt }) => ({
    provider,
    reportKey,
    messageId,
    state,
    code,
    happenedAt: happenedAt ?? receivedAt,
    receivedAt,
  }));
  let added = 0;
  for (let first = 0; first < rows.length; first += rowsAtOnce) {
    const part = rows.slice(first, first + rowsAtOnce);
    const inserted = await database
      .insertInto("delivery_report")
      .values(part)
      .onConflict((conflict) => conflict.columns(["provider", "reportKey"]).doNothing())
      .executeTakeFirst();
    added += Number(inserted.numInsertedOrUpdatedRows ?? 0);
  }
  return added;
}

export interface ReportRow {
  provider: string;
  messageId: string;
  state: DeliveryState;
  code: string | null;
  happenedAt: Date;
}

export async function reportsOn(database: Database, messageIds: readonly string[]): Promise<ReportRow[]> {
  if (messageIds.length === 0) return [];
  const rows = await database
    .selectFrom("delivery_report")
    .select(["provider", "messageId", "state", "code", "happenedAt"])
    .where("messageId", "in", [...messageIds])
    .execute();
  return rows.map((row) => ({
    provider: row.provider,
    messageId: row.messageId,
    state: row.state as DeliveryState,
    code: row.code,
    happenedAt: row.happenedAt,
  }));
}

/** Deletes up to `most` reports received before `before`; returns how many. */
export async function forgetReports(database: Database, before: Date, most: number): Promise<number> {
  const deleted = await database
    .deleteFrom("delivery_report")
    .where((row) =>
      row(
        row.refTuple("provider", "reportKey"),
        "in",
        row
          .selectFrom("delivery_report")
          .select(["provider", "reportKey"])
          .where("receivedAt", "<", before)
          .limit(most)
          .$asTuple("provider", "reportKey"),
      ),
    )
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}
