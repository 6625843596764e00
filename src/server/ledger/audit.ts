/**
 * The ledger's audits. `auditAll` adds up everything again and checks the whole chain of seals, range by range
 * (`whole-audit.ts`); `auditRecent` starts where the last audit without findings ended. Both read in short snapshots
 * while the business goes on: a sealed transfer never changes, and the parts that do change, an account and its balance,
 * are compared in one statement. // Security rules 4
 */
import { sql } from "kysely";
import { type Database, transact } from "#server/database.server.ts";
import { type SealLink, auditSeals, auditTransfers, unbalancedAssets } from "./audit-parts.ts";
import { type BalanceRow, balanceFinding, sidesOf } from "./checks.ts";
import { type AuditReport, type LedgerFinding, stopIfBroken } from "./findings.ts";
import { overlapPositions } from "./sealing.ts";
import { type WholeAuditOptions, auditWhole } from "./whole-audit.ts";

/** Re-adds every transfer and checks the whole chain. Stops money writes when something is broken. */
export async function auditAll(database: Database, now: Date, options: WholeAuditOptions = {}): Promise<AuditReport> {
  const audited = await auditWhole(database, options);
  const report = await conclude(database, now, { ...audited, isWhole: true });
  await options.progress?.end();
  return report;
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
  const chain = await auditSeals(database, { number: proof.sealNumber, hash: proof.root }, null);
  if (!seal?.hash.equals(proof.root)) chain.findings.push({ code: "SEAL_BROKEN", about: String(proof.sealNumber) });
  const from = (seal?.lastPosition ?? 0) - overlapPositions;
  const walked = await auditTransfers(database, { after: from, upTo: null, summedUpTo: from });
  const findings = [
    ...chain.findings,
    ...(await wrongBalances(database)),
    ...(await unbalancedTotals(database)),
    ...walked.findings,
    ...unbalancedAssets(walked.nets),
  ];
  return conclude(database, now, { transfers: walked.transfers, findings, chain, isWhole: false });
}

interface Audited {
  transfers: number;
  findings: LedgerFinding[];
  chain: SealLink;
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

/** Compares every limited account's balance with the auditor's total plus unsealed transfers, in one snapshot. */
async function wrongBalances(database: Database): Promise<LedgerFinding[]> {
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
async function unbalancedTotals(database: Database): Promise<LedgerFinding[]> {
  const { rows } = await sql<{ asset: string; net: number }>`
    select a.asset, sum(k.debits - k.credits)::bigint as net
    from ledger_checkpoint k join ledger_account a on a.id = k.account_id
    group by a.asset having sum(k.debits - k.credits) <> 0`.execute(database);
  return rows.map((row) => ({ code: "ASSET_UNBALANCED", about: row.asset, expected: "0", found: String(row.net) }));
}
