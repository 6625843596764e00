/** All SQL of reconciliation. */
import { sql, type Selectable } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { AccountingLine } from "#server/database.types.ts";
import { movementsByValueDate } from "#server/ledger/index.ts";
import type { BusinessDate } from "#shared/dates.ts";
import type { OwnBankAccount, BankStatementLine } from "../statement-contract.ts";
import type { FileLine } from "./rules/statement-file.ts";
import { namesOfTransfer, type StatementMatch, type Ours } from "./rules/matching.ts";

export interface FormatRow {
  key: string;
  name: string;
  layout: unknown;
}

export async function formats(reader: Reader): Promise<FormatRow[]> {
  return reader
    .selectFrom("accounting_format")
    .select(["key", "name", "layout"])
    .orderBy("addedOn")
    .orderBy("key")
    .execute();
}

/** One file after the other for each account: two uploads at once must not match a transfer twice. */
export async function lockReconciling(trx: Transaction, account: OwnBankAccount): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`accounting:${account}`}, 0))`.execute(trx);
}

export interface BankStatementFile {
  id: string;
  account: OwnBankAccount;
  format: string;
  hash: Buffer;
  lines: readonly FileLine[];
  from: BusinessDate;
  to: BusinessDate;
  staffId: string;
  at: Date;
}

/** Adds the lines that no earlier file brought. @param ids one for each line @returns the new ones */
export async function addLines(
  trx: Transaction,
  { id: statementId, account, lines, at }: BankStatementFile,
  ids: readonly string[],
): Promise<{ id: string; bookedOn: BusinessDate; amount: number; reference: string }[]> {
  const before = new Map<string, number>();
  const rows = lines.map(({ bookedOn, amount, reference }, index) => {
    const key = `${bookedOn} ${amount} ${reference}`;
    const nth = before.get(key) ?? 0;
    before.set(key, nth + 1);
    return { id: ids[index], bookedOn, amount, reference, nth };
  });
  const { rows: added } = await sql<{ id: string; bookedOn: BusinessDate; amount: number; reference: string }>`
    insert into accounting_line (id, account, side, booked_on, amount, reference, statement_id, nth, state, changed_at)
    select r.id, ${account}, 'THEIRS', r."bookedOn", r.amount, r.reference, ${statementId}, r.nth, 'OPEN', ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (id uuid, "bookedOn" date, amount bigint, reference text, nth integer)
    on conflict (account, booked_on, reference, amount, nth) where side = 'THEIRS' do nothing
    returning id, booked_on as "bookedOn", amount, reference`.execute(trx);
  return added;
}

export async function addStatement(trx: Transaction, file: BankStatementFile, known: number): Promise<void> {
  await trx
    .insertInto("accounting_statement")
    .values({
      id: file.id,
      account: file.account,
      format: file.format,
      fileHash: file.hash,
      lines: file.lines.length,
      known,
      fromOn: file.from,
      toOn: file.to,
      uploadedBy: file.staffId,
      uploadedAt: file.at,
    })
    .execute();
}

/** Lines of an account that only the bank has so far, of these days. */
export async function unmatchedTheirs(
  reader: Reader,
  account: OwnBankAccount,
  from: BusinessDate,
  to: BusinessDate,
): Promise<{ id: string; bookedOn: BusinessDate; amount: number; reference: string }[]> {
  const rows = await reader
    .selectFrom("accounting_line")
    .select(["id", "bookedOn", "amount", "reference"])
    .where("account", "=", account)
    .where("bookedOn", ">=", from)
    .where("bookedOn", "<=", to)
    .where("side", "=", "THEIRS")
    .where("state", "<>", "MATCHED")
    .orderBy("bookedOn")
    .orderBy("id")
    .execute();
  return rows.map(({ bookedOn, ...row }) => ({ ...row, bookedOn }));
}

/** Transfers of an account that count from one of these days, as far as no line is matched with them. */
export async function unmatchedOurs(
  reader: Reader,
  account: OwnBankAccount,
  from: BusinessDate,
  to: BusinessDate,
): Promise<(Ours & { reference: string })[]> {
  const moved = await movementsByValueDate(reader, account, from, to);
  if (moved.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select transfer_id as id from accounting_line
    where account = ${account} and transfer_id = any(${moved.map(({ id }) => id)}::text[]) and side = 'THEIRS'`.execute(
    reader,
  );
  const matched = new Set(rows.map(({ id }) => id));
  return moved
    .filter(({ id }) => !matched.has(id))
    .map(({ id, valueDate, amount, reference }) => ({
      transferId: id,
      valueDate,
      amount,
      reference,
      names: namesOfTransfer({ id, reference }),
    }));
}

/** Marks lines of the bank as matched, and removes our own lines about the same transfers. */
export async function noteMatches(
  trx: Transaction,
  account: OwnBankAccount,
  matches: readonly StatementMatch[],
  at: Date,
): Promise<void> {
  if (matches.length === 0) return;
  const rows = JSON.stringify(matches);
  await sql`
    update accounting_line l set state = 'MATCHED', matched_by = m.by, transfer_id = m."transferId", changed_at = ${at}
    from jsonb_to_recordset(${rows}::jsonb) as m (id uuid, "transferId" text, by text) where l.id = m.id`.execute(trx);
  await sql`
    update accounting_line l set state = 'MATCHED', matched_by = m.by, changed_at = ${at}
    from jsonb_to_recordset(${rows}::jsonb) as m ("transferId" text, by text)
    where l.account = ${account} and l.transfer_id = m."transferId" and l.side = 'OURS'`.execute(trx);
}

/** Adds what only the ledger has. @returns how many are new */
export async function addOurs(
  trx: Transaction,
  account: OwnBankAccount,
  transfers: readonly (Ours & { reference: string })[],
  ids: readonly string[],
  at: Date,
): Promise<number> {
  const rows = transfers.map(({ transferId, valueDate, amount, reference }, index) => ({
    id: ids[index],
    bookedOn: valueDate,
    amount,
    reference: reference.slice(0, 200),
    transferId,
  }));
  const { rows: added } = await sql`
    insert into accounting_line (id, account, side, booked_on, amount, reference, transfer_id, state, changed_at)
    select r.id, ${account}, 'OURS', r."bookedOn", r.amount, r.reference, r."transferId", 'OPEN', ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (id uuid, "bookedOn" date, amount bigint, reference text, "transferId" text)
    on conflict (account, transfer_id, side) where transfer_id is not null do nothing returning id`.execute(trx);
  return added.length;
}

export type LineRow = Selectable<AccountingLine>;

export const lineOf = (row: LineRow): BankStatementLine => ({
  lineId: row.id,
  account: row.account as OwnBankAccount,
  side: row.side as BankStatementLine["side"],
  bookedOn: row.bookedOn,
  amountRupiah: row.amount,
  reference: row.reference,
  state: row.state as BankStatementLine["state"],
  matchedBy: row.matchedBy as BankStatementLine["matchedBy"],
  transferId: row.transferId,
  staffId: row.staffId,
  changedAt: row.changedAt.toISOString(),
});

/** Lines in one state, the oldest day first, after that one. */
export async function listLines(
  reader: Reader,
  state: BankStatementLine["state"],
  { after, max }: { after: { on: BusinessDate; id: string } | undefined; max: number },
): Promise<LineRow[]> {
  let query = reader
    .selectFrom("accounting_line")
    .selectAll()
    .where("state", "=", state)
    .orderBy("bookedOn")
    .orderBy("id")
    .limit(max);
  if (after) query = query.where(sql<boolean>`(booked_on, id) > (${after.on}, ${after.id})`);
  return query.execute();
}

export async function findLine(reader: Reader, id: string): Promise<LineRow | null> {
  return (await reader.selectFrom("accounting_line").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

/** The same, locked until the transaction ends. */
export async function lockLine(trx: Transaction, id: string): Promise<LineRow | null> {
  const row = await trx.selectFrom("accounting_line").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  return row ?? null;
}

export async function changeLine(
  trx: Transaction,
  id: string,
  change: { state: BankStatementLine["state"]; staffId: string; noteSealed: string; at: Date },
): Promise<void> {
  await trx
    .updateTable("accounting_line")
    .set({ state: change.state, staffId: change.staffId, noteSealed: change.noteSealed, changedAt: change.at })
    .where("id", "=", id)
    .execute();
}

/** The newest files, with how many of their lines are matched today. */
export async function newestStatements(reader: Reader, max: number) {
  const { rows } = await sql<{
    id: string;
    account: OwnBankAccount;
    fromOn: BusinessDate;
    toOn: BusinessDate;
    lines: number;
    known: number;
    matched: number;
    uploadedBy: string;
    uploadedAt: Date;
  }>`
    select s.id, s.account, s.from_on, s.to_on, s.lines, s.known, s.uploaded_by, s.uploaded_at, m.matched
    from (select * from accounting_statement order by uploaded_at desc, id desc limit ${max}) as s
    cross join lateral (select count(*)::int as matched from accounting_line l
      where l.statement_id = s.id and l.state = 'MATCHED') as m
    order by s.uploaded_at desc, s.id desc`.execute(reader);
  return rows;
}

/** Open lines, and since when the oldest is there. */
export async function countOpenStatementLines(reader: Reader): Promise<{ count: number; oldestAt: Date | null }> {
  const { rows } = await sql<{ count: number; oldestAt: Date | null }>`
    select count(*)::int as count, min(changed_at) as "oldestAt" from accounting_line where state = 'OPEN'`.execute(
    reader,
  );
  return rows[0]!;
}
