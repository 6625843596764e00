import fc from "fast-check";
import { sql } from "kysely";
import pg from "pg";
import { afterEach, describe, expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { testDatabase } from "../../../tests/support/database.ts";
import { statementsOf } from "../../../tests/support/statements.ts";
import {
  LedgerRefusal,
  account,
  auditAll,
  balanceOf,
  hold,
  liftStop,
  openStop,
  post,
  sealNew,
  settle,
  voidHold,
} from "./index.ts";

const { database, connection } = await testDatabase();
const now = new Date("2026-11-21T09:00:00+07:00");
const valueDate = "2026-11-21";
const promotion = account("PROMOTION_COST");

let made = 0;
/** Funds a campaign's budget and returns the id of the transfer. */
async function fund(amount: number): Promise<string> {
  const id = `fund_${++made}`;
  await transact(database, (trx) =>
    post(trx, now, [
      {
        id,
        kind: "REWARD_FUNDED",
        debit: promotion,
        credit: account("REWARD_BUDGET", `c${made}`),
        amount,
        reference: id,
        valueDate,
      },
    ]),
  );
  return id;
}

/** As the tables' owner can do it: bypassing triggers and the ledger's functions. */
async function asOwner(statement: string, values: unknown[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: connection });
  await client.connect();
  try {
    for (const table of ["ledger_transfer", "ledger_seal"])
      await client.query(`alter table ${table} disable trigger user`);
    await client.query(statement, values);
    for (const table of ["ledger_transfer", "ledger_seal"])
      await client.query(`alter table ${table} enable trigger user`);
  } finally {
    await client.end();
  }
}

async function sealEverything(): Promise<number> {
  let sealed = 0;
  for (;;) {
    const { transfers } = await sealNew(database, now);
    if (transfers === 0) break;
    sealed += transfers;
  }
  return sealed;
}

async function lift(): Promise<void> {
  await transact(database, (trx) => liftStop(trx, now, "auditor", "the row was put back"));
}

describe("the auditor", () => {
  afterEach(async () => {
    expect((await auditAll(database, now)).findings).toEqual([]);
    expect(await openStop(database)).toBeUndefined();
  });

  it("finds nothing in an honest ledger and seals each transfer once", async () => {
    await fund(5);
    await fund(6);
    expect(await sealEverything()).toBe(2);
    expect(await sealEverything()).toBe(0);
    const report = await auditAll(database, now);
    expect(report).toMatchObject({ transfers: 2, findings: [] });
    expect(report.root).toMatch(/^[0-9a-f]{64}$/);
  });

  it("names the one row that was changed, though both of its sides still agree", async () => {
    const id = await fund(1_000);
    await fund(2_000);
    await sealEverything();
    await asOwner("update ledger_transfer set reference = 'flipped' where id = $1", [id]);
    expect((await auditAll(database, now)).findings).toEqual([{ code: "TRANSFER_CHANGED", about: id }]);
    await asOwner("update ledger_transfer set reference = $1 where id = $1", [id]);
    await lift();
  });

  it("names the row that was removed and the balance that no longer adds up", async () => {
    const id = await fund(1_000);
    await sealEverything();
    await asOwner("create table kept as select * from ledger_transfer where id = '" + id + "'");
    await asOwner("delete from ledger_transfer where id = $1", [id]);
    const { findings } = await auditAll(database, now);
    expect(findings).toContainEqual({ code: "TRANSFER_MISSING", about: id });
    expect(findings).toContainEqual({
      code: "BALANCE_WRONG",
      about: `REWARD_BUDGET/c${made}`,
      expected: "0, held 0",
      found: "1000, held 0",
    });
    await asOwner("insert into ledger_transfer overriding system value select * from kept");
    await asOwner("drop table kept");
    await lift();
  });

  it("notices a rewritten seal", async () => {
    await fund(7);
    await sealEverything();
    const last = await database
      .selectFrom("ledger_seal")
      .selectAll()
      .orderBy("number", "desc")
      .executeTakeFirstOrThrow();
    await asOwner("update ledger_seal set hash = decode(repeat('00', 32), 'hex') where number = $1", [last.number]);
    expect((await auditAll(database, now)).findings).toEqual([{ code: "SEAL_BROKEN", about: String(last.number) }]);
    await asOwner("update ledger_seal set hash = $2 where number = $1", [last.number, last.hash]);
    await lift();
  });

  it("stops money writes from its minute's look when a balance was touched, until someone lifts the stop", async () => {
    await fund(10);
    const touched = `REWARD_BUDGET/c${made}`;
    await asOwner("update ledger_balance set posted = posted + 1 where account_id = $1", [touched]);
    const { findings } = await sealNew(database, now);
    expect(findings).toEqual([{ code: "BALANCE_WRONG", about: touched, expected: "10, held 0", found: "11, held 0" }]);
    await expect(fund(5)).rejects.toThrow(LedgerRefusal);
    expect((await openStop(database))?.findings).toEqual(findings);
    // It is reported again as long as it lasts.
    expect((await sealNew(database, now)).findings).toEqual(findings);
    await asOwner("update ledger_balance set posted = posted - 1 where account_id = $1", [touched]);
    await lift();
    await fund(5);
  });

  it("seals a transfer that committed after a later one was sealed", async () => {
    const amount = 3;
    const late = {
      id: "late",
      kind: "REWARD_FUNDED",
      debit: promotion,
      credit: account("REWARD_BUDGET", "late"),
      amount,
      reference: "late",
      valueDate,
    } as const;
    await transact(database, async (trx) => {
      await post(trx, now, [late]);
      await fund(4);
      expect(await sealEverything()).toBeGreaterThan(0);
    });
    expect(await sealEverything()).toBe(1);
  });

  it("looks once where nothing is new, and whole again when an account is to be compared or a transfer came", async () => {
    await fund(7);
    await sealEverything();
    const statements = async () => (await statementsOf(() => sealNew(database, now))).length;
    // Transactions of other tests that write at the same time belong to the same server.
    await expect.poll(statements).toBe(1);
    await asOwner("update ledger_checkpoint set compared = false");
    expect(await statements()).toBeGreaterThan(1);
    await fund(8);
    expect((await sealNew(database, now)).transfers).toBe(1);
    expect(await sealNew(database, now)).toMatchObject({ transfers: 0, findings: [] });
  });

  it("seals each transfer once when several auditors look at the same time", async () => {
    for (let count = 0; count < 20; count++) await fund(1 + count);
    const reports = await Promise.all(Array.from({ length: 4 }, () => sealNew(database, now)));
    expect(reports.reduce((sum, report) => sum + report.transfers, 0)).toBeGreaterThanOrEqual(20);
    const { rows } = await sql<{ open: number }>`
      select count(*) as open from ledger_transfer t where not exists (select 1 from ledger_seal_entry e where e.transfer_id = t.id)`.execute(
      database,
    );
    expect(rows[0]?.open).toBe(0);
  });

  it("agrees with a plain sum over any history of moves, holds and their ends", async () => {
    const step = fc.record({
      act: fc.constantFrom("fund", "give", "hold", "settle", "void", "seal"),
      who: fc.integer({ min: 0, max: 2 }),
      amount: fc.integer({ min: 1, max: 500 }),
      pick: fc.nat(),
    });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        run += 1;
        const budget = account("REWARD_BUDGET", `run${run}`);
        const wallets = [0, 1, 2].map((who) => account("WALLET", `run${run}:${who}`));
        const books = { budget: 0, posted: [0, 0, 0], held: [0, 0, 0] };
        const holds: { id: string; who: number; amount: number }[] = [];
        for (const [index, { act, who, amount, pick }] of steps.entries()) {
          const wallet = wallets[who] ?? budget;
          const base = { id: `run${run}_${index}`, amount, reference: `run${run}`, valueDate };
          if (act === "seal") await sealNew(database, now);
          if (act === "fund") {
            await transact(database, (trx) =>
              post(trx, now, [{ ...base, kind: "REWARD_FUNDED", debit: promotion, credit: budget }]),
            );
            books.budget += amount;
          }
          if (act === "give") {
            const wanted = transact(database, (trx) =>
              post(trx, now, [{ ...base, kind: "REWARD", debit: budget, credit: wallet }]),
            );
            if (amount > books.budget) await expect(wanted).rejects.toThrow("INSUFFICIENT");
            else {
              await wanted;
              books.budget -= amount;
              books.posted[who]! += amount;
            }
          }
          if (act === "hold") {
            const wanted = transact(database, (trx) =>
              hold(trx, now, { ...base, kind: "WALLET_WITHDRAWAL", debit: wallet, credit: account("OPERATING_CASH") }),
            );
            if (amount > books.posted[who]! - books.held[who]!) await expect(wanted).rejects.toThrow("INSUFFICIENT");
            else {
              await wanted;
              books.held[who]! += amount;
              holds.push({ id: base.id, who, amount });
            }
          }
          if ((act === "settle" || act === "void") && holds.length > 0) {
            const [ended] = holds.splice(pick % holds.length, 1);
            if (!ended) continue;
            await transact(database, (trx) => (act === "settle" ? settle : voidHold)(trx, now, ended.id, valueDate));
            books.held[ended.who]! -= ended.amount;
            if (act === "settle") books.posted[ended.who]! -= ended.amount;
          }
        }
        const balances = await Promise.all([budget, ...wallets].map((ref) => balanceOf(database, ref)));
        expect(balances).toEqual([books.budget, ...books.posted]);
        // An account without a limit, whatever of it is sealed by now.
        const { rows } = await sql<{ net: number }>`
          select (coalesce(sum(amount) filter (where debit_account_id = ${promotion.id}), 0) - coalesce(sum(amount) filter (where credit_account_id = ${promotion.id}), 0))::bigint as net
          from ledger_transfer where phase in ('PLAIN', 'POSTED')`.execute(database);
        expect(await balanceOf(database, promotion)).toBe(rows[0]?.net);
      }),
      { numRuns: 25 },
    );
    await sealEverything();
    expect((await auditAll(database, now)).findings).toEqual([]);
  });
});
