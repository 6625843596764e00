/**
 * The auditor's minute: folds the transfers since its last seal into its own totals, compares them with the balances
 * and seals them. A broken invariant stops money writes, not the site. // Security rules 4
 */
import { sql } from "kysely";
import { type Database, type Transaction, transact, violated } from "#server/database.server.ts";
import { leaveWhereEnding } from "#server/work/sweeps.ts";
import { type BalanceRow, balanceFinding, sidesOf, wrongAssets, wrongHolds } from "./checks.ts";
import { type AuditReport, type LedgerFinding, stopIfBroken } from "./findings.ts";
import type { RawTransfer } from "./posting.ts";
import { chainStart, hashOfSeal, hashOfTransfer } from "./seal.ts";

/** Sequences have gaps and commit out of order: a transfer that commits late is still found within this distance. */
export const overlapPositions = 10_000;
const sealSize = 5_000;

/** Seals at most 5,000 new transfers; `transfers` in the answer is 0 when nothing was left. Safe to run in several processes. */
export async function sealNew(database: Database, now: Date): Promise<AuditReport> {
  const books = await lookAtBooks(database);
  const quiet = quietBooks.get(database);
  if (quiet?.newest === books.newest && !books.hasMoved) return quiet.report;
  const { report } = await sealInTurn(database, now);
  if (books.isComplete && report.transfers < sealSize && report.findings.length === 0)
    quietBooks.set(database, { newest: books.newest, report: { ...report, transfers: 0 } });
  else quietBooks.delete(database);
  await stopIfBroken(database, now, report.findings);
  return report;
}

/**
 * The last transfer of books that a turn of this process sealed whole. While it stays the last one, nothing is new: a
 * turn would read 10,000 positions again to see that.
 */
const quietBooks = new WeakMap<Database, { newest: number; report: AuditReport }>();

interface Books {
  /** Position of the last transfer; 0 without one. */
  newest: number;
  /** No transaction was writing, so no transfer with a lower position can appear later. */
  isComplete: boolean;
  /** An account has not been compared with its balance since it moved. */
  hasMoved: boolean;
}

async function lookAtBooks(database: Database): Promise<Books> {
  const { rows } = await sql<Books>`
    select coalesce((select position from ledger_transfer order by position desc limit 1), 0) as newest,
      pg_snapshot_xmin(snapshot) = pg_snapshot_xmax(snapshot) as "isComplete",
      exists (select from ledger_checkpoint where not compared) as "hasMoved"
    from pg_current_snapshot() as snapshot`.execute(database);
  return rows[0]!;
}

/** Seals everything unsealed; with `from` 0 also transfers that committed unusually late. Returns the number of transfers. */
export async function sealAll(database: Database, now: Date, from?: number): Promise<number> {
  let sealed = 0;
  for (let after = from; ;) {
    leaveWhereEnding();
    const { report, reached } = await sealInTurn(database, now, after);
    await stopIfBroken(database, now, report.findings);
    if (report.transfers === 0) return sealed;
    sealed += report.transfers;
    after = reached;
  }
}

interface Sealed {
  report: AuditReport;
  /** Everything up to this position that had committed is sealed. */
  reached: number;
}

/** Two concurrent auditors want the same seal number: the loser retries with the transfers that the winner left. */
async function sealInTurn(database: Database, now: Date, from?: number, tries = 5): Promise<Sealed> {
  try {
    return await transact(database, (trx) => sealInOneView(trx, now, from), { isolation: "repeatable read" });
  } catch (error) {
    if (tries <= 1 || !violated(error, "23505")?.startsWith("ledger_seal")) throw error;
    return sealInTurn(database, now, from, tries - 1);
  }
}

/** In one snapshot, so that transfers and balances are consistent. */
async function sealInOneView(trx: Transaction, now: Date, from: number | undefined): Promise<Sealed> {
  const last = await trx.selectFrom("ledger_seal").selectAll().orderBy("number", "desc").limit(1).executeTakeFirst();
  const after = from ?? (last?.lastPosition ?? 0) - overlapPositions;
  const rows = await unsealed(trx, after);
  const ids = rows.map((row) => row.id);
  const findings = [...(await wrongHolds(trx, ids)), ...(await wrongAssets(trx, ids))];
  if (rows.length === 0) {
    findings.push(...(await compareCheckpoints(trx)));
    return { report: { transfers: 0, findings, root: (last?.hash ?? chainStart).toString("hex") }, reached: after };
  }
  const hashes = rows.map(hashOfTransfer);
  const previous = last?.hash ?? chainStart;
  const number = (last?.number ?? 0) + 1;
  const hash = hashOfSeal(previous, hashes);
  const reached = Math.max(...rows.map((row) => row.position));
  await trx
    .insertInto("ledger_seal")
    .values({
      number,
      entries: rows.length,
      lastPosition: Math.max(last?.lastPosition ?? 0, reached),
      previousHash: previous,
      hash,
      sealedAt: now,
    })
    .execute();
  await sql`insert into ledger_seal_entry (seal_number, position, transfer_id, transfer_hash)
    select ${number}, e.position, e.id, e.hash from unnest(${rows.map((row) => row.position)}::bigint[], ${ids}::text[], ${hashes}::bytea[]) as e (position, id, hash)`.execute(
    trx,
  );
  await addToCheckpoints(trx, ids);
  if (rows.length < sealSize) findings.push(...(await compareCheckpoints(trx)));
  return { report: { transfers: rows.length, findings, root: hash.toString("hex") }, reached };
}

/** The first unsealed transfers after a position; each is looked up by its key, so the cost does not depend on the sealed ones. */
async function unsealed(trx: Transaction, after: number): Promise<RawTransfer[]> {
  const { rows } = await sql<RawTransfer>`
    select t.* from ledger_transfer t
    left join lateral (select true as is_sealed from ledger_seal_entry e where e.transfer_id = t.id limit 1) as known on true
    where t.position > ${after} and known.is_sealed is null
    order by t.position limit ${sealSize}`.execute(trx);
  return rows;
}

/** Adds transfers to the auditor's totals: posted and held amounts. */
async function addToCheckpoints(trx: Transaction, ids: readonly string[]): Promise<void> {
  await sql`
    insert into ledger_checkpoint as c (account_id, debits, credits, held, compared)
    select side.account_id, sum(side.debit), sum(side.credit), sum(side.held), false
    from unnest(${ids}::text[]) as wanted (id)
    cross join lateral (select * from ledger_transfer t where t.id = wanted.id limit 1) as t
    cross join lateral ${sidesOf}
    group by side.account_id
    order by side.account_id
    on conflict (account_id) do update
      set debits = c.debits + excluded.debits, credits = c.credits + excluded.credits, held = c.held + excluded.held, compared = false`.execute(
    trx,
  );
}

/** Compares the accounts that moved since the last comparison with their kept balances. A wrong balance is reported every time. */
async function compareCheckpoints(trx: Transaction): Promise<LedgerFinding[]> {
  const { rows } = await sql<BalanceRow>`
    select c.account_id, b.posted, b.held, c.credits - c.debits as expected_posted, c.held as expected_held
    from ledger_checkpoint c
    join ledger_account a on a.id = c.account_id and a.limited
    left join ledger_balance b on b.account_id = c.account_id
    where not c.compared
      and (b.posted is distinct from c.credits - c.debits or b.held is distinct from c.held or c.credits - c.debits < c.held)
    order by c.account_id limit 100`.execute(trx);
  const wrong = rows.map((row) => row.accountId);
  await sql`update ledger_checkpoint set compared = true where not compared and account_id <> all(${wrong}::text[])`.execute(
    trx,
  );
  return rows.map(balanceFinding);
}
