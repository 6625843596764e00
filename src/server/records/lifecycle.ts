/**
 * State machine of a row: which state follows which. A move is one guarded update and one event in the same
 * transaction; of two concurrent moves, the second changes nothing and gets false. Each domain's lifecycles are in
 * its `server/records/lifecycle.ts`. // docs/decisions/239
 */
import { sql, type RawBuilder, type SqlBool, type Updateable } from "kysely";
import type { ConsoleFacts } from "#server/console/console-words.ts";
import type { Transaction, Reader } from "#server/database.server.ts";
import type { DB } from "#server/database.types.ts";
import type { Happening } from "#server/console/questions.ts";
import type { TimelineKind } from "#shared/timeline-kinds.ts";
import { defineQuestion } from "#server/questions.ts";

/** The actor of a move. */
export type Actor = "BORROWER" | "SYSTEM" | "BANK" | "PARTNER" | `STAFF:${string}`;

/** Each state with the states that may follow it; none after a terminal one. */
export type TransitionsOf<T> = { readonly [State in keyof T]: readonly (keyof T & string)[] };
/** States that may follow every state in `From`. */
type FollowerOf<T extends TransitionsOf<T>, From extends keyof T> = {
  [To in keyof T & string]: [From] extends [{ [S in keyof T]: To extends T[S][number] ? S : never }[keyof T]]
    ? To
    : never;
}[keyof T & string];

/** A table whose rows have states. */
type TableName = keyof DB & string;
/** A borrower's rows are found with the borrower's id, the first column of their key. */
type OwnerOf<Table extends TableName> = DB[Table] extends { borrowerId: string }
  ? { borrowerId: string }
  : { borrowerId?: string | null };

/** Columns that may change with the state; the owner only when it is not part of the key. */
type SetOf<Table extends TableName> = Omit<
  Updateable<DB[Table]>,
  "id" | "state" | (DB[Table] extends { borrowerId: string } ? "borrowerId" : never)
>;

/** The states of its rows. */
export const lifecycles = defineQuestion<readonly AnyLifecycle[]>("lifecycles", "MANY");

export interface LifecycleEvent<State extends string = string> {
  subjectId: string;
  borrowerId: string | null;
  /** Counts the events of one row, from 1. */
  number: number;
  /** Null at the beginning. */
  from: State | null;
  to: State;
  actor: Actor;
  /** Why, as a code: `SIGN_DEADLINE_PASSED`. */
  cause: string;
  /** Ids, codes, dates and figures; no personal data. */
  facts: ConsoleFacts;
  at: Date;
}

/** Details of a move or a beginning. */
interface Said {
  /** Id of the row. */
  id: string;
  actor: Actor;
  /** Why, as a code: `SIGN_DEADLINE_PASSED`. */
  cause: string;
  /** For the timelines: ids, codes, dates and figures, no personal data. */
  facts?: ConsoleFacts;
  /** When, by business time. */
  at: Date;
}

type MoveOf<T extends TransitionsOf<T>, Table extends TableName, From extends keyof T & string> = Said &
  OwnerOf<Table> & {
    /** The allowed current states. */
    from: readonly From[];
    to: FollowerOf<T, From>;
    /** Further columns to write. */
    set?: SetOf<Table>;
    /** A further condition: sql`expires_at > ${at}`. */
    where?: RawBuilder<SqlBool>;
  };

/** A move whose states are known only at run time. */
type StepOf<State extends string, Table extends TableName> = OwnerOf<Table> & {
  id: string;
  from: readonly State[];
  to: State;
  /** Further columns to write; undefined ones stay unchanged. */
  set?: SetOf<Table>;
  /** A further condition. */
  where?: RawBuilder<SqlBool> | undefined;
};

/** The part that tools and tests need of any lifecycle. */
export interface AnyLifecycle {
  name: string;
  table: TableName;
  idColumn: string;
  stateColumn: string;
  /** States in which a row begins. */
  initial: readonly string[];
  transitions: Readonly<Record<string, readonly string[]>>;
  terminal: readonly string[];
  /** Whether `borrower_id` is the first column of the table's key. */
  isBorrowers: boolean;
  move(trx: Transaction, input: never): Promise<boolean>;
}

export interface Lifecycle<T extends TransitionsOf<T>, Table extends TableName> extends AnyLifecycle {
  states: readonly (keyof T & string)[];
  isTerminal(state: keyof T & string): boolean;
  /** Records that a row began; after its insert, in the same transaction. */
  begin(trx: Transaction, input: Said & OwnerOf<Table> & { to?: keyof T & string }): Promise<void>;
  /**
   * Moves a row and records an event. False when its state is not in `from` or `where` does not hold: another change
   * came first, and nothing was changed.
   * @throws RangeError for a move that the transitions do not know
   */
  move<const From extends keyof T & string>(trx: Transaction, input: MoveOf<T, Table, From>): Promise<boolean>;
  /**
   * Moves a row without an event: for a domain that records the change in its own rows, with more details. Returns the
   * previous state, null when another change came first.
   * @throws RangeError for a move that the transitions do not know
   */
  step(trx: Transaction, input: StepOf<keyof T & string, Table>): Promise<(keyof T & string) | null>;
  /** All events of one row, in order. */
  events(reader: Reader, id: string): Promise<LifecycleEvent<keyof T & string>[]>;
  /** All events of a borrower's rows, the newest `max` first. */
  eventsOf(reader: Reader, borrowerId: string, max: number): Promise<LifecycleEvent<keyof T & string>[]>;
  /** Deletes the events of rows that are themselves deleted. */
  forget(trx: Transaction, ids: readonly string[]): Promise<void>;
}

interface Options<State extends string, Table extends TableName> {
  table: Table;
  /** `id` by default; holds a UUID. */
  idColumn?: keyof DB[Table] & string;
  /** `state` by default. */
  stateColumn?: keyof DB[Table] & string;
  /** The first one given by default. */
  initial?: readonly State[];
  /** True for a table with a `borrower_id` that is not null: it is the first column of the key. */
  isBorrowers: DB[Table] extends { borrowerId: string } ? true : false;
  /** For a domain with its own table of events; the default is `lifecycle_event`. */
  record?(trx: Transaction, event: Omit<LifecycleEvent<State>, "number">): Promise<void>;
}

const name60 = /^[a-z]+(?:_[a-z]+)*$/;
const maxTextLength = 100;

/**
 * Declares the states of a table's rows, in a domain's `server/records/lifecycle.ts`; the domain registers it by
 * `lifecycles`.
 * @throws RangeError for an unreachable state, one that is followed by itself or by an unknown one, or a wrong form of
 * name
 */
export function defineLifecycle<const T extends TransitionsOf<T>, Table extends TableName>(
  name: string,
  transitions: T,
  options: Options<keyof T & string, Table>,
): Lifecycle<T, Table> {
  type State = keyof T & string;
  const states = Object.keys(transitions) as State[];
  const { table, idColumn = "id", stateColumn = "state", initial = states.slice(0, 1), isBorrowers } = options;
  check(name, transitions, initial);
  const { record = (trx, event) => insertStateChange(trx, name, event) } = options;
  const note = async (trx: Transaction, event: Omit<LifecycleEvent<State>, "number">): Promise<void> => {
    for (const value of [event.cause, event.actor, ...Object.values(event.facts)])
      if (typeof value === "string" && value.length > maxTextLength)
        throw new RangeError(`An event of ${name} holds a long text; events carry ids, codes, dates and figures only.`);
    await record(trx, event);
  };
  const follows = (from: string, to: string): boolean =>
    Object.hasOwn(transitions, from) && (transitions[from as State] as readonly string[]).includes(to);
  const step: Lifecycle<T, Table>["step"] = async (trx, { id, from, to, set = {}, where, borrowerId = null }) => {
    if (from.length === 0) throw new RangeError(`A ${name} goes to ${to} from nowhere.`);
    for (const state of from)
      if (!follows(state, to)) throw new RangeError(`A ${name} cannot go from ${state} to ${to}.`);
    const machine = { table, idColumn, stateColumn, isBorrowers };
    return guardedUpdate<State>(trx, machine, { id, from, to, set, where, borrowerId });
  };

  return {
    name,
    table,
    idColumn,
    stateColumn,
    initial,
    transitions,
    states,
    isBorrowers,
    terminal: states.filter((state) => transitions[state].length === 0),
    isTerminal: (state) => transitions[state].length === 0,
    async begin(trx, { id, to = initial[0] as State, actor, cause, facts = {}, at, borrowerId = null }) {
      if (!initial.includes(to)) throw new RangeError(`A ${name} does not begin as ${to}.`);
      await note(trx, { subjectId: id, borrowerId, from: null, to, actor, cause, facts, at });
    },
    step,
    async move(trx, { id, from, to, actor, cause, facts = {}, at, set, where, borrowerId = null }) {
      const previous = await step(trx, { id, from, to, set, where, borrowerId } as StepOf<State, Table>);
      if (previous === null) return false;
      await note(trx, { subjectId: id, borrowerId, from: previous, to, actor, cause, facts, at });
      return true;
    },
    async events(reader, id) {
      const rows = await reader
        .selectFrom("lifecycle_event")
        .selectAll()
        .where("machine", "=", name)
        .where("subjectId", "=", id)
        .orderBy("number")
        .execute();
      return rows.map((row) => eventOfRow<State>(row));
    },
    async eventsOf(reader, borrowerId, max) {
      const rows = await reader
        .selectFrom("lifecycle_event")
        .selectAll()
        .where("borrowerId", "=", borrowerId)
        .where("machine", "=", name)
        .orderBy("happenedAt", "desc")
        .limit(max)
        .execute();
      return rows.map((row) => eventOfRow<State>(row));
    },
    async forget(trx, ids) {
      if (ids.length === 0) return;
      await trx
        .deleteFrom("lifecycle_event")
        .where("machine", "=", name)
        .where("subjectId", "in", [...ids])
        .execute();
    },
  };
}

/** Deletes the events of a borrower's rows, except of the given machines; returns how many were deleted. */
export async function forgetBorrowersEvents(
  trx: Transaction,
  borrowerId: string,
  keptMachines: readonly string[],
): Promise<number> {
  let query = trx.deleteFrom("lifecycle_event").where("borrowerId", "=", borrowerId);
  if (keptMachines.length > 0) query = query.where("machine", "not in", [...keptMachines]);
  const { numDeletedRows } = await query.executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** The previous state; null when another change came first. */
async function guardedUpdate<State extends string>(
  trx: Transaction,
  machine: Pick<AnyLifecycle, "table" | "idColumn" | "stateColumn" | "isBorrowers">,
  move: {
    id: string;
    from: readonly string[];
    to: string;
    set: object;
    where: RawBuilder<SqlBool> | undefined;
    borrowerId: string | null;
  },
): Promise<State | null> {
  const [row, id, state] = [sql.table(machine.table), sql.ref(machine.idColumn), sql.ref(machine.stateColumn)];
  const whose = machine.isBorrowers ? sql`borrower_id = ${move.borrowerId} and` : sql``;
  const only = move.where ? sql`and (${move.where})` : sql``;
  const changed = Object.entries({ ...move.set, [machine.stateColumn]: move.to })
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  // The row is locked first, so that the event names the state that was really left.
  const { rows } = await sql<{ leftState: State }>`
    with held as (select ${id} as held_id, ${state} as left_state from ${row}
      where ${whose} ${id} = ${move.id} and ${state} in (${sql.join(move.from)}) ${only} for update)
    update ${row} set ${sql.join(changed)} from held where ${whose} ${id} = held.held_id returning held.left_state`.execute(
    trx,
  );
  return rows[0]?.leftState ?? null;
}

/** Records an event in the common table: for a machine whose `record` differs slightly. */
export async function insertStateChange(
  trx: Transaction,
  machine: string,
  { subjectId, borrowerId, from, to, actor, cause, facts, at }: Omit<LifecycleEvent, "number">,
): Promise<void> {
  // A statement after the one that locked the row, so no other transaction numbers its events at the same time.
  await trx
    .insertInto("lifecycle_event")
    .values({
      machine,
      subjectId,
      number: sql<number>`(select coalesce(max(number), 0) + 1 from lifecycle_event
        where machine = ${machine} and subject_id = ${subjectId})`,
      borrowerId,
      fromState: from,
      toState: to,
      actor,
      cause,
      facts: JSON.stringify(facts),
      happenedAt: at,
    })
    .execute();
}

function check(name: string, transitions: Record<string, readonly string[]>, initial: readonly string[]): void {
  if (!name60.test(name) || name.length > 60)
    throw new RangeError(`${name} is no name of a lifecycle: wallet_withdrawal.`);
  const states = Object.keys(transitions);
  const reached = new Set<string>(initial);
  for (const state of reached) for (const next of transitions[state] ?? []) reached.add(next);
  const problems = [
    ...states.filter((state) => !reached.has(state)).map((state) => `nothing leads to ${state}`),
    ...[...reached].filter((state) => !states.includes(state)).map((state) => `${state} is no state`),
    ...states.filter((state) => transitions[state]!.includes(state)).map((state) => `${state} follows itself`),
  ];
  if (problems.length > 0) throw new RangeError(`${name}: ${problems.join(", ")}.`);
}

interface EventRow {
  subjectId: string;
  borrowerId: string | null;
  number: number;
  fromState: string | null;
  toState: string;
  actor: string;
  cause: string;
  facts: unknown;
  happenedAt: Date;
}

const eventOfRow = <State extends string>(row: EventRow): LifecycleEvent<State> => ({
  subjectId: row.subjectId,
  borrowerId: row.borrowerId,
  number: row.number,
  from: row.fromState as State | null,
  to: row.toState as State,
  actor: row.actor as Actor,
  cause: row.cause,
  facts: row.facts as ConsoleFacts,
  at: row.happenedAt,
});

/** Codes of events: by both states, by state and cause, or by state alone; the first that exists. */
export type EventCodes<State extends string, Code extends string> = Readonly<
  Partial<Record<State | `${State}:${string}` | `${State}>${State}`, Code | null>>
>;

/** Null hides an event that has a text under a more general key. */
function codeOf<State extends string, Code extends string>(
  { from, to, cause }: Pick<LifecycleEvent<State>, "from" | "to" | "cause">,
  codes: EventCodes<State, Code>,
): Code | null {
  const known: Readonly<Record<string, Code | null | undefined>> = codes;
  const key = [`${from}>${to}`, `${to}:${cause}`, to].find((one) => known[one] !== undefined);
  return key === undefined ? null : (known[key] ?? null);
}

/** A row's events for staff, in order, with actor and reason; `more` adds further facts, such as a number that staff know it by. */
export function happeningsOf<State extends string>(
  kind: TimelineKind,
  events: readonly LifecycleEvent<State>[],
  codes: EventCodes<NoInfer<State>, string>,
  more: (event: LifecycleEvent<State>) => ConsoleFacts = () => ({}),
): Happening[] {
  return events.flatMap((event) => {
    const what = codeOf(event, codes);
    const { at, actor, cause, facts } = event;
    return what ? [{ at, kind, what, facts: { ...more(event), actor, ...facts, cause } }] : [];
  });
}
