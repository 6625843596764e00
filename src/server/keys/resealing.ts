/**
 * After a key rotation: encrypts stored values again under the newest key, while the server runs. Borrowers' data
 * keys are included, so no borrower's data depends on an old key any more. // docs/decisions/055
 */
import { sql } from "kysely";
import type { Database } from "../database.server.ts";
import type { Sealer } from "./sealing.ts";

interface SealedColumn {
  table: string;
  column: string;
  /** The column that identifies the row in the value's place. */
  row: string;
  /** Where rows came from another table, `sealed_in` names it: their values stay bound to their column there. */
  before?: { column: string };
}

/** Columns of changeable rows that the installation's own keys encrypt. */
const columns: readonly SealedColumn[] = [
  { table: "borrower_key", column: "wrapped", row: "borrowerId" },
  { table: "verification_challenge", column: "mobileNumberSealed", row: "id" },
  { table: "staff_member", column: "emailSealed", row: "id" },
  { table: "staff_member", column: "totpSealed", row: "id" },
  { table: "staff_invitation", column: "totpSealed", row: "id" },
  { table: "staff_sign_on", column: "refreshSealed", row: "id" },
  { table: "payment_assignment", column: "reasonSealed", row: "id" },
  { table: "notice", column: "valuesSealed", row: "id" },
  { table: "notice", column: "toSealed", row: "id" },
  { table: "proposal", column: "secretSealed", row: "id", before: { column: "payeeSealed" } },
  { table: "proposal", column: "reasonSealed", row: "id", before: { column: "reasonSealed" } },
  { table: "proposal", column: "checkReasonSealed", row: "id", before: { column: "checkReasonSealed" } },
  { table: "webhook_endpoint", column: "secretSealed", row: "id" },
  { table: "webhook_endpoint", column: "earlierSealed", row: "id" },
  { table: "accounting_line", column: "noteSealed", row: "id" },
  { table: "funding_account", column: "payeeSealed", row: "id" },
  { table: "list_export", column: "inputSealed", row: "id" },
  { table: "idempotency_key", column: "answerSealed", row: "id" },
  { table: "survey_answer", column: "answersSealed", row: "id" },
];
/** Append-only rows keep the key that encrypted them. */
export const unchangeable: readonly string[] = ["agreement_signing.signerSealed", "audit_entry.reasonSealed"];

/** Values per statement in a round. */
const atOnce = 500;

/**
 * Encrypts again, with the newest key, all values under the keys with these ids; returns how many values. The ids are
 * fixed at the start, so another rotation during the run does not restart it. A value that a process changes during
 * the run keeps what that process wrote.
 */
export async function resealRows(database: Database, sealer: Sealer, olderIds: readonly string[]): Promise<number> {
  let resealed = 0;
  for (const one of columns)
    for (let count = -1; count !== 0; resealed += count) count = await resealSome(database, sealer, olderIds, one);
  return resealed;
}

async function resealSome(
  database: Database,
  sealer: Sealer,
  olderIds: readonly string[],
  { table, column, row, before }: SealedColumn,
): Promise<number> {
  const { rows } = await sql<{ row: string; sealed: string; cameFrom: string | null }>`
    select ${sql.ref(row)}::text as row, ${sql.ref(column)} as sealed, ${before ? sql.ref("sealedIn") : sql`null`} as "cameFrom" from ${sql.table(table)}
    where ${sql.ref(column)} like 'v1.k%' and split_part(${sql.ref(column)}, '.', 2) = any(${olderIds}) limit ${atOnce}`.execute(
    database,
  );
  if (rows.length === 0) return 0;
  const changed = rows.map((found) => {
    const place =
      found.cameFrom !== null && before
        ? { table: found.cameFrom, column: before.column, row: found.row }
        : { table, column, row: found.row };
    return { ...found, anew: sealer.seal(sealer.open(found.sealed, place), place) };
  });
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(table)} as held set ${sql.ref(column)} = given.anew
    from unnest(${changed.map((one) => one.row)}::uuid[], ${changed.map((one) => one.sealed)}::text[], ${changed.map((one) => one.anew)}::text[]) as given (row, sealed, anew)
    where ${sql.ref(`held.${row}`)} = given.row and ${sql.ref(`held.${column}`)} = given.sealed`.execute(database);
  return Number(numAffectedRows);
}

export interface HeldUnder {
  /** `table.column` */
  name: string;
  keyId: string;
  values: number;
}

/** How many values of each column lie under each of the installation's keys, over all tables, including columns that are not listed above. */
export async function valuesByKey(database: Database): Promise<HeldUnder[]> {
  const { rows: texts } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE' and data_type = 'text' order by 1, 2`.execute(
    database,
  );
  const counts: HeldUnder[] = [];
  for (const { table, column } of texts) {
    const { rows } = await sql<{ keyId: string; values: number }>`
      select substring(${sql.ref(column)} from '^v1\\.(k[0-9]+)\\.') as "keyId", count(*)::int as values from ${sql.table(table)} where ${sql.ref(column)} ~ '^v1\\.k[0-9]+\\.[A-Za-z0-9_-]+$' group by 1 order by 1`.execute(
      database,
    );
    for (const row of rows) counts.push({ name: `${table}.${column}`, ...row });
  }
  return counts;
}
