/**
 * The embedded database is killed again and again while money moves: with its children as in a power failure, or alone.
 * It restarts by itself; the process that moves money continues, and nothing acknowledged is missing. // Threats H2, H6
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrate } from "#server/postgres/migrate.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "#server/postgres/embedded.ts";
import { pause } from "#server/work/timers.ts";
import { childrenOf, signalAll } from "#tests/support/children.ts";
import { moneyWorker } from "#tests/support/money-process.ts";

const isLong = process.env["TEST_LONG"] === "1";
const options = isLong ? { loans: 40, kills: 200 } : { loans: 2, kills: 2 };
let folder: string;
let server: EmbeddedPostgres;
let timesBack = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tunai-killed-"));
  server = await startEmbeddedPostgres({ dataDir: folder, log: () => {}, returned: () => timesBack++ });
  await migrate({ connection: server.connection, folder: join(import.meta.dirname, "../../migrations") });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const { worker, done } = moneyWorker(() => ({ DATABASE_URL: server.connection, DATA_DIR: folder }));

/** All processes at once, as in a power failure, alternating with the first process only. */
async function kill(number: number): Promise<void> {
  const postmaster = Number((await readFile(join(folder, "postgres", "postmaster.pid"), "utf8")).split("\n")[0]);
  const children = await childrenOf(postmaster);
  signalAll(number % 2 === 0 ? [postmaster, ...children] : [postmaster], "SIGKILL");
}

/** Writes increasing numbers and remembers those whose commit the database acknowledged. */
async function writeNumbers(stopped: () => boolean, acknowledged: number[]): Promise<void> {
  for (let number = 0; !stopped();) {
    const client = new pg.Client({ connectionString: server.connection });
    client.on("error", () => {});
    try {
      await client.connect();
      for (; !stopped(); number++) {
        await client.query("insert into written values ($1) on conflict do nothing", [number]);
        acknowledged.push(number);
      }
    } catch {
      await pause(20);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

it(
  `${options.kills} killed databases lose nothing that was acknowledged and stop nobody for good.`,
  { timeout: isLong ? 1_800_000 : 240_000 },
  async () => {
    const probe = new pg.Client({ connectionString: server.connection });
    await probe.connect();
    await probe.query("create table written (n int primary key)");
    await probe.end();
    expect(await done("seed", String(options.loans))).toEqual({ loans: options.loans });
    const { child, said } = worker("work");
    while (!said().includes("working")) {
      expect(child.exitCode, said().slice(-3000)).toBeNull();
      await pause(50);
    }
    let isOver = false;
    const acknowledged: number[] = [];
    const writing = writeNumbers(() => isOver, acknowledged);
    for (let number = 0; number < options.kills; number++) {
      await pause(300 + ((number * 397) % 900));
      const before = timesBack;
      await kill(number);
      while (timesBack === before) await pause(20);
      expect(child.exitCode, said().slice(-3000)).toBeNull();
    }
    isOver = true;
    await writing;
    const ended = new Promise((gone) => child.once("exit", gone));
    child.kill("SIGKILL");
    await ended;

    const reader = new pg.Client({ connectionString: server.connection });
    await reader.connect();
    const present = new Set((await reader.query<{ n: number }>("select n from written")).rows.map(({ n }) => n));
    await reader.end();
    expect(acknowledged.length).toBeGreaterThan(options.kills);
    expect(acknowledged.filter((number) => !present.has(number))).toEqual([]);
    expect(await done("finish")).toEqual({ open: [] });
    expect(await done("verify")).toMatchObject({
      problems: [],
      findings: [],
      holds: 0,
      unhandled: 0,
      loans: options.loans,
      paidOff: options.loans,
    });
  },
);
