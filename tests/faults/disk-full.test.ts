/** A disk that fills up, and one that is full: nothing acknowledged is lost, money is never half done, and all goes on by itself. // Threat H4 */
import { sql } from "kysely";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createDiskSpace, isDiskFull } from "#server/disk-space.ts";
import { createLog } from "#server/log.server.ts";
import { account, auditAll, balanceOf } from "#server/ledger/index.ts";
import { paymentsOf } from "#features/credit/repayment/server/index.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { activeLoan } from "#tests/support/loan.ts";

const megabyte = 1024 * 1024;
/** What the disk has, and what the process's monotonic clock says; the tests move both. */
let freeBytes = 10_000 * megabyte;
let milliseconds = 0;
const lines: { level: string; message: string }[] = [];
const log = createLog({ now: () => new Date(0), sink: (line) => lines.push(JSON.parse(line) as (typeof lines)[number]) });
const told = () => lines.splice(0).filter(({ message }) => /disk/.test(message)).map(({ level, message }) => `${level}: ${message}`);

const disk = createDiskSpace({ places: [{ name: "database", folder: "/data" }, { name: "objects", folder: "/data" }], leastBytes: 256 * megabyte, free: async () => freeBytes, monotonicMs: () => milliseconds, log });
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
  const picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: "#4a6" } }).jpeg().toBuffer();
  form.append("photo", new File([new Uint8Array(picture)], "slip.jpg", { type: "image/jpeg" }));
  return client.send("POST", "/api/document/kind/SALARY_SLIP", form);
}
const accountAt = async (client: TestClient) => (await client.post("/api/repayment/virtual-account", { bankCode: "014" })).body.virtualAccountNumber as string;

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
    expect([refused.status, refused.body.status.code, refused.headers.get("retry-after")]).toEqual([503, "STORAGE_FULL", "60"]);
    expect((await client.post("/api/loan/draft", { amountRupiah: 1_000_000 })).body.status.code).toBe("STORAGE_FULL");
    for (const [language, words] of [["id", /belum dapat menyimpan/], ["en", /cannot store anything new/], ["zh", /暂时无法保存/]] as const)
      expect((await client.post(`/api/loan/draft?lang=${language}`, {})).body.status.detail).toMatch(words);

    expect((await client.get("/api/document")).body.items.every(({ count }: { count: number }) => count === 0)).toBe(true);
    expect((await client.get("/readyz")).status).toBe(200);
    expect((await client.get("/readyz")).text).toBe("ready, but the disk is nearly full: new writes are refused");
    // A payment arrives, is told by the bank's webhook, and is booked.
    await bank.pay({ virtualAccountNumber: await accountAt(client), amountRupiah: 393_333 });
    await app.settle();
    expect(await paymentsOf(database, loan.borrowerId, loan.loanId)).toMatchObject([{ amountRupiah: 393_333 }]);
    await cleanLedger();

    await withFree(10_000);
    expect((await client.get("/readyz")).text).toBe("ready");
    expect((await upload(client)).status).toBe(200);
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
    const silent = createDiskSpace({ places, leastBytes: megabyte, free: async () => (isAsked ? 0 : Promise.reject(new Error("gone"))), log });
    await silent.look();
    isAsked = false;
    await silent.look();
    expect(silent.isLow).toBe(true);
    const unwatched = createDiskSpace({ places, leastBytes: 0, free: async () => 0, log });
    await unwatched.look();
    expect(unwatched.isLow).toBe(false);
  });

  it("is measured on the folder's own disk, or where that folder will be", async () => {
    const real = createDiskSpace({ places: [{ name: "objects", folder: `${import.meta.dirname}/not/there/yet` }], leastBytes: Number.MAX_SAFE_INTEGER, log });
    await real.look();
    expect(real.isLow).toBe(true);
  });
});

describe("A database that has no room", () => {
  /** What PostgreSQL says when a file cannot grow, at the moment when this table is written. */
  async function withoutRoom(table: string, work: () => Promise<void>): Promise<void> {
    await sql`create or replace function no_room() returns trigger language plpgsql as $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`.execute(database);
    await sql`create trigger no_room before insert or update on ${sql.table(table)} for each row execute function no_room()`.execute(database);
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
    // The last write of the effect: its answer beside the key, after every transfer.
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
    for (let second = 0; second < 600 && (await paymentsOf(database, loan.borrowerId, loan.loanId)).length === 0; second += 15) {
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
