/**
 * Within one read-only request, each statement runs once: the same statement with the same values gets the first
 * answer, whichever of the page's calls and domains asks. // docs/decisions/172
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { PostgresQueryResult } from "kysely";
import type { Values } from "./prepared-query.ts";
import { UnitedReads } from "./united-reads.ts";

type Answer = Promise<PostgresQueryResult<unknown>>;

/** Another server that may answer plain reads; null where the primary must. */
export interface ReadSource {
  read(text: string, values: Values): Promise<PostgresQueryResult<never> | null>;
}

/** The reads of one request. */
export class ReadScope {
  /** A standby that is as fresh as the request; asked for with the first call that may read from it. */
  source: Promise<ReadSource | null> | undefined;
  /** Reads of the request's calls that gather (`unitingReads`). */
  readonly united = new UnitedReads();
  readonly #answers = new Map<string, Answer>();

  /** The answer to this statement, queried the first time only. Each caller gets copies of the rows, so changes stay its own. */
  async ask(text: string, values: readonly unknown[], ask: () => Answer): Promise<PostgresQueryResult<unknown>> {
    const name = values.length === 0 ? text : `${text} ${JSON.stringify(values)}`;
    const known = this.#answers.get(name);
    if (!known) {
      const answer = ask();
      this.#answers.set(name, answer);
      return answer;
    }
    const { rows, ...rest } = await known;
    return { ...rest, rows: rows.map((row) => ({ ...(row as object) })) };
  }

  /** After a write: earlier reads may be different now, and the standby may lack it. */
  forget(): void {
    this.#answers.clear();
    this.source = undefined;
  }
}

interface Reading {
  scope?: ReadScope;
  /** Shared with the work started inside, which may write. */
  from: { source: ReadSource | null };
  isUniting?: boolean;
}
const running = new AsyncLocalStorage<Reading>();

/** Runs reading work in a scope; work started inside belongs to it too. With `source`, its plain reads go there. */
export const readingIn = <Result>(scope: ReadScope, work: () => Result, source?: ReadSource | null): Result =>
  running.run({ scope, from: { source: source ?? null } }, work);

/** Runs reading work outside a request: its plain reads go to `source`, and none is remembered. */
export const readingFrom = <Result>(source: ReadSource | null, work: () => Result): Result =>
  running.run({ from: { source } }, work);

/**
 * Runs reading work of a request whose many small reads are asked as one statement a turn. For pages that gather a little from
 * every domain: where one read takes long, the others wait for it. Without effect in transactions and outside a request.
 */
export const unitingReads = <Result>(work: () => Result): Result =>
  running.run({ from: { source: null }, ...running.getStore(), isUniting: true }, work);

/** The united reads of the current work; none where each is asked by itself. */
export function unitedReads(): UnitedReads | undefined {
  const reading = running.getStore();
  return reading?.isUniting ? reading.scope?.united : undefined;
}

/** The scope of the current request; none in jobs, sweeps and calls that write. */
export const readScope = (): ReadScope | undefined => running.getStore()?.scope;

/** The current work has written: its further reads must see that. */
export function forgetReads(): void {
  const reading = running.getStore();
  reading?.scope?.forget();
  if (reading) reading.from.source = null;
}

/** The standby that the current work reads from; none where the primary answers. */
export const readSource = (): ReadSource | null => running.getStore()?.from.source ?? null;
