/**
 * Within one read-only request, each statement runs once: the same statement with the same values gets the first
 * answer, whichever of the page's calls and domains asks. // docs/decisions/172
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { PostgresQueryResult } from "kysely";

type Answer = Promise<PostgresQueryResult<unknown>>;

/** The reads of one request. */
export class ReadScope {
  readonly #answers = new Map<string, Answer>();

  /** The answer to this statement, queried the first time only. Each caller gets copies of the rows, so changes stay its own. */
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

  /** After a write: earlier reads may be different now. */
  forget(): void {
    this.#answers.clear();
  }
}

const running = new AsyncLocalStorage<ReadScope>();

/** Runs reading work in a scope; work started inside belongs to it too. */
export const readingIn = <Result>(scope: ReadScope, work: () => Result): Result => running.run(scope, work);

/** The scope of the current request; none in jobs, sweeps and calls that write. */
export const readScope = (): ReadScope | undefined => running.getStore();
