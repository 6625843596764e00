/** Opens everything that a server process depends on, in order, and closes it in reverse order. */
import { hostname } from "node:os";
import { resolve } from "node:path";
import { originFaults, readBrands, unverifiedFactsOf, type Brand } from "#server/process/brand.server.ts";
import { openSandboxClock, realClock, type Clock, type SandboxClock } from "#server/process/clock.ts";
import { brandRule, ConfigFault, readConfig, type Config, type Environment } from "#server/process/config.server.ts";
import { openDatabase, type Database } from "#server/database.server.ts";
import { createDiskSpace, watchedPlaces } from "#server/process/disk-space.ts";
import { createEvents } from "#server/events/domain-events.ts";
import type { Domain } from "#server/domain.ts";
import { retentionSweep } from "#server/work/retention.ts";
import { openJobs } from "#server/work/jobs.ts";
import { keysFaults, openKeys } from "#server/keys/keys.server.ts";
import { ledgerSweep } from "#server/ledger/sweep.ts";
import { createLog, type Log, type LogFields } from "#server/process/log.server.ts";
import { migrate } from "#server/postgres/migrate.ts";
import type { ErrorsPort } from "#server/outside/errors/port.ts";
import { chooseOutside, type OutsideChoice } from "#server/outside/index.ts";
import { sandboxForgettingSweep } from "./outside/sandbox-forgetting.ts";
import { createOutage, type Outage } from "#server/postgres/outage.ts";
import { poolSizesOf } from "#server/postgres/pool-sizes.ts";
import { readRoleSettings } from "#server/postgres/role-settings.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "#server/postgres/embedded.ts";
import { ownVersion } from "#server/process/own-version.ts";
import { systemRandom } from "#server/process/random.ts";
import type { Services } from "#server/services.ts";
import { createSitePages } from "#server/http/site-pages.ts";
import { createSweeps } from "#server/work/sweeps.ts";
import { tallySweep } from "#server/work/tally-sweep.ts";
import { createTally } from "#server/work/tally.ts";
import { realTime, finishedWithin } from "#server/work/timers.ts";
import { askOf } from "#server/questions.ts";

export interface Installation {
  services: Services;
  /** Begins working jobs and sweeping deadlines, once all domains have registered theirs. */
  startWork: () => Promise<void>;
  /** Starts no further work of its own and waits a while for running work; requests are still served. */
  rest: () => Promise<void>;
  /** Stops taking work, and closes everything. Takes 8 s at most, even if something hangs. */
  stop: () => Promise<void>;
}

/** Part of the 10 s for a drain (security rules 21): 6 s for running work and requests in parallel, the rest for closing. */
export const restMilliseconds = 6_000;
const closeMilliseconds = 1_000;

/** @throws ConfigFault, DataFolderInUse or MigrationChanged, each with a message for the person who starts the server. */
export async function openServices(environment: Environment, domains: readonly Domain[]): Promise<Installation> {
  const { config, brands, choice } = readAll(environment);
  let errors: ErrorsPort | undefined;
  const outage = createOutage();
  const log = openLog(outage, () => errors);
  const embedded = config.databaseUrl === "" ? await startEmbedded(config.dataDir, log) : null;
  const { connection, direct } = addressesOf(config, embedded);
  let database: Database | undefined;
  /** Parts that use the database, as far as they were opened. */
  const opened: { stop(): unknown }[] = [];
  const close = async () => {
    const closing = Promise.allSettled(opened.map(async (one) => one.stop()));
    await finishedWithin(
      closeMilliseconds,
      closing.then(() => database?.destroy()),
    );
    // Its own time is short and bounded: it drops the connections that are left.
    await embedded?.stop();
  };
  try {
    await migrate({ ...direct, folder: resolve("migrations"), waiting: (message) => log.info(message) });
    database = await openPools(config, connection, log, outage);
    const clock = await openClock(config.appEnv, database, log);
    if ("stop" in clock) opened.push(clock as SandboxClock);
    const random = systemRandom();
    const keys = openKeys({ folder: config.secretsDir, random, mayGenerate: config.appEnv !== "prod" });
    const tally = createTally(clock);
    const jobs = await openJobs({ database, ...direct, log, tally });
    opened.push(jobs);
    const outside = choice.open({ database, clock, random, log, keys, tally });
    opened.push(outside);
    errors = outside.errors;
    const disk = createDiskSpace({
      places: watchedPlaces(config, outside.storage.adapter),
      minBytes: config.minFreeBytes,
      log,
    });
    await disk.look();
    const sweeps = createSweeps();
    for (const sweep of [ledgerSweep, retentionSweep, tallySweep]) sweeps.add(sweep);
    if (outside.sandbox) sweeps.add(sandboxForgettingSweep);
    const services: Services = {
      config,
      brands,
      database,
      clock,
      random,
      jobs,
      ask: askOf(domains),
      events: createEvents(),
      sweeps,
      tally,
      sitePages: createSitePages(),
      trailTexts: new Map(),
      problemTexts: new Map(),
      log,
      disk,
      keys,
      outside,
    };
    opened.push(disk.watch());
    const startWork = async () => {
      await jobs.work();
      await sweeps.prepare(services);
      sweeps.start(services);
      await outside.start();
    };
    let resting: Promise<void> | undefined;
    const rest = () =>
      (resting ??= finishedWithin(restMilliseconds, Promise.all([sweeps.stop(), jobs.rest()])).then(() => {}));
    const stop = async () => {
      await rest();
      await finishedWithin(closeMilliseconds, tally.write(services.database)).catch(() => {});
      await close();
    };
    return { services, startWork, rest, stop };
  } catch (error) {
    await close().catch(() => {});
    throw error;
  }
}

/** The log of a server, whose lines say which process of which release wrote them. */
function openLog(outage: Outage, errors: () => ErrorsPort | undefined): Log {
  const report = (message: string, fields: LogFields): void => {
    const port = errors();
    if (port) reportOf(port, message, fields);
  };
  const log = createLog(
    { now: realTime, report, withholds: outage.withholds },
    { service: "tunai", version: ownVersion(), process: process.pid, host: hostname() },
  );
  outage.tellTo(log);
  return log;
}

async function openPools(config: Config, address: Address, log: Log, outage: Outage): Promise<Database> {
  return openDatabase({
    ...address,
    ...poolSizesOf(config.databasePool, config.appEnv !== "prod"),
    ...(config.databaseReadUrl === ""
      ? {}
      : { standby: { connection: config.databaseReadUrl, name: "DATABASE_READ_URL" } }),
    ...(config.hasTransactionPooler ? await readRoleSettings(address.connection) : {}),
    hasTransactionPooler: config.hasTransactionPooler,
    log: (message) => log.warn("database", { reason: message }),
    watch: outage,
  });
}

interface Address {
  connection: string;
  name: string;
}

/** The addresses for queries and for connections that need a session of their own, which bypass a pooler. */
function addressesOf(config: Config, embedded: EmbeddedPostgres | null): { connection: Address; direct: Address } {
  if (embedded) {
    const own = { connection: embedded.connection, name: "The embedded database" };
    return { connection: own, direct: own };
  }
  const connection = { connection: config.databaseUrl, name: "DATABASE_URL" };
  const isOther = config.databaseDirectUrl !== config.databaseUrl;
  return {
    connection,
    direct: isOther ? { connection: config.databaseDirectUrl, name: "DATABASE_DIRECT_URL" } : connection,
  };
}

/**
 * Reads everything a start depends on before anything is opened or created: an operator sees all configuration faults
 * in one start, and a refused start leaves nothing behind. // docs/decisions/097
 */
function readAll(environment: Environment): { config: Config; brands: Brand[]; choice: OutsideChoice } {
  const { config, faults } = readConfig(environment);
  const isProd = config.appEnv === "prod";
  const choice = chooseOutside(environment, config);
  faults.push(...keysFaults(config.secretsDir, isProd), ...choice.faults);
  let brands: Brand[] = [];
  try {
    brands = readBrands(resolve("brands"));
    if (!brands.some(({ id }) => id === config.brand)) faults.push(`BRAND ${brandRule}.`);
    faults.push(...originFaults(config, brands));
  } catch (error) {
    if (!(error instanceof ConfigFault)) throw error;
    faults.push(...error.faults);
  }
  if (isProd)
    faults.push(
      ...unverifiedFactsOf(brands).map(
        (fact) => `The fact "${fact}" is not verified. Check it and set verified: true in its brand.`,
      ),
    );
  if (faults.length > 0) throw new ConfigFault(faults);
  return { config, brands, choice };
}

/** Sends errors in the log to the error reporter too, under the name of the call, job or sweep. When reports go to the log, the log line is the report. */
function reportOf(errors: ErrorsPort, message: string, fields: LogFields): void {
  if (errors.adapter === "log") return;
  const { traceId = "", call, job, sweep, status, method, code, error } = fields;
  void errors.report({
    traceId,
    where: call ?? job ?? sweep ?? message,
    error: error ?? new Error(message),
    ...(status === undefined ? {} : { status }),
    ...(method === undefined ? {} : { method }),
    ...(code === undefined ? {} : { code }),
  });
}

async function startEmbedded(dataDir: string, log: Services["log"]): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    dataDir,
    log: (line) => log.debug("postgres", { reason: line }),
    lost: (reason) => log.error("the embedded database ended", { error: reason }),
    returned: () => log.info("the embedded database is back"),
  });
}

/** Outside prod business time can be moved forward, by an offset that all processes share. */
async function openClock(appEnv: string, database: Database, log: Services["log"]): Promise<Clock> {
  if (appEnv === "prod") return realClock;
  return openSandboxClock(database, (error) => log.warn("clock offset not read", { error }));
}
