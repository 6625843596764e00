/** What stands in the way of closing an account: each domain says what is open with it. // Spec account 6 */
import type { Transaction, Database } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { ClosureBlocker } from "../contract.ts";
import { closureBlockers } from "../contract.ts";

export interface Blocker {
  code: ClosureBlocker;
  /** The page on which its holder can settle it. */
  path: `/${string}`;
}

declare module "#server/domain.ts" {
  interface Domain {
    /** Asked by the closing of accounts: what has to be settled first. Read again, with the borrower's row locked, before the account is closed. */
    closureBlockers?(
      services: Services,
      reader: Database | Transaction,
      borrowerId: string,
    ): Promise<readonly Blocker[]>;
    /** Asked by the closing of accounts: further accounts of the same person, merged into this one, the nearest first. */
    sameHolder?(reader: Database | Transaction, borrowerId: string): Promise<readonly string[]>;
    /** Asked by the closing of accounts: the limit that ends with it, in rupiah; of one domain. */
    limitLostAtClosing?(services: Services, reader: Database | Transaction, borrowerId: string): Promise<number>;
  }
}

/** Each kind once, in the order in which they are told. */
export async function blockersOf(
  services: Services,
  reader: Database | Transaction,
  borrowerId: string,
): Promise<Blocker[]> {
  const found: Blocker[] = [];
  for (const domain of services.domains)
    found.push(...((await domain.closureBlockers?.(services, reader, borrowerId)) ?? []));
  return closureBlockers.flatMap((code) => found.find((one) => one.code === code) ?? []);
}
