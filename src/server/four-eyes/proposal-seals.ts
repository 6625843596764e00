/** Encrypted parts of a proposal's row: reasons in free text, and personal data. // docs/decisions/086, 232 */
import { transact, type Transaction, type Reader } from "#server/database.server.ts";
import type { Keys, SealContext } from "#server/keys/keys.server.ts";
import type { Services } from "#server/services.ts";
import { lockUnsealed, writeSealed, type HeldText, type ProposalRow } from "./proposal-store.ts";
import { sealAbout, type SealedReason } from "./sealed-reason.ts";

type SealedColumn = "secretSealed" | "reasonSealed" | "checkReasonSealed";
type Owner = Pick<ProposalRow, "id" | "borrowerId" | "sealedIn">;

/** The place that a sealed value is bound to: the former table's, when the row came from another table. */
export function proposalPlace({ id, sealedIn }: Pick<Owner, "id" | "sealedIn">, column: SealedColumn): SealContext {
  if (sealedIn === null) return { table: "proposal", column, row: id };
  return { table: sealedIn, column: column === "secretSealed" ? "payeeSealed" : column, row: id };
}

export const sealText = (
  keys: Keys,
  trx: Transaction,
  owner: Owner,
  column: SealedColumn,
  text: string,
): Promise<SealedReason> => sealAbout(keys, trx, owner.borrowerId, proposalPlace(owner, column), text);

export interface OpenedTexts {
  /** Null without a reason, and once the borrower's data was deleted. */
  reason: string | null;
  checkReason: string | null;
  /** As JSON. */
  secret: string | null;
}

/** The decrypted texts of rows, by row id. */
export async function openTexts(
  keys: Keys,
  reader: Reader,
  rows: readonly ProposalRow[],
): Promise<Map<string, OpenedTexts>> {
  const owners = rows.flatMap(({ borrowerId, reason, checkReason, secret }) =>
    borrowerId !== null && [reason, checkReason, secret].some(({ key }) => key === "BORROWER") ? [borrowerId] : [],
  );
  const ciphers = await keys.borrowerKeys.ciphers(reader, [...new Set(owners)]);
  const opened = (row: ProposalRow, column: SealedColumn, { clear, sealed, key }: HeldText): string | null => {
    if (sealed === null) return clear;
    const cipher = key === "BORROWER" ? ciphers.get(row.borrowerId ?? "") : keys;
    return cipher ? cipher.open(sealed, proposalPlace(row, column)) : null;
  };
  return new Map(
    rows.map((row) => [
      row.id,
      {
        reason: opened(row, "reasonSealed", row.reason),
        checkReason: opened(row, "checkReasonSealed", row.checkReason),
        secret: opened(row, "secretSealed", row.secret),
      },
    ]),
  );
}

/** Rows sealed in one transaction. */
const atOnce = 100;

/** Seals reasons that an earlier version wrote in clear. @returns how many rows */
export function sealOlderTexts({ keys, database }: Pick<Services, "keys" | "database">): Promise<number> {
  return transact(database, async (trx) => {
    const rows = await lockUnsealed(trx, atOnce);
    for (const row of rows) {
      const sealed = (column: SealedColumn, { clear }: HeldText) =>
        clear === null ? null : sealText(keys, trx, row, column, clear);
      await writeSealed(trx, row.id, {
        reason: await sealed("reasonSealed", row.reason),
        checkReason: await sealed("checkReasonSealed", row.checkReason),
      });
    }
    return rows.length;
  });
}
