/**
 * Tables partitioned by day (WIB): an old day is dropped as a whole, which returns its disk space at once; deleted rows
 * would keep it. Future days get their table in advance; a row whose day has none yet is stored in the default table
 * until it exists, so no write waits for a sweep. // Threat I3
 */
import { sql } from "kysely";
import { transact, type Database, type Reader, type Transaction } from "#server/database.server.ts";
import { addDays, dateInWib, instantOf, type BusinessDate } from "#shared/dates.ts";

const dayTables = ["telemetry_event", "sandbox_event", "trace_step"] as const;
type DayTableName = (typeof dayTables)[number];

/** Whether a table is partitioned by day: plans that read it are made again each day. */
export const isDayTable = (name: string): boolean => dayTables.includes(name as DayTableName);

export interface DayTable {
  /** The partitioned table; its days are called `<name>_20261126`, rows of days without a table are in `<name>_default`. */
  name: DayTableName;
  /** The column by which it is cut. */
  at: string;
}

export interface DayWork {
  now: Date;
  /** Number of whole days kept before today. */
  keepDays: number;
  /** Called with the name of a day's table before it is dropped. */
  dropping?: (trx: Transaction, dayTable: string) => Promise<void>;
}

/** Number of future days with a table: a sweep that fails for a day does no harm. */
const daysAhead = 2;

/** Creates missing tables from today on and drops those older than `keepDays`; returns how many it created and dropped. */
export async function maintainDayTables(database: Database, table: DayTable, work: DayWork): Promise<number> {
  const today = dateInWib(work.now);
  const present = new Set(await daysOf(database, table));
  const days = Array.from({ length: daysAhead + 1 }, (_, ahead) => addDays(today, ahead));
  const first = addDays(today, -work.keepDays);
  let changed = 0;
  for (const day of days) if (!present.has(day) && (await makeDay(database, table, day))) changed += 1;
  for (const day of present)
    if (day < first) {
      await dropDay(database, table, day, work.dropping);
      changed += 1;
    }
  await sql`delete from ${defaultOf(table)} where ${sql.ref(table.at)} < ${instantOf(first)}`.execute(database);
  return changed;
}

/** The days that have a table of their own, in their order. */
export async function daysOf(reader: Reader, { name }: DayTable): Promise<BusinessDate[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = to_regclass(${name}) order by 1`.execute(reader);
  return rows.flatMap((row) => {
    const [, year, month, day] = /_(\d{4})(\d{2})(\d{2})$/.exec(row.name) ?? [];
    return year ? [`${year}-${month}-${day}`] : [];
  });
}

const dayTableOf = ({ name }: DayTable, day: BusinessDate): string => `${name}_${day.replaceAll("-", "")}`;
const defaultOf = ({ name }: DayTable) => sql.table(`${name}_default`);

/** One process at a time: two that create the same day's table would block each other. */
const lock = (trx: Transaction, { name }: DayTable) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`days of ${name}`}, 0))`.execute(trx);

/** Creates a day's table with its rows from the default one; false when another process has created it. */
async function makeDay(database: Database, table: DayTable, day: BusinessDate): Promise<boolean> {
  return transact(database, async (trx) => {
    await lock(trx, table);
    if ((await daysOf(trx, table)).includes(day)) return false;
    const [parent, own, at] = [sql.table(table.name), sql.table(dayTableOf(table, day)), sql.ref(table.at)];
    const [from, until] = [sql.lit(instantOf(day).toISOString()), sql.lit(instantOf(addDays(day, 1)).toISOString())];
    await sql`create table ${own} (like ${parent} including all)`.execute(trx);
    // A writer that chose the default table before would be refused after: it waits these milliseconds, and then finds the day.
    await sql`lock table ${parent} in access exclusive mode`.execute(trx);
    await sql`with moved as (delete from ${defaultOf(table)} where ${at} >= ${from} and ${at} < ${until} returning *)
      insert into ${own} select * from moved`.execute(trx);
    await sql`alter table ${parent} attach partition ${own} for values from (${from}) to (${until})`.execute(trx);
    return true;
  });
}

async function dropDay(
  database: Database,
  table: DayTable,
  day: BusinessDate,
  dropping: DayWork["dropping"],
): Promise<void> {
  const name = dayTableOf(table, day);
  await transact(database, async (trx) => {
    await lock(trx, table);
    if (!(await daysOf(trx, table)).includes(day)) return;
    await dropping?.(trx, name);
    await sql`drop table ${sql.table(name)}`.execute(trx);
  });
}
