/**
 * A cluster of database servers changes its primary again and again while money moves: the primary is killed, frozen,
 * moved away, or hands over. Nothing acknowledged is lost, nothing is done twice, nothing stays open. With `npm run
 * test:long`.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { expect, it } from "vitest";
import { openDatabase, type Database } from "#server/database.server.ts";
import type { ConfigFault } from "#server/process/config.server.ts";
import { migrate } from "#server/postgres/migrate.ts";
import { readRoleSettings } from "#server/postgres/role-settings.ts";
import { pause } from "#server/work/timers.ts";
import { run } from "#tests/support/database-server.ts";
import { moneyWorker, type MoneyProcess } from "#tests/support/money-process.ts";
import { startCluster, type Cluster, type ClusterNode } from "#tests/support/patroni.ts";
import { startPgBouncer } from "#tests/support/pgbouncer.ts";
import { openRelay } from "#tests/support/silent-relay.ts";

const isLong = process.env["TEST_LONG"] === "1";
const rounds = 20;
/** Each is paid out and repaid while its round's primary is lost. */
const loansOfRound = 12;
const ways = ["kill", "freeze", "moved address", "switchover"] as const;

it("A commit waits for two servers, and the proxy cuts connections to a server that is no longer the primary", async () => {
  const files = ["deploy/patroni.yml", "deploy/postgres-proxy.cfg"];
  const [patroni, proxy] = await Promise.all(files.map((file) => readFile(file, "utf8")));
  expect(patroni).toMatch(/^ {4}synchronous_mode: true$/m);
  expect(proxy).toMatch(/default-server .*on-marked-down shutdown-sessions/);
  const book = await readFile("docs/operations.md", "utf8");
  for (const file of files) expect(book).toContain(file);
});

interface Writer {
  name: string;
  database: Database;
  acknowledged: { number: number; at: number }[];
}

/** Writes increasing numbers, and remembers those that the database acknowledged. */
async function write({ name, database, acknowledged }: Writer, isOver: () => boolean): Promise<void> {
  for (let number = 0; !isOver();) {
    try {
      await sql`insert into written values (${name}, ${number}) on conflict do nothing`.execute(database);
      acknowledged.push({ number, at: performance.now() });
      number += 1;
      await pause(20);
    } catch {
      await pause(50);
    }
  }
}

/** When this server accepts writes, by `performance.now()`. */
async function promotion({ connection }: ClusterNode): Promise<number> {
  const client = new pg.Client({ connectionString: connection });
  client.on("error", () => {});
  await client.connect();
  try {
    for (;;) {
      const { rows } = await client.query<{ waits: boolean }>("select pg_is_in_recovery() waits");
      if (!rows[0]?.waits) return performance.now();
      await pause(25);
    }
  } finally {
    await client.end().catch(() => {});
  }
}

/** Takes the primary away; the result brings its server back as a standby. */
async function takeAway(
  cluster: Cluster,
  way: (typeof ways)[number],
  { primary, standby, silence }: { primary: ClusterNode; standby: ClusterNode; silence: (node: ClusterNode) => void },
): Promise<() => Promise<void> | void> {
  if (way === "kill") {
    await cluster.kill(primary);
    return () => cluster.start(primary);
  }
  if (way === "freeze") return cluster.freeze(primary);
  if (way === "moved address") silence(primary);
  await cluster.switchover(primary, standby);
  return () => {};
}

if (isLong)
  it(
    `${rounds} changes of the primary lose nothing, do nothing twice and stop nobody for good`,
    { timeout: 3_600_000 },
    async () => {
      const folder = await mkdtemp(join(tmpdir(), "tunai-failing-over-"));
      const cluster = await startCluster();
      const relays = await Promise.all(cluster.nodes.map(({ port }) => openRelay(cluster.connectionAt(port))));
      const proxied = cluster.connectionAt(cluster.proxyPort);
      // These connections are not closed: the product notices by itself, through relays without a health check.
      const direct = cluster.connectionAt(...relays.map(({ connection }) => Number(new URL(connection).port)));
      const bouncer = await startPgBouncer(
        { host: "127.0.0.1", port: cluster.proxyPort, password: cluster.password },
        "transaction",
      );
      const figures: Record<string, string | number>[] = [];
      const workers: MoneyProcess[] = [];
      try {
        await migrate({ connection: proxied, folder: join(import.meta.dirname, "../../migrations") });
        await run(proxied, "create table written (writer text, number int, primary key (writer, number))");
        const refused = await readRoleSettings(bouncer.connection).catch((error: unknown) => error);
        for (const statement of (refused as ConfigFault).faults.slice(1)) await run(proxied, statement);
        await run(bouncer.connection.replace(/tunai$/, "pgbouncer"), "reconnect");

        const by = (connection: string, more: Record<string, string> = {}) =>
          moneyWorker(() => ({ DATABASE_URL: connection, DATA_DIR: folder, ...more }));
        const pooled = { DATABASE_POOLER: "transaction", DATABASE_DIRECT_URL: proxied };
        const { done } = by(proxied);
        expect(await done("seed", String(loansOfRound))).toEqual({ loans: loansOfRound });
        workers.push(by(bouncer.connection, pooled).worker("work"), by(direct).worker("work"));
        await expect.poll(() => workers.every(({ said }) => said().includes("working"))).toBe(true);

        const open = (name: string, connection: string, hasTransactionPooler: boolean): Writer => ({
          name,
          database: openDatabase({ connection, hasTransactionPooler, log: () => {} }),
          acknowledged: [],
        });
        const writers = [
          open("proxy", proxied, false),
          open("pooler", bouncer.connection, true),
          open("servers", direct, false),
        ];
        let isOver = false;
        const writing = writers.map((writer) => write(writer, () => isOver));
        for (let round = 0; round < rounds; round++) {
          const way = ways[round % ways.length]!;
          const { primary, standby } = await cluster.settled();
          if (round > 0) await done("seed", String(loansOfRound));
          const promoted = promotion(standby);
          const began = performance.now();
          const bringBack = await takeAway(cluster, way, {
            primary,
            standby,
            silence: (node) => relays[cluster.nodes.indexOf(node)]?.silence(),
          });
          const at = await promoted;
          const after = ({ acknowledged }: Writer) => acknowledged.find((one) => one.at >= at)?.at;
          await expect
            .poll(() => writers.filter((writer) => !after(writer)).map(({ name }) => name), { timeout: 60_000 })
            .toEqual([]);
          const seconds = (from: number, to: number) => Math.round((to - from) / 10) / 100;
          figures.push({
            round,
            way,
            promotion: seconds(began, at),
            ...Object.fromEntries(writers.map((writer) => [writer.name, seconds(at, after(writer)!)])),
          });
          await bringBack();
          for (const { child, said } of workers) expect(child.exitCode, said().slice(-3000)).toBeNull();
        }
        await cluster.settled();
        isOver = true;
        await Promise.all(writing);
        for (const { child } of workers) {
          const ended = new Promise((gone) => child.once("exit", gone));
          child.kill("SIGKILL");
          await ended;
        }
        for (const { name, database, acknowledged } of writers) {
          const { rows } = await sql<{ number: number }>`select number from written where writer = ${name}`.execute(
            database,
          );
          const present = new Set(rows.map(({ number }) => number));
          console.info(`${name}: ${acknowledged.length} acknowledged`);
          expect(acknowledged.filter(({ number }) => !present.has(number))).toEqual([]);
          await database.destroy();
        }
        const loans = rounds * loansOfRound;
        expect(await done("finish")).toEqual({ open: [] });
        const found = await done("verify");
        console.info(JSON.stringify(found));
        expect(found).toMatchObject({ problems: [], findings: [], holds: 0, unhandled: 0, loans, paidOff: loans });
      } catch (error) {
        console.info(cluster.said().slice(-4000));
        throw error;
      } finally {
        console.table(figures);
        for (const { child } of workers) child.kill("SIGKILL");
        await bouncer.stop();
        for (const relay of relays) await relay.close();
        await cluster.stop();
        await rm(folder, { recursive: true, force: true });
      }
    },
  );
