/** What the owner of the account hears, at the number that is said to be lost. */
import { notifySecurity } from "#features/account/security/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { factsOf, keepInRequest, type RequestRow } from "./store.ts";

/** Tells it with the way to object; answers the event that can be objected to. */
export async function tellOwner(
  services: Services,
  trx: Transaction,
  row: RequestRow,
  borrowerId: string,
): Promise<string> {
  const { device } = await factsOf(services, trx, row);
  const id = `${row.id}_${row.warnings}`;
  return notifySecurity(services, trx, { borrowerId, kind: "NUMBER_RECOVERY_ASKED", id, device });
}

/** When the request was sent, after 24 and after 48 hours. */
export async function warn(services: Services, trx: Transaction, row: RequestRow): Promise<boolean> {
  if (row.borrower_id === null || row.closed_at !== null) return false;
  await tellOwner(services, trx, row, row.borrower_id);
  await keepInRequest(trx, row.id, { warnings: row.warnings + 1 });
  return true;
}
