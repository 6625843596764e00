/** Statements as they are sent: which are plain reads, and which are prepared under a name, once a connection. */
import type { PostgresQueryResult } from "kysely";
import pg from "pg";
import { fieldOf } from "./column-names.ts";
import { PreparedQuery, type PreparedStatement, type Values } from "./prepared-query.ts";

/** Statements that a connection keeps prepared. Further ones are sent as text: lists of growing length (`in ($1, $2, …)`) must not fill the database's memory. */
const maxStatements = 500;

export type Askable = Pick<pg.ClientBase, "query">;

/** Whether a read may share a connection with others: it takes no lock, changes nothing and does not sleep. */
export function isPlainRead(text: string): boolean {
  return (
    /^\s*(?:select|with)\b/i.test(text) &&
    !/\b(?:insert|update|delete|merge|share|into|set_config|nextval|notify)\b|\bpg_(?!typeof\b)\w+\s*\(/i.test(text)
  );
}

/** A prepared `on conflict (…) where state = $1 do …` no longer matches its partial index once its plan leaves the values open. */
const isPreparable = (text: string): boolean => !/\bon conflict\b(?:(?!\bdo\b).)*\bwhere\b/is.test(text);

/** The database refuses a prepared statement whose columns a migration has changed. */
export function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "0A000" && error.message.startsWith("cached plan");
}

/** The answer with rows by the names of the code; a prepared query makes them so itself. */
function renamed<Row>(answer: pg.QueryResult): PostgresQueryResult<Row> {
  const columns = (answer.fields ?? []).map(({ name }) => name);
  const fields = columns.map(fieldOf);
  if (fields.some((field, at) => field !== columns[at]))
    answer.rows = (answer.rows as Record<string, unknown>[]).map((row) => {
      const renamed: Record<string, unknown> = {};
      for (let at = 0; at < columns.length; at++) renamed[fields[at]!] = row[columns[at]!];
      return renamed;
    });
  return answer as unknown as PostgresQueryResult<Row>;
}

/** Names and kinds of statements, by their text. */
export class Statements {
  readonly #isPrepared: boolean;
  #known = new Map<string, PreparedStatement & { isRead: boolean }>();
  /** Texts of united reads, by the names of their statements (`united-reads.ts`). */
  readonly unitedTexts = new Map<string, string>();
  #generation = 0;

  constructor(isPrepared: boolean) {
    this.#isPrepared = isPrepared;
  }

  of(text: string): { isRead: boolean } | (PreparedStatement & { isRead: boolean }) {
    const known = this.#known.get(text);
    if (known) return known;
    const isRead = isPlainRead(text);
    if (this.#known.size - this.unitedTexts.size >= maxStatements || !isPreparable(text)) return { isRead };
    const statement = { name: `s${this.#generation}_${this.#known.size}`, text, isRead };
    this.#known.set(text, statement);
    return statement;
  }

  /** Runs a statement, prepared if it has values: `begin`, `commit` and the like are sent as they are. */
  async ask<Row>(client: Askable, text: string, values: Values): Promise<PostgresQueryResult<Row>> {
    const statement = this.of(text);
    try {
      if (!this.#isPrepared || !("name" in statement) || values.length === 0)
        return renamed<Row>(await client.query({ text, values: values as unknown[] }));
      return (await client.query(new PreparedQuery(statement, values))) as unknown as PostgresQueryResult<Row>;
    } catch (error) {
      // The stack trace of the caller, and not of the socket that read the answer.
      if (error instanceof Error) Error.captureStackTrace(error);
      if (isStalePlan(error)) this.#forget();
      throw error;
    }
  }

  /** New names, so that every connection prepares its statements again. */
  #forget(): void {
    this.#known.clear();
    this.unitedTexts.clear();
    this.#generation++;
  }
}
