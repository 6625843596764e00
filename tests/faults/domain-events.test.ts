/** Events survive their subscribers' processes, and thousands of them are delivered in a minute. */
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { testApp } from "#tests/support/app.ts";
import { testDatabase } from "#tests/support/database.ts";
import { teaPoured, teapotDomain, teapotTable } from "#tests/support/teapot.ts";

/** Announcing takes several times as long as delivering; a tenth would show a regression. */
const count = process.env["TEST_LONG"] === "1" ? 10_000 : 1_000;

/** How often each event took effect: number of events by times. */
const heardTimes = async (database: Parameters<typeof transact>[0]) =>
  (
    await sql<{ times: number; events: number }>`select times::int, count(*)::int as events
      from (select count(*) as times from teapot_effect group by event_id) as each group by times`.execute(database)
  ).rows;

it(
  "A subscriber that is killed in the midst of its work catches up once, in another process.",
  { timeout: 120_000 },
  async () => {
    const made = await testDatabase();
    await teapotTable.execute(made.database);
    const folder = await mkdtemp(join(tmpdir(), "tunai-events-"));
    const environment = {
      ...process.env,
      NODE_ENV: "test",
      APP_ENV: "test",
      DATABASE_URL: made.connection,
      DATA_DIR: folder,
    };
    const child = spawn(process.execPath, [join(import.meta.dirname, "../support/event-worker.ts")], {
      env: environment,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = new Promise((gone) => child.once("exit", gone));
    try {
      // Announced by a process that does no work of its own yet.
      const emitter = await testApp({ database: made, domains: [teapotDomain()], isIdle: true });
      const { services, clock } = emitter;
      await transact(made.database, (trx) =>
        services.events.announce(trx, teaPoured, { id: "poured_1", at: clock.now(), potId: "1" }),
      );
      await new Promise<void>((ready, failed) => {
        child.stdout.on("data", (chunk: Buffer) => chunk.toString().includes("hearing") && ready());
        void ended.then(() => failed(new Error("The worker ended by itself.")));
      });
      child.kill("SIGKILL");
      await ended;
      await services.jobs.work();
      await expect
        .poll(async () => {
          clock.advance(121_000);
          await services.sweeps.runAllDue(services);
          return heardTimes(made.database);
        })
        .toEqual([{ times: 1, events: 1 }]);
      await emitter.settle();
      expect(await heardTimes(made.database)).toEqual([{ times: 1, events: 1 }]);
    } finally {
      child.kill("SIGKILL");
      await rm(folder, { recursive: true, force: true });
    }
  },
);

it(`${count} events are heard within a minute, each once.`, { timeout: 240_000 }, async () => {
  const { services, clock } = await testApp({ domains: [teapotDomain()], isIdle: true });
  const { database } = services;
  await teapotTable.execute(database);
  const announce = (part: number) =>
    transact(database, async (trx) => {
      for (let number = part; number < count; number += parts)
        await services.events.announce(trx, teaPoured, { id: `poured_${number}`, at: clock.now(), potId: "1" });
    });
  const parts = 8;
  await Promise.all(Array.from({ length: parts }, (_, part) => announce(part)));
  const begun = performance.now();
  await services.jobs.work();
  await expect
    .poll(() => heardTimes(database), { timeout: 60_000, interval: 500 })
    .toEqual([{ times: 1, events: count }]);
  console.log(`${count} events were heard in ${Math.round(performance.now() - begun)} ms`);
});
