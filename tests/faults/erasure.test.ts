/**
 * A borrower who used every domain closes the account. The data copy contains each field of the registry; the erasing
 * process is killed at every step and the next one continues; afterwards nothing is readable in tables, objects, logs
 * or a restored earlier backup, and the page of the certificate shows what the registry counted. // Spec account 6, 11,
 * docs/decisions/160
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findErasure, readRetained } from "#features/account/privacy/server/index.ts";
import { erasurePartsOf } from "#features/account/privacy/server/erasing.ts";
import { keptRules } from "#features/account/cancellation/contract.ts";
import { keptTexts, texts } from "#features/account/cancellation/texts.ts";
import { openDatabase, type Database } from "#server/database.server.ts";
import { createLog } from "#server/process/log.server.ts";
import { openServices } from "#server/open-services.ts";
import {
  personalFieldsOf,
  ownedBy,
  sealedValues,
  type PersonalTable,
  type PersonalRow,
} from "#server/personal-data/index.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "#server/postgres/embedded.ts";
import { migrate } from "#server/postgres/migrate.ts";
import type { Services } from "#server/services.ts";
import { realTime } from "#server/work/timers.ts";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import { languages, say } from "#shared/texts.ts";
import { testApp, type TestApp } from "#tests/support/app.ts";
import { compiledCode } from "#tests/support/compiled-code.ts";
import { inDatabase, run as runSql } from "#tests/support/database-server.ts";
import type { Step } from "#tests/support/erasure-worker.ts";
import { startProductAt } from "#tests/support/journey-server.ts";
import { wholeLife, words } from "#tests/support/whole-life.ts";
import { build } from "../../scripts/build.ts";
import { domains } from "../../src/api.ts";

const root = await mkdtemp(join(tmpdir(), "tunai-erasure-"));
const place = (name: string) => join(root, name);
/** One that is killed again and again, and one that is not: both begin at the same instant. */
const [killed, quiet] = [place("killed"), place("quiet")];
const secretsDir = join(killed, "secrets");
const lines: string[] = [];
const log = createLog({ now: () => new Date(0), sink: (line) => void lines.push(String(line)) });
const opened: EmbeddedPostgres[] = [];
const open = async (dataDir: string): Promise<EmbeddedPostgres> => {
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} });
  opened.push(server);
  return server;
};
afterAll(async () => {
  for (const server of opened) await server.stop();
  await rm(root, { recursive: true, force: true });
});

/** The output of a process on an installation: of a script as its line in package.json runs it, or of a worker. */
async function run(path: string, environment: Record<string, string>, ...rest: string[]) {
  const child = spawn("sh", ["scripts/node.sh", path, ...rest], {
    env: {
      PATH: process.env["PATH"],
      NODE_ENV: "test",
      APP_ENV: "test",
      SECRETS_DIR: secretsDir,
      ...compiledCode(),
      ...environment,
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (output += String(text)));
  const signal = await new Promise<string | null>((ended) => child.once("close", (_code, by) => ended(by)));
  lines.push(output);
  return { status: child.exitCode, signal, said: output };
}

/** Steps at which the erasing process is killed, in order; all of them in a long run. */
const steps: (Step & { always?: true })[] = [
  { name: "closing, undone", statement: '^delete from "verified_number" ', when: "IN_TRANSACTION" },
  { name: "closed", statement: '^delete from "verified_number" ', when: "COMMITTED" },
  { name: "begun", statement: '^insert into "erasure"', when: "COMMITTED" },
  { name: "kept file without its row", statement: "^insert into .retention_item", nth: 9, when: "IN_TRANSACTION" },
  { name: "half kept", statement: "^insert into .retention_item", nth: 20, when: "COMMITTED", always: true },
  { name: "all kept", statement: '^update "erasure" set "retained_at"', when: "COMMITTED" },
  { name: "keys destroyed, undone", statement: '^update "erasure" set "shredded_at"', when: "IN_TRANSACTION" },
  { name: "keys destroyed", statement: '^update "erasure" set "shredded_at"', when: "COMMITTED", always: true },
  { name: "rows deleted, undone", statement: 'delete from "notice" ', when: "IN_TRANSACTION" },
  { name: "rows of some tables deleted", statement: 'delete from "wallet_month" ', when: "COMMITTED", always: true },
  { name: "all deleted", statement: '^update "erasure" set "erased_at"', when: "COMMITTED" },
  { name: "told, undone", statement: "update .?account_closure[^]*ended_at", when: "IN_TRANSACTION" },
];
const isLong = process.env["TEST_LONG"] === "1";

/** An installation's services, without its background work: for inspection. */
async function looking<Result>(
  from: { connection: string; dataDir: string },
  look: (services: Services) => Promise<Result>,
): Promise<Result> {
  const environment = {
    APP_ENV: "test",
    DATA_DIR: from.dataDir,
    DATABASE_URL: from.connection,
    SECRETS_DIR: secretsDir,
  };
  const installation = await openServices(environment, domains);
  try {
    return await look(installation.services);
  } finally {
    await installation.stop();
  }
}

const tablesOf = (services: Services): PersonalTable[] => erasurePartsOf(services).flatMap(({ tables }) => tables);

/** Every row of every table as text, without the sandbox's own partners. */
async function dump(database: Database): Promise<string> {
  const { rows: all } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name not like 'sandbox%'`.execute(
    database,
  );
  const rowsOf = all.map(({ name }) => sql`select to_jsonb(t)::text as row from ${sql.table(name)} t`);
  const { rows } = await sql<{ row: string }>`${sql.join(rowsOf, sql` union all `)}`.execute(database);
  return rows.map(({ row }) => row).join("\n");
}

/**
 * Sealed values and files of a person that can still be opened, as `table.column`, in the way the data copy opens them.
 */
async function readable({ keys, database, outside, ask }: Services, of: string): Promise<string[]> {
  const found: string[] = [];
  for (const table of tablesOf({ ask } as Services)) {
    const { rows } =
      await sql<PersonalRow>`select * from ${sql.table(table.table)} where ${ownedBy(table, of)}`.execute(database);
    const opens = async (owner: string) => (await keys.borrowerKeys.ciphers(database, [owner])).has(owner);
    for (const row of rows) {
      for (const [column, { byInstallation, keyOf }] of Object.entries(table.sealed ?? {})) {
        if (typeof row[column] !== "string" || row[column] === "") continue;
        const isInstallations = byInstallation === true || byInstallation?.(row);
        if (isInstallations || (await opens(keyOf?.(row) ?? of))) found.push(`${table.table}.${column}`);
      }
      for (const [column, { row: rowOf, keyOf }] of Object.entries(table.objects ?? {})) {
        const key = row[column];
        if (typeof key !== "string" || !(await outside.storage.get(key))) continue;
        if (rowOf === null || (await opens(keyOf?.(row) ?? of))) found.push(`${table.table}.${column}`);
      }
    }
  }
  return [...new Set(found)];
}

/**
 * Object keys of a person's files that are not sealed with the person's key, such as a loan's documents: the store
 * alone is enough to read them.
 */
async function unsealedFiles({ database, ask }: Services, of: string): Promise<string[]> {
  const keys: unknown[] = [];
  for (const table of tablesOf({ ask } as Services)) {
    const columns = Object.entries(table.objects ?? {}).flatMap(([column, { row }]) => (row === null ? [column] : []));
    if (columns.length === 0) continue;
    const { rows } =
      await sql<PersonalRow>`select * from ${sql.table(table.table)} where ${ownedBy(table, of)}`.execute(database);
    keys.push(...rows.flatMap((row) => columns.map((column) => row[column])));
  }
  return keys.filter((key) => typeof key === "string");
}

/** Every object that the store opens by itself, as text. */
async function objectsOf({ outside }: Services): Promise<string[]> {
  const texts: string[] = [];
  for (let after: string | undefined; ;) {
    const page = await outside.storage.list(after);
    for (const { key } of page.items)
      texts.push(Buffer.from((await outside.storage.get(key))!.bytes).toString("latin1"));
    if (page.next === null) return texts;
    after = page.next;
  }
}

/** The result of the erasure: equal on two installations with the same start. */
async function outcomeOf(services: Services) {
  const { unreadableValues, deletedRows, keptItems } = (await findErasure(services.database, borrowerId))!;
  const stored = await readRetained(services, services.database, borrowerId);
  return {
    unreadableValues,
    deletedRows,
    keptItems,
    kept: stored
      .map(({ kind, source, value, object }) => ({
        what: `${kind} ${source}`,
        hash: createHash("sha256")
          .update(object ? object.bytes : JSON.stringify(value))
          .digest("hex"),
      }))
      .toSorted((a, b) => a.what.localeCompare(b.what)),
  };
}

/** The files of the data copy, as its owner receives them. */
async function copyOf({ services, loggedIn, settle }: TestApp): Promise<Record<string, string>> {
  const client = await loggedIn(borrowerId, "DATA_EXPORT");
  const { id } = (await client.post("/api/privacy/export", {})).body;
  await settle();
  const { database, outside, keys } = services;
  const row = await database
    .selectFrom("data_export")
    .select("objectKey")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const stored = (await outside.storage.get(row.objectKey!))!;
  const sealed = { table: "data_export", column: "objectKey", row: id as string };
  const files = unzipSync(
    new Uint8Array(await keys.borrowerKeys.openBytes(database, borrowerId, stored.bytes, sealed)),
  );
  return Object.fromEntries(
    Object.entries(files).flatMap(([path, bytes]) => (path.endsWith(".json") ? [[path, strFromU8(bytes)]] : [])),
  );
}

interface Told {
  fields: string[];
  rows: Record<string, unknown>[];
}
const toldOf = (table: string): Told => JSON.parse(copy[`data/${table}.json`]!) as Told;

/** The texts of sealed fields that are nowhere in plain text: each is a canary. */
function canariesOf(tables: readonly PersonalTable[], clear: string): string[] {
  const texts = tables.flatMap(({ table, sealed = {} }) => {
    const names = Object.values(sealed).flatMap(({ holds, isStaffs }) => (isStaffs ? [] : holds));
    return toldOf(table).rows.flatMap((row) => names.map((name) => row[name]));
  });
  const whole = new Set(texts.filter((text) => typeof text === "string" && text.length >= 6) as string[]);
  return [...whole].filter((text) => !clear.includes(text));
}

let server: EmbeddedPostgres;
let quietConnection = "";
let borrowerId = "";
let closureId = "";
let copy: Record<string, string> = {};
let tables: PersonalTable[] = [];
let filled: string[] = [];
let canaries: string[] = [];
let unsealedThen: string[] = [];
let sealedThen = 0;

beforeAll(async () => {
  await build({ always: false });
  server = await open(killed);
  const { connection } = server;
  await migrate({ connection, folder: join(import.meta.dirname, "../../migrations") });
  const database = openDatabase({ connection, log: () => {} });
  const environment = { DATA_DIR: killed };
  // Ahead of real time, because the clock of processes can only be moved forward.
  const start = instantOf(addDays(dateInWib(realTime()), 1), "WIB", { hour: 9 }).toISOString();
  const app = await testApp({ database: { database, connection }, environment, start, campaigns: true, log });
  const { services } = app;
  const who = await wholeLife(app);
  ({ borrowerId } = who);
  tables = tablesOf(services);
  copy = await copyOf(app);
  canaries = [...canariesOf(tables, await dump(database)), words.leaving];
  for (const table of tables) {
    const { rows } =
      await sql`select 1 from ${sql.table(table.table)} where ${ownedBy(table, borrowerId)} limit 1`.execute(database);
    if (rows.length > 0) filled.push(table.table);
  }
  expect((await readable(services, borrowerId)).length).toBeGreaterThan(20);
  unsealedThen = await unsealedFiles(services, borrowerId);
  expect(unsealedThen.length).toBeGreaterThan(2);
  closureId = await askForTheEnd(app, who.bankAccountId);
  await moveSandboxClock(app);
  expect(await run("scripts/backup.ts", { DATA_DIR: killed }, place("backup"))).toMatchObject({ status: 0 });
  app.clock.advance(72 * 3_600_000);
  await moveSandboxClock(app);
  await services.jobs.stop();
  await services.outside.stop();
  await database.destroy();
  await cp(join(killed, "objects"), join(quiet, "objects"), { recursive: true });
  quietConnection = inDatabase(connection, "quiet");
  await runSql(
    inDatabase(connection, "postgres"),
    `create database quiet template ${new URL(connection).pathname.slice(1)}`,
  );
}, 300_000);

async function askForTheEnd(app: TestApp, balanceTo: string): Promise<string> {
  const client = await app.loggedIn(borrowerId, "CANCEL");
  const { blockers, lost } = (await client.get("/api/account-closure", { "Accept-Language": "en" })).body;
  // The losses that each domain reports, before the borrower accepts them with the checkbox.
  expect(lost).toMatchObject([
    { code: "LIMIT", text: "Your limit", unit: "RUPIAH" },
    { code: "TICKET", text: "Tickets of events", unit: "COUNT" },
    { code: "ENERGY", text: "Energy of events", unit: "POINTS" },
    { code: "ENTRY", text: "Entries in draws", unit: "COUNT" },
    { code: "COUPON", text: "Unused coupons", unit: "COUNT" },
    { code: "POINTS", text: "Points", unit: "POINTS" },
    { code: "INVITATION", text: "Rewards for friends, still awaited", unit: "COUNT" },
  ]);
  expect(blockers).toEqual([{ code: "BALANCE", path: "/webview/cancel-account" }]);
  const closing = { reasons: ["OTHER"], description: words.leaving, acceptLost: true, balanceTo };
  const response = await client.post("/api/account-closure", closing, {
    "Idempotency-Key": app.services.random.uuid(),
  });
  expect(response.status, response.text).toBe(200);
  await app.pass(60, 30);
  return response.body.closureId as string;
}

/** Processes started on it continue at the test's time. */
async function moveSandboxClock({ services, clock }: TestApp): Promise<void> {
  const offset = clock.now().getTime() - realTime().getTime();
  await sql`update sandbox_clock set offset_milliseconds = ${offset}`.execute(services.database);
}

it("has rows of every wing, and a copy with each field of each and what was typed", () => {
  const everyWing = [
    "social_account",
    "competitor",
    "lookup",
    "account_link",
    "consent",
    "complaint",
    "notice",
    "coupon",
    "campaign_ticket",
    "campaign_entrant",
    "campaign_fact",
    "invitation",
    "invitation_code",
    "wallet",
    "wallet_withdrawal",
    "points_record",
    "loan",
    "bank_account",
    "identity",
  ];
  for (const table of everyWing) expect(filled, table).toContain(table);
  for (const table of tables) {
    const { fields, rows } = toldOf(table.table);
    expect(fields, table.table).toEqual(personalFieldsOf(table));
    for (const row of rows)
      expect(Object.keys(row).toSorted(), table.table).toEqual([...personalFieldsOf(table)].toSorted());
    if (filled.includes(table.table)) expect(rows.length, table.table).toBeGreaterThan(0);
  }
  const said = Object.values(copy).join("\n");
  for (const word of [words.note, words.social, words.lender, words.email, words.complaint])
    expect(said, word).toContain(word);
  expect(canaries.length).toBeGreaterThan(20);
});

it("is forgotten to the same end, however often who forgets is killed", { timeout: 600_000 }, async () => {
  const worker = "tests/support/erasure-worker.ts";
  for (const step of steps.filter(({ always }) => always || isLong)) {
    const environment = { DATABASE_URL: server.connection, DATA_DIR: killed, KILL_AT: JSON.stringify(step) };
    const { signal, said } = await run(worker, environment);
    expect(signal, `${step.name}\n${said.slice(-2_000)}`).toBe("SIGKILL");
    // Counted by the test itself, before the keys are destroyed.
    if (step.name === "half kept") sealedThen = await countSealed();
  }
  const undisturbed = await run(worker, { DATABASE_URL: quietConnection, DATA_DIR: quiet });
  expect(undisturbed).toMatchObject({ status: 0, said: expect.stringContaining("done") });
  const product = await startProductAt(killed, { DATABASE_URL: server.connection, SECRETS_DIR: secretsDir });
  try {
    await showsCertificate(product.origin, { connection: server.connection, dataDir: killed });
  } finally {
    await product.stop("SIGTERM");
    lines.push(product.said());
  }
  const [one, other] = [
    await looking({ connection: server.connection, dataDir: killed }, outcomeOf),
    await looking({ connection: quietConnection, dataDir: quiet }, outcomeOf),
  ];
  expect(one).toEqual(other);
  expect(one.unreadableValues).toBe(sealedThen);
  expect(sealedThen).toBeGreaterThan(40);
});

async function countSealed(): Promise<number> {
  const database = openDatabase({ connection: server.connection, log: () => {} });
  let sum = 0;
  // An open complaint is answered to its end, under its own key: it is not erased here.
  for (const table of tables.filter((one) => !one.table.startsWith("complaint")))
    sum += await sealedValues(database, borrowerId, table);
  await database.destroy();
  return sum;
}

/** The page of the certificate, in each language, says what the registry counted. */
async function showsCertificate(origin: string, from: { connection: string; dataDir: string }): Promise<void> {
  const api = `${origin}/api/account-closure/certificate/${closureId}`;
  // Moving the clock makes the server do all due work at once.
  const moved = await fetch(`${origin}/api/sandbox/clock`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ advanceSeconds: 60 }),
  });
  expect(moved.status, await moved.text()).toBe(200);
  const certificate = async () => JSON.parse(await (await fetch(api)).text()) as { hasFile?: boolean };
  await expect.poll(async () => (await certificate()).hasFile, { timeout: 60_000, interval: 200 }).toBe(true);
  const { erasure, kept } = await looking(from, async (services) => ({
    erasure: (await findErasure(services.database, borrowerId))!,
    kept: await readRetained(services, services.database, borrowerId),
  }));
  expect(erasure.keptItems).toBe(kept.length);
  for (const language of languages) {
    const page = await fetch(`${origin}/verify/${closureId}`, {
      headers: { "Accept-Language": language, Cookie: `lang=${language}` },
    });
    expect(page.status).toBe(200);
    const html = await page.text();
    const shown = new Map(
      [...html.matchAll(/<dt[^>]*>(.*?)<\/dt>\s*<dd[^>]*>(.*?)<\/dd>/gs)].map(([, name = "", value = ""]) => [
        textOf(name),
        textOf(value),
      ]),
    );
    expect(shown.get(say(texts.certUnreadable, language))).toBe(String(erasure.unreadableValues));
    expect(shown.get(say(texts.certRows, language))).toBe(String(erasure.deletedRows));
    expect(shown.get(say(texts.certNumber, language))).toBe(closureId);
    for (const rule of keptRules) {
      const count = kept.filter((one) => one.rule === rule).length;
      const line = shown.get(say(keptTexts[rule], language));
      if (count === 0) expect(line, rule).toBeUndefined();
      else expect(line, rule).toContain(say(texts.certKeptItem, language, { count }));
    }
    for (const canary of canaries) expect(html.includes(canary), canary).toBe(false);
  }
}
const textOf = (html: string): string => html.replace(/<!--.*?-->|<[^>]*>/g, "").trim();

const absent = (where: string, texts: string): void => {
  for (const canary of canaries) expect(texts.includes(canary), `${canary} in ${where}`).toBe(false);
};

/** A PDF compresses its text: its key proves that none remains. */
async function noObjectTells(services: Services): Promise<void> {
  for (const key of unsealedThen)
    await expect.poll(() => services.outside.storage.get(key), { timeout: 10_000 }).toBeUndefined();
  absent("objects", (await objectsOf(services)).join("\n"));
}

it("leaves nothing that can be read in tables, objects and logs", { timeout: 120_000 }, async () => {
  await looking({ connection: server.connection, dataDir: killed }, async (services) => {
    const { database, keys } = services;
    await expect(keys.borrowerKeys.cipher(database, borrowerId)).rejects.toThrow("shredded");
    expect(await readable(services, borrowerId)).toEqual([]);
    absent("tables", await dump(database));
    await noObjectTells(services);
    const going = tables.filter(({ keeps }) => keeps === "NOTHING");
    for (const table of going) {
      const { rows } = await sql`select 1 from ${sql.table(table.table)} where ${ownedBy(table, borrowerId)}`.execute(
        database,
      );
      expect(rows.length, table.table).toBe(0);
    }
  });
  await looking({ connection: quietConnection, dataDir: quiet }, noObjectTells);
  absent("logs", lines.join("\n"));
});

it(
  "leaves nothing in a backup of before either: the server that starts on its copy forgets again",
  { timeout: 240_000 },
  async () => {
    const environment = { DATABASE_URL: server.connection, DATA_DIR: killed };
    expect((await run("scripts/tombstones.ts", environment, "list", place("newest.tsv"))).status).toBe(0);
    const copied = place("copy");
    const restored = await run(
      "scripts/restore.ts",
      { DATA_DIR: copied },
      place("backup"),
      "--tombstones",
      place("newest.tsv"),
    );
    expect(restored).toMatchObject({ status: 0, said: expect.stringContaining("0 findings") });
    const product = await startProductAt(copied, { SECRETS_DIR: secretsDir });
    const socket = encodeURIComponent(join(copied, "postgres"));
    const from = { connection: `postgresql://postgres@localhost/tunai?host=${socket}`, dataDir: copied };
    try {
      await showsCertificate(product.origin, from);
      await looking(from, async (services) => {
        const { database } = services;
        expect(await readable(services, borrowerId)).toEqual([]);
        absent("the copy's tables", await dump(database));
        await noObjectTells(services);
        // Data kept by the retention rules is kept here too.
        const kinds = (await readRetained(services, database, borrowerId)).map(({ kind }) => kind);
        for (const kind of ["IDENTITY", "AGREEMENT", "SIGNATURE", "PAYEE", "BOOKS"]) expect(kinds).toContain(kind);
      });
    } finally {
      await product.stop("SIGTERM");
    }
    absent("the copy's log", product.said());
  },
);
