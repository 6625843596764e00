/** Notices to the account's owner, at the number reported as lost. */
import { isObjectedTo, notifySecurity } from "#features/account/security/server/index.ts";
import type { Transaction, Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { lostNumberFactsOf, updateLostNumber, type LostNumberRow } from "./store.ts";

const kind = "NUMBER_RECOVERY_ASKED";
const warningId = (requestId: string, warnings: number): string => `${requestId}_${warnings}`;
/** When the request was sent, after one day and after two; one more when a login happens. */
const maxWarnings = 4;

/** Whether the owner objected from one of the warnings. For an account that is frozen already, no contest shows that. */
export const isObjected = (reader: Reader, { id }: LostNumberRow, borrowerId: string): Promise<boolean> =>
  isObjectedTo(reader, borrowerId, {
    kind,
    ids: Array.from({ length: maxWarnings }, (_, warnings) => warningId(id, warnings)),
  });

/** Notifies of the event with the way to object; returns the event that can be objected to. */
export async function notifyNumberOwner(
  services: Services,
  trx: Transaction,
  row: LostNumberRow,
  borrowerId: string,
): Promise<string> {
  const { device, oldNumber } = await lostNumberFactsOf(services, trx, row);
  const id = warningId(row.id, row.warnings);
  // A frozen account may have another number by now: the notice goes to the number in the request.
  const before = { mobileNumber: oldNumber };
  const times = {
    ...(row.submittedAt ? { at: row.submittedAt } : {}),
    ...(row.effectiveFrom ? { effectAt: row.effectiveFrom } : {}),
  };
  return notifySecurity(services, trx, { borrowerId, kind, id, device, before, ...times });
}

/** Warns the owner when the request was sent, and 24 and 48 hours later. */
export async function warnNumberOwner(services: Services, trx: Transaction, row: LostNumberRow): Promise<boolean> {
  if (row.borrowerId === null || row.closedAt !== null) return false;
  await notifyNumberOwner(services, trx, row, row.borrowerId);
  await updateLostNumber(trx, row.id, { warnings: row.warnings + 1 });
  return true;
}
