/**
 * The whole audit by ranges: findings across their borders, several lanes, an interrupted audit, and concurrent
 * business.
 */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { transact, type Transaction } from "#server/database.server.ts";
import { testDatabase } from "#tests/support/database.ts";
import { statementsOf } from "#tests/support/statements.ts";
import { account, auditAll, hold, liftStop, openAuditProgress, post, sealNew, settle } from "./index.ts";
import type { AuditProgress } from "./whole-audit.ts";

const { database, connection } = await testDatabase();
const now = new Date("2026-11-21T09:00:00+07:00");
const valueDate = "2026-11-21";
const base = { reference: "r", valueDate } as const;
const promotion = account("PROMOTION_COST");
const budget = account("REWARD_BUDGET", "c1");
const cash = account("OPERATING_CASH");
const wallet = (n: number) => account("WALLET", `b${n}`);
const seals = 5;
/** Ranges of two seals, seven transfers and three accounts: borders are everywhere. */
const sizes = { seals: 2, transfers: 7, accounts: 3, overlap: 4 };
const folder = await mkdtemp(join(tmpdir(), "tunai-whole-audit-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const give = (trx: Transaction, id: string, n: number) =>
  post(trx, now, [{ ...base, id, kind: "REWARD", debit: budget, credit: wallet(n), amount: 100 }]);

beforeAll(async () => {
  await transact(database, (trx) =>
    post(trx, now, [
      { ...base, id: "fund", kind: "REWARD_FUNDED", debit: promotion, credit: budget, amount: 1_000_000 },
    ]),
  );
  for (let seal = 0; seal < seals; seal++) {
    for (let n = 0; n < 6; n++) await transact(database, (trx) => give(trx, `give_${seal}_${n}`, n));
    const id = `hold_${seal}`;
    await transact(database, (trx) =>
      hold(trx, now, { ...base, id, kind: "WALLET_WITHDRAWAL", debit: wallet(seal), credit: cash, amount: 50 }),
    );
    // A hold made in one seal ends in the next.
    if (seal > 0) await transact(database, (trx) => settle(trx, now, `hold_${seal - 1}`, valueDate));
    await sealNew(database, now);
  }
  // The last ones are not sealed yet.
  await transact(database, (trx) => give(trx, "give_last", 0));
});

/** As the tables' owner can do it. */
async function asOwner(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: connection });
  await client.connect();
  const tables = ["ledger_transfer", "ledger_seal", "ledger_seal_entry"];
  try {
    for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
    for (const statement of statements) await client.query(statement);
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
  } finally {
    await client.end();
  }
}

/**
 * The findings, which are equal for ranges of every size and any number of lanes; one usual range contains all of these
 * books.
 */
async function findings() {
  const whole = await auditAll(database, now);
  for (const lanes of [1, 4])
    for (const small of [sizes, { seals: 1, transfers: 1, accounts: 1, overlap: 0 }])
      expect(await auditAll(database, now, { lanes, sizes: small }), `${lanes} lanes`).toEqual(whole);
  return whole.findings;
}

async function during(fault: string, undo: string, look: () => Promise<void>): Promise<void> {
  await asOwner(fault);
  try {
    await look();
  } finally {
    await asOwner(undo);
    await transact(database, (trx) => liftStop(trx, now, "auditor", "the row was put back"));
  }
  expect(await findings()).toEqual([]);
}

describe("a whole audit by ranges", () => {
  it("finds nothing in honest books, and has looked at every transfer and seal", async () => {
    const whole = await auditAll(database, now);
    const count = await database
      .selectFrom("ledger_transfer")
      .select(({ fn }) => fn.countAll<number>().as("of"))
      .execute();
    expect(whole).toMatchObject({ findings: [], transfers: count[0]!.of });
    expect(await findings()).toEqual([]);
  });

  it("finds the end of a hold that differs from the hold in another range", () =>
    during(
      "update ledger_transfer set amount = 49 where id = 'hold_2'",
      "update ledger_transfer set amount = 50 where id = 'hold_2'",
      async () => {
        const codes = (await findings()).map(({ code, about }) => `${code} ${about}`);
        expect(codes).toContain("TRANSFER_CHANGED hold_2");
        expect(codes.filter((one) => one.startsWith("HOLD_WRONG"))).toHaveLength(1);
      },
    ));

  it("finds a seal that is bound to another one than the last of the range before", () =>
    during(
      "create table kept as select * from ledger_seal where number = 3; update ledger_seal set previous_hash = decode(repeat('11', 32), 'hex') where number = 3",
      "update ledger_seal s set previous_hash = k.previous_hash from kept k where s.number = k.number; drop table kept",
      async () => expect(await findings()).toEqual([{ code: "SEAL_BROKEN", about: "3" }]),
    ));

  it("finds a seal that is missing between two ranges", () =>
    during(
      "create table kept as select * from ledger_seal where number = 2; create table kept_entry as select * from ledger_seal_entry where seal_number = 2; delete from ledger_seal_entry where seal_number = 2; delete from ledger_seal where number = 2",
      "insert into ledger_seal select * from kept; insert into ledger_seal_entry select * from kept_entry; drop table kept, kept_entry",
      async () => expect(await findings()).toContainEqual({ code: "SEAL_BROKEN", about: "3" }),
    ));

  it("finds a shared account whose sums over all ranges are not its balance, nor the auditor's total", () =>
    during(
      `update ledger_balance set posted = posted + 1 where account_id = '${budget.id}'; update ledger_checkpoint set credits = credits - 1 where account_id = '${promotion.id}'`,
      `update ledger_balance set posted = posted - 1 where account_id = '${budget.id}'; update ledger_checkpoint set credits = credits + 1 where account_id = '${promotion.id}'`,
      async () =>
        expect((await findings()).map(({ code, about }) => [code, about])).toEqual([
          ["BALANCE_WRONG", budget.id],
          ["CHECKPOINT_WRONG", promotion.id],
        ]),
    ));

  it("finds a transfer that is gone from the first range of many", () =>
    during(
      "create table kept as select * from ledger_transfer where id = 'give_0_1'; delete from ledger_transfer where id = 'give_0_1'",
      "insert into ledger_transfer overriding system value select * from kept; drop table kept",
      async () => {
        const codes = (await findings()).map(({ code, about }) => `${code} ${about}`);
        expect(codes).toEqual(
          expect.arrayContaining([
            "TRANSFER_MISSING give_0_1",
            `BALANCE_WRONG ${budget.id}`,
            `BALANCE_WRONG ${wallet(1).id}`,
          ]),
        );
      },
    ));
});

describe("beside the business", () => {
  /** Acts once, when this many ranges are proven. */
  const after = (ranges: number, act: () => Promise<void>): AuditProgress => {
    let proven = 0;
    return {
      scope: null,
      parts: new Map(),
      begin: async () => {},
      keep: async () => void (++proven === ranges && (await act())),
      end: async () => {},
    };
  };

  it("reports nothing of a transfer of an earlier position that commits while it runs", async () => {
    let commit = () => {};
    let hasPosted = () => {};
    const posted = new Promise<void>((done) => (hasPosted = done));
    const mayCommit = new Promise<void>((done) => (commit = done));
    const late = transact(database, async (trx) => {
      await give(trx, "late", 1);
      hasPosted();
      await mayCommit;
    });
    await posted;
    // Later positions of an account that the open transaction has not locked.
    for (let n = 0; n < 30; n++)
      await transact(database, (trx) =>
        post(trx, now, [
          {
            ...base,
            id: `more_${n}`,
            kind: "REWARD_FUNDED",
            debit: promotion,
            credit: account("REWARD_BUDGET", "c2"),
            amount: 1,
          },
        ]),
      );
    const progress = after(12, async () => {
      commit();
      await late;
    });
    expect((await auditAll(database, now, { progress, sizes: { ...sizes, overlap: 2 } })).findings).toEqual([]);
    await sealNew(database, now);
    expect(await findings()).toEqual([]);
  });

  it("reports nothing of transfers that come and are sealed while it runs", async () => {
    const progress = after(3, async () => {
      for (let n = 0; n < 10; n++) await transact(database, (trx) => give(trx, `come_${n}`, n % 3));
      await sealNew(database, now);
    });
    expect((await auditAll(database, now, { progress, sizes })).findings).toEqual([]);
  });
});

describe("an audit that is cut off", () => {
  const file = () => join(folder, "audit.jsonl");
  /** Fails once this many ranges are stored. */
  const cutOffAfter = async (ranges: number): Promise<AuditProgress> => {
    const progress = await openAuditProgress(file());
    let kept = 0;
    return {
      ...progress,
      keep: async (name, part) => {
        if (++kept > ranges) throw new Error("cut off");
        await progress.keep(name, part);
      },
    };
  };
  const linesOf = async () => (await readFile(file(), "utf8")).trimEnd().split("\n");

  it("goes on with what is not proven yet, says the same at its end, and keeps nothing then", async () => {
    const whole = await auditAll(database, now);
    const all = (await statementsOf(() => auditAll(database, now, { sizes }))).length;
    await expect(auditAll(database, now, { sizes, progress: await cutOffAfter(12) })).rejects.toThrow("cut off");
    expect(await linesOf()).toHaveLength(13);
    // The line that was being written does not count.
    await writeFile(file(), '["transfers aft', { flag: "a" });
    const progress = await openAuditProgress(file());
    expect(progress.parts.size).toBe(12);
    let report;
    const rest = (
      await statementsOf(async () => (report = await auditAll(database, now, { sizes, lanes: 3, progress })))
    ).length;
    expect(report).toEqual(whole);
    expect(rest).toBeLessThan(all);
    await expect(linesOf()).rejects.toThrow("ENOENT");
  });

  it("looks again at a range with a finding, and at all of them in another database", async () => {
    await asOwner("update ledger_transfer set reference = 'other' where id = 'give_1_1'");
    // Interrupted after all checks, before the end.
    const progress = await openAuditProgress(file());
    const unfinished = { ...progress, end: async () => {} };
    const { findings: found } = await auditAll(database, now, { sizes, progress: unfinished });
    expect(found).toEqual([{ code: "TRANSFER_CHANGED", about: "give_1_1" }]);
    await asOwner("update ledger_transfer set reference = 'r' where id = 'give_1_1'");
    await transact(database, (trx) => liftStop(trx, now, "auditor", "the row was put back"));
    expect((await auditAll(database, now, { sizes, progress: await openAuditProgress(file()) })).findings).toEqual([]);

    await expect(auditAll(database, now, { sizes, progress: await cutOffAfter(99_999) })).resolves.toBeDefined();
    await expect(auditAll(database, now, { sizes, progress: await cutOffAfter(5) })).rejects.toThrow("cut off");
    const other = await testDatabase();
    const began = await openAuditProgress(file());
    expect(await auditAll(other.database, now, { sizes, progress: began })).toMatchObject({
      transfers: 0,
      findings: [],
    });
  });

  it("refuses a file that is something else", async () => {
    await writeFile(file(), '{"borrowers": 3}\n');
    await expect(openAuditProgress(file())).rejects.toThrow("It is no file of an audit that was cut off.");
    await rm(file());
  });
});

it("no statement of it takes all transfers of a shared account while nothing is wrong", async () => {
  const asked = await statementsOf(() => auditAll(database, now, { sizes }));
  const wide = asked.filter(({ text }) => text.includes("where debit_account_id = a.id"));
  expect(wide.length).toBeGreaterThan(0);
  for (const { text } of wide) expect(text).toContain("a.kind <> all");
});
