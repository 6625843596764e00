/**
 * A process that closes and erases the due accounts, and kills itself at a named step: started by the fault tests with
 * `KILL_AT`, a step as JSON, or without one, and then it prints `done` when nothing is left to do.
 */
import pg from "pg";
import { runUntilIdle } from "#server/work/sweeps.ts";
import { openWorkerApp } from "./worker-app.ts";

export interface Step {
  name: string;
  /** The statement with which it is reached, as a pattern. */
  statement: string;
  /** Which one of those. */
  nth?: number;
  /** Whether its transaction is undone by the kill, or has been committed the instant before. */
  when: "IN_TRANSACTION" | "COMMITTED";
}

const die = (): void => void process.kill(process.pid, "SIGKILL");

function dieAt({ statement, nth = 1, when }: Step): void {
  const wanted = new RegExp(statement);
  let seen = 0;
  const within = new WeakSet<object>();
  const reached = new WeakSet<object>();
  const query = pg.Client.prototype.query as (this: object, ...all: unknown[]) => Promise<unknown> | undefined;
  pg.Client.prototype.query = async function (this: object, ...all: unknown[]) {
    const text = typeof all[0] === "string" ? all[0] : ((all[0] as { text?: string }).text ?? "");
    const answered = await query.apply(this, all);
    if (/^begin/i.test(text)) within.add(this);
    if (wanted.test(text) && ++seen === nth) reached.add(this);
    const isEnd = /^commit/i.test(text);
    if (reached.has(this) && (when === "IN_TRANSACTION" || isEnd || !within.has(this))) die();
    if (isEnd || /^rollback/i.test(text)) within.delete(this);
    return answered;
  } as never;
}

const at = process.env["KILL_AT"];
if (at) dieAt(JSON.parse(at) as Step);
const { installation, services } = await openWorkerApp();
await runUntilIdle(services);
console.log("done");
await installation.stop();
process.exit(0);
