/**
 * Counters in fixed windows of time, in the database, so that all processes count together. Each statement is atomic: parallel
 * callers never share a place. Two tables are counted in by it, both by business time: `rate_counter` (limits of calls) and
 * `verification_counter` (codes, and their money). // docs/decisions/090
 */
import { sql } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";

type CounterTable = "rate_counter" | "verification_counter";

/** A counter and its maximum. */
export interface Bound {
  key: string;
  most: number;
}

/** An addition to a counter, in the window that began at `start`. */
export interface Counted {
  key: string;
  start: Date;
  amount: number;
}

export interface WindowCounters {
  /** Adds to a counter and returns its sum; undefined, with nothing added, when it would exceed `most`. */
  addUpTo(reader: Reader, start: Date, amount: number, bound: Bound): Promise<number | undefined>;
  /** Counts one more without a limit; returns the window's count. */
  addOne(reader: Reader, start: Date, key: string): Promise<number>;
  /** Adds to a counter without a limit; returns the window's count. */
  add(reader: Reader, start: Date, key: string, amount: number): Promise<number>;
  /**
   * Adds to several counters in one statement, which is not waited for on the disk; returns for each what its window holds with it.
   * The same counter may come more than once.
   */
  addTogether(reader: Reader, counts: readonly Counted[]): Promise<number[]>;
  /**
   * Adds an amount to several counters of one window, in one statement. Returns their sums, or the counter that has no
   * room: the caller then rolls back the transaction, and with it the others. Always give shared counters in the same
   * order, so that two callers never wait for each other.
   */
  addToAll(
    trx: Transaction,
    start: Date,
    amount: number,
    bounds: readonly Bound[],
  ): Promise<{ sums: ReadonlyMap<string, number> } | { full: string }>;
  /** Present counts by key; a key that was never counted is absent. */
  countsOf(reader: Reader, keys: readonly { key: string; start: Date }[]): Promise<Map<string, number>>;
  /** Deletes a counter in all its windows. */
  clear(reader: Reader, key: string): Promise<void>;
}

/** When the window began that holds this instant. */
export function windowStart(now: Date, windowSeconds: number): Date {
  const span = windowSeconds * 1000;
  return new Date(Math.floor(now.getTime() / span) * span);
}

/** Whole seconds until that window ends. */
export const secondsLeft = (now: Date, windowSeconds: number): number =>
  Math.ceil((windowStart(now, windowSeconds).getTime() + windowSeconds * 1000 - now.getTime()) / 1000);

export function windowCounters(table: CounterTable): WindowCounters {
  const counter = sql.table(table);

  /** The sums of those that had room. */
  async function added(
    reader: Reader,
    start: Date,
    amount: number,
    bounds: readonly Bound[],
  ): Promise<ReadonlyMap<string, number>> {
    const rows = sql.join(bounds.map(({ key }) => sql`(${key}, ${start}, ${amount})`));
    const most = sql.join(
      bounds.map((bound) => sql`when ${bound.key} then ${bound.most}::bigint`),
      sql` `,
    );
    const { rows: sums } = await sql<{ key: string; count: number }>`
      insert into ${counter} as counter (key, window_start, count) values ${rows}
      on conflict (key, window_start) do update set count = counter.count + excluded.count
        where counter.count + excluded.count <= case counter.key ${most} end
      returning counter.key, counter.count`.execute(reader);
    return new Map(sums.map(({ key, count }) => [key, count]));
  }

  return {
    async addUpTo(reader, start, amount, bound) {
      return amount > bound.most ? undefined : (await added(reader, start, amount, [bound])).get(bound.key);
    },
    addOne(reader, start, key) {
      return this.add(reader, start, key, 1);
    },
    async add(reader, start, key, amount) {
      return (await added(reader, start, amount, [{ key, most: Number.MAX_SAFE_INTEGER }])).get(key)!;
    },
    async addTogether(reader, counts) {
      const placeOf = ({ key, start }: Pick<Counted, "key" | "start">) => `${start.getTime()} ${key}`;
      const amounts = new Map<string, Counted>();
      for (const one of counts) {
        const before = amounts.get(placeOf(one))?.amount ?? 0;
        amounts.set(placeOf(one), { ...one, amount: before + one.amount });
      }
      // In one order, so that two processes never wait for each other.
      const rows = [...amounts].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
      const { rows: sums } = await sql<{ key: string; start: Date; count: number }>`
        with quick as materialized (select set_config('synchronous_commit', 'off', true))
        insert into ${counter} as counter (key, window_start, count)
        select one.key, one.start, one.amount
        from quick, unnest(${rows.map(({ key }) => key)}::text[], ${rows.map(({ start }) => start)}::timestamptz[],
          ${rows.map(({ amount }) => amount)}::bigint[]) as one (key, start, amount)
        on conflict (key, window_start) do update set count = counter.count + excluded.count
        returning counter.key, counter.window_start as start, counter.count`.execute(reader);
      const sumOf = new Map(sums.map((row) => [placeOf(row), row.count]));
      // Each gets the count at its own place: the count of the last one is the sum.
      return counts
        .toReversed()
        .map((one) => {
          const count = sumOf.get(placeOf(one))!;
          sumOf.set(placeOf(one), count - one.amount);
          return count;
        })
        .toReversed();
    },
    async addToAll(trx, start, amount, bounds) {
      const small = bounds.find(({ most }) => most < amount);
      if (small) return { full: small.key };
      const sums = await added(trx, start, amount, bounds);
      const full = bounds.find(({ key }) => !sums.has(key));
      return full ? { full: full.key } : { sums };
    },
    async countsOf(reader, keys) {
      const rows = await reader
        .selectFrom(table)
        .select(["key", "count"])
        .where((row) =>
          row.or(keys.map(({ key, start }) => row.and([row("key", "=", key), row("windowStart", "=", start)]))),
        )
        .execute();
      return new Map(rows.map((row) => [row.key, row.count]));
    },
    async clear(reader, key) {
      await reader.deleteFrom(table).where("key", "=", key).execute();
    },
  };
}
