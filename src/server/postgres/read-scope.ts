/**
 * What a request that only reads has asked, it does not ask again: the same statement with the same values is answered by the
 * first one's answer, whoever of the page's calls and domains asks it. // docs/decisions/172
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { PostgresQueryResult } from "kysely";

type Answer = Promise<PostgresQueryResult<unknown>>;

/** The reads of one request. */
export class ReadScope {
  readonly #answers = new Map<string, Answer>();

  /** The answer to this statement, asked for where it was not yet. Rows are handed out as copies: whoever changes theirs changes nobody else's. */
  async ask(text: string, values: readonly unknown[], ask: () => Answer): Promise<PostgresQueryResult<unknown>> {
    const name = values.length === 0 ? text : `${text} ${JSON.stringify(values)}`;
    const known = this.#answers.get(name);
    if (!known) {
      const asked = ask();
      this.#answers.set(name, asked);
      return asked;
    }
    const { rows, ...rest } = await known;
    return { ...rest, rows: rows.map((row) => ({ ...(row as object) })) };
  }

  /** Something was written: what was read before it may be different now. */
  forget(): void {
    this.#answers.clear();
  }
}

const running = new AsyncLocalStorage<ReadScope>();

/** Runs work that reads in a scope; what it begins belongs to it too. */
export const readingIn = <Result>(scope: ReadScope, work: () => Result): Result => running.run(scope, work);

/** The scope of whoever asks; none in jobs, sweeps and calls that write. */
export const readScope = (): ReadScope | undefined => running.getStore();
