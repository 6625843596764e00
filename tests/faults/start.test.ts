/** A failed start: it logs the reason, completely and nothing else, and leaves nothing behind. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, expect, it } from "vitest";
import { readBrands, unverifiedFactsOf } from "#server/process/brand.server.ts";
import { openDatabase } from "#server/database.server.ts";
import { makeKeyring } from "#server/keys/keyring.ts";
import { migrate } from "#server/postgres/migrate.ts";
import { startEmbeddedPostgres } from "#server/postgres/embedded.ts";

const root = await mkdtemp(join(tmpdir(), "tunai-start-"));
afterAll(() => rm(root, { recursive: true, force: true }));
const repository = join(import.meta.dirname, "../..");

/** Starts the server as its operator does, and waits until it has ended. */
async function failedStart(
  environment: Record<string, string>,
  ...first: string[]
): Promise<{ status: number | null; said: string[]; logged: string }> {
  const child = spawn(process.execPath, [...first, "--import", "./tests/support/unbuilt.ts", "server.ts"], {
    cwd: repository,
    env: { PATH: process.env["PATH"], ...environment },
  });
  let [said, logged] = ["", ""];
  child.stderr.on("data", (text: Buffer) => (said += text));
  child.stdout.on("data", (text: Buffer) => (logged += text));
  const status = await new Promise<number | null>((done) => child.once("close", done));
  return { status, said: said.trim().split("\n"), logged };
}

it("In prod everything that is wrong is said at once, each thing in one line, and nothing is made", async () => {
  const dataDir = join(root, "prod");
  const wrong = {
    VERIFICATION_BUDGET_RUPIAH: "lots",
    DISK_LEAST_FREE_MB: "much",
    BRAND: "nobody",
    MAIL_ADAPTER: "smtp",
    STORAGE_ADAPTER: "cloud",
    ERRORS_ADAPTER: "sentry",
    SENTRY_DSN: "https://errors.example/42",
    ID_CARD_ADAPTER: "none",
    BUREAU_ADAPTER: "http",
    BUREAU_URL: "http://bureau.example",
  };
  const { status, said, logged } = await failedStart({ APP_ENV: "prod", DATA_DIR: dataDir, ...wrong });
  const sandboxed = ["bank", "collection", "messaging", "faceCheck", "lookup", "linking", "events"].map(
    (port) => `The port "${port}" is served by the sandbox.`,
  );
  const facts = unverifiedFactsOf(readBrands(join(repository, "brands"))).map(
    (fact) => `The fact "${fact}" is not verified.`,
  );
  const variables = [
    "VERIFICATION_BUDGET_RUPIAH",
    "DISK_LEAST_FREE_MB",
    "PUBLIC_ORIGIN",
    "BRAND",
    "SMTP_HOST",
    "SMTP_FROM",
    "STORAGE_ADAPTER",
    "SENTRY_DSN",
    "BUREAU_URL",
    "BUREAU_CLIENT_ID",
    "BUREAU_SECRET",
  ].map((name) => `${name} `);
  for (const beginning of [...variables, `There are no keys in ${join(dataDir, "secrets")}.`, ...sandboxed, ...facts]) {
    expect(
      said.filter((line) => line.startsWith(beginning)),
      beginning,
    ).toHaveLength(1);
  }
  expect(said).toHaveLength(variables.length + 1 + sandboxed.length + facts.length);
  expect(said.join()).not.toMatch(/lots|much|nobody|cloud|errors\.example|bureau\.example/);
  expect(status).toBe(1);
  expect(logged).toBe("");
  expect(existsSync(dataDir)).toBe(false);
});

it("A database that cannot be reached is named by its variable, in one line without its password, and React is the one of production", async () => {
  const { status, said } = await failedStart(
    { APP_ENV: "test", DATA_DIR: join(root, "away"), DATABASE_URL: "postgresql://me:s3cret@127.0.0.1:1/x" },
    "--import",
    "data:text/javascript,process.on('exit',()=>console.error(process.env.NODE_ENV))",
  );
  expect(said).toEqual(["DATABASE_URL cannot be reached: connect ECONNREFUSED 127.0.0.1:1.", "production"]);
  expect(status).toBe(1);
});

it("In prod keys that an earlier start generated are refused together with the rest", async () => {
  const secretsDir = join(root, "generated");
  makeKeyring(secretsDir, "generated");
  const { status, said } = await failedStart({
    APP_ENV: "prod",
    DATA_DIR: join(root, "prod"),
    SECRETS_DIR: secretsDir,
  });
  expect(
    said.filter((line) => /SECRETS_DIR were generated|BANK_ADAPTER|PUBLIC_ORIGIN|tunai: licence/.test(line)),
  ).toHaveLength(4);
  expect(status).toBe(1);
});

it("A taken port is said in one line, and all that was open is closed", async () => {
  const dataDir = join(root, "taken");
  const other = createServer();
  await new Promise<void>((ready) => other.listen(0, ready));
  const { port } = other.address() as AddressInfo;
  const { status, said, logged } = await failedStart({ APP_ENV: "test", DATA_DIR: dataDir, PORT: String(port) });
  other.close();
  expect(said).toEqual([expect.stringContaining("EADDRINUSE")]);
  expect(logged).toBe("");
  expect(status).toBe(1);
  expect(existsSync(join(dataDir, "postgres/postmaster.pid"))).toBe(false);
});

it("A start that fails with the database already open closes it in order, and says its reason alone", async () => {
  const dataDir = join(root, "jobs");
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} });
  await migrate({ connection: server.connection, folder: join(repository, "migrations") });
  const database = openDatabase({ connection: server.connection, log: () => {} });
  // Jobs of a later release: this one does not know their tables.
  await sql`update pgboss.version set version = 9999`.execute(database);
  await database.destroy();
  await server.stop();
  const { status, said, logged } = await failedStart({ APP_ENV: "test", DATA_DIR: dataDir, PORT: "0" });
  expect(said).toHaveLength(1);
  expect(logged).toBe("");
  expect(status).toBe(1);
  expect(existsSync(join(dataDir, "postgres/postmaster.pid"))).toBe(false);
});
