/** All SQL of proposals to move money by hand. */
import type { Database, Transaction } from "#server/database.server.ts";
import type { Parts } from "#server/four-eyes/tiers.ts";
import { heldReason, type HeldReason, type SealedReason } from "#server/four-eyes/sealed-reason.ts";
import type { MoneyDeed } from "../contract.ts";

type Reader = Database | Transaction;
export type ProposalFacts = Readonly<Record<string, string | number | null>>;

export interface ProposalRow {
  id: string;
  deed: MoneyDeed;
  subjectId: string;
  borrowerId: string | null;
  amountRupiah: number;
  facts: ProposalFacts;
  payeeSealed: string | null;
  /** What its amount is added up with for the tiers; null in rows from before. */
  countsWith: string | null;
  reason: HeldReason;
  state: "PROPOSED" | "CONFIRMED" | "REFUSED";
  makerId: string;
  makerDevice: string | null;
  madeAt: Date;
  checkerId: string | null;
  checkedAt: Date | null;
}

/** Writes a proposal; false while another one about the same thing waits. */
export async function insertProposal(
  trx: Transaction,
  row: Omit<ProposalRow, "reason" | "state" | "checkerId" | "checkedAt"> & { reason: SealedReason },
): Promise<boolean> {
  const made = await trx
    .insertInto("money_proposal")
    .values({
      id: row.id,
      deed: row.deed,
      subject_id: row.subjectId,
      borrower_id: row.borrowerId,
      amount_rupiah: row.amountRupiah,
      facts: JSON.stringify(row.facts),
      payee_sealed: row.payeeSealed,
      counts_with: row.countsWith,
      reason_sealed: row.reason.sealed,
      reason_key: row.reason.key,
      state: "PROPOSED",
      maker_id: row.makerId,
      maker_device: row.makerDevice,
      made_at: row.madeAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return made !== undefined;
}

export async function findProposal(reader: Reader, id: string): Promise<ProposalRow | null> {
  const row = await reader.selectFrom("money_proposal").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? rowOf(row) : null;
}

/** The proposal, locked until the transaction ends. */
export async function lockProposal(trx: Transaction, id: string): Promise<ProposalRow | null> {
  const row = await trx.selectFrom("money_proposal").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  return row ? rowOf(row) : null;
}

export async function endProposal(
  trx: Transaction,
  id: string,
  end: { state: "CONFIRMED" | "REFUSED"; checkerId: string; at: Date },
): Promise<void> {
  await trx
    .updateTable("money_proposal")
    .set({ state: end.state, checker_id: end.checkerId, checked_at: end.at })
    .where("id", "=", id)
    .where("state", "=", "PROPOSED")
    .execute();
}

/**
 * What the tiers look at (rupiah): the proposal's amount with what the same person proposed before it, and with what this
 * checker has confirmed, each within the window, for the same lender, account, loan or borrower. `lock` keeps two checks
 * from passing at once.
 */
export async function sumOfParts(
  reader: Reader,
  row: Pick<ProposalRow, "id" | "countsWith" | "amountRupiah">,
  parts: Parts,
  lock = false,
): Promise<number> {
  if (row.countsWith === null) return row.amountRupiah;
  const together = reader
    .selectFrom("money_proposal")
    .where("counts_with", "=", row.countsWith)
    .where("state", "<>", "REFUSED")
    .orderBy("id");
  if (lock) {
    await together
      .select("id")
      .where((one) =>
        one.or([
          one("state", "=", "PROPOSED"),
          one("made_at", ">=", parts.proposedFrom),
          one("checked_at", ">=", parts.checkedFrom),
        ]),
      )
      .forUpdate()
      .execute();
  }
  const others = await together
    .select("amount_rupiah")
    .where("id", "<>", row.id)
    .where((one) =>
      one.or([
        one.and([
          one("maker_id", "=", parts.makerId),
          one("made_at", ">=", parts.proposedFrom),
          one("id", "<", parts.id),
        ]),
        one.and([
          one("state", "=", "CONFIRMED"),
          one("checker_id", "=", parts.checkerId),
          one("checked_at", ">=", parts.checkedFrom),
        ]),
      ]),
    )
    .execute();
  return others.reduce((sum, other) => sum + other.amount_rupiah, row.amountRupiah);
}

/** Those that wait, oldest first, or those that were checked, newest first; `after` is the last id of the page before (ids are time-ordered). */
export async function listProposals(
  reader: Reader,
  input: { isOpen: boolean; after: string | undefined; most: number },
): Promise<ProposalRow[]> {
  let query = reader
    .selectFrom("money_proposal")
    .selectAll()
    .where("state", input.isOpen ? "=" : "<>", "PROPOSED")
    .orderBy("id", input.isOpen ? "asc" : "desc")
    .limit(input.most);
  if (input.after) query = query.where("id", input.isOpen ? ">" : "<", input.after);
  return (await query.execute()).map(rowOf);
}

/** The open proposals about some subjects, by the subject. */
export async function openAbout(
  reader: Reader,
  deed: MoneyDeed,
  subjectIds: readonly string[],
): Promise<Map<string, string>> {
  if (subjectIds.length === 0) return new Map();
  const rows = await reader
    .selectFrom("money_proposal")
    .select(["id", "subject_id"])
    .where("deed", "=", deed)
    .where("state", "=", "PROPOSED")
    .where("subject_id", "in", [...subjectIds])
    .execute();
  return new Map(rows.map((row) => [row.subject_id, row.id]));
}

/** How many wait, and since when the oldest does. */
export async function countOpen(reader: Reader): Promise<{ count: number; oldestAt: Date | null }> {
  const row = await reader
    .selectFrom("money_proposal")
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.min("made_at").as("oldest")])
    .where("state", "=", "PROPOSED")
    .executeTakeFirstOrThrow();
  return { count: row.count, oldestAt: row.oldest };
}

type Raw = Awaited<ReturnType<typeof rawProposal>>;
const rawProposal = (reader: Reader) => reader.selectFrom("money_proposal").selectAll().executeTakeFirstOrThrow();

function rowOf(row: Raw): ProposalRow {
  return {
    id: row.id,
    deed: row.deed as MoneyDeed,
    subjectId: row.subject_id,
    borrowerId: row.borrower_id,
    amountRupiah: row.amount_rupiah,
    facts: row.facts as ProposalFacts,
    payeeSealed: row.payee_sealed,
    countsWith: row.counts_with,
    reason: heldReason(row),
    state: row.state as ProposalRow["state"],
    makerId: row.maker_id,
    makerDevice: row.maker_device,
    madeAt: row.made_at,
    checkerId: row.checker_id,
    checkedAt: row.checked_at,
  };
}
