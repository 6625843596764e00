/**
 * The reads of one turn of the event loop as one statement. A page that gathers a little from every domain asks dozens of
 * small ones, each of which costs Node and the server more for being asked than for being answered. The domains keep their
 * own queries: here each becomes a column of one row, which holds the query's rows as JSON with every value in the text that
 * the server would have sent, and each caller gets its rows as from a statement of its own. // docs/decisions/172
 */
import pg from "pg";
import type { PostgresQueryResult } from "kysely";
import { rowOf, type PreparedStatement, type RowShape, type Values } from "./prepared-query.ts";
import type { Statements } from "./statements.ts";

type Answer = PostgresQueryResult<never>;
export type Send = (text: string, values: Values) => Promise<Answer>;

/** A united statement is prepared at each connection, so their number is bounded; further combinations are asked one by one. */
const maxUnited = 100;
/** Reads in one statement, at most: the server plans them together. */
const maxReads = 24;

const types = pg.types.builtins;
/** `text[]`, `varchar[]`, `int[]`, `bigint[]`, `uuid[]`, `boolean[]`, `timestamptz[]`, `date[]`. */
const arrayOids = [1009, 1015, 1007, 1016, 2951, 1000, 1185, 1182];
/** Types whose cast to text gives what their readers take; `char(n)` and `inet`, for example, are cast to something else. */
const castable: ReadonlySet<number> = new Set<number>([
  types.BOOL,
  types.BYTEA,
  types.INT2,
  types.INT4,
  types.INT8,
  types.FLOAT4,
  types.FLOAT8,
  types.NUMERIC,
  types.TEXT,
  types.VARCHAR,
  types.UUID,
  types.DATE,
  types.TIMESTAMP,
  types.TIMESTAMPTZ,
  types.JSON,
  types.JSONB,
  ...arrayOids,
]);

const judged = new WeakMap<RowShape, boolean>();

/** Whether the columns are known from an earlier answer, and the statement can stand within another. */
function isUnitable({ text, shape }: PreparedStatement): boolean {
  if (!shape) return false;
  const known = judged.get(shape);
  if (known !== undefined) return known;
  const isFit = canStandWithin(text, shape);
  judged.set(shape, isFit);
  return isFit;
}

function canStandWithin(text: string, shape: RowShape): boolean {
  return (
    shape.columns.length > 0 &&
    // Columns are asked for by their names.
    new Set(shape.names).size === shape.columns.length &&
    shape.columns.every(({ dataTypeID }) => castable.has(dataTypeID)) &&
    !/--|\/\*|;|\\'/.test(text) &&
    !text.match(/'[^']*'/g)?.some((literal) => /\$\d/.test(literal))
  );
}

interface Waiting {
  statements: Statements;
  statement: PreparedStatement;
  values: Values;
  send: Send;
  resolve: (answer: Answer | Promise<Answer>) => void;
  reject: (error: unknown) => void;
}

/** Text of the statement that asks all of these; undefined when there are too many combinations. */
function unitedText(batch: readonly Waiting[]): string | undefined {
  const { unitedTexts } = batch[0]!.statements;
  const name = batch.map(({ statement, values }) => `${statement.name}/${values.length}`).join(" ");
  const known = unitedTexts.get(name);
  if (known !== undefined || unitedTexts.size >= maxUnited) return known;
  let before = 0;
  const columns = batch.map(({ statement: { text, shape }, values }, number) => {
    const own = text.replaceAll(/\$(\d+)/g, (_, at: string) => `$${before + Number(at)}`);
    before += values.length;
    // By their names, so that a column that a migration drops is missed and not mistaken for another.
    const cells = shape!.columns.map(({ name }) => `q."${name.replaceAll('"', '""')}"::text`).join(", ");
    return `(select json_agg(json_build_array(${cells}))::text from (\n${own}\n) as q) as r${number}`;
  });
  const united = `select ${columns.join(",\n")}`;
  unitedTexts.set(name, united);
  return united;
}

/** The rows of one of the reads, from their JSON. */
function answerOf(json: string | null, shape: RowShape): Answer {
  const rows = json === null ? [] : (JSON.parse(json) as (string | null)[][]).map((cells) => rowOf(shape, cells));
  return { command: "SELECT", rowCount: rows.length, rows: rows as never[] };
}

/** Reads that are held until the end of their turn. One belongs to one request, so nothing of others is in its statements. */
export class UnitedReads {
  #waiting: Waiting[] = [];

  /** Asks together with the other reads of this turn; alone where the columns are not known yet. */
  async ask(statements: Statements, text: string, values: Values, send: Send): Promise<Answer> {
    const statement = statements.of(text);
    if (!("name" in statement) || !isUnitable(statement)) return send(text, values);
    return new Promise<Answer>((resolve, reject) => {
      // Everything that this turn asks has been asked when the microtasks have run, and ticks come after them.
      if (this.#waiting.length === 0) process.nextTick(() => this.#askAll());
      this.#waiting.push({ statements, statement, values, send, resolve, reject });
    });
  }

  #askAll(): void {
    const all = this.#waiting;
    this.#waiting = [];
    for (const ofPool of Map.groupBy(all, ({ statements }) => statements).values()) {
      // By name, so that the same reads in another order are the same statement.
      const sorted = ofPool.toSorted((one, other) => (one.statement.name < other.statement.name ? -1 : 1));
      for (let from = 0; from < sorted.length; from += maxReads) void askTogether(sorted.slice(from, from + maxReads));
    }
  }
}

async function askTogether(batch: readonly Waiting[]): Promise<void> {
  const text = batch.length > 1 ? unitedText(batch) : undefined;
  if (text === undefined) return askApart(batch);
  try {
    const { rows } = await batch[0]!.send(
      text,
      batch.flatMap(({ values }) => values),
    );
    const [row] = rows as Record<string, string | null>[];
    for (const [number, { statement, resolve, reject }] of batch.entries())
      try {
        resolve(answerOf(row![`r${number}`]!, statement.shape!));
      } catch (error) {
        reject(error);
      }
  } catch (error) {
    // One of them failed: asked by themselves, only that one does. A time-out or a lost connection would come again for each.
    if (error instanceof pg.DatabaseError && error.code !== queryCanceled) askApart(batch);
    else for (const { reject } of batch) reject(error);
  }
}
const queryCanceled = "57014";

function askApart(batch: readonly Waiting[]): void {
  for (const { statement, values, send, resolve } of batch) resolve(send(statement.text, values));
}
