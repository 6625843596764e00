/**
 * Every finding of the auditor, provoked as owner of the tables; each stops money, and each is found by the check every
 * minute or by the whole audit.
 */
import pg from "pg";
import { describe, expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { testDatabase } from "#tests/support/database.ts";
import { account, auditAll, auditRecent, hold, openStop, post, sealNew, type LedgerFinding } from "./index.ts";

const now = new Date("2026-11-21T09:00:00+07:00");
const valueDate = "2026-11-21";
const budget = account("REWARD_BUDGET", "c1");
const wallet = account("WALLET", "b1");
const [budgetId, walletId, costId, escrowId, cashId] = [
  budget,
  wallet,
  account("PROMOTION_COST"),
  account("ESCROW"),
  account("OPERATING_CASH"),
].map(({ id }) => id) as [string, string, string, string, string];

const smallest = { seals: 1, transfers: 1, accounts: 1, overlap: 0 };

interface Written {
  id: string;
  phase?: "PLAIN" | "POSTED" | "VOIDED";
  pendingId?: string;
  asset?: string;
  debit: string;
  credit: string;
  amount: number;
}
/** A row written without the ledger's functions. */
const insert = ({ id, phase = "PLAIN", pendingId, asset = "RUPIAH", debit, credit, amount }: Written): string =>
  `insert into ledger_transfer (id, phase, pending_id, asset, debit_account_id, credit_account_id, amount, kind, reference, value_date, posted_at)
   values ('${id}', '${phase}', ${pendingId ? `'${pendingId}'` : "null"}, '${asset}', '${debit}', '${credit}', ${amount}, 'REWARD', 'r', '2026-11-21', now())`;
const balances = (accountId: string, posted: number, held = 0): string =>
  `update ledger_balance set posted = ${posted}, held = ${held} where account_id = '${accountId}'`;
const endOfHold = (change: Partial<Written>): string =>
  insert({ id: "odd", phase: "POSTED", pendingId: "h1", debit: walletId, credit: cashId, amount: 300, ...change });
/** No database rule prevents the owner of the tables from writing a negative balance. */
const unbound = "alter table ledger_balance drop constraint ledger_balance_check";

/** A correct ledger: 1,000 in a budget, 400 of it given to a wallet, 300 of these held; and an account of points. */
async function honest() {
  const { database, connection } = await testDatabase();
  await transact(database, async (trx) => {
    const base = { reference: "r", valueDate } as const;
    await post(trx, now, [
      { ...base, id: "f1", kind: "REWARD_FUNDED", debit: account("PROMOTION_COST"), credit: budget, amount: 1_000 },
      { ...base, id: "g1", kind: "REWARD", debit: budget, credit: wallet, amount: 400 },
    ]);
    await hold(trx, now, {
      ...base,
      id: "h1",
      kind: "WALLET_WITHDRAWAL",
      debit: wallet,
      credit: account("OPERATING_CASH"),
      amount: 300,
    });
  });
  const asOwner = async (statements: readonly string[]): Promise<void> => {
    const client = new pg.Client({ connectionString: connection });
    await client.connect();
    try {
      await client.query(
        `insert into ledger_account (id, kind, asset, limited, opened_at) values
         ('${escrowId}', 'ESCROW', 'RUPIAH', false, now()), ('POINTS_POOL', 'POINTS_POOL', 'POINTS', false, now()) on conflict do nothing`,
      );
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  };
  return { database, asOwner };
}

interface Case {
  what: string;
  statements: string[];
  finding: LedgerFinding;
  /** The check every minute does not sum whole assets. */
  onlyWhole?: true;
}
const cases: Case[] = [
  {
    what: "an account that was overdrawn together with its balance",
    statements: [
      unbound,
      insert({ id: "odd", debit: budgetId, credit: costId, amount: 700 }),
      balances(budgetId, -100),
    ],
    finding: { code: "BALANCE_NEGATIVE", about: budgetId, expected: "-100, held 0", found: "-100, held 0" },
  },
  {
    what: "an account whose holds pass what it has",
    statements: [
      unbound,
      insert({ id: "odd", debit: walletId, credit: cashId, amount: 200 }),
      balances(walletId, 200, 300),
    ],
    finding: { code: "BALANCE_NEGATIVE", about: walletId, expected: "200, held 300", found: "200, held 300" },
  },
  {
    what: "a hold that was set free in the balance alone",
    statements: [balances(walletId, 400, 0)],
    finding: { code: "BALANCE_WRONG", about: walletId, expected: "400, held 300", found: "400, held 0" },
  },
  {
    what: "a balance that is gone",
    statements: [`delete from ledger_balance where account_id = '${walletId}'`],
    finding: { code: "BALANCE_WRONG", about: walletId, expected: "400, held 300", found: "no balance" },
  },
  {
    what: "a hold ended by another amount",
    statements: [endOfHold({ amount: 200 })],
    finding: { code: "HOLD_WRONG", about: "odd" },
  },
  {
    what: "a hold ended in favour of another account",
    statements: [endOfHold({ credit: escrowId })],
    finding: { code: "HOLD_WRONG", about: "odd" },
  },
  {
    what: "a hold ended at the cost of another account",
    statements: [endOfHold({ debit: costId, phase: "VOIDED" })],
    finding: { code: "HOLD_WRONG", about: "odd" },
  },
  {
    what: "a hold ended in another asset",
    statements: [endOfHold({ asset: "POINTS" })],
    finding: { code: "HOLD_WRONG", about: "odd" },
  },
  {
    what: "the end of a hold that nobody made",
    statements: [endOfHold({ pendingId: "h2" })],
    finding: { code: "HOLD_WRONG", about: "odd" },
  },
  {
    what: "the end of what was no hold",
    statements: [endOfHold({ pendingId: "g1", debit: budgetId, credit: walletId, amount: 400 })],
    finding: { code: "HOLD_WRONG", about: "odd" },
  },
  {
    what: "a transfer in an asset that neither side has",
    statements: [insert({ id: "odd", asset: "POINTS", debit: costId, credit: escrowId, amount: 5 })],
    finding: { code: "ASSET_WRONG", about: "odd" },
  },
  {
    what: "a transfer in an asset that only its debit side has",
    statements: [insert({ id: "odd", debit: costId, credit: "POINTS_POOL", amount: 5 })],
    finding: { code: "ASSET_WRONG", about: "odd" },
  },
  {
    what: "a transfer in an asset that only its credit side has",
    statements: [insert({ id: "odd", asset: "POINTS", debit: costId, credit: "POINTS_POOL", amount: 5 })],
    finding: { code: "ASSET_WRONG", about: "odd" },
  },
  {
    what: "rupiah that became points",
    statements: [insert({ id: "odd", debit: costId, credit: "POINTS_POOL", amount: 5 })],
    finding: { code: "ASSET_UNBALANCED", about: "POINTS", expected: "0", found: "-5" },
    onlyWhole: true,
  },
  {
    what: "a total of the auditor's own that somebody wrote over",
    statements: [`update ledger_checkpoint set debits = debits + 1 where account_id = '${costId}'`],
    finding: { code: "CHECKPOINT_WRONG", about: costId, expected: "1000, 0, held 0", found: "1001, 0, held 0" },
    onlyWhole: true,
  },
];

describe("the auditor finds and stops", () => {
  it.each(cases)("$what: $finding.code", async ({ statements, finding, onlyWhole }) => {
    const { database, asOwner } = await honest();
    await sealNew(database, now);
    expect((await auditAll(database, now)).findings).toEqual([]);
    await asOwner(statements);
    // The audit of new rows needs no seal of them.
    if (finding.code !== "CHECKPOINT_WRONG")
      expect((await auditRecent(database, now)).findings).toContainEqual(finding);
    // The check every minute reads the accounts that changed.
    await asOwner(["update ledger_checkpoint set compared = false"]);
    if (!onlyWhole) expect((await sealNew(database, now)).findings).toContainEqual(finding);
    const { findings } = await auditAll(database, now);
    expect(findings).toContainEqual(finding);
    // Each transfer, seal and account in its own range: findings across ranges are the same.
    for (const lanes of [1, 3])
      expect((await auditAll(database, now, { lanes, sizes: smallest })).findings).toEqual(findings);
    expect(await openStop(database)).toMatchObject({ since: now });
    await expect(
      transact(database, (trx) =>
        post(trx, now, [
          {
            id: "after",
            kind: "REWARD_FUNDED",
            debit: account("PROMOTION_COST"),
            credit: budget,
            amount: 1,
            reference: "r",
            valueDate,
          },
        ]),
      ),
    ).rejects.toThrow("LEDGER_STOPPED");
  });

  it("in what came since the last proof alone, unless the whole is asked for", async () => {
    const { database, asOwner } = await honest();
    await sealNew(database, now);
    const { root } = await auditRecent(database, now);
    expect(await database.selectFrom("ledger_proof").select(["sealNumber", "isWhole"]).execute()).toEqual([
      { sealNumber: 1, isWhole: true },
    ]);
    expect(await auditRecent(database, now)).toMatchObject({ findings: [], root });
    await asOwner([
      "alter table ledger_transfer disable trigger user",
      "update ledger_transfer set reference = 'other' where id = 'f1'",
      "alter table ledger_transfer enable trigger user",
    ]);
    expect((await auditRecent(database, now)).findings).toEqual([]);
    expect((await auditAll(database, now)).findings).toEqual([{ code: "TRANSFER_CHANGED", about: "f1" }]);
  });

  it("a proof whose seal has been written over since", async () => {
    const { database, asOwner } = await honest();
    await sealNew(database, now);
    await auditAll(database, now);
    await asOwner([
      "alter table ledger_seal disable trigger user",
      "update ledger_seal set hash = decode(repeat('11', 32), 'hex')",
      "alter table ledger_seal enable trigger user",
    ]);
    expect((await auditRecent(database, now)).findings).toEqual([{ code: "SEAL_BROKEN", about: "1" }]);
    expect(await openStop(database)).toMatchObject({ since: now });
  });

  it("a chain whose seals were put together anew: a seal left out, one that counts wrong, one that stands on nothing", async () => {
    const { database, asOwner } = await honest();
    await sealNew(database, now);
    await transact(database, (trx) =>
      post(trx, now, [
        {
          id: "f2",
          kind: "REWARD_FUNDED",
          debit: account("PROMOTION_COST"),
          credit: budget,
          amount: 2,
          reference: "r",
          valueDate,
        },
      ]),
    );
    await sealNew(database, now);
    expect((await auditAll(database, now)).findings).toEqual([]);
    const broken = async (statement: string, undo: string): Promise<LedgerFinding[]> => {
      const free = (inner: string) => [
        "alter table ledger_seal disable trigger user",
        inner,
        "alter table ledger_seal enable trigger user",
      ];
      await asOwner(free(statement));
      const { findings } = await auditAll(database, now);
      expect((await auditAll(database, now, { lanes: 2, sizes: smallest })).findings).toEqual(findings);
      await asOwner(free(undo));
      return findings;
    };
    const second: LedgerFinding = { code: "SEAL_BROKEN", about: "2" };
    expect(
      await broken(
        "update ledger_seal set entries = 2 where number = 2",
        "update ledger_seal set entries = 1 where number = 2",
      ),
    ).toEqual([second]);
    expect(
      await broken(
        "create table kept as select previous_hash from ledger_seal where number = 2; update ledger_seal set previous_hash = decode(repeat('11', 32), 'hex') where number = 2",
        "update ledger_seal set previous_hash = (select previous_hash from kept) where number = 2",
      ),
    ).toEqual([second]);
    expect((await auditAll(database, now)).findings).toEqual([]);
  });
});
