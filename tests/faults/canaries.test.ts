/**
 * A person goes through the whole product with recognisable values (canaries): then the raw files of the database and
 * the stored objects, the log, error reports and the event sink are searched for them. // Threats A4, G6, G7
 */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { gunzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startPartner, type PartnerPeer } from "#tests/peers/partner.ts";
import { heapSnapshots, type Heaps } from "#tests/support/heap.ts";
import { startProductAt, type RunningProduct } from "#tests/support/journey-server.ts";
import { build } from "../../scripts/build.ts";
import { canary, filesBelow, formsOf, findings, standsAlone } from "#tests/support/canary-values.ts";
import { canaryLife } from "#tests/support/canary-life.ts";

let product: RunningProduct;
let sentry: PartnerPeer;
let collector: PartnerPeer;
let database: pg.Client;
let dataDir: string;
let heaps: Heaps;
const printed: string[] = [];
const secrets: string[] = [];

beforeAll(async () => {
  await build({ always: false });
  dataDir = await mkdtemp(join(tmpdir(), "tunai-canary-"));
  sentry = await startPartner(() => ({ status: 200, body: "{}" }));
  collector = await startPartner(() => ({ status: 200, body: "{}" }));
  heaps = await heapSnapshots();
  product = await startProductAt(dataDir, {
    ...heaps.environment,
    ERRORS_ADAPTER: "sentry",
    SENTRY_DSN: `${sentry.url.replace("//", "//key@")}/1`,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    OTEL_TRACES_SAMPLER_ARG: "1",
  });
  for (const stream of [product.child.stdout, product.child.stderr])
    stream?.on("data", (chunk: Buffer) => printed.push(chunk.toString()));
  database = new pg.Client({
    connectionString: `postgresql://postgres@localhost/tunai?host=${encodeURIComponent(join(dataDir, "postgres"))}`,
  });
  await database.connect();
  await storeUncompressed();
}, 240_000);
afterAll(async () => {
  await database?.end();
  await product?.stop("SIGTERM");
  await sentry?.close();
  await collector?.close();
  await heaps?.remove();
  await rm(dataDir, { recursive: true, force: true });
});

/** Compression would hide the contents of long values. */
async function storeUncompressed(): Promise<void> {
  const { rows } = await database.query<{ sql: string }>(
    `select format('alter table %I.%I alter column %I set storage external', n.nspname, c.relname, a.attname) as sql
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', 'pgboss') and a.attnum > 0 and not a.attisdropped and a.attstorage = 'x'`,
  );
  for (const { sql } of rows) await database.query(sql);
}

const { call, live, cookies, codes } = canaryLife(() => product.origin);

/** Missing tables and rejected rows: database errors quote the values to be written. */
async function breakThings(): Promise<void> {
  await database
    .query(
      `alter table telemetry_event rename to telemetry_event_away; alter table borrower_identity add constraint never check (false) not valid`,
    )
    .catch(async () => database.query(`alter table telemetry_event rename to telemetry_event_away`));
  const { fullName, nik, birthPlace } = canary;
  // A page whose call fails: the error thrown by its loader is not printed either.
  await call("GET", `/webview/loan-history/${canary.searched}?q=${canary.mobileNumber}`);
  const failures = [
    await call("POST", "/event/uploadLog", {
      level: "error",
      logs: [{ appId: "a", message: `${canary.mobileNumber} ${canary.fullName}`, parameter: {} }],
    }),
    await call("POST", "/api/identity", {
      fullName: `${fullName} Baru`,
      nik,
      birthPlace,
      birthDate: "1995-05-17",
      sex: "MALE",
    }),
  ];
  expect(failures.some(({ status }) => status >= 500)).toBe(true);
  await database.query(`alter table telemetry_event_away rename to telemetry_event`);
}

it("Forty and more values are planted, each unlike the others.", () => {
  const planted = Object.values(canary);
  expect(planted.length).toBeGreaterThanOrEqual(40);
  for (const one of planted) expect(planted.filter((other) => other.includes(one))).toEqual([one]);
});

describe("after a whole loan, nothing of the person can be read", () => {
  beforeAll(async () => {
    await live();
    await breakThings();
    secrets.push(
      ...[...cookies].filter(([name, value]) => name.includes("sid") && value.length > 20).map(([, value]) => value),
    );
    await database.query("checkpoint");
  }, 400_000);

  it("in the files of the database, its log of writes, and the stored objects", async () => {
    const tables = new Map(
      (
        await database.query<{ path: string; name: string }>(
          `select pg_relation_filepath(oid) as path, relname as name from pg_class where relkind in ('r', 'i', 't') and pg_relation_filepath(oid) is not null`,
        )
      ).rows.map((row) => [row.path, row.name]),
    );
    const found: string[] = [];
    for (const file of await filesBelow(dataDir)) {
      const path = relative(join(dataDir, "postgres"), file);
      found.push(...(await findings(tables.get(path.replace(/(\.\d+|_[a-z]+)$/, "")) ?? path, () => readFile(file))));
    }
    expect([...new Set(found)]).toEqual([]);
    // The search works: it finds an allowed value.
    const [{ number }] = (await database.query<{ number: string }>("select number from loan")).rows as [
      { number: string },
    ];
    const holding = await Promise.all(
      (await filesBelow(join(dataDir, "postgres"))).map(async (file) =>
        (await readFile(file).catch(() => Buffer.alloc(0))).includes(number),
      ),
    );
    expect(holding.filter(Boolean).length).toBeGreaterThan(1);
  }, 120_000);

  it("in a backup, which is taken while the server runs", async () => {
    const folder = await mkdtemp(join(tmpdir(), "tunai-canary-backup-"));
    const [to, secretsDir] = [join(folder, "backup"), join(dataDir, "secrets")];
    const environment = { ...process.env, APP_ENV: "test", NODE_ENV: "production", DATA_DIR: dataDir };
    const { status, said } = await new Promise<{ status: number | null; said: string }>((ended) => {
      const child = spawn("sh", ["scripts/node.sh", "scripts/backup.ts", to], {
        env: { ...environment, SECRETS_DIR: secretsDir },
      });
      let heard = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (heard += String(text)));
      child.once("close", (code) => ended({ status: code, said: heard }));
    });
    expect(status, said).toBe(0);
    const found: string[] = [];
    const files = await filesBelow(to);
    for (const file of files) found.push(...(await findings(relative(to, file), () => readFile(file))));
    expect(files.length).toBeGreaterThan(100);
    expect([...new Set(found)]).toEqual([]);
    await rm(folder, { recursive: true, force: true });
  }, 240_000);

  it("not the codes that were sent, nor what logs a session in", async () => {
    expect(codes.length).toBeGreaterThanOrEqual(4);
    expect(secrets.length).toBeGreaterThan(0);
    const found: string[] = [];
    for (const table of (
      await database.query<{ name: string }>(
        `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
      )
    ).rows) {
      const { rows } = await database.query<{ row: string }>(`select t::text as row from ${table.name} t`);
      const bytes = Buffer.from(rows.map(({ row }) => row).join("\n"));
      for (const code of codes) if (standsAlone(bytes, code)) found.push(`a code in ${table.name}`);
      for (const secret of [...secrets, canary.password])
        if (bytes.includes(secret)) found.push(`a secret in ${table.name}`);
      for (const name of ["insurancePassword", "taxPassword", "bankPassword", "staffPassword"] as const)
        if (bytes.includes(canary[name])) found.push(`${name} in ${table.name}`);
    }
    expect(found).toEqual([]);
  });

  it("in the log, whose every event is one line without a sign that steers", async () => {
    const log = printed.join("");
    const leaking: string[] = [];
    for (const line of log.split("\n"))
      if ((await findings("the log", async () => Buffer.from(line))).length > 0) leaking.push(line);
    expect(leaking).toEqual([]);
    for (const code of codes) expect(standsAlone(Buffer.from(log), code)).toBe(false);
    const lines = log.split("\n").filter((line) => line !== "" && !line.startsWith("Tunai is ready"));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      expect(() => JSON.parse(line), line).not.toThrow();
      expect(JSON.parse(line)["message"]).not.toContain(canary.injected);
      // oxlint-disable-next-line no-control-regex
      expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/);
    }
  });

  it("in the memory of the process, of what opens other houses: their passwords, and the codes", async () => {
    const heap = await heaps.of(product);
    // The search works: it finds a string that stays in memory.
    expect(heap.includes("privacy-retention")).toBe(true);
    const others = ["insurancePassword", "taxPassword", "bankPassword"] as const;
    expect(others.filter((name) => formsOf(canary[name]).some((form) => heap.includes(form)))).toEqual([]);
    // Texts of a heap are between quotation marks.
    expect(codes.filter((code) => heap.includes(`"${code}"`))).toEqual([]);
  }, 120_000);

  it("in reports of errors, of which there were some", async () => {
    await expect.poll(() => sentry.heard.length).toBeGreaterThan(0);
    const reports = Buffer.concat(sentry.heard.map(({ body }) => body));
    expect(await findings("error reports", async () => reports)).toEqual([]);
  });

  it("in traces, of which each request has one", async () => {
    const spans = () => collector.heard.filter(({ path }) => path === "/v1/traces");
    await expect.poll(() => spans().length).toBeGreaterThan(5);
    const bodies = spans().map(({ headers, body }) =>
      headers["content-encoding"] === "gzip" ? gunzipSync(body) : body,
    );
    // The search works: it finds an allowed value.
    expect(Buffer.concat(bodies).includes("tunai.call")).toBe(true);
    expect(await findings("traces", async () => Buffer.concat(bodies))).toEqual([]);
  });

  it("in what the event sink gets", async () => {
    const { rows } = await database.query<{ row: string }>(
      `select t::text as row from telemetry_event t union all select t::text from sandbox_event t`,
    );
    expect(rows.length).toBeGreaterThanOrEqual(20);
    expect(await findings("events", async () => Buffer.from(rows.map(({ row }) => row).join("\n")))).toEqual([]);
  });
});
