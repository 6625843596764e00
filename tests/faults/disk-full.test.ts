/**
 * A disk that fills up, and a full one: no acknowledged write is lost, no money movement is half done, and work resumes
 * by itself. // Threat H4
 */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdtemp, rm, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createDiskSpace, isDiskFull } from "#server/process/disk-space.ts";
import { createLog } from "#server/process/log.server.ts";
import { account, auditAll, balanceOf } from "#server/ledger/index.ts";
import { paymentsOf } from "#tests/support/payments-of.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { freePort } from "#tests/support/journey-server.ts";
import { activeLoan } from "#tests/support/loan.ts";
import { accountAt } from "#tests/support/repaying.ts";
import { build } from "../../scripts/build.ts";

const megabyte = 1024 * 1024;
/** Free bytes of the disk, and the process's monotonic clock; the tests set both. */
let freeBytes = 10_000 * megabyte;
let milliseconds = 0;
const lines: { level: string; message: string }[] = [];
const log = createLog({
  now: () => new Date(0),
  sink: (line) => lines.push(JSON.parse(line) as (typeof lines)[number]),
});
const told = () =>
  lines
    .splice(0)
    .filter(({ message }) => /disk/.test(message))
    .map(({ level, message }) => `${level}: ${message}`);

const disk = createDiskSpace({
  places: [
    { name: "database", folder: "/data" },
    { name: "objects", folder: "/data" },
  ],
  minBytes: 256 * megabyte,
  room: async () => ({ freeBytes, totalBytes: 100_000 * megabyte }),
  monotonicMs: () => milliseconds,
  log,
});
const app = await testApp({ disk, log });
const { services } = app;
const { database } = services;
const bank = services.outside.sandbox!.bank;
const key = () => ({ "Idempotency-Key": services.random.uuid() });
const cleanLedger = async () => expect((await auditAll(database, services.clock.now())).findings).toEqual([]);

async function withFree(megabytes: number): Promise<void> {
  freeBytes = megabytes * megabyte;
  await disk.look();
}
async function upload(client: TestClient) {
  const form = new FormData();
  const picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: "#4a6" } })
    .jpeg()
    .toBuffer();
  form.append("photo", new File([new Uint8Array(picture)], "slip.jpg", { type: "image/jpeg" }));
  return client.send("POST", "/api/document/kind/SALARY_SLIP", form);
}

beforeEach(() => void lines.splice(0));
afterEach(async () => {
  milliseconds += 60_000;
  await withFree(10_000);
});

describe("A disk with less than 256 MB", () => {
  it("refuses uploads and new entries in words, while reading and money under way go on", async () => {
    const loan = await activeLoan(app);
    const client = await app.loggedIn(loan.borrowerId);
    await withFree(255);
    const refused = await upload(client);
    expect([refused.status, refused.body.status.code, refused.headers.get("retry-after")]).toEqual([
      503,
      "STORAGE_FULL",
      "60",
    ]);
    expect((await client.post("/api/loan/draft", { amountRupiah: 1_000_000 })).body.status.code).toBe("STORAGE_FULL");
    for (const [language, words] of [
      ["id", /belum bisa menyimpan/],
      ["en", /cannot store anything new/],
      ["zh", /暂时无法保存/],
    ] as const)
      expect((await client.post(`/api/loan/draft?lang=${language}`, {})).body.status.detail).toMatch(words);

    expect((await client.get("/api/document")).body.items.every(({ count }: { count: number }) => count === 0)).toBe(
      true,
    );
    expect((await client.get("/readyz")).status).toBe(200);
    expect((await client.get("/readyz")).text).toBe("ready, but the disk is nearly full: new writes are refused");
    // A payment arrives, is reported by the bank's webhook, and is booked.
    await bank.pay({ virtualAccountNumber: await accountAt(client), amountRupiah: 393_333 });
    await app.settle();
    expect(await paymentsOf(database, loan.borrowerId, loan.loanId)).toMatchObject([{ amountRupiah: 393_333 }]);
    await cleanLedger();

    await withFree(10_000);
    expect((await client.get("/readyz")).text).toBe("ready");
    expect((await upload(client)).status).toBe(200);
  });

  it("stops no call that moves money under way, and nobody's way to it", () => {
    const calls = app.api
      .calls()
      .map(({ call }) => call)
      .filter(({ method }) => method === "POST");
    const money = /^(?:money\.|payment\.|disbursement\.)/;
    const needed = calls.filter(
      ({ path, policy }) =>
        /^\/api\/(?:repayment|mobile|v2\/mobile|session|sessions)\//.test(path) ||
        (policy.who === "staff" && money.test(policy.permission)),
    );
    expect(needed.length).toBeGreaterThan(20);
    expect(
      needed.filter(({ vital }) => !vital).map(({ path }) => path),
      "Say vital: true in their contract:",
    ).toEqual([]);
    // Calls that fill a disk are never vital.
    expect(
      calls
        .filter(
          ({ vital, path }) => vital && /^\/api\/(?:complaint|document\/kind|identity|profile|loan\/apply)/.test(path),
        )
        .map(({ path }) => path),
    ).toEqual([]);
  });

  it("is told once when it fills up, once when it is nearly full and once when there is room again, without swinging at the edge", async () => {
    for (const megabytes of [1_023, 900, 1_000, 255, 200, 100]) await withFree(megabytes);
    expect(told()).toEqual(["warn: disk fills up: make room", "error: disk nearly full: new writes are refused"]);
    for (const megabytes of [257, 300, 255, 319]) {
      await withFree(megabytes);
      expect(disk.isLow).toBe(true);
    }
    expect(told()).toEqual([]);
    await withFree(321);
    expect([disk.isLow, ...told()]).toEqual([false, "info: disk has room again: new writes are taken"]);
  });

  it("counts as it did before while the machine does not say how much is free, and is not watched where 0 is wished", async () => {
    let isAsked = true;
    const places = [{ name: "database", folder: "/data" }];
    const silent = createDiskSpace({
      places,
      minBytes: megabyte,
      room: async () => (isAsked ? { freeBytes: 0, totalBytes: 1 } : Promise.reject(new Error("gone"))),
      log,
    });
    await silent.look();
    isAsked = false;
    await silent.look();
    expect(silent.isLow).toBe(true);
    const unwatched = createDiskSpace({
      places,
      minBytes: 0,
      room: async () => ({ freeBytes: 0, totalBytes: 1 }),
      log,
    });
    await unwatched.look();
    expect(unwatched.isLow).toBe(false);
  });

  it("is measured on the folder's own disk, or where that folder will be", async () => {
    const real = createDiskSpace({
      places: [{ name: "objects", folder: `${import.meta.dirname}/not/there/yet` }],
      minBytes: Number.MAX_SAFE_INTEGER,
      log,
    });
    await real.look();
    expect(real.isLow).toBe(true);
  });
});

describe("A database that has no room", () => {
  /** Lets writes to this table fail with PostgreSQL's error for a full disk while `work` runs. */
  async function withoutRoom(table: string, work: () => Promise<void>): Promise<void> {
    await sql`create or replace function no_room() returns trigger language plpgsql as $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`.execute(
      database,
    );
    await sql`create trigger no_room before insert or update on ${sql.table(table)} for each row execute function no_room()`.execute(
      database,
    );
    try {
      await work();
    } finally {
      await sql`drop trigger no_room on ${sql.table(table)}`.execute(database);
    }
  }

  it("leaves nothing of a money movement, and the same key does it once when there is room", async () => {
    const loan = await activeLoan(app);
    const client = await app.loggedIn(loan.borrowerId);
    await bank.pay({ virtualAccountNumber: await accountAt(client), amountRupiah: 1_500_000 });
    await app.settle();
    const next = await activeLoan(app, { borrowerId: loan.borrowerId });
    const balance = async () => (await client.get("/api/repayment/bills")).body.balanceRupiah as number;
    const before = await balance();
    const once = key();
    // The last write of the effect: its answer stored with the key, after every transfer.
    for (const table of ["ledger_transfer", "idempotency_key"]) {
      await withoutRoom(table, async () => {
        const { status, body } = await client.post("/api/repayment/balance/use", {}, once);
        expect([status, body.status.code]).toEqual([503, "STORAGE_FULL"]);
      });
      expect(await balance()).toBe(before);
      expect(await paymentsOf(database, next.borrowerId, next.loanId)).toEqual([]);
      await cleanLedger();
    }
    expect((await client.post("/api/repayment/balance/use", {}, once)).body.amountRupiah).toBe(393_333);
    expect((await client.post("/api/repayment/balance/use", {}, once)).body.amountRupiah).toBe(393_333);
    expect(await paymentsOf(database, next.borrowerId, next.loanId)).toMatchObject([{ amountRupiah: 393_333 }]);
    expect(await balance()).toBe(before - 393_333);
    await cleanLedger();
  });

  it("loses no payment that a partner reports meanwhile", async () => {
    const loan = await activeLoan(app);
    const client = await app.loggedIn(loan.borrowerId);
    const virtualAccountNumber = await accountAt(client);
    await withoutRoom("ledger_transfer", async () => {
      await bank.pay({ virtualAccountNumber, amountRupiah: 393_333 });
      await app.settle().catch((error: unknown) => expect(isDiskFull(error)).toBe(true));
      expect(await paymentsOf(database, loan.borrowerId, loan.loanId)).toEqual([]);
    });
    for (
      let second = 0;
      second < 600 && (await paymentsOf(database, loan.borrowerId, loan.loanId)).length === 0;
      second += 15
    ) {
      app.clock.advance(15_000);
      await app.settle();
    }
    expect(await paymentsOf(database, loan.borrowerId, loan.loanId)).toMatchObject([{ amountRupiah: 393_333 }]);
    expect(await balanceOf(database, account("LOAN_SETTLEMENT", loan.loanId))).toBe(0);
    await cleanLedger();
  });

  it("is taken at its word for ten seconds: new writes are refused without asking it again, then they are tried", async () => {
    const client = await app.loggedIn(services.random.uuid());
    await withoutRoom("loan_draft", async () => {
      expect((await client.post("/api/loan/draft", { amountRupiah: 1_000_000 })).body.status.code).toBe("STORAGE_FULL");
    });
    expect(told()).toEqual(["error: disk full: a write found no room, new writes are refused"]);
    expect((await client.post("/api/loan/draft", { amountRupiah: 1_000_000 })).body.status.code).toBe("STORAGE_FULL");
    milliseconds += 10_000;
    expect((await client.post("/api/loan/draft", { amountRupiah: 1_000_000 })).status).toBe(200);
    expect(told()).toEqual([]);
  });
});

/** A really small disk: only root can make one, and for an ordinary user no test is skipped. */
const canMount =
  process.getuid?.() === 0 && spawnSync("unshare", ["-m", "sh", "-c", "mount -t tmpfs tmpfs /mnt"]).status === 0;
const describeSmallDisk: typeof describe = canMount ? describe : (((): void => {}) as unknown as typeof describe);

describeSmallDisk("The built product on a disk of 420 MB", () => {
  it("outlives a full disk on which PostgreSQL itself ended, and has everything that it had acknowledged", async () => {
    await build({ always: false });
    const dataDir = await mkdtemp(join(tmpdir(), "tunai-small-disk-"));
    const port = await freePort();
    const command = `mount -t tmpfs -o size=420m,mode=755 tmpfs ${dataDir} && exec "${process.execPath}" server.ts`;
    const product = spawn("unshare", ["-m", "sh", "-c", command], {
      env: { ...process.env, APP_ENV: "test", DATA_DIR: dataDir, PORT: String(port), DISK_LEAST_FREE_MB: "100" },
    });
    try {
      await untilReady(product);
      // The mount belongs to the product; it shows us its root.
      const inside = `/proc/${product.pid}/root${dataDir}`;
      const post = (path: string) =>
        fetch(`http://localhost:${port}${path}`, {
          method: "POST",
          headers: { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" },
          body: "{}",
        });
      const readiness = async () => (await fetch(`http://localhost:${port}/readyz`)).text();
      const acknowledged: { cookie: string; imageUrl: string }[] = [];
      const write = async () => {
        const response = await post("/api/user/generateCaptcha");
        if (response.ok)
          acknowledged.push({
            cookie: response.headers
              .getSetCookie()
              .map((line) => line.split(";")[0])
              .join("; "),
            imageUrl: ((await response.json()) as { imageUrl: string }).imageUrl,
          });
        return response.status;
      };
      await write();
      const database = new pg.Client({
        connectionString: `postgresql://postgres@localhost/tunai?host=${encodeURIComponent(join(inside, "postgres"))}`,
      });
      database.on("error", () => {});
      await database.connect();
      await writeFile(join(inside, "filler"), Buffer.alloc(((await statfs(inside)).bavail - 5_000) * 4096));
      await expect.poll(readiness).toContain("new writes are refused");
      expect((await post("/api/complaint")).status).toBe(503);
      for (let n = 0; n < 3; n++) await write();
      // Its own log has no space: PostgreSQL stops.
      await expect(
        (async () => {
          for (;;) await database.query("select pg_logical_emit_message(false, 'filler', repeat('x', 4000000))");
        })(),
      ).rejects.toThrow();
      await expect.poll(readiness).toBe("not ready");
      // A statement in progress when PostgreSQL stopped may have been committed: its answer is 500, which does not
      // suggest a retry.
      await expect
        .poll(async () => {
          const status = await write();
          expect([500, 503]).toContain(status);
          return status;
        })
        .toBe(503);
      await rm(join(inside, "filler"));
      await expect.poll(readiness, { timeout: 60_000, interval: 250 }).toBe("ready");
      expect(await write()).toBe(200);
      expect(acknowledged.length).toBeGreaterThanOrEqual(3);
      for (const { cookie, imageUrl } of acknowledged)
        expect((await fetch(`http://localhost:${port}${imageUrl}`, { headers: { cookie } })).status, imageUrl).toBe(
          200,
        );
    } finally {
      product.kill("SIGTERM");
      await new Promise<void>((ended) => (product.exitCode === null ? product.once("exit", () => ended()) : ended()));
      await rm(dataDir, { recursive: true, force: true });
    }
  }, 180_000);
});

function untilReady(product: ChildProcess): Promise<void> {
  return new Promise((ready, failed) => {
    let output = "";
    for (const stream of [product.stdout, product.stderr])
      stream?.on("data", (chunk: Buffer) => (output += chunk).includes("is ready on") && ready());
    product.once("exit", () => failed(new Error(output)));
  });
}
