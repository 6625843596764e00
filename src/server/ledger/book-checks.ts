/**
 * What domains keep of the same money beside the ledger: each says where its rows and the ledger differ. Asked by the whole audit, which
 * reports what it finds; money goes on, for the ledger itself is whole. // Rewards 2, docs/decisions/310
 */
import type { Reader } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";

export interface BookCheck {
  /** What has to be equal, `domain-what`: `coupon-holds`. */
  name: string;
  /** Reads whole tables: for an operator's audit, not for pages or sweeps. At most a hundred are told. */
  differences(reader: Reader): Promise<BookDifference[]>;
}

export interface BookDifference {
  /** The reference, or the account, of which they speak. */
  about: string;
  /** What the rows say; rupiah unless it says otherwise. */
  expected: string;
  /** What the ledger says. */
  found: string;
}

declare module "#server/domain.ts" {
  interface Domain {
    /** Rows of its own that say the same as the ledger. */
    bookChecks?: readonly BookCheck[];
  }
}

/** How many differences a check tells at most: the first of them name the fault. */
export const maxDifferences = 100;

/** Asks one after the other: none holds up the database for long. @returns none where rows and ledger agree */
export async function checkBooks(
  domains: readonly Domain[],
  reader: Reader,
): Promise<(BookDifference & { check: string })[]> {
  const found: (BookDifference & { check: string })[] = [];
  for (const { bookChecks = [] } of domains)
    for (const check of bookChecks)
      for (const difference of await check.differences(reader)) found.push({ check: check.name, ...difference });
  return found;
}
