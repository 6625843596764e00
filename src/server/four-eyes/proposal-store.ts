/** All SQL of proposals. */
import { countWaiting, type CountedRows } from "#server/records/count-waiting.ts";
import type { ExpressionBuilder } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { DB } from "#server/database.types.ts";
import type { ProposalState } from "#shared/proposals.ts";
import { proposalLifecycle } from "./lifecycle.ts";
import type { ProposalResult } from "./proposal-kind.ts";
import type { SealedReason } from "./sealed-reason.ts";
import type { Maker, Parts } from "./tiers.ts";

/** A row's stored text: sealed, clear (older rows), or none. */
export interface HeldText {
  clear: string | null;
  sealed: string | null;
  key: string | null;
}

export interface ProposalRow extends Maker {
  id: string;
  kind: string;
  subjectId: string;
  borrowerId: string | null;
  amountRupiah: number | null;
  /** The group whose amounts are added up for the tiers; null for kinds without tiers and for old rows. */
  countsWith: string | null;
  payload: unknown;
  secret: HeldText;
  reason: HeldText;
  state: ProposalState;
  madeAt: Date;
  checkerId: string | null;
  checkReason: HeldText;
  endedAt: Date | null;
  result: ProposalResult | null;
  /** The table that held it before, to which its sealed values are bound. */
  sealedIn: string | null;
}

/** Stores a proposal; false while another one of its kind about the same subject is open. */
export async function insertProposal(
  trx: Transaction,
  row: Omit<
    ProposalRow,
    "secret" | "reason" | "state" | "checkerId" | "checkReason" | "endedAt" | "result" | "sealedIn"
  > & { secret: SealedReason | null; reason: SealedReason | null },
): Promise<boolean> {
  const made = await trx
    .insertInto("proposal")
    .values({
      id: row.id,
      kind: row.kind,
      subjectId: row.subjectId,
      borrowerId: row.borrowerId,
      amountRupiah: row.amountRupiah,
      countsWith: row.countsWith,
      payload: JSON.stringify(row.payload),
      secretSealed: row.secret?.sealed ?? null,
      secretKey: row.secret?.key ?? null,
      reasonSealed: row.reason?.sealed ?? null,
      reasonKey: row.reason?.key ?? null,
      state: "OPEN",
      makerId: row.makerId,
      makerDevice: row.makerDevice,
      madeAt: row.madeAt,
    })
    .onConflict((conflict) => conflict.columns(["kind", "subjectId"]).where("state", "=", "OPEN").doNothing())
    .returning("id")
    .executeTakeFirst();
  return made !== undefined;
}

export async function findProposal(reader: Reader, id: string): Promise<ProposalRow | null> {
  const row = await reader.selectFrom("proposal").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? rowOf(row) : null;
}

/** The proposal, locked until the transaction ends: of two checkers the second finds it ended. */
export async function lockProposal(trx: Transaction, id: string): Promise<ProposalRow | null> {
  const row = await trx.selectFrom("proposal").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  return row ? rowOf(row) : null;
}

/** The same without waiting: null when another transaction has the lock. For callers that already hold locks on a domain's rows. */
export async function lockOpenAbout(trx: Transaction, kind: string, subjectId: string): Promise<ProposalRow | null> {
  const row = await trx
    .selectFrom("proposal")
    .selectAll()
    .where("kind", "=", kind)
    .where("subjectId", "=", subjectId)
    .where("state", "=", "OPEN")
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row ? rowOf(row) : null;
}

/** Open proposals of some kinds after this id, oldest first, locked; rows locked by others are skipped. */
export async function lockOpen(
  trx: Transaction,
  kinds: readonly string[],
  after: string | null,
  most: number,
): Promise<ProposalRow[]> {
  if (kinds.length === 0) return [];
  let query = trx
    .selectFrom("proposal")
    .selectAll()
    .where("state", "=", "OPEN")
    .where("kind", "in", [...kinds])
    .orderBy("id")
    .limit(most)
    .forUpdate()
    .skipLocked();
  if (after !== null) query = query.where("id", ">", after);
  return (await query.execute()).map(rowOf);
}

export interface ProposalEnd {
  state: Exclude<ProposalState, "OPEN">;
  checkerId: string | null;
  reason: SealedReason | null;
  result: ProposalResult | null;
  at: Date;
}

/** Ends a proposal whose row is locked and open. */
export async function endProposal(trx: Transaction, id: string, end: ProposalEnd): Promise<void> {
  const previous = await proposalLifecycle.step(trx, {
    id,
    from: ["OPEN"],
    to: end.state,
    set: {
      checkerId: end.checkerId,
      checkReasonSealed: end.reason?.sealed ?? null,
      checkReasonKey: end.reason?.key ?? null,
      result: end.result === null ? null : JSON.stringify(end.result),
      endedAt: end.at,
    },
  });
  if (previous === null) throw new Error(`Proposal ${id} was to end as ${end.state}, and is not open.`);
}

export async function noteResult(trx: Transaction, id: string, result: ProposalResult): Promise<void> {
  await trx
    .updateTable("proposal")
    .set({ result: JSON.stringify(result) })
    .where("id", "=", id)
    .execute();
}

/**
 * The sum that the tiers compare (rupiah): the proposal's amount with earlier proposals of the same maker, and with
 * those that this checker has confirmed, each within the window, for the same lender, account, loan or borrower.
 * `lock` keeps two checks from passing at the same time.
 */
export async function sumOfParts(
  reader: Reader,
  row: Pick<ProposalRow, "id" | "countsWith" | "amountRupiah">,
  parts: Parts,
  lock = false,
): Promise<number> {
  const own = row.amountRupiah ?? 0;
  if (row.countsWith === null) return own;
  const together = reader
    .selectFrom("proposal")
    .where("countsWith", "=", row.countsWith)
    .where("state", "in", ["OPEN", "CONFIRMED"])
    .orderBy("id");
  if (lock) {
    await together
      .select("id")
      .where((one) =>
        one.or([
          one("state", "=", "OPEN"),
          one("madeAt", ">=", parts.proposedFrom),
          one("endedAt", ">=", parts.checkedFrom),
        ]),
      )
      .forUpdate()
      .execute();
  }
  const others = await together
    .select("amountRupiah")
    .where("id", "<>", row.id)
    .where((one) => one.or([isEarlierOfMaker(one, parts), isConfirmedByChecker(one, parts)]))
    .execute();
  return others.reduce((sum, other) => sum + (other.amountRupiah ?? 0), own);
}

const isEarlierOfMaker = (one: ExpressionBuilder<DB, "proposal">, parts: Parts) =>
  one.and([one("makerId", "=", parts.makerId), one("madeAt", ">=", parts.proposedFrom), one("id", "<", parts.id)]);
const isConfirmedByChecker = (one: ExpressionBuilder<DB, "proposal">, parts: Parts) =>
  one.and([
    one("state", "=", "CONFIRMED"),
    one("checkerId", "=", parts.checkerId),
    one("endedAt", ">=", parts.checkedFrom),
  ]);

/** Those that wait, oldest first, or those that ended, newest first; `after` is the last id of the page before (ids are time-ordered). */
export async function listProposals(
  reader: Reader,
  input: { kinds: readonly string[]; isOpen: boolean; after: string | undefined; most: number },
): Promise<ProposalRow[]> {
  if (input.kinds.length === 0) return [];
  let query = reader
    .selectFrom("proposal")
    .selectAll()
    .where("state", input.isOpen ? "=" : "<>", "OPEN")
    .where("kind", "in", [...input.kinds])
    .orderBy("id", input.isOpen ? "asc" : "desc")
    .limit(input.most);
  if (input.after) query = query.where("id", input.isOpen ? ">" : "<", input.after);
  return (await query.execute()).map(rowOf);
}

/** The open proposals of a kind about some subjects. */
export async function openProposalsOf(
  reader: Reader,
  kind: string,
  subjectIds: readonly string[],
): Promise<ProposalRow[]> {
  if (subjectIds.length === 0) return [];
  const rows = await reader
    .selectFrom("proposal")
    .selectAll()
    .where("kind", "=", kind)
    .where("state", "=", "OPEN")
    .where("subjectId", "in", [...subjectIds])
    .execute();
  return rows.map(rowOf);
}

/** The ids of those by their subject. */
export async function openProposalsBySubject(
  reader: Reader,
  kind: string,
  subjectIds: readonly string[],
): Promise<Map<string, string>> {
  return new Map((await openProposalsOf(reader, kind, subjectIds)).map((row) => [row.subjectId, row.id]));
}

/** When this maker's last proposal about a subject was confirmed; null when none was. */
export async function lastConfirmed(
  reader: Reader,
  { kind, subjectId, makerId }: Pick<ProposalRow, "kind" | "subjectId" | "makerId">,
): Promise<Date | null> {
  const row = await reader
    .selectFrom("proposal")
    .select("endedAt")
    .where("kind", "=", kind)
    .where("subjectId", "=", subjectId)
    .where("state", "=", "CONFIRMED")
    .where("makerId", "=", makerId)
    .orderBy("endedAt", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.endedAt ?? null;
}

/** Whether a proposal about a borrower's money is open. */
export async function isMoneyOpenAbout(reader: Reader, borrowerId: string): Promise<boolean> {
  const row = await reader
    .selectFrom("proposal")
    .select("id")
    .where("state", "=", "OPEN")
    .where("borrowerId", "=", borrowerId)
    .where("amountRupiah", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** How many of these kinds wait, and since when the oldest does: for the console's home. */
export async function countOpenProposals(reader: Reader, kinds: readonly string[]): Promise<CountedRows> {
  return countWaiting(
    reader,
    reader
      .selectFrom("proposal")
      .select("madeAt as at")
      .where("state", "=", "OPEN")
      .where("kind", "in", [...kinds]),
  );
}

/** Rows that hold a text in clear, locked. */
export async function lockUnsealed(trx: Transaction, most: number): Promise<ProposalRow[]> {
  const rows = await trx
    .selectFrom("proposal")
    .selectAll()
    .where((one) => one.or([one("reason", "is not", null), one("checkReason", "is not", null)]))
    .orderBy("id")
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(rowOf);
}

/** Replaces clear texts by sealed ones. */
export async function writeSealed(
  trx: Transaction,
  id: string,
  { reason, checkReason }: { reason: SealedReason | null; checkReason: SealedReason | null },
): Promise<void> {
  await trx
    .updateTable("proposal")
    .set({
      ...(reason ? { reason: null, reasonSealed: reason.sealed, reasonKey: reason.key } : {}),
      ...(checkReason
        ? { checkReason: null, checkReasonSealed: checkReason.sealed, checkReasonKey: checkReason.key }
        : {}),
    })
    .where("id", "=", id)
    .execute();
}

type Raw = Awaited<ReturnType<typeof rawProposal>>;
const rawProposal = (reader: Reader) => reader.selectFrom("proposal").selectAll().executeTakeFirstOrThrow();

function rowOf(row: Raw): ProposalRow {
  return {
    id: row.id,
    kind: row.kind,
    subjectId: row.subjectId,
    borrowerId: row.borrowerId,
    amountRupiah: row.amountRupiah,
    countsWith: row.countsWith,
    payload: row.payload,
    secret: { clear: null, sealed: row.secretSealed, key: row.secretKey },
    reason: { clear: row.reason, sealed: row.reasonSealed, key: row.reasonKey },
    state: row.state as ProposalState,
    makerId: row.makerId,
    makerDevice: row.makerDevice,
    madeAt: row.madeAt,
    checkerId: row.checkerId,
    checkReason: { clear: row.checkReason, sealed: row.checkReasonSealed, key: row.checkReasonKey },
    endedAt: row.endedAt,
    result: row.result as ProposalResult | null,
    sealedIn: row.sealedIn,
  };
}
