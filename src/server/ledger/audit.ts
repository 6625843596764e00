/**
 * The ledger's full audit. `auditAll` adds up everything again and checks the whole chain of seals; `auditRecent`
 * starts where the last audit without findings ended. Both read in short snapshots while the business goes on: a
 * sealed transfer never changes, and the parts that do change, an account and its balance, are compared in one
 * statement. // Security rules 4
 */
import { sql } from "kysely";
import { type Database, transact } from "#server/database.server.ts";
import { leaveWhereEnding } from "#server/work/sweeps.ts";
import { type BalanceRow, balanceFinding, sidesOf, wrongAssets, wrongHolds } from "./checks.ts";
import { type AuditReport, type Finding, stopIfBroken } from "./findings.ts";
import type { RawTransfer } from "./posting.ts";
import { chainStart, hashOfSeal, hashOfTransfer } from "./seal.ts";
import { overlapPositions } from "./sealing.ts";

const pageSize = 5_000;

/** Re-adds every transfer and walks the whole chain. Stops money writes when something is broken. */
export async function auditAll(database: Database, now: Date): Promise<AuditReport> {
  const chain = await walkChain(database, { number: 0, hash: chainStart });
  const walked = await walkTransfers(database, 0);
  const findings = [...chain.findings, ...(await wrongAccounts(database)), ...walked.findings];
  return conclude(database, now, { ...walked, findings, chain, isWhole: true });
}

/**
 * Checks everything since the last audit without findings: its seals, its transfers, and each kept balance against
 * the auditor's totals. The full audit checks the totals themselves; without an earlier audit, this runs the full
 * one.
 */
export async function auditRecent(database: Database, now: Date): Promise<AuditReport> {
  const proof = await database.selectFrom("ledger_proof").selectAll().orderBy("id", "desc").limit(1).executeTakeFirst();
  if (!proof) return auditAll(database, now);
  const seal = await database
    .selectFrom("ledger_seal")
    .selectAll()
    .where("number", "=", proof.sealNumber)
    .executeTakeFirst();
  const chain = await walkChain(database, { number: proof.sealNumber, hash: proof.root });
  if (!seal?.hash.equals(proof.root)) chain.findings.push({ code: "SEAL_BROKEN", about: String(proof.sealNumber) });
  const walked = await walkTransfers(database, (seal?.lastPosition ?? 0) - overlapPositions);
  const findings = [
    ...chain.findings,
    ...(await wrongBalances(database)),
    ...(await unbalancedTotals(database)),
    ...walked.findings,
  ];
  return conclude(database, now, { ...walked, findings, chain, isWhole: false });
}

interface Audited {
  transfers: number;
  findings: Finding[];
  chain: Chain;
  isWhole: boolean;
}

/** Writes down how far everything is proven, or stops the money. */
async function conclude(database: Database, now: Date, { transfers, findings, chain, isWhole }: Audited) {
  await stopIfBroken(database, now, findings);
  if (findings.length === 0 && chain.number > 0)
    await transact(database, (trx) =>
      trx
        .insertInto("ledger_proof")
        .values({ sealNumber: chain.number, root: chain.hash, isWhole, provenAt: now })
        .execute(),
    );
  return { transfers, findings, root: chain.hash.toString("hex") };
}

interface Link {
  /** 0 before the first seal. */
  number: number;
  hash: Buffer;
}
interface Chain extends Link {
  findings: Finding[];
}

/** Checks the seals after `from`: each transfer against its sealed hash. */
async function walkChain(database: Database, from: Link): Promise<Chain> {
  const chain: Chain = { ...from, findings: [] };
  for (;;) {
    leaveWhereEnding();
    const seals = await database
      .selectFrom("ledger_seal")
      .selectAll()
      .where("number", ">", chain.number)
      .orderBy("number")
      .limit(200)
      .execute();
    if (seals.length === 0) return chain;
    for (const seal of seals) {
      const { hashes, findings } = await walkSeal(database, seal.number);
      chain.findings.push(...findings);
      const isWhole =
        seal.number === chain.number + 1 &&
        hashes.length === seal.entries &&
        seal.previousHash.equals(chain.hash) &&
        hashOfSeal(chain.hash, hashes).equals(seal.hash);
      if (!isWhole) chain.findings.push({ code: "SEAL_BROKEN", about: String(seal.number) });
      chain.number = seal.number;
      chain.hash = seal.hash;
    }
  }
}

async function walkSeal(database: Database, number: number): Promise<{ hashes: Buffer[]; findings: Finding[] }> {
  const hashes: Buffer[] = [];
  const findings: Finding[] = [];
  for (let after = -1; ;) {
    const { rows } = await sql<
      RawTransfer & { entryId: string; entryPosition: number; transferHash: Buffer; id: string | null }
    >`
      select t.*, e.transfer_id as entry_id, e.position as entry_position, e.transfer_hash
      from ledger_seal_entry e
      left join lateral (select * from ledger_transfer t where t.id = e.transfer_id limit 1) as t on true
      where e.seal_number = ${number} and e.position > ${after} order by e.position limit ${pageSize}`.execute(
      database,
    );
    for (const row of rows) {
      hashes.push(row.transferHash);
      if (row.id === null) findings.push({ code: "TRANSFER_MISSING", about: row.entryId });
      else if (!hashOfTransfer(row).equals(row.transferHash))
        findings.push({ code: "TRANSFER_CHANGED", about: row.entryId });
    }
    const lastRow = rows.at(-1);
    if (!lastRow || rows.length < pageSize) return { hashes, findings };
    after = lastRow.entryPosition;
  }
}

/**
 * Checks every transfer after a position separately, and the sums of each asset's accounts: zero, unless a transfer
 * joined two assets.
 */
async function walkTransfers(database: Database, from: number): Promise<{ transfers: number; findings: Finding[] }> {
  const findings: Finding[] = [];
  const nets = new Map<string, number>();
  let transfers = 0;
  for (let after = from; ;) {
    leaveWhereEnding();
    const { rows } = await sql<{ id: string; position: number }>`
      select id, position from ledger_transfer where position > ${after} order by position limit ${pageSize}`.execute(
      database,
    );
    const lastRow = rows.at(-1);
    if (!lastRow) break;
    const ids = rows.map(({ id }) => id);
    findings.push(...(await wrongHolds(database, ids)), ...(await wrongAssets(database, ids)));
    for (const { asset, net } of await netsOf(database, ids)) nets.set(asset, (nets.get(asset) ?? 0) + net);
    transfers += rows.length;
    after = lastRow.position;
  }
  for (const [asset, net] of nets)
    if (net !== 0) findings.push({ code: "ASSET_UNBALANCED", about: asset, expected: "0", found: String(net) });
  return { transfers, findings };
}

async function netsOf(database: Database, ids: readonly string[]): Promise<{ asset: string; net: number }[]> {
  const { rows } = await sql<{ asset: string; net: number }>`
    select a.asset, sum(side.debit - side.credit)::bigint as net from unnest(${ids}::text[]) as wanted (id)
    cross join lateral (select * from ledger_transfer t where t.id = wanted.id limit 1) as t
    cross join lateral ${sidesOf}
    cross join lateral (select a.asset from ledger_account a where a.id = side.account_id limit 1) as a
    group by a.asset`.execute(database);
  return rows;
}

/** Compares every account with the sum of its transfers: its balance if it is limited, and the auditor's total. */
async function wrongAccounts(database: Database): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (let after = ""; ;) {
    leaveWhereEnding();
    const { rows: ids } = await sql<{ id: string }>`
      select id from ledger_account where id > ${after} order by id limit ${pageSize}`.execute(database);
    const last = ids.at(-1)?.id;
    if (last === undefined) return findings;
    const { rows } = await sql<BalanceRow & { isWrong: boolean }>`
      with sides as (
        select debit_account_id as id, case when phase in ('PLAIN', 'POSTED') then amount else 0 end as debit, 0 as credit,
          case phase when 'PENDING' then amount when 'PLAIN' then 0 else -amount end as held
        from ledger_transfer where debit_account_id > ${after} and debit_account_id <= ${last}
        union all
        select credit_account_id, 0, case when phase in ('PLAIN', 'POSTED') then amount else 0 end, 0
        from ledger_transfer where credit_account_id > ${after} and credit_account_id <= ${last}
      ), sums as (
        select id, sum(debit) as debits, sum(credit) as credits, sum(held) as held from sides group by id
      ), moved as materialized (
        select a.id, a.limited, coalesce(s.debits, 0) as debits, coalesce(s.credits, 0) as credits, coalesce(s.held, 0) as held
        from ledger_account a left join sums s on s.id = a.id
        where a.id > ${after} and a.id <= ${last}
      )
      select * from (
        select m.id as account_id, b.posted, b.held, (m.credits - m.debits)::bigint as expected_posted, m.held::bigint as expected_held,
          m.limited and (b.posted is distinct from m.credits - m.debits or b.held is distinct from m.held or m.credits - m.debits < m.held) as is_wrong,
          (k.debits, k.credits, k.held) is distinct from (m.debits, m.credits, m.held) as is_suspect
        from moved m
        left join ledger_balance b on b.account_id = m.id
        left join ledger_checkpoint k on k.account_id = m.id
      ) as looked where is_wrong or is_suspect order by account_id`.execute(database);
    findings.push(...rows.filter((row) => row.isWrong).map(balanceFinding));
    findings.push(
      ...(await wrongTotals(
        database,
        rows.map((row) => row.accountId),
      )),
    );
    after = last;
  }
}

/** Checks the auditor's totals of accounts that also have unsealed transfers: their sealed ones are looked up one by one. */
async function wrongTotals(database: Database, suspects: readonly string[]): Promise<Finding[]> {
  if (suspects.length === 0) return [];
  const { rows } = await sql<{ accountId: string; expected: string; found: string }>`
    with sealed as (
      select side.account_id, sum(side.debit) as debits, sum(side.credit) as credits, sum(side.held) as held
      from ledger_transfer t
      cross join lateral (select 1 from ledger_seal_entry e where e.transfer_id = t.id limit 1) as known
      cross join lateral ${sidesOf}
      where t.debit_account_id = any(${suspects}::text[]) or t.credit_account_id = any(${suspects}::text[])
      group by side.account_id
    ), looked as (
      select s.id, coalesce(k.debits, 0) as kept_debits, coalesce(k.credits, 0) as kept_credits, coalesce(k.held, 0) as kept_held,
        coalesce(e.debits, 0) as debits, coalesce(e.credits, 0) as credits, coalesce(e.held, 0) as held
      from unnest(${suspects}::text[]) as s (id)
      left join ledger_checkpoint k on k.account_id = s.id
      left join sealed e on e.account_id = s.id
    )
    select id as account_id, concat(debits, ', ', credits, ', held ', held) as expected,
      concat(kept_debits, ', ', kept_credits, ', held ', kept_held) as found
    from looked where (kept_debits, kept_credits, kept_held) <> (debits, credits, held)
    order by id limit 100`.execute(database);
  return rows.map((row) => ({
    code: "CHECKPOINT_WRONG",
    about: row.accountId,
    expected: row.expected,
    found: row.found,
  }));
}

/** Compares every limited account's balance with the auditor's total plus unsealed transfers, in one snapshot. */
async function wrongBalances(database: Database): Promise<Finding[]> {
  const { rows } = await sql<BalanceRow>`
    with fresh as materialized (
      select side.account_id, sum(side.credit - side.debit) as posted, sum(side.held) as held
      from (
        select t.* from ledger_transfer t
        left join lateral (select true as is_sealed from ledger_seal_entry e where e.transfer_id = t.id limit 1) as known on true
        where t.position > (select coalesce(max(last_position), 0) from ledger_seal) - ${overlapPositions} and known.is_sealed is null
      ) as t
      cross join lateral ${sidesOf}
      group by side.account_id
    ), looked as (
      select a.id as account_id, b.posted, b.held,
        (coalesce(k.credits - k.debits, 0) + coalesce(f.posted, 0))::bigint as expected_posted,
        (coalesce(k.held, 0) + coalesce(f.held, 0))::bigint as expected_held
      from ledger_account a
      left join ledger_balance b on b.account_id = a.id
      left join ledger_checkpoint k on k.account_id = a.id
      left join fresh f on f.account_id = a.id
      where a.limited
    )
    select * from looked
    where posted is distinct from expected_posted or held is distinct from expected_held or expected_posted < expected_held
    order by account_id limit 100`.execute(database);
  return rows.map(balanceFinding);
}

/** The sum of the auditor's totals over one asset's accounts: must be zero. */
async function unbalancedTotals(database: Database): Promise<Finding[]> {
  const { rows } = await sql<{ asset: string; net: number }>`
    select a.asset, sum(k.debits - k.credits)::bigint as net
    from ledger_checkpoint k join ledger_account a on a.id = k.account_id
    group by a.asset having sum(k.debits - k.credits) <> 0`.execute(database);
  return rows.map((row) => ({ code: "ASSET_UNBALANCED", about: row.asset, expected: "0", found: String(row.net) }));
}
