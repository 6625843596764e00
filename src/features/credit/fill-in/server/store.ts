/** SQL of links to fill in. */
import type { Reader, Transaction } from "#server/database.server.ts";
import { rowFromColumns } from "#server/records/rows.ts";
import type { FillItem, FillLinkState } from "../contract.ts";
import type { FillLinkCause } from "../staff-contract.ts";

export interface FillLinkRow {
  borrowerId: string;
  id: string;
  state: FillLinkState;
  cause: FillLinkCause;
  asked: FillItem[];
  numberMark: string;
  attemptsLeft: number;
  madeAt: Date;
  endsAt: Date;
  provenAt: Date | null;
  endedAt: Date | null;
}

export async function insertFillLink(
  trx: Transaction,
  link: Omit<FillLinkRow, "state" | "provenAt" | "endedAt">,
): Promise<void> {
  await trx
    .insertInto("fill_link")
    .values({ ...link, state: "OPEN" })
    .execute();
}

export async function findFillLink(reader: Reader, borrowerId: string, id: string): Promise<FillLinkRow | null> {
  const row = await reader
    .selectFrom("fill_link")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ? rowFromColumns<FillLinkRow>(row) : null;
}

/** The link, locked until the transaction ends. */
export async function lockLink(trx: Transaction, borrowerId: string, id: string): Promise<FillLinkRow | null> {
  const row = await trx
    .selectFrom("fill_link")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row ? rowFromColumns<FillLinkRow>(row) : null;
}

export async function openLink(reader: Reader, borrowerId: string): Promise<FillLinkRow | null> {
  const row = await reader
    .selectFrom("fill_link")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("state", "=", "OPEN")
    .executeTakeFirst();
  return row ? rowFromColumns<FillLinkRow>(row) : null;
}

/** The newest first. */
export async function newestLinks(reader: Reader, borrowerId: string, most: number): Promise<FillLinkRow[]> {
  const rows = await reader
    .selectFrom("fill_link")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .orderBy("madeAt", "desc")
    .limit(most)
    .execute();
  return rows.map((row) => rowFromColumns<FillLinkRow>(row));
}

/** Links of a borrower since two instants, and of a number over all borrowers since the earlier one. */
export async function countLinks(
  reader: Reader,
  {
    borrowerId,
    numberMark,
    daySince,
    monthSince,
  }: Pick<FillLinkRow, "borrowerId" | "numberMark"> & {
    daySince: Date;
    monthSince: Date;
  },
): Promise<{ today: number; inMonth: number; ofNumber: number }> {
  const own = await reader
    .selectFrom("fill_link")
    .select((row) => [
      row.fn.countAll<string>().as("inMonth"),
      row.fn.countAll<string>().filterWhere("madeAt", ">", daySince).as("today"),
    ])
    .where("borrowerId", "=", borrowerId)
    .where("madeAt", ">", monthSince)
    .executeTakeFirstOrThrow();
  const ofNumber = await reader
    .selectFrom("fill_link")
    .select((row) => row.fn.countAll<string>().as("count"))
    .where("numberMark", "=", numberMark)
    .where("madeAt", ">", monthSince)
    .executeTakeFirstOrThrow();
  return { today: Number(own.today), inMonth: Number(own.inMonth), ofNumber: Number(ofNumber.count) };
}

/** Counts one more wrong birth date of a locked link. */
export async function noteWrong(trx: Transaction, { borrowerId, id, attemptsLeft }: FillLinkRow): Promise<void> {
  await trx
    .updateTable("fill_link")
    .set({ attemptsLeft: attemptsLeft - 1 })
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .execute();
}

/** Records the first correct birth date of a locked link. */
export async function noteProven(trx: Transaction, { borrowerId, id }: FillLinkRow, at: Date): Promise<void> {
  await trx
    .updateTable("fill_link")
    .set({ provenAt: at })
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .where("provenAt", "is", null)
    .execute();
}

/** Open links whose time has passed by `now`. */
export async function overLinks(
  reader: Reader,
  now: Date,
  most: number,
): Promise<{ borrowerId: string; id: string }[]> {
  return reader
    .selectFrom("fill_link")
    .select(["borrowerId as borrowerId", "id"])
    .where("state", "=", "OPEN")
    .where("endsAt", "<=", now)
    .orderBy("endsAt")
    .limit(most)
    .execute();
}
