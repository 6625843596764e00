/** Blocks of withdrawals for the account's safety: a question that other domains answer. // Spec account 2 */
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { withdrawalBlock, type WithdrawalBlock } from "#server/account-questions.ts";

/** The block that lasts longest, one without an end before all others; null when withdrawals are allowed. */
export async function withdrawalBlockOf(
  services: Services,
  reader: Reader,
  borrowerId: string,
): Promise<WithdrawalBlock | null> {
  const blocks = await Promise.all(
    services.ask(withdrawalBlock).map((blockOf) => blockOf(services, reader, borrowerId)),
  );
  let longest: WithdrawalBlock | null = null;
  for (const block of blocks) {
    if (!block || (block.until && block.until <= services.clock.now())) continue;
    if (block.until === null) return block;
    if (!longest?.until || block.until > longest.until) longest = block;
  }
  return longest;
}
