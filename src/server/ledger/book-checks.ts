/**
 * What domains keep of the same money beside the ledger: each says where its rows and the ledger differ. Asked by the whole audit, which
 * reports what it finds; money goes on, for the ledger itself is whole. // Rewards 2, docs/decisions/021
 */
import { sql, type RawBuilder } from "kysely";
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { AccountKindName, TransferKindName } from "./chart.ts";
import { defineQuestion } from "#server/questions.ts";

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

/** Rows of its own that say the same as the ledger. */
export const bookChecks = defineQuestion<readonly BookCheck[]>("book-checks", "MANY");

/** How many differences a check tells at most: the first of them name the fault. */
export const maxDifferences = 100;

/** Asks one after the other: none holds up the database for long. @returns none where rows and ledger agree */
export async function checkBooks(
  { ask }: Pick<Services, "ask">,
  reader: Reader,
): Promise<(BookDifference & { check: string })[]> {
  const found: (BookDifference & { check: string })[] = [];
  for (const check of ask(bookChecks).flat())
    for (const difference of await check.differences(reader)) found.push({ check: check.name, ...difference });
  return found;
}

/** Of a check's query: what is held, by reference (`reference`, `rupiah`), in holds of one kind that have not ended. */
export const openHolds = (kind: TransferKindName): RawBuilder<unknown> =>
  sql`(select h.reference, sum(h.amount)::bigint as rupiah from ledger_transfer h
    where h.phase = 'PENDING' and h.kind = ${kind}
    and not exists (select from ledger_transfer e where e.pending_id = h.id) group by h.reference)`;

/** Of a check's query: the accounts of one kind (`account_id`, `posted`, `held`). */
export const balancesOf = (kind: AccountKindName): RawBuilder<unknown> =>
  sql`(select account_id, posted, held from ledger_balance where account_id like ${`${kind}/%`})`;

/** Of a check's query: what moved on each account of one kind (`account_id`, `kind`, `net`: in less out), and what is held there (`HELD`). */
export const movementsOf = (kind: AccountKindName): RawBuilder<unknown> =>
  sql`(select b.account_id, t.kind, sum(case when t.credit_account_id = b.account_id then t.amount else -t.amount end)::bigint as net
      from ${balancesOf(kind)} b join ledger_transfer t on b.account_id in (t.credit_account_id, t.debit_account_id)
      where t.phase in ('PLAIN', 'POSTED') group by 1, 2
    union all select b.account_id, 'HELD', sum(h.amount)::bigint
      from ${balancesOf(kind)} b join ledger_transfer h on h.debit_account_id = b.account_id
      where h.phase = 'PENDING' and not exists (select from ledger_transfer e where e.pending_id = h.id) group by 1)`;
