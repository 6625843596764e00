/** SQL of proposed values. */
import type { Database, Transaction } from "#server/database.server.ts";
import type { Maker } from "#server/four-eyes/tiers.ts";
import { countWaiting, endWaiting, type ProposalEnd } from "#server/four-eyes/waiting-proposals.ts";
import type { ProposalState } from "#shared/four-eyes.ts";

type Reader = Database | Transaction;

export interface ProposalRow extends Maker {
  id: string;
  name: string;
  state: ProposalState;
  baseVersion: number;
  value: string;
  isPublic: boolean;
  note: string;
  proposedAt: Date;
  checkerId: string | null;
  checkedAt: Date | null;
  reason: string;
}

export type NewProposal = Omit<ProposalRow, "state" | "checkerId" | "checkedAt" | "reason">;

/** @returns false where another proposal of the same name is open. */
export async function addProposal(trx: Transaction, row: NewProposal): Promise<boolean> {
  const added = await trx
    .insertInto("config_proposal")
    .values({
      id: row.id,
      name: row.name,
      state: "OPEN",
      base_version: row.baseVersion,
      value: row.value,
      is_public: row.isPublic,
      note: row.note,
      maker_id: row.makerId,
      maker_device: row.makerDevice,
      proposed_at: row.proposedAt,
    })
    .onConflict((conflict) => conflict.column("name").where("state", "=", "OPEN").doNothing())
    .returning("id")
    .executeTakeFirst();
  return added !== undefined;
}

function proposals(reader: Reader) {
  return reader.selectFrom("config_proposal").selectAll();
}
type Selected = Awaited<ReturnType<ReturnType<typeof proposals>["execute"]>>[number];

const rowOf = (row: Selected): ProposalRow => ({
  id: row.id,
  name: row.name,
  state: row.state as ProposalState,
  baseVersion: row.base_version,
  value: row.value,
  isPublic: row.is_public,
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

/** Ids of the open proposals by name. */
export async function openProposals(reader: Reader): Promise<Map<string, string>> {
  const rows = await reader.selectFrom("config_proposal").select(["id", "name"]).where("state", "=", "OPEN").execute();
  return new Map(rows.map((row) => [row.name, row.id]));
}

/** The open ones, the oldest first. Ids are made in order of time. */
export async function listOpen(reader: Reader, after: string | undefined, most: number): Promise<ProposalRow[]> {
  let query = proposals(reader).where("state", "=", "OPEN").orderBy("id").limit(most);
  if (after !== undefined) query = query.where("id", ">", after);
  return (await query.execute()).map(rowOf);
}

export const countOpenProposals = (reader: Reader): Promise<{ count: number; oldestAt: Date | null }> =>
  countWaiting(reader, "config_proposal");

export const endProposal = (trx: Transaction, id: string, end: ProposalEnd): Promise<void> =>
  endWaiting(trx, "config_proposal", id, end);
