/**
 * A rolling upgrade from the oldest supported version, checked out from history: both versions serve one database,
 * people pay and log in at both, then the older one stops. Nothing is lost. With `npm run test:long`.
 * // docs/operations.md, Upgrades
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, inject, it } from "vitest";
import { openDatabase, type Database } from "#server/database.server.ts";
import { pause } from "#server/work/timers.ts";
import { inDatabase, run as runStatement } from "#tests/support/database-server.ts";
import { startProductAt, type RunningProduct } from "#tests/support/journey-server.ts";
import { build } from "../../scripts/build.ts";

const isLong = process.env["TEST_LONG"] === "1";
const root = join(import.meta.dirname, "../..");
/** v0.1.0, by its commit, which a checkout without tags has too. */
const olderVersion = "393e5d28";

interface Told {
  status: number;
  body: Record<string, never>;
}
/** A person's calls, each to the named process, with one set of cookies. */
function person() {
  const cookies = new Map<string, string>();
  return async ({ origin }: RunningProduct, path: string, body?: unknown): Promise<Told> => {
    const answered = await fetch(origin + path, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        "Content-Type": "application/json",
        Origin: origin,
        Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    for (const line of answered.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=");
      cookies.set(name, value);
    }
    return { status: answered.status, body: (await answered.json()) as Record<string, never> };
  };
}

/** Requests a code at one process and enters it at the other. */
async function logIn(asked: RunningProduct, entered: RunningProduct, mobileNumber: string) {
  const call = person();
  const { captchaKey } = (await call(asked, "/api/user/generateCaptcha", {})).body;
  const captcha = (await call(entered, `/api/sandbox/captcha/${captchaKey}`)).body["answer"];
  const wanted = { mobileNumber, purpose: "LOGIN", channel: "SMS", captchaKey, captcha };
  const { verificationId } = (await call(asked, "/api/v2/mobile/sendVerification", wanted)).body;
  const { items } = (await call(asked, `/api/sandbox/messages?to=${mobileNumber}`)).body as unknown as {
    items: { code?: string }[];
  };
  const code = items.find((one) => one.code)?.code;
  const login = { mobileNumber, verificationId, code, agreements: ["TERMS", "PRIVACY"] };
  const { status, body } = await call(entered, "/api/v2/user/union/registerOrLogin", login);
  expect(status, JSON.stringify(body)).toBe(200);
  return call;
}

async function olderTree(): Promise<string> {
  const folder = await mkdtemp(join(process.env["TMPDIR"] || tmpdir(), "tunai-older-"));
  const archive = execFileSync("git", ["archive", olderVersion], { cwd: root, maxBuffer: 1_000_000_000 });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  // Packages are only ever added between these two.
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  const built = spawnSync("sh", ["scripts/node.sh", "scripts/build.ts", "--unchecked"], {
    cwd: folder,
    encoding: "utf8",
  });
  if (built.status !== 0) throw new Error(built.stdout + built.stderr);
  return folder;
}

async function payables(at: RunningProduct): Promise<string[]> {
  const { items } = (await person()(at, "/api/sandbox/bank/payables")).body as unknown as {
    items: { rail: string; reference: string; amountRupiah: number | null }[];
  };
  return items
    .filter(({ rail, amountRupiah }) => rail === "VIRTUAL_ACCOUNT" && amountRupiah === null)
    .map(({ reference }) => reference);
}

/** Pays alternately at the named processes until stopped; returns the acknowledged payments. */
function paying(accounts: readonly string[], at: () => readonly RunningProduct[]) {
  let isOver = false;
  const acknowledged: string[] = [];
  const failed: string[] = [];
  const loop = (async () => {
    for (let turn = 0; !isOver; turn++) {
      const products = at();
      const order = { virtualAccountNumber: accounts[turn % accounts.length], amount: 1_000 + turn };
      const told = await person()(products[turn % products.length]!, "/api/sandbox/bank/pay", order).catch(
        (error: unknown) => ({ status: 0, body: { error: String(error) } as never }),
      );
      const { paymentId } = told.body as unknown as { paymentId?: string };
      if (told.status === 200 && paymentId) acknowledged.push(paymentId);
      else failed.push(`${told.status} ${JSON.stringify(told.body)}`);
      await pause(50);
    }
  })();
  return {
    acknowledged,
    async stop() {
      isOver = true;
      await loop;
      return { acknowledged, failed };
    },
  };
}

const received = async (database: Database, ids: readonly string[]): Promise<number> =>
  (
    await sql<{ count: number }>`
      select count(*)::int as count from payment_receipt where payment_id in (${sql.join(ids)})`.execute(database)
  ).rows[0]!.count;

if (isLong)
  it(
    "two versions serve one database, and nothing is lost when the older one stops",
    { timeout: 1_200_000 },
    async () => {
      const server = inject("templateConnection");
      const name = `upgrade_${process.pid}`;
      await runStatement(inDatabase(server, "postgres"), `create database ${name}`);
      const connection = inDatabase(server, name);
      const folder = await mkdtemp(join(tmpdir(), "tunai-upgrade-"));
      await mkdir(join(folder, "secrets"));
      const environment = { DATABASE_URL: connection, SECRETS_DIR: join(folder, "secrets"), SERVICE_WORKER: "off" };
      const database = openDatabase({ connection, log: () => {} });
      let older: RunningProduct | undefined;
      let newer: RunningProduct | undefined;
      const tree = await olderTree();
      try {
        await build({ always: false });
        older = await startProductAt(folder, environment, { folder: tree });
        // Months of business created by the older version's own book.
        for (let state = "PLAYING"; state !== "DONE";) {
          const told = await person()(older, "/api/sandbox/book", { borrowers: 12, days: 40, seed: 3 });
          expect(told.status, JSON.stringify(told.body)).toBe(200);
          state = told.body["state"]!;
        }
        const accounts = await payables(older);
        expect(accounts.length).toBeGreaterThan(0);
        const migrations = () =>
          sql<{ count: number }>`select count(*)::int as count from schema_migration`
            .execute(database)
            .then(({ rows }) => rows[0]!.count);
        const before = await migrations();

        const serving: RunningProduct[] = [older];
        const payers = paying(accounts, () => serving);
        await expect.poll(() => payers.acknowledged.length).toBeGreaterThan(10);
        // It migrates while the older one keeps running.
        newer = await startProductAt(folder, environment);
        expect(await migrations()).toBeGreaterThan(before);
        serving.push(newer);
        const atOlder = await logIn(older, newer, "081255550001");
        const atNewer = await logIn(newer, older, "081255550002");
        for (const product of [older, newer])
          for (const call of [atOlder, atNewer]) expect((await call(product, "/api/credit/limits")).status).toBe(200);
        await pause(5_000);
        serving.shift();
        await older.stop("SIGTERM");
        const atEnd = payers.acknowledged.length;
        await expect.poll(() => payers.acknowledged.length).toBeGreaterThan(atEnd + 10);
        const { acknowledged, failed } = await payers.stop();
        expect(failed).toEqual([]);
        expect(acknowledged.length).toBeGreaterThan(50);
        for (const call of [atOlder, atNewer]) expect((await call(newer, "/api/credit/limits")).status).toBe(200);
        await person()(newer, "/api/sandbox/clock", { advanceSeconds: 0 });
        await expect.poll(() => received(database, acknowledged), { timeout: 60_000 }).toBe(acknowledged.length);
        const audit = spawnSync("sh", ["scripts/node.sh", "scripts/audit.ts", "--whole"], {
          cwd: root,
          encoding: "utf8",
          env: { PATH: process.env["PATH"], APP_ENV: "test", ...environment },
        });
        expect(audit.stdout + audit.stderr).toMatch(/0 findings, 0 differences of books/);
        expect(audit.status).toBe(0);
      } finally {
        await older?.stop("SIGTERM");
        await newer?.stop("SIGTERM");
        await database.destroy();
        await runStatement(inDatabase(server, "postgres"), `drop database ${name} with (force)`);
        for (const place of [folder, tree]) await rm(place, { recursive: true, force: true });
      }
    },
  );
else
  it("reads the older version from history", () => {
    const shown = execFileSync("git", ["show", `${olderVersion}:package.json`], { cwd: root, encoding: "utf8" });
    expect(JSON.parse(shown)).toMatchObject({ name: "tunai", version: "0.1.0" });
  });
