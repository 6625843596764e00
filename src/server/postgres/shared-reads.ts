/**
 * Reads outside a transaction share a few connections, on which they are sent without waiting for the answers before
 * them. Those of one turn of the event loop (one page asks for ten and more at once) leave on one connection in one
 * write: each write of its own would cost Node and the server more than the read. // docs/decisions/172
 */
import type { PostgresQueryResult } from "kysely";
import { finishedWithin } from "#server/work/timers.ts";
import { DatabaseClient, type DatabaseClientConfig } from "./client.ts";
import { closeMilliseconds, type ConnectionPool } from "./connection-pool.ts";
import { DatabaseUnreachable } from "./lost-connection.ts";
import type { Values } from "./prepared-query.ts";
import type { Askable, Statements } from "./statements.ts";

/** A read is not queued behind one that takes longer than this while another connection has a shorter queue. */
const slowMilliseconds = 50;

/** A connection on which reads are sent one after the other without waiting. */
class Shared {
  readonly ready: Promise<DatabaseClient>;
  readonly #client: DatabaseClient;
  /** When each read that is under way was sent, oldest first. */
  readonly #sent = new Set<{ at: number }>();
  isLost = false;
  /** No further read is put here. */
  isRetired = false;

  constructor(connection: DatabaseClientConfig, lost: (error: Error) => void) {
    this.#client = new DatabaseClient({ ...connection, pipeline: true } as DatabaseClientConfig);
    this.#client.on("error", (error) => {
      if (!this.isLost && !this.#client.isGivenUp) lost(error);
      this.isLost = true;
    });
    this.#client.on("end", () => (this.isLost = true));
    this.ready = this.#client.connect().then(
      () => this.#client,
      (error: unknown) => {
        this.isLost = true;
        throw error;
      },
    );
    this.ready.catch(() => {});
  }

  get openedAt(): number {
    return this.#client.openedAt;
  }

  get waiting(): number {
    return this.#sent.size;
  }

  get isSlow(): boolean {
    const [oldest] = this.#sent;
    return oldest !== undefined && performance.now() - oldest.at > slowMilliseconds;
  }

  async use<Result>(ask: (client: Askable) => Promise<Result>): Promise<Result> {
    const one = { at: performance.now() };
    this.#sent.add(one);
    try {
      const client = await this.ready;
      client.gather();
      return await ask(client);
    } finally {
      this.#sent.delete(one);
      this.#giveUpWhereDone();
    }
  }

  /** Accepts no further read, and closes when the last one has been answered or given up. */
  retire(): void {
    this.isRetired = true;
    this.#giveUpWhereDone();
  }

  async end(): Promise<void> {
    this.isLost = true;
    const ended = this.#client.end().catch(() => {});
    if (!(await finishedWithin(closeMilliseconds, ended))) this.#client.giveUp();
  }

  #giveUpWhereDone(): void {
    if (!this.isRetired || this.waiting > 0 || this.isLost) return;
    this.isLost = true;
    this.#client.giveUp();
  }
}

/** The connections that reads share. */
export class SharedReads {
  readonly #pool: ConnectionPool;
  readonly #statements: Statements;
  readonly #max: number;
  #open: Shared[] = [];
  /** The connection that carries the reads of this turn of the event loop. */
  #ofTurn: Shared | undefined;

  /** `max`: number of connections, at least one. */
  constructor(pool: ConnectionPool, statements: Statements, max: number) {
    this.#pool = pool;
    this.#statements = statements;
    this.#max = max;
    pool.onRetire((before) => {
      for (const one of this.#open) if (one.openedAt < before) one.retire();
    });
  }

  /** @throws ConnectionLost, DatabaseUnreachable, or the error of the statement. */
  async read<Row>(text: string, values: Values): Promise<PostgresQueryResult<Row>> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#forTurn().use((client) =>
          this.#pool.ask(() => this.#statements.ask<Row>(client, text, values)),
        );
      } catch (error) {
        if (!(error instanceof DatabaseUnreachable)) throw error;
        this.#pool.unreachable(error);
        if (tries >= this.#pool.hosts.count) throw error;
      }
    }
  }

  /** Resolves when the least busy one has answered everything; at once when one is idle. */
  async wait(): Promise<void> {
    const one = this.#freest();
    if (one.waiting > 0) await one.use((client) => client.query("select 1"));
  }

  async end(): Promise<void> {
    await Promise.all(this.#open.map((one) => one.end()));
  }

  #forTurn(): Shared {
    if (this.#ofTurn && !this.#ofTurn.isLost && !this.#ofTurn.isRetired) return this.#ofTurn;
    if (!this.#ofTurn) process.nextTick(() => (this.#ofTurn = undefined));
    return (this.#ofTurn = this.#freest());
  }

  /** An idle one, else a new one while allowed, else the one with the shortest queue that is not stuck. */
  #freest(): Shared {
    this.#open = this.#open.filter((one) => !one.isLost && !one.isRetired);
    const idle = this.#open.find((one) => one.waiting === 0);
    if (idle) return idle;
    if (this.#open.length < this.#max) {
      const opened = new Shared(this.#pool.connection, (error) =>
        this.#pool.lost("a connection for reads was lost", error),
      );
      this.#open.push(opened);
      return opened;
    }
    const lively = this.#open.filter((one) => !one.isSlow);
    return (lively.length > 0 ? lively : this.#open).reduce((one, other) =>
      other.waiting < one.waiting ? other : one,
    );
  }
}
