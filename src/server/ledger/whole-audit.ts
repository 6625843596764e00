/**
 * The whole audit, range by range: of seals, of transfers by position, of accounts by id. Ranges are checked side by
 * side in lanes, each in short statements, and an audit that was cut off goes on with the ranges that are not proven
 * yet. Together they say what one snapshot would: no transfer, seal or account is missing from all of them, each seal
 * is bound to the one before its range, and sums of ranges are added up before they are compared. // Security rules 4
 */
import { type Database } from "#server/database.server.ts";
import { leaveWhereEnding } from "#server/work/sweeps.ts";
import {
  type AccountMoves,
  type SealLink,
  addMoves,
  auditAccounts,
  auditSeals,
  auditSharedAccounts,
  auditTransfers,
  lastOfAccounts,
  sealUpTo,
  unbalancedAssets,
} from "./audit-parts.ts";
import type { LedgerFinding } from "./findings.ts";
import { overlapPositions } from "./sealing.ts";

/** How far an audit goes, fixed when it begins: later transfers are the next one's. */
export interface AuditScope {
  /** Number and hash, in hexadecimal digits, of the last seal. */
  sealNumber: number;
  root: string;
  /** Position of the last transfer. */
  position: number;
}

/** Sums of a range without findings, which the end of the audit needs. */
export interface ProvenPart {
  transfers?: number;
  /** Sum of each asset's accounts. */
  nets?: [asset: string, net: number][];
  moves?: [accountId: string, moves: AccountMoves][];
  /** Id of a range's last account. */
  last?: string;
}

/** Keeps what is proven, so that an audit that was cut off goes on (`audit-progress.ts`). */
export interface AuditProgress {
  /** Scope of the audit that was cut off; null where there is none. */
  scope: AuditScope | null;
  parts: ReadonlyMap<string, ProvenPart>;
  /** Deletes the stored ranges, and begins with a new scope. */
  begin(scope: AuditScope): Promise<void>;
  keep(name: string, part: ProvenPart): Promise<void>;
  /** The audit is concluded: nothing is kept any more. */
  end(): Promise<void>;
}

const usualSizes = {
  /** Seals of a range; a seal has up to 5,000 transfers. */
  seals: 10,
  transfers: 50_000,
  accounts: 5_000,
  /** Transfers before the newest that are added up at the end, in one snapshot with the balances. */
  overlap: overlapPositions,
};

export interface WholeAuditOptions {
  /** Ranges that are checked side by side; 1 by default. Each needs a connection. */
  lanes?: number;
  progress?: AuditProgress;
  sizes?: Partial<typeof usualSizes>;
}

interface Range {
  name: string;
  /** Its place among the findings: seals, accounts, transfers, each in their order. */
  order: number;
  check: () => Promise<ProvenPart & { findings: LedgerFinding[] }>;
}

/** Checks everything up to the newest seal and transfer. */
export async function auditWhole(
  database: Database,
  { lanes = 1, progress, sizes: given }: WholeAuditOptions,
): Promise<{ transfers: number; findings: LedgerFinding[]; chain: SealLink }> {
  const sizes = { ...usualSizes, ...given };
  const isGoingOn = progress?.scope != null && (await isStill(database, progress.scope));
  const scope = isGoingOn ? progress.scope! : await scopeOf(database);
  if (!isGoingOn) await progress?.begin(scope);
  const known: ReadonlyMap<string, ProvenPart> = (isGoingOn && progress?.parts) || new Map();
  const summedUpTo = scope.position - sizes.overlap;
  const found: { order: number; findings: LedgerFinding[] }[] = [];
  const nets = new Map<string, number>();
  const moves = new Map<string, AccountMoves>();
  let transfers = 0;

  const add = (part: ProvenPart): void => {
    transfers += part.transfers ?? 0;
    for (const [asset, net] of part.nets ?? []) nets.set(asset, (nets.get(asset) ?? 0) + net);
    for (const [accountId, moved] of part.moves ?? []) addMoves(moves, accountId, moved);
  };
  const ranges = rangesOf(database, scope, sizes, summedUpTo, known);
  await inLanes(lanes, ranges, async ({ name, order, check }) => {
    const proven = known.get(name);
    if (proven) return add(proven);
    const { findings, ...part } = await check();
    add(part);
    // A range with findings is checked again by the next audit.
    if (findings.length > 0) found.push({ order, findings });
    else await progress?.keep(name, part);
  });
  const ofRanges = found.toSorted((one, other) => one.order - other.order);
  const shared = await auditSharedAccounts(database, moves, summedUpTo);
  const findings = [
    ...ofRanges.filter(({ order }) => order < transfersOrder).flatMap((one) => one.findings),
    ...shared,
    ...ofRanges.filter(({ order }) => order >= transfersOrder).flatMap((one) => one.findings),
    ...unbalancedAssets(nets),
  ];
  return { transfers, findings, chain: { number: scope.sealNumber, hash: Buffer.from(scope.root, "hex") } };
}

const [accountsOrder, transfersOrder] = [1e12, 2e12];

async function scopeOf(database: Database): Promise<AuditScope> {
  const seal = await sealUpTo(database, Number.MAX_SAFE_INTEGER);
  const newest = await database
    .selectFrom("ledger_transfer")
    .select("position")
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return { sealNumber: seal.number, root: seal.hash.toString("hex"), position: newest?.position ?? 0 };
}

/** Whether the seal up to which an earlier audit went is still that seal; in another database it is not. */
async function isStill(database: Database, { sealNumber, root }: AuditScope): Promise<boolean> {
  const seal = await sealUpTo(database, sealNumber);
  return seal.number === sealNumber && seal.hash.toString("hex") === root;
}

/** The ranges one after the other. Where one of accounts ends is read when its turn comes, or known from before. */
async function* rangesOf(
  database: Database,
  scope: AuditScope,
  sizes: typeof usualSizes,
  summedUpTo: number,
  known: ReadonlyMap<string, ProvenPart>,
): AsyncGenerator<Range> {
  for (let after = 0; after < scope.sealNumber; after += sizes.seals) {
    const upTo = Math.min(after + sizes.seals, scope.sealNumber);
    yield {
      name: `seals after ${after} to ${upTo}`,
      order: after,
      check: async () => {
        const { findings } = await auditSeals(database, await sealUpTo(database, after), upTo);
        return { findings };
      },
    };
  }
  for (let after = 0; after < scope.position; after += sizes.transfers) {
    const upTo = Math.min(after + sizes.transfers, scope.position);
    yield {
      name: `transfers after ${after} to ${upTo}`,
      order: transfersOrder + after,
      check: async () => {
        const audited = await auditTransfers(database, { after, upTo, summedUpTo });
        const { findings } = audited;
        return { findings, transfers: audited.transfers, nets: [...audited.nets], moves: [...audited.moves] };
      },
    };
  }
  let order = accountsOrder;
  for (let after = ""; ; order++) {
    const name = `accounts after ${after}`;
    const last = known.get(name)?.last ?? (await lastOfAccounts(database, after, sizes.accounts));
    if (last === undefined) return;
    const from = after;
    yield { name, order, check: async () => ({ last, findings: await auditAccounts(database, from, last) }) };
    after = last;
  }
}

/** Takes one range after the other in each lane. After a fault no lane takes a further one. */
async function inLanes(
  lanes: number,
  ranges: AsyncGenerator<Range>,
  check: (range: Range) => Promise<void>,
): Promise<void> {
  let isOver = false;
  const lane = async (): Promise<void> => {
    try {
      while (!isOver) {
        leaveWhereEnding();
        const { value, done } = await ranges.next();
        if (done) return;
        await check(value);
      }
    } catch (error) {
      isOver = true;
      throw error;
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: lanes }, lane));
  for (const one of ended) if (one.status === "rejected") throw one.reason;
}
