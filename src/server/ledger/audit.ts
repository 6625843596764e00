/**
 * The auditor. `sealNew` runs every minute: it folds the transfers since its last seal into its own totals, holds them
 * against the balances and seals them. `auditAll` re-adds everything and walks the chain. A broken invariant stops money
 * writes, not the site. // Security rules 4
 */
import { sql } from "kysely";
import { type Database, type Transaction, transact, violated } from "#server/database.server.ts";
import type { RawTransfer } from "./posting.ts";
import { chainStart, hashOfSeal, hashOfTransfer } from "./seal.ts";

export type FindingCode =
  /** A sealed transfer is not what was sealed. */
  | "TRANSFER_CHANGED"
  | "TRANSFER_MISSING"
  /** A seal's hash, its number of entries or its link to the one before is wrong. */
  | "SEAL_BROKEN"
  /** A limited balance, or its hold, is not the sum of its transfers. */
  | "BALANCE_WRONG"
  /** An account that may not be overdrawn is. */
  | "BALANCE_NEGATIVE"
  /** A hold was ended by a transfer of another amount or other accounts, or by none that exists. */
  | "HOLD_WRONG"
  /** A transfer's asset is not that of its accounts. */
  | "ASSET_WRONG"
  /** The sums of one asset's accounts are not zero. */
  | "ASSET_UNBALANCED";

export interface Finding {
  code: FindingCode;
  /** The transfer, account, seal or asset in question. */
  about: string;
  expected?: string;
  found?: string;
}

export interface AuditReport {
  /** Transfers looked at. */
  transfers: number;
  findings: Finding[];
  /** Hash of the newest seal: keep it outside the database, and a rewritten chain shows. */
  root: string;
}

/** Sequences leave gaps and commit out of order: a transfer that commits late is still found this far back. */
const overlapPositions = 10_000;
const sealSize = 5_000;
const pageSize = 5_000;

/**
 * Seals at most 5,000 new transfers; `transfers` in the answer is 0 when nothing was left. Safe to run in several processes.
 * `all` looks for unsealed transfers from the very first one instead of a stretch back.
 */
export async function sealNew(database: Database, now: Date, reach: "recent" | "all" = "recent"): Promise<AuditReport> {
  const report = await sealInTurn(database, now, reach);
  await stopIfBroken(database, now, report.findings);
  return report;
}

/** Two auditors at once want the same seal number: the loser looks again and finds what the winner left. */
async function sealInTurn(database: Database, now: Date, reach: "recent" | "all", tries = 5): Promise<AuditReport> {
  try {
    return await transact(database, (trx) => sealInOneView(trx, now, reach), { isolation: "repeatable read" });
  } catch (error) {
    if (tries <= 1 || !violated(error, "23505")?.startsWith("ledger_seal")) throw error;
    return sealInTurn(database, now, reach, tries - 1);
  }
}

/** In one snapshot, so that transfers and balances are of the same moment. */
async function sealInOneView(trx: Transaction, now: Date, reach: "recent" | "all"): Promise<AuditReport> {
  const last = await trx.selectFrom("ledger_seal").selectAll().orderBy("number", "desc").limit(1).executeTakeFirst();
  const from = reach === "all" ? 0 : (last?.last_position ?? 0) - overlapPositions;
  const { rows } = await sql<RawTransfer>`
    select * from ledger_transfer t
    where t.position > ${from}
      and not exists (select 1 from ledger_seal_entry e where e.transfer_id = t.id)
    order by t.position limit ${sealSize}`.execute(trx);
  const findings = [
    ...(await wrongHolds(
      trx,
      rows.map((row) => row.id),
    )),
    ...(await wrongAssets(
      trx,
      rows.map((row) => row.id),
    )),
  ];
  if (rows.length > 0) {
    const hashes = rows.map(hashOfTransfer);
    const previous = last?.hash ?? chainStart;
    const number = (last?.number ?? 0) + 1;
    const hash = hashOfSeal(previous, hashes);
    const lastPosition = Math.max(last?.last_position ?? 0, ...rows.map((row) => row.position));
    await trx
      .insertInto("ledger_seal")
      .values({
        number,
        entries: rows.length,
        last_position: lastPosition,
        previous_hash: previous,
        hash,
        sealed_at: now,
      })
      .execute();
    await sql`insert into ledger_seal_entry (seal_number, position, transfer_id, transfer_hash)
      select ${number}, e.position, e.id, e.hash from unnest(${rows.map((row) => row.position)}::bigint[], ${rows.map((row) => row.id)}::text[], ${hashes}::bytea[]) as e (position, id, hash)`.execute(
      trx,
    );
    await addToCheckpoints(trx, number);
    if (rows.length < sealSize) findings.push(...(await compareCheckpoints(trx)));
    return { transfers: rows.length, findings, root: hash.toString("hex") };
  }
  return {
    transfers: 0,
    findings: [...findings, ...(await compareCheckpoints(trx))],
    root: (last?.hash ?? chainStart).toString("hex"),
  };
}

/** Adds the transfers of one seal to the auditor's totals: what moved, and what is held. */
async function addToCheckpoints(trx: Transaction, sealNumber: number): Promise<void> {
  await sql`
    insert into ledger_checkpoint as c (account_id, debits, credits, held, compared)
    select side.account_id, sum(side.debit), sum(side.credit), sum(side.held), false
    from ledger_seal_entry e
    join ledger_transfer t on t.id = e.transfer_id
    cross join lateral (values
      (t.debit_account_id,
       case when t.phase in ('PLAIN', 'POSTED') then t.amount else 0 end,
       0::bigint,
       case t.phase when 'PENDING' then t.amount when 'PLAIN' then 0 else -t.amount end),
      (t.credit_account_id, 0::bigint, case when t.phase in ('PLAIN', 'POSTED') then t.amount else 0 end, 0::bigint)
    ) as side (account_id, debit, credit, held)
    where e.seal_number = ${sealNumber}
    group by side.account_id
    order by side.account_id
    on conflict (account_id) do update
      set debits = c.debits + excluded.debits, credits = c.credits + excluded.credits, held = c.held + excluded.held, compared = false`.execute(
    trx,
  );
}

/** Holds the accounts that moved since the last comparison against their kept balances. A wrong one is told again every time. */
async function compareCheckpoints(trx: Transaction): Promise<Finding[]> {
  const { rows } = await sql<BalanceRow>`
    select c.account_id, b.posted, b.held, c.credits - c.debits as expected_posted, c.held as expected_held
    from ledger_checkpoint c
    join ledger_account a on a.id = c.account_id and a.limited
    left join ledger_balance b on b.account_id = c.account_id
    where not c.compared
      and (b.posted is distinct from c.credits - c.debits or b.held is distinct from c.held or c.credits - c.debits < c.held)
    order by c.account_id limit 100`.execute(trx);
  const wrong = rows.map((row) => row.account_id);
  await sql`update ledger_checkpoint set compared = true where not compared and account_id <> all(${wrong}::text[])`.execute(
    trx,
  );
  return rows.map(balanceFinding);
}

interface BalanceRow {
  account_id: string;
  posted: number | null;
  held: number | null;
  expected_posted: number;
  expected_held: number;
}

function balanceFinding(row: BalanceRow): Finding {
  const expected = `${row.expected_posted}, held ${row.expected_held}`;
  const found = row.posted === null ? "no balance" : `${row.posted}, held ${row.held}`;
  return { code: expected === found ? "BALANCE_NEGATIVE" : "BALANCE_WRONG", about: row.account_id, expected, found };
}

/** Ends of holds that do not fit their hold. `ids` narrows the question to some transfers. */
async function wrongHolds(trx: Transaction, ids?: readonly string[]): Promise<Finding[]> {
  const { rows } = await sql<{ id: string }>`
    select ended.id from ledger_transfer ended
    left join ledger_transfer held on held.id = ended.pending_id and held.phase = 'PENDING'
    where ended.phase in ('POSTED', 'VOIDED') ${ids ? sql`and ended.id = any(${ids}::text[])` : sql``}
      and (held.id is null or held.amount <> ended.amount or held.asset <> ended.asset
        or held.debit_account_id <> ended.debit_account_id or held.credit_account_id <> ended.credit_account_id)
    order by ended.position limit 100`.execute(trx);
  return rows.map((row) => ({ code: "HOLD_WRONG", about: row.id }));
}

async function wrongAssets(trx: Transaction, ids?: readonly string[]): Promise<Finding[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from ledger_transfer t
    left join ledger_account d on d.id = t.debit_account_id
    left join ledger_account c on c.id = t.credit_account_id
    where (d.asset is distinct from t.asset or c.asset is distinct from t.asset) ${ids ? sql`and t.id = any(${ids}::text[])` : sql``}
    order by t.position limit 100`.execute(trx);
  return rows.map((row) => ({ code: "ASSET_WRONG", about: row.id }));
}

/** Re-adds every transfer and walks the whole chain, in one view of the database. Stops money writes when something is broken. */
export async function auditAll(database: Database, now: Date): Promise<AuditReport> {
  const report = await transact(
    database,
    async (trx) => {
      await sql`set transaction read only`.execute(trx);
      const chain = await walkChain(trx);
      const findings = [
        ...chain.findings,
        ...(await wrongBalances(trx)),
        ...(await unbalancedAssets(trx)),
        ...(await wrongHolds(trx)),
        ...(await wrongAssets(trx)),
      ];
      const { rows } = await sql<{ count: number }>`select count(*) as count from ledger_transfer`.execute(trx);
      return { transfers: rows[0]?.count ?? 0, findings, root: chain.root };
    },
    { isolation: "repeatable read" },
  );
  await stopIfBroken(database, now, report.findings);
  return report;
}

async function walkChain(trx: Transaction): Promise<{ findings: Finding[]; root: string }> {
  const findings: Finding[] = [];
  const seals = await trx.selectFrom("ledger_seal").selectAll().orderBy("number").execute();
  let previous: Buffer = chainStart;
  for (const [index, seal] of seals.entries()) {
    const hashes: Buffer[] = [];
    for (let after = -1; ;) {
      const { rows } = await sql<
        RawTransfer & { entry_id: string; entry_position: number; transfer_hash: Buffer; id: string | null }
      >`
        select t.*, e.transfer_id as entry_id, e.position as entry_position, e.transfer_hash
        from ledger_seal_entry e left join ledger_transfer t on t.id = e.transfer_id
        where e.seal_number = ${seal.number} and e.position > ${after} order by e.position limit ${pageSize}`.execute(
        trx,
      );
      for (const row of rows) {
        hashes.push(row.transfer_hash);
        if (row.id === null) findings.push({ code: "TRANSFER_MISSING", about: row.entry_id });
        else if (!hashOfTransfer(row).equals(row.transfer_hash))
          findings.push({ code: "TRANSFER_CHANGED", about: row.entry_id });
      }
      const lastRow = rows.at(-1);
      if (!lastRow || rows.length < pageSize) break;
      after = lastRow.entry_position;
    }
    const isWhole =
      seal.number === index + 1 &&
      hashes.length === seal.entries &&
      seal.previous_hash.equals(previous) &&
      hashOfSeal(previous, hashes).equals(seal.hash);
    if (!isWhole) findings.push({ code: "SEAL_BROKEN", about: String(seal.number) });
    previous = seal.hash;
  }
  return { findings, root: previous.toString("hex") };
}

/** Every limited account against the sum of its transfers. */
async function wrongBalances(trx: Transaction): Promise<Finding[]> {
  const { rows } = await sql<BalanceRow>`
    with moved as (
      select account_id, sum(posted) as posted, sum(held) as held from (
        select debit_account_id as account_id, case when phase in ('PLAIN', 'POSTED') then -amount else 0 end as posted,
          case phase when 'PENDING' then amount when 'PLAIN' then 0 else -amount end as held
        from ledger_transfer
        union all
        select credit_account_id, case when phase in ('PLAIN', 'POSTED') then amount else 0 end, 0 from ledger_transfer
      ) as sides group by account_id
    )
    select a.id as account_id, b.posted, b.held, coalesce(m.posted, 0) as expected_posted, coalesce(m.held, 0) as expected_held
    from ledger_account a
    left join ledger_balance b on b.account_id = a.id
    left join moved m on m.account_id = a.id
    where a.limited
      and (b.posted is distinct from coalesce(m.posted, 0) or b.held is distinct from coalesce(m.held, 0) or coalesce(m.posted, 0) < coalesce(m.held, 0))
    order by a.id limit 100`.execute(trx);
  return rows.map(balanceFinding);
}

/** The sums of all accounts of an asset, each by the asset of its account: zero, unless a transfer joined two assets. */
async function unbalancedAssets(trx: Transaction): Promise<Finding[]> {
  const { rows } = await sql<{ asset: string; net: number }>`
    select a.asset, sum(sides.amount) as net from (
      select debit_account_id as account_id, amount from ledger_transfer where phase in ('PLAIN', 'POSTED')
      union all
      select credit_account_id, -amount from ledger_transfer where phase in ('PLAIN', 'POSTED')
    ) as sides join ledger_account a on a.id = sides.account_id
    group by a.asset having sum(sides.amount) <> 0`.execute(trx);
  return rows.map((row) => ({ code: "ASSET_UNBALANCED", about: row.asset, expected: "0", found: String(row.net) }));
}

async function stopIfBroken(database: Database, now: Date, findings: readonly Finding[]): Promise<void> {
  if (findings.length === 0) return;
  await transact(database, async (trx) => {
    await sql`insert into ledger_stop (findings, stopped_at)
      select ${JSON.stringify(findings.slice(0, 100))}::jsonb, ${now} where not exists (select 1 from ledger_stop where lifted_at is null)`.execute(
      trx,
    );
  });
}

/** What stopped money writes and since when; undefined while the ledger takes postings. */
export async function openStop(database: Database): Promise<{ since: Date; findings: Finding[] } | undefined> {
  const { rows } = await sql<{ stopped_at: Date; findings: Finding[] }>`
    select stopped_at, findings from ledger_stop where lifted_at is null order by id limit 1`.execute(database);
  return rows[0] && { since: rows[0].stopped_at, findings: rows[0].findings };
}

/** Lets money move again after the cause was found; the stop and its reason stay on record. */
export async function liftStop(trx: Transaction, now: Date, by: string, reason: string): Promise<void> {
  await sql`update ledger_stop set lifted_at = ${now}, lifted_by = ${by}, lift_reason = ${reason} where lifted_at is null`.execute(
    trx,
  );
}
