/**
 * The restore drill: an installation with loans is backed up while it works, and its copy contains the same money,
 * documents and people. // Threat H11
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, expect, it } from "vitest";
import { openDatabase, transact, type Database } from "#server/database.server.ts";
import { BorrowerShredded, openKeys } from "#server/keys/keys.server.ts";
import { auditAll } from "#server/ledger/index.ts";
import { migrate } from "#server/postgres/migrate.ts";
import { startEmbeddedPostgres } from "#server/postgres/embedded.ts";
import { systemRandom } from "#server/process/random.ts";
import { testApp } from "#tests/support/app.ts";
import { startDebianPostgres } from "#tests/support/debian-postgres.ts";
import { inDatabase, run as runStatement } from "#tests/support/database-server.ts";
import { activeLoan } from "#tests/support/loan.ts";
import { commandsBelow } from "#tests/support/operations-book.ts";

const isLong = process.env["TEST_LONG"] === "1";
const root = await mkdtemp(join(tmpdir(), "tunai-restore-"));
const place = (name: string) => join(root, name);
const installation = place("installation");
/** Where the document's first command puts its backup. */
const bookedBackup = place("book/2026-11-21");
await mkdir(place("book"));
const secretsDir = join(installation, "secrets");
const place0 = { table: "a", column: "b", row: "c" };

const server = await startEmbeddedPostgres({ dataDir: installation, log: () => {} });
await migrate({ connection: server.connection, folder: join(import.meta.dirname, "../../migrations") });
const database = openDatabase({ connection: server.connection, log: () => {} });
const app = await testApp({
  database: { database, connection: server.connection },
  environment: { DATA_DIR: installation },
});
const { services } = app;
const bank = services.outside.sandbox!.bank;
afterAll(async () => {
  await services.outside.stop();
  await services.jobs.stop();
  await database.destroy();
  await server.stop();
  await rm(root, { recursive: true, force: true });
});

/** Runs a script as its line in package.json does. */
async function run(
  script: string,
  environment: Record<string, string>,
  ...rest: string[]
): Promise<{ status: number | null; said: string }> {
  const child = spawn("sh", ["scripts/node.sh", `scripts/${script}.ts`, ...rest], {
    env: {
      PATH: process.env["PATH"],
      APP_ENV: "test",
      DATA_DIR: installation,
      SECRETS_DIR: secretsDir,
      ...environment,
    },
  });
  let output = "";
  child.stdout.on("data", (text: Buffer) => (output += text));
  child.stderr.on("data", (text: Buffer) => (output += text));
  return new Promise((done) => child.once("close", (status) => done({ status, said: output })));
}

/** Runs a command of docs/operations.md in a shell; its `/backup` is a folder of this test. */
async function runAsWritten(
  command: string,
  environment: Record<string, string>,
): Promise<{ status: number | null; said: string }> {
  const child = spawn("sh", ["-c", command.replaceAll("/backup", place("book"))], {
    env: { PATH: process.env["PATH"], APP_ENV: "test", SECRETS_DIR: secretsDir, PORT: "0", ...environment },
    detached: true,
  });
  let output = "";
  let isStopped = false;
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text: Buffer) => {
      output += String(text);
      if (isStopped || !output.includes("is ready on")) return;
      // With the environment that npm sets for it.
      isStopped = true;
      process.kill(-child.pid!, "SIGTERM");
    });
  return new Promise((done) => child.once("close", (status) => done({ status, said: output })));
}

/** Rows of every table, and sums of monetary columns. */
async function contentOf(of: Database): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{
    name: string;
  }>`select table_schema || '.' || table_name as name from information_schema.tables where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE' order by 1`.execute(
    of,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(of);
    counts[name] = rows[0]?.count ?? -1;
  }
  const { rows } = await sql<{ transfers: number; balances: number; principals: number }>`
    select (select sum(amount) from ledger_transfer) as transfers, (select sum(posted) from ledger_balance) as balances, (select sum(principal_rupiah) from loan) as principals`.execute(
    of,
  );
  return { ...counts, ...rows[0] };
}

/** Runs `look` on the database of a restored folder. */
async function onRestored<Result>(dataDir: string, look: (of: Database) => Promise<Result>): Promise<Result> {
  const restored = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const of = openDatabase({ connection: restored.connection, log: () => {} });
  try {
    return await look(of);
  } finally {
    await of.destroy();
    await restored.stop();
  }
}

const payInto = async (borrowerId: string, amountRupiah: number): Promise<void> => {
  const client = await app.loggedIn(borrowerId);
  const { virtualAccountNumber } = (await client.post("/api/repayment/virtual-account", { bankCode: "014" })).body;
  await bank.pay({ virtualAccountNumber, amountRupiah });
  await app.settle();
};

it("brings back every row, rupiah and paper, and the server starts on the copy", async () => {
  const loans = [
    await activeLoan(app),
    await activeLoan(app, { amountRupiah: 2_000_000, tenorDays: 60 }),
    await activeLoan(app),
  ];
  await payInto(loans[0]!.borrowerId, 393_333);
  const paper = await services.outside.storage.put({
    bytes: new TextEncoder().encode("a signed paper"),
    contentType: "application/pdf",
  });
  const ids = [services.random.uuid(), services.random.uuid()] as [string, string];
  const sealed = await Promise.all(
    ids.map((id) => transact(database, (trx) => services.keys.borrowerKeys.seal(trx, id, "a name", place0))),
  );

  const [before, after] = commandsBelow("With the embedded database") as [string[], string[]];
  const [backup = "", list = "", drill = ""] = before;
  const backedUp = await runAsWritten(backup, { DATA_DIR: installation });
  expect(backedUp).toMatchObject({
    status: 0,
    said: expect.stringMatching(/\d+ transfers, \d+ objects, root [0-9a-f]{64}/),
  });
  const content = await contentOf(database);
  // A borrower closes the account after the backup was made.
  await transact(database, (trx) => services.keys.borrowerKeys.shred(trx, ids[0], new Date()));
  expect(await runAsWritten(list, { DATA_DIR: installation })).toMatchObject({ status: 0 });
  expect(before).toHaveLength(3);

  const copy = place("copy");
  const [restore = "", start = ""] = after;
  const restored = await runAsWritten(restore, { DATA_DIR: copy });
  expect(restored).toMatchObject({ status: 0, said: expect.stringContaining("0 findings") });
  expect(restored.said).toContain("1 forgotten again");
  await onRestored(copy, async (of) => {
    // Each restore and each clean audit adds a proof.
    const { "public.ledger_proof": proofs, ...restoredContent } = await contentOf(of);
    const { "public.ledger_proof": before, ...contentBefore } = content;
    expect(restoredContent).toEqual(contentBefore);
    expect(Number(proofs)).toBeGreaterThanOrEqual(Number(before));
    const { findings, transfers } = await auditAll(of, services.clock.now());
    expect([findings, transfers]).toEqual([[], content["public.ledger_transfer"]]);
    const { borrowerKeys } = openKeys({ folder: secretsDir, random: systemRandom(), mayGenerate: false });
    expect(await borrowerKeys.open(of, ids[1], sealed[1]!, place0)).toBe("a name");
    await expect(borrowerKeys.open(of, ids[0], sealed[0]!, place0)).rejects.toThrow(BorrowerShredded);
  });
  expect(await readFile(join(copy, "objects", paper))).toEqual(await readFile(join(installation, "objects", paper)));

  expect(await runAsWritten(drill, { DATA_DIR: installation })).toMatchObject({
    status: 0,
    said: expect.stringContaining("The server started on the copy"),
  });
  expect(after).toEqual([restore, "npm start"]);
  expect((await runAsWritten(start, { DATA_DIR: copy })).said).toContain("Tunai is ready on");
}, 240_000);

it("holds what was acknowledged before it, whole, although money moves all the while", async () => {
  const loan = await activeLoan(app, { amountRupiah: 3_000_000 });
  let isCopying = true;
  let acknowledged = 0;
  const before = (await sql<{ count: number }>`select count(*) as count from ledger_transfer`.execute(database))
    .rows[0]!.count;
  const paying = (async () => {
    while (isCopying) {
      await payInto(loan.borrowerId, 10_000);
      acknowledged++;
    }
  })();
  const backedUp = await run("backup", {}, place("busy-backup"));
  isCopying = false;
  await paying;
  expect(backedUp.status).toBe(0);
  expect(acknowledged).toBeGreaterThan(0);
  const restored = await run("restore", { DATA_DIR: place("busy-copy") }, place("busy-backup"));
  expect(restored).toMatchObject({ status: 0, said: expect.stringContaining("0 findings") });
  expect(Number(/(\d+) transfers/.exec(restored.said)?.[1])).toBeGreaterThanOrEqual(before);
}, 240_000);

it("refuses, in words, a folder with data, missing secrets, half a backup, another chain, and a server elsewhere", async () => {
  const restore = (environment: Record<string, string>, from = bookedBackup) => run("restore", environment, from);
  expect(await restore({})).toMatchObject({ status: 1, said: expect.stringContaining("is there already") });
  expect(await restore({ DATA_DIR: place("bare"), SECRETS_DIR: place("no-secrets") })).toMatchObject({
    status: 1,
    said: expect.stringContaining("Put the secrets back first: keyring.json"),
  });
  await mkdir(place("half"));
  expect(await restore({ DATA_DIR: place("bare") }, place("half"))).toMatchObject({
    status: 1,
    said: expect.stringContaining("holds no whole backup"),
  });
  expect(await run("backup", {}, place("half"))).toMatchObject({
    status: 1,
    said: expect.stringContaining("is there already"),
  });
  expect(await run("backup", { DATABASE_URL: "postgresql://a@localhost/b" }, place("elsewhere"))).toMatchObject({
    status: 1,
    said: expect.stringContaining("pg_dump"),
  });
  expect((await run("backup", {})).status).toBe(2);
  expect((await run("restore", {})).status).toBe(2);
  // The note of another installation's backup beside these files.
  const manifest = JSON.parse(await readFile(join(bookedBackup, "backup.json"), "utf8"));
  spawnSync("cp", ["-a", bookedBackup, place("foreign")]);
  await writeFile(
    join(place("foreign"), "backup.json.new"),
    JSON.stringify({ ...manifest, ledger: { ...manifest.ledger, root: "0".repeat(64) } }),
  );
  await rename(join(place("foreign"), "backup.json.new"), join(place("foreign"), "backup.json"));
  expect(await restore({ DATA_DIR: place("foreign-copy") }, place("foreign"))).toMatchObject({
    status: 1,
    said: expect.stringContaining("not the one of this backup"),
  });
}, 240_000);

// It needs the programs of a server of its own version, which `npm run test:long` installs.
if (isLong)
  it("brings a server at DATABASE_URL back by the commands of the book, line by line", async () => {
    const elsewhere = await startDebianPostgres();
    const environment = {
      DATABASE_URL: inDatabase(elsewhere.connection, "lent"),
      DATA_DIR: place("lent"),
      SECRETS_DIR: place("lent-secrets"),
    };
    try {
      for (const name of ["lent", "empty"]) await runStatement(elsewhere.connection, `create database ${name}`);
      await mkdir(place("lent/objects"), { recursive: true });
      await migrate({ connection: environment.DATABASE_URL, folder: join(import.meta.dirname, "../../migrations") });
      const lent = openDatabase({ connection: environment.DATABASE_URL, log: () => {} });
      const other = await testApp({
        database: { database: lent, connection: environment.DATABASE_URL },
        environment: { DATA_DIR: place("lent"), SECRETS_DIR: place("lent-secrets") },
      });
      await activeLoan(other);
      const { keys, outside, jobs, random } = other.services;
      const paper = await outside.storage.put({ bytes: new Uint8Array([1, 2, 3]), contentType: "application/pdf" });
      const gone = random.uuid();
      await transact(lent, (trx) => keys.borrowerKeys.seal(trx, gone, "a name", place0));
      const [before, after] = commandsBelow("With a server at DATABASE_URL") as [string[], string[]];
      for (const command of before) {
        // A person is erased between the dump and the list.
        if (command.includes("tombstones"))
          await transact(lent, (trx) => keys.borrowerKeys.shred(trx, gone, new Date()));
        expect(await runAsWritten(command, environment), command).toMatchObject({ status: 0 });
      }
      const { "public.ledger_proof": _proofs, ...content } = await contentOf(lent);
      await outside.stop();
      await jobs.stop();
      await lent.destroy();

      const restoring = {
        ...environment,
        DATABASE_URL: inDatabase(elsewhere.connection, "empty"),
        DATA_DIR: place("restored"),
      };
      await mkdir(place("restored"));
      let output = "";
      for (const command of after) {
        const { status, said: words } = await runAsWritten(command, restoring);
        output += words;
        expect(words.includes("is ready on") ? 0 : status, `${command}\n${words}`).toBe(0);
        if (!command.includes("--whole")) continue;
        const restored = openDatabase({ connection: restoring.DATABASE_URL, log: () => {} });
        const { "public.ledger_proof": _own, ...restoredContent } = await contentOf(restored);
        expect(restoredContent).toEqual(content);
        await restored.destroy();
      }
      expect(output).toMatch(/1 of them forgotten again[^]*0 findings[^]*Tunai is ready on/);
      // As in the store: sealed by the installation.
      const bytesIn = (folder: string) => readFile(join(place(folder), "objects", paper));
      expect(await bytesIn("restored")).toEqual(await bytesIn("lent"));
    } finally {
      await elsewhere.stop();
    }
  }, 240_000);
