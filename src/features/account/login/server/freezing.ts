/** An account frozen by its owner: no logins and no new business until two people release it. // Spec account 2, decision 254 */
import { Refusal } from "#server/call/refusal.ts";
import { revokeSessionsOf } from "#server/call/live-sessions.ts";
import type { Transaction, Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { contested, findBorrower, forgetLogin, isFrozenHeld, lockBorrower, writeStatus } from "./store.ts";

/** Why an account is blocked: CONTESTED by its owner, which only that case can lift; null if staff blocked it, or it is not blocked. */
export async function blockCause(reader: Reader, borrowerId: string): Promise<typeof contested | null> {
  const row = await findBorrower(reader, borrowerId);
  return row?.status === "BLOCKED" && row.statusCause === contested ? contested : null;
}

/** Those of these accounts that are blocked, by their owner or by staff. */
export async function blockedAmong(reader: Reader, borrowerIds: readonly string[]): Promise<string[]> {
  const rows = await reader
    .selectFrom("borrower")
    .select("borrowerId")
    .where("borrowerId", "in", [...borrowerIds])
    .where("status", "=", "BLOCKED")
    .execute();
  return rows.map((row) => row.borrowerId);
}

/**
 * Freezes an account for its owner: blocks it and ends every session. An account blocked by staff stays theirs. False
 * when nothing changed, because it is not open.
 */
export async function freezeBorrower(services: Services, trx: Transaction, borrowerId: string): Promise<boolean> {
  await lockBorrower(trx, borrowerId);
  if ((await findBorrower(trx, borrowerId))?.status !== "ACTIVE") return false;
  await writeStatus(trx, borrowerId, "BLOCKED", services.clock.now(), contested);
  await revokeSessionsOf(services, trx, "borrower", borrowerId);
  return true;
}

/** Releases a frozen account. Password and devices are removed (`forgets`), unless another person who may know them did nothing. */
export async function releaseBorrower(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  { forgets = true }: { forgets?: boolean } = {},
): Promise<boolean> {
  await lockBorrower(trx, borrowerId);
  if (forgets) await forgetLogin(trx, borrowerId);
  if ((await blockCause(trx, borrowerId)) === null) return false;
  return writeStatus(trx, borrowerId, "ACTIVE", services.clock.now());
}

/**
 * For actions that a frozen account must not begin, within their transaction: the login was checked before it. Of a
 * freeze and an action, one comes first.
 * @throws Refusal NOT_LOGGED_IN: its session has ended
 */
export async function refuseFrozen(trx: Transaction, borrowerId: string): Promise<void> {
  if (await isFrozenHeld(trx, borrowerId)) throw new Refusal("NOT_LOGGED_IN");
}

/** Whether an account is open: for links that hold no longer than that. */
export async function isAccountOpen(
  reader: Reader,
  borrowerId: string,
  { isFrozenToo }: { isFrozenToo: boolean },
): Promise<boolean> {
  const row = await findBorrower(reader, borrowerId);
  return row?.status === "ACTIVE" || (isFrozenToo && row?.status === "BLOCKED" && row.statusCause === contested);
}

/** Those of these borrowers whose account is open, or frozen by its owner. */
export async function findOpenAccounts(reader: Reader, borrowerIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await reader
    .selectFrom("borrower")
    .select("borrowerId")
    .where("borrowerId", "in", [...borrowerIds])
    .where(({ eb, or, and }) =>
      or([eb("status", "=", "ACTIVE"), and([eb("status", "=", "BLOCKED"), eb("statusCause", "=", contested)])]),
    )
    .execute();
  return new Set(rows.map((row) => row.borrowerId));
}
