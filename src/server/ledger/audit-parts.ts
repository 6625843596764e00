/**
 * The parts of an audit, each of a range of seals, transfers or accounts, and each in short statements: none of them
 * holds vacuum back for longer than its own range takes. // Security rules 4
 */
import { sql, type RawBuilder } from "kysely";
import type { Database } from "#server/database.server.ts";
import { leaveWhereEnding } from "#server/work/sweeps.ts";
import { chart } from "./chart.ts";
import { type BalanceRow, balanceFinding, sidesOf, wrongAssets, wrongHolds } from "./checks.ts";
import type { LedgerFinding } from "./findings.ts";
import type { RawTransfer } from "./posting.ts";
import { chainStart, hashOfSeal, hashOfTransfer } from "./seal.ts";

const pageSize = 5_000;

/** A seal of the chain, by number and hash. */
export interface SealLink {
  /** 0 before the first seal. */
  number: number;
  hash: Buffer;
}

/** The last seal up to a number, to which the next one must be bound. */
export async function sealUpTo(database: Database, number: number): Promise<SealLink> {
  const found = await database
    .selectFrom("ledger_seal")
    .select(["number", "hash"])
    .where("number", "<=", number)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return found ?? { number: 0, hash: chainStart };
}

/**
 * Checks the seals after `from`, up to the one with number `upTo` or all: each transfer against its sealed hash, each
 * seal against its entries, and its bond to the one before.
 * @returns the last seal that there is.
 */
export async function auditSeals(
  database: Database,
  from: SealLink,
  upTo: number | null,
): Promise<SealLink & { findings: LedgerFinding[] }> {
  const chain = { ...from, findings: [] as LedgerFinding[] };
  for (;;) {
    leaveWhereEnding();
    let query = database.selectFrom("ledger_seal").selectAll().where("number", ">", chain.number);
    if (upTo !== null) query = query.where("number", "<=", upTo);
    const seals = await query.orderBy("number").limit(200).execute();
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

async function walkSeal(database: Database, number: number): Promise<{ hashes: Buffer[]; findings: LedgerFinding[] }> {
  const hashes: Buffer[] = [];
  const findings: LedgerFinding[] = [];
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

/** Sums of the transfers of an account: of all of them, and of the sealed ones. */
export interface AccountMoves {
  debits: number;
  credits: number;
  held: number;
  sealedDebits: number;
  sealedCredits: number;
  sealedHeld: number;
}
const noMoves: AccountMoves = {
  debits: 0,
  credits: 0,
  held: 0,
  sealedDebits: 0,
  sealedCredits: 0,
  sealedHeld: 0,
};

/**
 * Kinds of account over which everybody's money moves. No other account has many transfers, so these alone are added up by
 * ranges of positions; one statement over all their transfers would take as long as the ledger is large.
 */
const sharedKinds = Object.entries(chart)
  .filter(([, kind]) => !("owner" in kind) || kind.owner === "lender" || kind.owner === "campaign")
  .map(([name]) => name);

export interface TransfersAudited {
  transfers: number;
  findings: LedgerFinding[];
  /** The sums of each asset's accounts, by asset. */
  nets: Map<string, number>;
  /** Sums of shared accounts, by account. */
  moves: Map<string, AccountMoves>;
}

/**
 * Checks each transfer after a position, up to `upTo` or all: the end of a hold, the assets, and the sums of each
 * asset's accounts. Adds up what those up to `summedUpTo` moved over shared accounts.
 */
export async function auditTransfers(
  database: Database,
  { after, upTo, summedUpTo }: { after: number; upTo: number | null; summedUpTo: number },
): Promise<TransfersAudited> {
  const audited: TransfersAudited = { transfers: 0, findings: [], nets: new Map(), moves: new Map() };
  const { findings, nets, moves } = audited;
  for (let from = after; ;) {
    leaveWhereEnding();
    const { rows } = await sql<{ id: string; position: number }>`
      select id, position from ledger_transfer where position > ${from} and (${upTo}::bigint is null or position <= ${upTo}::bigint)
      order by position limit ${pageSize}`.execute(database);
    const last = rows.at(-1);
    if (!last) return audited;
    const ids = rows.map(({ id }) => id);
    findings.push(...(await wrongHolds(database, ids)), ...(await wrongAssets(database, ids)));
    for (const { asset, net } of await netsOf(database, ids)) nets.set(asset, (nets.get(asset) ?? 0) + net);
    const summed = rows.filter(({ position }) => position <= summedUpTo).map(({ id }) => id);
    for (const { accountId, ...moved } of await movesOf(database, summed)) addMoves(moves, accountId, moved);
    audited.transfers += rows.length;
    from = last.position;
  }
}

/** Adds to the sums of an account. */
export function addMoves(moves: Map<string, AccountMoves>, accountId: string, more: AccountMoves): void {
  const sum = { ...(moves.get(accountId) ?? noMoves) };
  for (const name of Object.keys(noMoves) as (keyof AccountMoves)[]) sum[name] += more[name];
  moves.set(accountId, sum);
}

/** Each asset's sums must be zero, unless a transfer joined two assets. */
export function unbalancedAssets(nets: ReadonlyMap<string, number>): LedgerFinding[] {
  const byAsset = [...nets].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return byAsset.flatMap(([asset, net]) =>
    net === 0 ? [] : [{ code: "ASSET_UNBALANCED" as const, about: asset, expected: "0", found: String(net) }],
  );
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

/** SQL: sums of transfers `t` over an account; `known.is_sealed` says whether one is sealed. */
const summedMoves = sql`sum(side.debit) as debits, sum(side.credit) as credits, sum(side.held) as held,
      coalesce(sum(side.debit) filter (where known.is_sealed), 0) as sealed_debits,
      coalesce(sum(side.credit) filter (where known.is_sealed), 0) as sealed_credits,
      coalesce(sum(side.held) filter (where known.is_sealed), 0) as sealed_held`;
const knownSeal = sql`left join lateral (select true as is_sealed from ledger_seal_entry e where e.transfer_id = t.id limit 1) as known on true`;

async function movesOf(database: Database, ids: readonly string[]): Promise<(AccountMoves & { accountId: string })[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<AccountMoves & { accountId: string }>`
    select side.account_id, ${summedMoves}
    from unnest(${ids}::text[]) as wanted (id)
    cross join lateral (select * from ledger_transfer t where t.id = wanted.id limit 1) as t
    ${knownSeal}
    cross join lateral ${sidesOf}
    cross join lateral (select a.kind from ledger_account a where a.id = side.account_id limit 1) as a
    where a.kind = any(${sharedKinds}::text[])
    group by side.account_id`.execute(database);
  return rows;
}

/**
 * Compares shared accounts with the sums of their transfers: `moves` up to a position, and in one snapshot with balances
 * and totals those after it. An account that differs is added up whole, in one statement, before it is
 * reported: a transfer of an earlier position may have committed since its range was read.
 */
export async function auditSharedAccounts(
  database: Database,
  moves: ReadonlyMap<string, AccountMoves>,
  position: number,
): Promise<LedgerFinding[]> {
  const { rows } = await sql<
    AccountMoves & {
      accountId: string;
      limited: boolean;
      posted: number | null;
      heldBalance: number | null;
      keptDebits: number;
      keptCredits: number;
      keptHeld: number;
    }
  >`
    with fresh as materialized (
      select side.account_id, ${summedMoves} from ledger_transfer t ${knownSeal} cross join lateral ${sidesOf}
      where t.position > ${position} group by side.account_id
    )
    select a.id as account_id, a.limited, b.posted, b.held as held_balance,
      coalesce(k.debits, 0) as kept_debits, coalesce(k.credits, 0) as kept_credits, coalesce(k.held, 0) as kept_held,
      coalesce(f.debits, 0) as debits, coalesce(f.credits, 0) as credits, coalesce(f.held, 0) as held,
      coalesce(f.sealed_debits, 0) as sealed_debits, coalesce(f.sealed_credits, 0) as sealed_credits, coalesce(f.sealed_held, 0) as sealed_held
    from ledger_account a
    left join ledger_balance b on b.account_id = a.id
    left join ledger_checkpoint k on k.account_id = a.id
    left join fresh f on f.account_id = a.id
    where a.kind = any(${sharedKinds}::text[]) order by a.id`.execute(database);
  const suspects = rows.filter((row) => {
    const before = moves.get(row.accountId) ?? noMoves;
    const [posted, held] = [before.credits + row.credits - before.debits - row.debits, before.held + row.held];
    const isBalanceWrong = row.limited && (row.posted !== posted || row.heldBalance !== held || posted < held);
    return (
      isBalanceWrong ||
      row.keptDebits !== before.sealedDebits + row.sealedDebits ||
      row.keptCredits !== before.sealedCredits + row.sealedCredits ||
      row.keptHeld !== before.sealedHeld + row.sealedHeld
    );
  });
  if (suspects.length === 0) return [];
  const ids = suspects.map(({ accountId }) => accountId);
  return wrongAccounts(database, sql`a.id = any(${ids}::text[])`);
}

/** The id of the last of the next accounts, at most this many, after one; undefined if there is none. */
export async function lastOfAccounts(database: Database, after: string, count: number): Promise<string | undefined> {
  const { rows } = await sql<{ last: string | null }>`
    select max(id) as last from (select id from ledger_account where id > ${after} order by id limit ${count}) as next`.execute(
    database,
  );
  return rows[0]?.last ?? undefined;
}

/** Compares the accounts of a range of ids, shared ones omitted. */
export const auditAccounts = (database: Database, after: string, last: string): Promise<LedgerFinding[]> =>
  wrongAccounts(database, sql`a.id > ${after} and a.id <= ${last} and a.kind <> all(${sharedKinds}::text[])`);

/** Compares accounts with the sum of their transfers: the balance of a limited one, and the auditor's total. */
async function wrongAccounts(database: Database, areThese: RawBuilder<unknown>): Promise<LedgerFinding[]> {
  const { rows } = await sql<BalanceRow & { isWrong: boolean }>`
    with moved as materialized (
      select a.id, a.limited, coalesce(s.debits, 0) as debits, coalesce(s.credits, 0) as credits, coalesce(s.held, 0) as held
      from ledger_account a left join lateral (
        select sum(debit) as debits, sum(credit) as credits, sum(held) as held from (
          select case when phase in ('PLAIN', 'POSTED') then amount else 0 end as debit, 0 as credit,
            case phase when 'PENDING' then amount when 'PLAIN' then 0 else -amount end as held
          from ledger_transfer where debit_account_id = a.id
          union all
          select 0, case when phase in ('PLAIN', 'POSTED') then amount else 0 end, 0
          from ledger_transfer where credit_account_id = a.id
        ) as side
      ) as s on true
      where ${areThese}
    )
    select * from (
      select m.id as account_id, b.posted, b.held, (m.credits - m.debits)::bigint as expected_posted, m.held::bigint as expected_held,
        m.limited and (b.posted is distinct from m.credits - m.debits or b.held is distinct from m.held or m.credits - m.debits < m.held) as is_wrong,
        (k.debits, k.credits, k.held) is distinct from (m.debits, m.credits, m.held) as is_suspect
      from moved m
      left join ledger_balance b on b.account_id = m.id
      left join ledger_checkpoint k on k.account_id = m.id
    ) as looked where is_wrong or is_suspect order by account_id`.execute(database);
  const suspects = rows.map((row) => row.accountId);
  return [...rows.filter((row) => row.isWrong).map(balanceFinding), ...(await wrongTotals(database, suspects))];
}

/** Checks the auditor's totals of accounts that also have unsealed transfers: their sealed ones are looked up one by one. */
async function wrongTotals(database: Database, suspects: readonly string[]): Promise<LedgerFinding[]> {
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
