/**
 * Borrowers deleted after a backup are deleted again completely on its copy: destroying their key is not enough,
 * because the installation seals some of their data, and a rule keeps part of the rest. // Spec account 6,
 * docs/decisions/160
 */
import { borrowerStatus } from "#features/account/login/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import { closureLife } from "./lifecycle.ts";
import { findClosureInForce, insertTombstoned, noteTombstone } from "./store.ts";

/**
 * For each line of a list of tombstones, after a restore: starts the closing again, without its 72 hours, and the
 * server that starts on the copy completes it. `at`: when the owner's data was deleted. Null when the line names no
 * borrower of this database: another key owner, which is shredded at once. False when it was started before.
 */
export async function repeatClosure(trx: Transaction, borrowerId: string, at: Date): Promise<boolean | null> {
  if ((await borrowerStatus(trx, borrowerId)) === null) return null;
  const row = await findClosureInForce(trx, borrowerId);
  if (row?.state === "ERASED") return null;
  if (row) return noteTombstone(trx, row.id);
  const id = await insertTombstoned(trx, borrowerId, at);
  await closureLife.begin(trx, { id, borrowerId, actor: "SYSTEM", cause: "FORGOTTEN_BEFORE", at });
  return true;
}
