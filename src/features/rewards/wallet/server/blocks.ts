/** What keeps reward money in the wallet for the account's safety: a question that those who know answer. // Spec account 2 */
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";

/** Until when; null while somebody looks at it. */
export interface WithdrawalBlock {
  until: Date | null;
}

declare module "#server/domain.ts" {
  interface Domain {
    /** Asked by rewards/wallet: whether nothing may leave a borrower's wallet (72 h after a change of number, contested, in review). */
    withdrawalBlock?(services: Services, reader: Reader, borrowerId: string): Promise<WithdrawalBlock | null>;
  }
}

/** The block that lasts longest, one without an end before all others; null where money may leave. */
export async function withdrawalBlockOf(
  services: Services,
  reader: Reader,
  borrowerId: string,
): Promise<WithdrawalBlock | null> {
  const blocks = await Promise.all(
    services.domains.map((domain) => domain.withdrawalBlock?.(services, reader, borrowerId) ?? null),
  );
  let longest: WithdrawalBlock | null = null;
  for (const block of blocks) {
    if (!block || (block.until && block.until <= services.clock.now())) continue;
    if (block.until === null) return block;
    if (!longest?.until || block.until > longest.until) longest = block;
  }
  return longest;
}
