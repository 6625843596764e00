/**
 * A prepared statement with its values, as the client takes it. The client's own kind copies its settings one by one, and
 * makes each row's columns and their readers again with every answer; here a statement keeps them from its first answer on,
 * and its rows are objects of one shape, which all that reads them finds faster. // docs/decisions/172
 */
import pg from "pg";
import { fieldOf } from "./column-names.ts";

/** Values of a statement's parameters, in their order. */
export type Values = readonly unknown[];

/** How the rows of a statement are made. */
export interface RowShape {
  columns: readonly pg.FieldDef[];
  names: readonly string[];
  readers: readonly ((text: string) => unknown)[];
  /** Each row begins as a copy of it. */
  empty: Readonly<Record<string, null>>;
}

export interface PreparedStatement {
  name: string;
  text: string;
  /** From its last answer; a migration may change it. */
  shape?: RowShape;
}

/** Members of the client's query that this one uses; an upgrade that changes them fails `prepared-query.test.ts`. */
interface ClientQuery {
  name: string;
  callback: (error: Error | null, result: pg.QueryResult) => void;
  _result: { fields: pg.FieldDef[]; rows: unknown[]; _types: { getTypeParser: typeof pg.types.getTypeParser } };
  _canceledDueToError: unknown;
}

/** Is awaited like the promise of the client's own `query`. */
export class PreparedQuery extends pg.Query implements PromiseLike<pg.QueryResult> {
  readonly #statement: PreparedStatement;
  /** This answer's own: another server's answer may give the statement another shape at the same time. */
  #shape: RowShape | undefined;
  readonly #answer: Promise<pg.QueryResult>;

  constructor(statement: PreparedStatement, values: Values) {
    super(statement.text, values as unknown[]);
    this.#statement = statement;
    const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>();
    this.#answer = promise;
    this.#inner.name = statement.name;
    this.#inner.callback = (error, result) => (error ? reject(error) : resolve(result));
  }

  // oxlint-disable-next-line unicorn/no-thenable -- what the client returns is awaited
  then: Promise<pg.QueryResult>["then"] = (done, failed) => this.#answer.then(done, failed);

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    const { _result: result } = this.#inner;
    result.fields = fields;
    const known = this.#statement.shape;
    this.#shape = known && isOf(known, fields) ? known : (this.#statement.shape = shapeOf(fields, result._types));
  }

  handleDataRow({ fields: texts }: { fields: (string | null)[] }): void {
    try {
      this.#inner._result.rows.push(rowOf(this.#shape as RowShape, texts));
    } catch (error) {
      // The client fails the query with it once the server has said everything.
      this.#inner._canceledDueToError ||= error;
    }
  }

  get #inner(): ClientQuery {
    return this as unknown as ClientQuery;
  }
}

/** A row from the texts that the server sends for its columns. */
export function rowOf({ names, readers, empty }: RowShape, texts: readonly (string | null)[]): Record<string, unknown> {
  const row: Record<string, unknown> = { ...empty };
  for (let at = 0; at < names.length; at++) {
    const text = texts[at] as string | null;
    row[names[at] as string] = text === null ? null : readers[at]!(text);
  }
  return row;
}

const isOf = (shape: RowShape | undefined, fields: readonly pg.FieldDef[]): boolean =>
  shape?.columns.length === fields.length &&
  shape.columns.every(({ name, dataTypeID }, at) => fields[at]!.name === name && fields[at]!.dataTypeID === dataTypeID);

function shapeOf(columns: readonly pg.FieldDef[], types: ClientQuery["_result"]["_types"]): RowShape {
  const names = columns.map(({ name }) => fieldOf(name));
  return {
    columns,
    names,
    readers: columns.map(({ dataTypeID }) => types.getTypeParser(dataTypeID, "text") as (text: string) => unknown),
    // Parsed, it has the compact form that V8 copies at once; an object that is filled by names loses it above a dozen.
    empty: JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null])))) as Record<string, null>,
  };
}
