/**
 * Checks that domains' own records of money agree with the ledger. The full audit runs them and reports differences;
 * money keeps moving, because the ledger itself is consistent. // Rewards 2, docs/decisions/021
 */
import { sql, type RawBuilder } from "kysely";
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { AccountKindName, TransferKindName } from "./chart.ts";
import { defineQuestion } from "#server/questions.ts";

export interface BookCheck {
  /** Name of the check, `domain-what`: `coupon-holds`. */
  name: string;
  /** Reads whole tables: for an operator's audit, not for pages or sweeps. Reports at most a hundred differences. */
  differences(reader: Reader): Promise<BookDifference[]>;
}

export interface BookDifference {
  /** The reference, or the account, that the difference is about. */
  about: string;
  /** The value in the domain's rows; rupiah unless it says otherwise. */
  expected: string;
  /** The value in the ledger. */
  found: string;
}

/** Checks a domain's own rows against the ledger. */
export const bookChecks = defineQuestion<readonly BookCheck[]>("book-checks", "MANY");

/** Maximal number of differences that a check reports: the first of them show the fault. */
export const maxDifferences = 100;

/** Runs the checks one after the other, so that none occupies the database for long. @returns nothing when rows and ledger agree */
export async function checkBooks(
  { ask }: Pick<Services, "ask">,
  reader: Reader,
): Promise<(BookDifference & { check: string })[]> {
  const found: (BookDifference & { check: string })[] = [];
  for (const check of ask(bookChecks).flat())
    for (const difference of await check.differences(reader)) found.push({ check: check.name, ...difference });
  return found;
}

/** SQL for a check: held amounts by reference (`reference`, `rupiah`), from open holds of one kind. */
export const openHoldsQuery = (kind: TransferKindName): RawBuilder<unknown> =>
  sql`(select h.reference, sum(h.amount)::bigint as rupiah from ledger_transfer h
    where h.phase = 'PENDING' and h.kind = ${kind}
    and not exists (select from ledger_transfer e where e.pending_id = h.id) group by h.reference)`;

/** SQL for a check: balances of all accounts of one kind (`account_id`, `posted`, `held`). */
export const balancesOf = (kind: AccountKindName): RawBuilder<unknown> =>
  sql`(select account_id, posted, held from ledger_balance where account_id like ${`${kind}/%`})`;

/** SQL for a check: movements on each account of one kind (`account_id`, `kind`, `net`: in minus out), and its held amount (kind `HELD`). */
export const movementsOf = (kind: AccountKindName): RawBuilder<unknown> =>
  sql`(select b.account_id, t.kind, sum(case when t.credit_account_id = b.account_id then t.amount else -t.amount end)::bigint as net
      from ${balancesOf(kind)} b join ledger_transfer t on b.account_id in (t.credit_account_id, t.debit_account_id)
      where t.phase in ('PLAIN', 'POSTED') group by 1, 2
    union all select b.account_id, 'HELD', sum(h.amount)::bigint
      from ${balancesOf(kind)} b join ledger_transfer h on h.debit_account_id = b.account_id
      where h.phase = 'PENDING' and not exists (select from ledger_transfer e where e.pending_id = h.id) group by 1)`;
