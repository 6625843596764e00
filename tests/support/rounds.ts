/**
 * How often a piece of work asks the database, and in how many rounds: questions that wait for no other's answer are one
 * round. Every round is held back until nothing more is asked and let go together, so that the count does not depend on
 * how quick the machine is.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import type { Database } from "#server/database.server.ts";
import { sql } from "kysely";

export interface Rounds {
  rounds: number;
  queries: number;
  /** The queries, round by round, for finding the cause. */
  asked: string[][];
}

interface Question {
  text: string;
  send: () => Promise<unknown>;
}

/**
 * Nothing that a request does between two questions takes as long, but for what waits for the database. In steps of which
 * each is waited for by itself: while a busy machine lets the process stand still, one of them goes by and not all.
 */
const quiet = { steps: 5, milliseconds: 7 };

/** Turns of the loop instead of time: what takes a thread of its own between two questions makes two rounds of one, never one of two. */
const quickTurns = 12;

class Counting {
  readonly asked: string[][] = [];
  readonly #isQuick: boolean;
  constructor(isQuick: boolean) {
    this.#isQuick = isQuick;
  }
  #waiting: Question[] = [];
  #underWay = 0;
  #quiet: NodeJS.Timeout | undefined;

  ask(text: string, send: () => Promise<unknown>): Promise<unknown> {
    return new Promise((done, failed) => {
      this.#waiting.push({ text, send: () => send().then(done, failed) });
      this.#letGoWhenQuiet();
    });
  }

  #letGoWhenQuiet(): void {
    if (this.#underWay > 0) return;
    if (this.#isQuick) return void this.#afterTurns(quickTurns, this.#waiting.length);
    clearTimeout(this.#quiet);
    const wait = (steps: number): void => {
      this.#quiet = setTimeout(() => (steps > 1 ? wait(steps - 1) : this.#letGo()), quiet.milliseconds);
    };
    wait(quiet.steps);
  }

  #afterTurns(turns: number, waiting: number): void {
    setImmediate(() => {
      // A query sent in between starts its own count.
      if (this.#waiting.length !== waiting || this.#underWay > 0) return;
      if (turns > 1) this.#afterTurns(turns - 1, waiting);
      else this.#letGo();
    });
  }

  #letGo(): void {
    const round = this.#waiting.splice(0);
    this.asked.push(round.map(({ text }) => text));
    this.#underWay = round.length;
    for (const { send } of round) {
      void send().then(() => {
        this.#underWay--;
        if (this.#waiting.length > 0) this.#letGoWhenQuiet();
      });
    }
  }
}

const counting = new AsyncLocalStorage<Counting>();
const { query } = pg.Client.prototype;
type Query = (this: pg.Client, asked: string | pg.QueryConfig, ...rest: unknown[]) => Promise<unknown>;
/** A connection sets its session up as it is opened, which comes before any question. */
const isOpening = (asked: string | pg.QueryConfig): boolean =>
  typeof asked !== "string" && asked.text.startsWith("select set_config('TimeZone'");
/** Jobs and sweeps ask beside it, outside of any count. */
pg.Client.prototype.query = function (this: pg.Client, asked: string | pg.QueryConfig, ...rest: unknown[]) {
  const send = () => (query as unknown as Query).call(this, asked, ...rest);
  const count = isOpening(asked) ? undefined : counting.getStore();
  return count ? count.ask(typeof asked === "string" ? asked : asked.text, send) : send();
} as unknown as typeof query;

const connections = 10;

/** Opens the connections that a process opens when it first needs them: one that has to be opened comes a round later. */
export async function openConnections(database: Database): Promise<void> {
  await Promise.all(Array.from({ length: connections }, () => sql`select pg_sleep(0.05)`.execute(database)));
}

/** Counts what this work asks of the database, transactions' beginnings and ends included. */
export async function roundsOf(database: Database, work: () => Promise<unknown>): Promise<Rounds> {
  await openConnections(database);
  return await counted(new Counting(false), work);
}

/** The same in a hundredth of the time, where connections are open already: never fewer rounds than there are, sometimes more. */
export async function roundsAtMost(work: () => Promise<unknown>): Promise<Rounds> {
  return await counted(new Counting(true), work);
}

async function counted(count: Counting, work: () => Promise<unknown>): Promise<Rounds> {
  await counting.run(count, work);
  return { rounds: count.asked.length, queries: count.asked.flat().length, asked: count.asked };
}
