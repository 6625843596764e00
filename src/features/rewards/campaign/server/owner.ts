/** The account that receives an award: after a merge the surviving one, and none once it is closed. // Spec account 5, 6; product decisions, rewards 8, 10 */
import { mergedWith } from "#features/account/account-merge/server/index.ts";
import { borrowerStatus } from "#features/account/login/server/index.ts";
import type { Reader } from "#server/database.server.ts";

export interface PrizeOwner {
  borrowerId: string;
  /** All accounts of one person, including the owner's. */
  accounts: readonly string[];
}

/** The owner of an account's prizes; null when it is closed, or when its row in a draw has lost its owner. */
export async function prizeOwnerOf(reader: Reader, borrowerId: string): Promise<PrizeOwner | null> {
  const accounts = await mergedWith(reader, borrowerId);
  const [owner] = accounts as [string, ...string[]];
  const status = await borrowerStatus(reader, owner);
  return status === null || status === "CLOSED" ? null : { borrowerId: owner, accounts };
}
