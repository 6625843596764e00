/** The built product on a database of its own, with a borrower who is logged in. */
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { seedBorrower } from "#features/account/login/server/index.ts";
import { setCreditLimit } from "#features/credit/limit/server/index.ts";
import { realClock } from "#server/process/clock.ts";
import { parseConfig } from "#server/process/config.server.ts";
import { openDatabase, transact, type Database } from "#server/database.server.ts";
import { createEvents } from "#server/events/domain-events.ts";
import { openKeys } from "#server/keys/keys.server.ts";
import { startEmbeddedPostgres } from "#server/postgres/embedded.ts";
import { systemRandom } from "#server/process/random.ts";
import type { Services } from "#server/services.ts";
import { loopbackCookies } from "#server/http/cookies.ts";
import { openSession } from "#server/call/session.server.ts";
import { build } from "../../scripts/build.ts";
import { serve, type Served } from "./processes.ts";
import { askOf } from "#server/questions.ts";

export interface Ground {
  folder: string;
  connection: string;
  database: Database;
  /** Clock, randomness and database: enough for the functions that a bench prepares its data with. */
  services: Services;
  stop(): Promise<void>;
}

/**
 * A PostgreSQL as the product starts it, fsync on, in a folder that is deleted at the end; a folder given by name is
 * kept.
 */
export async function openGround(namedFolder?: string): Promise<Ground> {
  const folder = namedFolder === undefined ? await mkdtemp(join(tmpdir(), "tunai-bench-")) : resolve(namedFolder);
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {} });
  const database = openDatabase({ connection: postgres.connection, log: () => {} });
  // This process delivers no events while it prepares the data; the product started on the data does.
  const events = createEvents();
  const services = {
    clock: realClock,
    random: systemRandom(),
    database,
    ask: askOf([]),
    events,
  } as unknown as Services;
  events.open({ ...services, sweeps: { add: () => {} } } as unknown as Services, []);
  return {
    folder,
    connection: postgres.connection,
    database,
    services,
    async stop() {
      await database.destroy();
      await postgres.stop();
      if (namedFolder === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

export const environmentOf = (ground: Ground): Record<string, string> => ({
  APP_ENV: "dev",
  DATA_DIR: ground.folder,
  DATABASE_URL: ground.connection,
});

/** Node's memory flags of `npm start`. */
export const startFlags = (
  JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as { scripts: { start: string } }
).scripts.start
  .split(" ")
  .filter((word) => word.startsWith("--"));

/** Builds if needed and starts the product on this installation. */
export async function startProduct(
  ground: Ground,
  environment: Record<string, string> = {},
  flags: readonly string[] = startFlags,
): Promise<Served> {
  await build({ always: false });
  return serve([...flags, "server.ts"], { ...environmentOf(ground), ...environment }, "is ready on");
}

/** The services of an installation, with the keys that the product has created in it. */
export function servicesOn(ground: Ground): Services {
  const config = parseConfig(environmentOf(ground));
  const keys = openKeys({ folder: config.secretsDir, random: ground.services.random });
  return { ...ground.services, config, keys };
}

/** A session of this borrower: its token, and the cookie that carries it. */
export async function sessionOf(ground: Ground, borrowerId: string): Promise<{ token: string; cookie: string }> {
  const { token } = await openSession(servicesOn(ground), ground.database, {
    kind: "remembered",
    subjectId: borrowerId,
    deviceToken: "device-of-bench",
    deviceLabel: "bench",
  });
  return { token, cookie: `${loopbackCookies.names.borrower}=${token}` };
}

/** A session cookie of a new borrower with a credit limit of 5 million rupiah. The product must have made database and keys. */
export async function logIn(ground: Ground): Promise<{ borrowerId: string; token: string; cookie: string }> {
  const { database } = ground;
  const services = servicesOn(ground);
  const mobileNumber = `0813${String(10_000_000 + services.random.integer(89_999_999))}`;
  const borrowerId = await transact(database, async (trx) => {
    const id = await seedBorrower(services, trx, { mobileNumber });
    await setCreditLimit(services, trx, id, 5_000_000, "FIRST_ASSESSMENT");
    return id;
  });
  return { borrowerId, ...(await sessionOf(ground, borrowerId)) };
}
