/** Who gets what an account won: the one that goes on after a merge, and nobody once it is closed. // Spec account 5, 6; product decisions, rewards 8, 10 */
import { mergedWith } from "#features/account/account-merge/server/index.ts";
import { borrowerStatus } from "#features/account/login/server/index.ts";
import type { Reader } from "#server/database.server.ts";

export interface PrizeOwner {
  borrowerId: string;
  /** All accounts that are one person's, the owner's among them. */
  accounts: readonly string[];
}

/** The owner of what an account wins; null where it is closed, or its row in a draw is nobody's any more. */
export async function prizeOwnerOf(reader: Reader, borrowerId: string): Promise<PrizeOwner | null> {
  const accounts = await mergedWith(reader, borrowerId);
  const [owner] = accounts as [string, ...string[]];
  const status = await borrowerStatus(reader, owner);
  return status === null || status === "CLOSED" ? null : { borrowerId: owner, accounts };
}
