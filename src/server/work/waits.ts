/** Backlog of the sweeps: how many rows are due and for how long, for the console's charts. */
import { maxCounted } from "#shared/counted.ts";
import { sql, type CompiledQuery, type RawBuilder } from "kysely";
import { secondPool, type Database, type Reader } from "#server/database.server.ts";
import { isDayTable } from "#server/postgres/day-tables.ts";
import { plannedOnce } from "#server/postgres/planned-once.ts";
import type { DB } from "#server/database.types.ts";
import type { BusinessDate } from "#shared/dates.ts";
import { dateInWib } from "#shared/dates.ts";
import type { Text } from "#shared/texts.ts";

/** The rows that a sweep finds due, with the same conditions as its query, so that the same index serves. */
export type WaitingRows = {
  [Table in keyof DB]: {
    table: Table;
    /** The moment from which a row is due, or a day (WIB): see `due`. */
    at: keyof DB[Table] & string;
    /** AT by default. FROM_DAY: from the beginning of that day; AFTER_DAY: from its end. */
    due?: "AT" | "FROM_DAY" | "AFTER_DAY";
    /** Seconds after that until it is due: 0 by default; for days, multiples of 86,400. */
    afterSeconds?: number;
    where?: RawBuilder<boolean>;
  };
}[keyof DB];

export interface SweepWaits {
  /** The console's name for the work. */
  text: Text;
  rows: readonly WaitingRows[];
}

export interface WaitingSweepWork {
  sweep: string;
  /** Due rows, counted to `maxCounted` for each table. */
  waiting: number;
  /** Whole seconds that the oldest of them has been due; 0 when none waits. */
  oldestDueSeconds: number;
}

/** The backlog of all sweeps, in one query. */
export async function waitingWork(
  reader: Reader,
  sweeps: readonly { name: string; waits?: SweepWaits }[],
  now: Date,
): Promise<WaitingSweepWork[]> {
  const withWaits = sweeps.flatMap(({ name, waits }) => (waits ? [{ name, waits }] : []));
  if (withWaits.length === 0) return [];
  const rows = await askAll(reader, backlogQueries(reader, withWaits), now);
  return withWaits.map(({ name }) => {
    const ownRows = rows.filter(({ sweep }) => sweep === name);
    const since = ownRows.flatMap(({ oldest }) => (oldest ? [oldest.getTime()] : []));
    return {
      sweep: name,
      waiting: ownRows.reduce((sum, { waiting }) => sum + Number(waiting), 0),
      oldestDueSeconds: since.length === 0 ? 0 : Math.floor((now.getTime() - Math.min(...since)) / 1000),
    };
  });
}

/** Placeholders for the time and the day in a query that is built once: some hundred parts take longer to put together than to answer. */
const nowMark = new Date(0);
const todayMark = "1970-01-01" as BusinessDate;

/** Queries with these placeholders, each planned once for a connection. */
async function askAll<Row>(reader: Reader, queries: readonly CompiledQuery<Row>[], now: Date): Promise<Row[]> {
  const valueOf = (mark: unknown): unknown => (mark === nowMark ? now : mark === todayMark ? dateInWib(now) : mark);
  return plannedOnce(reader, async (trx) => {
    const found: Row[] = [];
    for (const query of queries) {
      const { rows } = await trx.executeQuery<Row>({ ...query, parameters: query.parameters.map(valueOf) });
      found.push(...rows);
    }
    return found;
  });
}

/** Apart from the others those that read a table whose days come and go: its plan lasts for a day, and theirs shall not go with it. */
const byLastingPlan = <One extends { rows: readonly WaitingRows[] }>(all: readonly One[]): One[][] => {
  const isPassing = ({ rows }: One): boolean => rows.some(({ table }) => isDayTable(table));
  return [all.filter((one) => !isPassing(one)), all.filter(isPassing)].filter((some) => some.length > 0);
};

interface BacklogRow {
  sweep: string;
  waiting: string;
  oldest: Date | null;
}

/** The last ones built: the sweeps of a process do not change. */
let lastBacklog: { waits: readonly SweepWaits[]; queries: readonly CompiledQuery<BacklogRow>[] } | undefined;

function backlogQueries(
  reader: Reader,
  withWaits: readonly { name: string; waits: SweepWaits }[],
): readonly CompiledQuery<BacklogRow>[] {
  const waits = withWaits.map((one) => one.waits);
  if (lastBacklog?.waits.length === waits.length && lastBacklog.waits.every((one, at) => one === waits[at]))
    return lastBacklog.queries;
  const queries = byLastingPlan(withWaits.map(({ name, waits: { rows } }) => ({ name, rows }))).map((some) => {
    const parts = some.flatMap(({ name, rows }) => rows.map((one) => question(name, one)));
    return sql<BacklogRow>`${sql.join(parts, sql` union all `)}`.compile(reader);
  });
  lastBacklog = { waits, queries };
  return queries;
}

/** Which of these sweeps find something due at a moment, in one query: returns their names. Each declares the rows that it finds. */
export function dueLook(
  sweeps: readonly { name: string; rows: readonly WaitingRows[] }[],
): (database: Database, now: Date) => Promise<Set<string>> {
  const queries = byLastingPlan(sweeps).map((some) => {
    const names = some.map(({ name, rows }) => {
      const found = rows.map((one) => sql`exists (select from ${sql.table(one.table)} where ${isDue(one)})`);
      return sql`(case when ${sql.join(found, sql` or `)} then ${sql.lit(name)} end)`;
    });
    return sql<{ name: string }>`
      select name from (values ${sql.join(names)}) as found (name) where name is not null`;
  });
  let compiled: CompiledQuery<{ name: string }>[] | undefined;
  return async (database, now) => {
    if (queries.length === 0) return new Set();
    compiled ??= queries.map((query) => query.compile(database));
    // Each connection plans the question once, which costs as much as twenty answers: so it goes to the pool with few connections.
    const found = await askAll(secondPool(database), compiled, now);
    return new Set(found.map(({ name }) => name));
  };
}

const daysAfter = ({ due, afterSeconds = 0 }: WaitingRows): number =>
  (due === "AFTER_DAY" ? 1 : 0) + Math.floor(afterSeconds / 86_400);

function isDue(rows: WaitingRows): RawBuilder<boolean> {
  const { at, due = "AT", afterSeconds = 0, where } = rows;
  const time =
    due === "AT"
      ? sql`${sql.ref(at)} <= ${nowMark}::timestamptz - ${sql.lit(afterSeconds)} * interval '1 second'`
      : sql`${sql.ref(at)} <= ${todayMark}::date - ${sql.lit(daysAfter(rows))}`;
  return sql`${time}${where ? sql` and (${where})` : sql``}`;
}

function question(name: string, rows: WaitingRows): RawBuilder<unknown> {
  const { table, at, due = "AT", afterSeconds = 0 } = rows;
  const column = sql.ref(at);
  const oldest =
    due === "AT"
      ? sql`min(at) + ${sql.lit(afterSeconds)} * interval '1 second'`
      : sql`(min(at) + ${sql.lit(daysAfter(rows))})::timestamp at time zone 'Asia/Jakarta'`;
  return sql`(select ${sql.lit(name)} as sweep, count(*) as waiting, ${oldest} as oldest from (
    select ${column} as at from ${sql.table(table)} where ${isDue(rows)}
    order by ${column} limit ${sql.lit(maxCounted)}) as due)`;
}
