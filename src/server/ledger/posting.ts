/**
 * Writing to the ledger. A posting is written completely or not at all; ids are derived from business objects, so a
 * retry finds the first one's rows and returns them.
 */
import { byFields } from "#server/postgres/column-names.ts";
import { sql } from "kysely";
import type { Transaction } from "#server/database.server.ts";
import type { BusinessDate } from "#shared/dates.ts";
import { count } from "#server/observability/instruments.ts";
import { type AccountKind, type AccountRef, type Asset, type TransferKindName, assertInChart, chart } from "./chart.ts";

export type Phase = "PLAIN" | "PENDING" | "POSTED" | "VOIDED";

/** A movement that is wanted. `amount` is in the asset's unit: rupiah, points, coupons or tickets. */
export interface Transfer {
  /** Derived: letters, digits and `: . _ / -`. */
  id: string;
  kind: TransferKindName;
  debit: AccountRef;
  credit: AccountRef;
  amount: number;
  /** Id of the business object: `historyOfReference` finds by it. */
  reference: string;
  valueDate: BusinessDate;
}

/** A movement that is written. */
export interface PostedTransfer {
  id: string;
  /** Grows with every transfer, with gaps. */
  position: number;
  phase: Phase;
  pendingId: string | null;
  asset: Asset;
  debitAccountId: string;
  creditAccountId: string;
  amount: number;
  kind: TransferKindName;
  reference: string;
  valueDate: BusinessDate;
  postedAt: Date;
}

export interface LedgerPosting {
  transfers: PostedTransfer[];
  /** Every transfer existed before: this call moved nothing. */
  isReplay: boolean;
}

export type LedgerProblem =
  | "INSUFFICIENT"
  | "ID_REUSED"
  | "HOLD_UNKNOWN"
  | "HOLD_CLOSED"
  | "ASSET_MISMATCH"
  | "LEDGER_STOPPED";

/** The ledger refused the whole posting and wrote nothing; a caller that catches it may continue its transaction. */
export class LedgerRefusal extends Error {
  override readonly name = "LedgerRefusal";
  readonly code: LedgerProblem;
  /** The account without cover, the id in question, or the hold. */
  readonly about: string;
  constructor(code: LedgerProblem, about: string) {
    super(about === "" ? code : `${code}: ${about}`);
    this.code = code;
    this.about = about;
  }
}

/** Moves value at once, in the order given. `now` is business time. @throws LedgerRefusal, or RangeError for a transfer outside the chart */
export async function post(trx: Transaction, now: Date, transfers: readonly Transfer[]): Promise<LedgerPosting> {
  return write(
    trx,
    now,
    transfers,
    transfers.map((transfer) => entryOf(transfer, "PLAIN")),
  );
}

/** Holds an amount on the debit account until `settle` or `voidHold`; the transfer's id is the hold's id. @throws LedgerRefusal */
export async function hold(trx: Transaction, now: Date, transfer: Transfer): Promise<LedgerPosting> {
  return write(trx, now, [transfer], [entryOf(transfer, "PENDING")]);
}

/** Moves the held amount, once. @throws LedgerRefusal HOLD_CLOSED when the hold was voided */
export async function settle(
  trx: Transaction,
  now: Date,
  holdId: string,
  valueDate: BusinessDate,
): Promise<LedgerPosting> {
  return write(trx, now, [], [{ id: `settle_${holdId}`, phase: "POSTED", pendingId: holdId, valueDate }]);
}

/** Releases the held amount, once. @throws LedgerRefusal HOLD_CLOSED when the hold was settled */
export async function voidHold(
  trx: Transaction,
  now: Date,
  holdId: string,
  valueDate: BusinessDate,
): Promise<LedgerPosting> {
  return write(trx, now, [], [{ id: `void_${holdId}`, phase: "VOIDED", pendingId: holdId, valueDate }]);
}

/** Opens an account if need be and locks it until the transaction ends: for work that reads the books before it adds to them. */
export async function lockLedgerAccount(trx: Transaction, now: Date, ref: AccountRef): Promise<void> {
  if (await lockOpened(trx, ref)) return;
  const { asset, kind, limited } = rowOf(ref);
  await sql`insert into ledger_account (id, kind, asset, owner_id, limited, opened_at)
    values (${ref.id}, ${kind}, ${asset}, ${ref.ownerId}, ${limited}, ${now}) on conflict (id) do nothing`.execute(trx);
  await lockOpened(trx, ref);
}

/**
 * Locks those of these accounts that are open and that no other transaction holds, without waiting, until the
 * transaction ends. @returns their ids
 */
export async function lockFreeAccounts(trx: Transaction, refs: readonly AccountRef[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from ledger_account where id = any(${refs.map(({ id }) => id)}::text[]) for update skip locked`.execute(
    trx,
  );
  return new Set(rows.map(({ id }) => id));
}

async function lockOpened(trx: Transaction, { id }: AccountRef): Promise<boolean> {
  const { rows } = await sql`select 1 from ledger_account where id = ${id} for update`.execute(trx);
  return rows.length > 0;
}

/** Locks the balance of a limited account until the transaction ends: the balance read here is the one a posting will find. Lock business objects first. */
export async function lockBalance(trx: Transaction, ref: AccountRef): Promise<void> {
  await sql`select 1 from ledger_balance where account_id = ${ref.id} for update`.execute(trx);
}

interface Entry {
  id: string;
  phase: Phase;
  valueDate: BusinessDate;
  [field: string]: string | number;
}

function entryOf(transfer: Transfer, phase: Phase): Entry {
  const { id, kind, debit, credit, amount, reference, valueDate } = transfer;
  assertInChart(kind, debit, credit);
  if (!Number.isSafeInteger(amount) || amount <= 0)
    throw new RangeError(`${id} must move a whole, positive amount, not ${amount}`);
  return {
    id,
    phase,
    asset: chart[debit.kind].asset,
    debit: debit.id,
    credit: credit.id,
    amount,
    kind,
    reference,
    valueDate,
  };
}

/** As `ledger_post` reads it. */
function rowOf(ref: AccountRef) {
  const kind: AccountKind = chart[ref.kind];
  return { id: ref.id, kind: ref.kind, asset: kind.asset, owner_id: ref.ownerId, limited: kind.limited === true };
}

interface Answer {
  refused?: LedgerProblem;
  about?: string;
  /** Rows of ledger_transfer by columns, and `replayed`. */
  transfers?: object[];
}

/** A row of ledger_transfer, read or as JSON. */
export interface RawTransfer {
  id: string;
  position: number;
  phase: Phase;
  pendingId: string | null;
  asset: Asset;
  debitAccountId: string;
  creditAccountId: string;
  amount: number;
  kind: string;
  reference: string;
  valueDate: string;
  postedAt: string | Date;
}

async function write(
  trx: Transaction,
  now: Date,
  transfers: readonly Transfer[],
  entries: readonly Entry[],
): Promise<LedgerPosting> {
  if (entries.length === 0) return { transfers: [], isReplay: false };
  const refs = new Map(transfers.flatMap(({ debit, credit }) => [debit, credit]).map((ref) => [ref.id, rowOf(ref)]));
  const { rows } = await sql<{ answer: Answer }>`
    select ledger_post(${JSON.stringify([...refs.values()])}::jsonb, ${JSON.stringify(entries)}::jsonb, ${now}) as answer`.execute(
    trx,
  );
  const answer = rows[0]?.answer;
  if (answer?.refused) throw new LedgerRefusal(answer.refused, answer.about ?? "");
  const written = (answer?.transfers ?? []).map(
    (row) => byFields(row) as unknown as RawTransfer & { replayed: boolean },
  );
  for (const { kind, replayed } of written) if (!replayed) count("tunai.ledger.postings", { kind });
  return { transfers: written.map(transferOf), isReplay: written.every((row) => row.replayed) };
}

export function transferOf(row: RawTransfer): PostedTransfer {
  return {
    id: row.id,
    position: row.position,
    phase: row.phase,
    pendingId: row.pendingId,
    asset: row.asset,
    debitAccountId: row.debitAccountId,
    creditAccountId: row.creditAccountId,
    amount: row.amount,
    kind: row.kind as TransferKindName,
    reference: row.reference,
    valueDate: row.valueDate,
    postedAt: new Date(row.postedAt),
  };
}
