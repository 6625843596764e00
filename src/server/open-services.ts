/** Opens everything a server process stands on, in order, and closes it in the other order. */
import { resolve } from "node:path";
import { readBrands, unverifiedFactsOf } from "#server/brand.server.ts";
import { openSandboxClock, realClock, type Clock, type SandboxClock } from "#server/clock.ts";
import { ConfigFault, parseConfig, productionFaults, type Environment } from "#server/config.server.ts";
import { openDatabase, type Database } from "#server/database.server.ts";
import { forgettingSweep } from "#server/forgetting.ts";
import { openJobs } from "#server/jobs.ts";
import { openKeys } from "#server/keys.server.ts";
import { ledgerSweep } from "#server/ledger/sweep.ts";
import { createLog } from "#server/log.server.ts";
import { migrate } from "#server/migrate.ts";
import { createOutside } from "#server/outside/index.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "#server/postgres/embedded.ts";
import { systemRandom } from "#server/random.ts";
import type { Services } from "#server/services.ts";
import { createSitePages } from "#server/site-pages.ts";
import { createSweeps } from "#server/sweeps.ts";
import { after, realTime } from "#server/timers.ts";

export interface Installation {
  services: Services;
  /** Begins working jobs and sweeping deadlines, once all domains have registered theirs. */
  startWork: () => Promise<void>;
  /** Runs something once after real seconds unless cancelled; for draining. */
  afterSeconds: (seconds: number, act: () => void) => { cancel: () => void };
  stop: () => Promise<void>;
}

/** @throws ConfigFault, DataFolderInUse or MigrationChanged, each with a message for the person who starts the server. */
export async function openServices(environment: Environment): Promise<Installation> {
  const config = parseConfig(environment);
  const log = createLog({ now: realTime });
  const embedded = config.databaseUrl === "" ? await startEmbedded(config.dataDir, log) : null;
  const connection = embedded?.connection ?? config.databaseUrl;
  try {
    await migrate({ connection, folder: resolve("migrations") });
    const database = openDatabase({ connection, log: (message) => log.warn("database", { reason: message }) });
    const clock = await openClock(config.appEnv, database, log);
    const random = systemRandom();
    const keys = openKeys({ folder: config.secretsDir, random, mayGenerate: config.appEnv !== "prod" });
    // Sandbox adapters are refused where each port chooses its adapter.
    const standing = { sandboxPorts: [], areKeysGenerated: keys.areGenerated, unverifiedFacts: unverifiedFactsOf(readBrands(resolve("brands"))) };
    const faults = productionFaults(config.appEnv, standing);
    if (faults.length > 0) throw new ConfigFault(faults);
    const jobs = await openJobs({ connection, log });
    const outside = await createOutside(environment, { database, connection, clock, random, log, keys, config });
    const sweeps = createSweeps();
    sweeps.add(ledgerSweep);
    sweeps.add(forgettingSweep);
    const services: Services = { config, database, clock, random, jobs, sweeps, sitePages: createSitePages(), log, keys, outside };
    const startWork = async () => {
      await jobs.work();
      sweeps.start(services);
      await outside.start();
    };
    const stop = async () => {
      await sweeps.stop();
      await outside.stop();
      await jobs.stop();
      if ("stop" in clock) await (clock as SandboxClock).stop();
      await database.destroy();
      await embedded?.stop();
    };
    return { services, startWork, afterSeconds: after, stop };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

async function startEmbedded(dataDir: string, log: Services["log"]): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    dataDir,
    log: (line) => log.debug("postgres", { reason: line }),
    lost: (reason) => log.error("the embedded database ended", { error: reason }),
  });
}

/** Outside prod business time can be moved forward, by an offset that all processes share. */
async function openClock(appEnv: string, database: Database, log: Services["log"]): Promise<Clock> {
  if (appEnv === "prod") return realClock;
  return openSandboxClock(database, (error) => log.warn("clock offset not read", { error }));
}
