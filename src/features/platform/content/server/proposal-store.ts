/** SQL of the proposals of contents. */
import type { Database, Transaction } from "#server/database.server.ts";
import type { Maker } from "#server/four-eyes/tiers.ts";
import { countWaiting, endWaiting, type ProposalEnd } from "#server/four-eyes/waiting-proposals.ts";
import type { ProposalState } from "#shared/four-eyes.ts";
import type { CollectionName } from "../contract.ts";
import type { Draft } from "./drafts.ts";

type Reader = Database | Transaction;

export interface ProposalRow extends Maker {
  id: string;
  collection: CollectionName;
  key: string;
  kind: "PUBLISH" | "WITHDRAW";
  state: ProposalState;
  baseVersion: number;
  draft: Draft;
  note: string;
  proposedAt: Date;
  checkerId: string | null;
  checkedAt: Date | null;
  reason: string;
}

/** @returns false where another proposal of the same content is open. */
export async function addProposal(
  trx: Transaction,
  row: Pick<
    ProposalRow,
    "id" | "collection" | "key" | "kind" | "baseVersion" | "draft" | "note" | "makerId" | "makerDevice" | "proposedAt"
  >,
): Promise<boolean> {
  const added = await trx
    .insertInto("content_proposal")
    .values({
      id: row.id,
      collection: row.collection,
      key: row.key,
      kind: row.kind,
      state: "OPEN",
      base_version: row.baseVersion,
      draft: JSON.stringify(row.draft),
      note: row.note,
      maker_id: row.makerId,
      maker_device: row.makerDevice,
      proposed_at: row.proposedAt,
    })
    .onConflict((conflict) => conflict.columns(["collection", "key"]).where("state", "=", "OPEN").doNothing())
    .returning("id")
    .executeTakeFirst();
  return added !== undefined;
}

function proposals(reader: Reader) {
  return reader.selectFrom("content_proposal").selectAll();
}
type Selected = Awaited<ReturnType<ReturnType<typeof proposals>["execute"]>>[number];

const rowOf = (row: Selected): ProposalRow => ({
  id: row.id,
  collection: row.collection as CollectionName,
  key: row.key,
  kind: row.kind as ProposalRow["kind"],
  state: row.state as ProposalState,
  baseVersion: row.base_version,
  draft: row.draft as unknown as Draft,
  note: row.note,
  makerId: row.maker_id,
  makerDevice: row.maker_device,
  proposedAt: row.proposed_at,
  checkerId: row.checker_id,
  checkedAt: row.checked_at,
  reason: row.reason,
});

export async function findProposal(reader: Reader, id: string): Promise<ProposalRow | null> {
  const row = await proposals(reader).where("id", "=", id).executeTakeFirst();
  return row ? rowOf(row) : null;
}

/** Locked until the transaction ends: of two checkers the second finds it decided. */
export async function lockProposal(trx: Transaction, id: string): Promise<ProposalRow | null> {
  const row = await proposals(trx).where("id", "=", id).forUpdate().executeTakeFirst();
  return row ? rowOf(row) : null;
}

/** Open proposals by `collection/key`. */
export async function openProposals(
  reader: Reader,
  collection: CollectionName,
  key?: string,
): Promise<Map<string, string>> {
  let query = reader
    .selectFrom("content_proposal")
    .select(["id", "key"])
    .where("state", "=", "OPEN")
    .where("collection", "=", collection);
  if (key !== undefined) query = query.where("key", "=", key);
  return new Map((await query.execute()).map((row) => [row.key, row.id]));
}

/** A page by time of proposing: the open ones oldest first, the decided ones newest first. Ids are made in order of time. */
export async function listProposals(
  reader: Reader,
  decided: boolean,
  after: string | undefined,
  most: number,
): Promise<ProposalRow[]> {
  let query = proposals(reader).where("state", decided ? "<>" : "=", "OPEN");
  if (after !== undefined) query = query.where("id", decided ? "<" : ">", after);
  return (
    await query
      .orderBy("id", decided ? "desc" : "asc")
      .limit(most)
      .execute()
  ).map(rowOf);
}

export const countOpenProposals = (reader: Reader): Promise<{ count: number; oldestAt: Date | null }> =>
  countWaiting(reader, "content_proposal");

export const endProposal = (trx: Transaction, id: string, end: ProposalEnd): Promise<void> =>
  endWaiting(trx, "content_proposal", id, end);
