/**
 * A query whose text never changes: Kysely builds and compiles it once, and each later call only fills in its values.
 * Building and compiling costs more than the client needs to send the statement. // docs/decisions/172
 */
import type { CompiledQuery, Kysely, Transaction } from "kysely";
import type { DB } from "#server/database.types.ts";

type Reader = Kysely<DB> | Transaction<DB>;

/** Stands for a value while the query is built. It is no value: a query that looks at it throws. */
class Placeholder {
  readonly field: string;
  constructor(field: string) {
    this.field = field;
  }
  [Symbol.toPrimitive](): never {
    throw new TypeError(`A fixed query must not depend on the value of ${this.field}.`);
  }
}

type Build<Given, Row> = (reader: Reader, given: Given) => { compile(): CompiledQuery<Row> };

export class FixedQuery<Given extends object, Row> {
  readonly build: Build<Given, Row>;
  #compiled: CompiledQuery<Row> | undefined;

  constructor(build: Build<Given, Row>) {
    this.build = build;
  }

  /** The statement with these values. */
  compile(reader: Reader, given: Given): CompiledQuery<Row> {
    const compiled = (this.#compiled ??= this.build(reader, placeholders as Given).compile());
    const values = given as Record<string, unknown>;
    const parameters = compiled.parameters.map((one) => (one instanceof Placeholder ? values[one.field] : one));
    return { sql: compiled.sql, parameters, query: compiled.query, queryId: compiled.queryId };
  }

  async execute(reader: Reader, given: Given): Promise<Row[]> {
    return (await reader.executeQuery(this.compile(reader, given))).rows;
  }

  async executeTakeFirst(reader: Reader, given: Given): Promise<Row | undefined> {
    return (await this.execute(reader, given))[0];
  }
}

const placeholders = new Proxy({}, { get: (_, field) => new Placeholder(String(field)) });

/**
 * Declares a fixed query once, outside of the function that asks it. `build` must not depend on the values: no conditions
 * on them, no lists of them (use `= any(…)`). In tests every call is compared with the query as Kysely builds it.
 */
export const fixedQuery = <Given extends object, Row>(build: Build<Given, Row>): FixedQuery<Given, Row> =>
  new FixedQuery(build);
