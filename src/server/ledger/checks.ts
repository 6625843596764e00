/** Checks that apply to each transfer alone, and the finding for a balance that is not the sum of its transfers. */
import { sql } from "kysely";
import type { Database } from "#server/database.server.ts";
import type { LedgerFinding } from "./findings.ts";

/**
 * Ends of holds that do not match their hold, among the given transfers. Each is looked up by its key: a join would
 * scan a large ledger completely.
 */
export async function wrongHolds(database: Database, ids: readonly string[]): Promise<LedgerFinding[]> {
  const { rows } = await sql<{ id: string }>`
    select ended.id from unnest(${ids}::text[]) as wanted (id)
    cross join lateral (select * from ledger_transfer t where t.id = wanted.id limit 1) as ended
    left join lateral (select * from ledger_transfer h where h.id = ended.pending_id and h.phase = 'PENDING' limit 1) as held on true
    where ended.phase in ('POSTED', 'VOIDED')
      and (held.id is null or held.amount <> ended.amount or held.asset <> ended.asset
        or held.debit_account_id <> ended.debit_account_id or held.credit_account_id <> ended.credit_account_id)
    order by ended.position limit 100`.execute(database);
  return rows.map((row) => ({ code: "HOLD_WRONG", about: row.id }));
}

/** Given transfers whose asset differs from that of one of their accounts. */
export async function wrongAssets(database: Database, ids: readonly string[]): Promise<LedgerFinding[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from unnest(${ids}::text[]) as wanted (id)
    cross join lateral (select * from ledger_transfer t where t.id = wanted.id limit 1) as t
    left join lateral (select a.asset from ledger_account a where a.id = t.debit_account_id limit 1) as d on true
    left join lateral (select a.asset from ledger_account a where a.id = t.credit_account_id limit 1) as c on true
    where d.asset is distinct from t.asset or c.asset is distinct from t.asset
    order by t.position limit 100`.execute(database);
  return rows.map((row) => ({ code: "ASSET_WRONG", about: row.id }));
}

/** A kept balance and the sum of its transfers; `posted` is null when no balance is kept. Whole rupiah, points, coupons or tickets. */
export interface BalanceRow {
  accountId: string;
  posted: number | null;
  held: number | null;
  expectedPosted: number;
  expectedHeld: number;
}

export function balanceFinding(row: BalanceRow): LedgerFinding {
  const expected = `${row.expectedPosted}, held ${row.expectedHeld}`;
  const found = row.posted === null ? "no balance" : `${row.posted}, held ${row.held}`;
  return { code: expected === found ? "BALANCE_NEGATIVE" : "BALANCE_WRONG", about: row.accountId, expected, found };
}

/** SQL: the effect of one transfer `t` on each of its two accounts. */
export const sidesOf = sql`(values
      (t.debit_account_id,
       case when t.phase in ('PLAIN', 'POSTED') then t.amount else 0 end,
       0::bigint,
       case t.phase when 'PENDING' then t.amount when 'PLAIN' then 0 else -t.amount end),
      (t.credit_account_id, 0::bigint, case when t.phase in ('PLAIN', 'POSTED') then t.amount else 0 end, 0::bigint)
    ) as side (account_id, debit, credit, held)`;
