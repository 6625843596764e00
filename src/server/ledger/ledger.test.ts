import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { type Transaction, transact } from "#server/database.server.ts";
import { testDatabase } from "../../../tests/support/database.ts";
import {
  type AccountRef,
  LedgerRefusal,
  type Transfer,
  type TransferKindName,
  account,
  availableOf,
  balanceOf,
  historyOf,
  historyOfReference,
  hold,
  openHolds,
  post,
  settle,
  voidHold,
} from "./index.ts";

const { database } = await testDatabase({ poolSize: 20 });
const now = new Date("2026-11-21T09:00:00+07:00");
const valueDate = "2026-11-21";

let made = 0;
let wallet: AccountRef;
let budget: AccountRef;
beforeEach(() => {
  made += 1;
  wallet = account("WALLET", `b${made}`);
  budget = account("REWARD_BUDGET", `c${made}`);
});

const inTrx = <Result>(work: (trx: Transaction) => Promise<Result>) => transact(database, work);
const move = (id: string, kind: TransferKindName, debit: AccountRef, credit: AccountRef, amount: number): Transfer => ({
  id: `t${made}_${id}`,
  kind,
  debit,
  credit,
  amount,
  reference: `r${made}`,
  valueDate,
});
/** A campaign budget of which the wallet has received `amount`. */
const give = (amount: number) =>
  inTrx((trx) =>
    post(trx, now, [
      move("fund", "REWARD_FUNDED", account("PROMOTION_COST"), budget, amount),
      move("give", "REWARD", budget, wallet, amount),
    ]),
  );
const withdrawal = (id: string, amount: number) =>
  move(id, "WALLET_WITHDRAWAL", wallet, account("OPERATING_CASH"), amount);
const codeOf = async (work: Promise<unknown>) =>
  work.then(
    () => "written",
    (error: unknown) => (error instanceof LedgerRefusal ? error.code : String(error)),
  );

describe("posting", () => {
  it("moves value between the accounts of a posting and keeps what each did", async () => {
    const posting = await give(70_000);
    expect(posting.isReplay).toBe(false);
    expect(await balanceOf(database, wallet)).toBe(70_000);
    expect(await balanceOf(database, budget)).toBe(0);
    expect(await historyOf(database, wallet)).toEqual([posting.transfers[1]]);
    expect(posting.transfers[1]).toMatchObject({
      amount: 70_000,
      phase: "PLAIN",
      valueDate,
      postedAt: now,
      creditAccountId: wallet.id,
    });
  });

  it("answers the same id with the first row, and refuses it for another transfer", async () => {
    await give(70_000);
    const first = await inTrx((trx) => post(trx, now, [withdrawal("w", 50_000)]));
    const later = new Date(now.getTime() + 60_000);
    const second = await inTrx((trx) => post(trx, later, [withdrawal("w", 50_000)]));
    expect(second).toEqual({ transfers: first.transfers, isReplay: true });
    expect(await balanceOf(database, wallet)).toBe(20_000);
    expect(await codeOf(inTrx((trx) => post(trx, now, [withdrawal("w", 20_000)])))).toBe("ID_REUSED");
  });

  it("writes all transfers of a posting or none, and leaves the caller's transaction alive", async () => {
    await give(70_000);
    await inTrx(async (trx) => {
      expect(await codeOf(post(trx, now, [withdrawal("w1", 50_000), withdrawal("w2", 50_000)]))).toBe("INSUFFICIENT");
      await post(trx, now, [withdrawal("w3", 10_000)]);
    });
    expect((await historyOfReference(database, `r${made}`)).map((row) => row.id)).toEqual([
      `t${made}_fund`,
      `t${made}_give`,
      `t${made}_w3`,
    ]);
    expect(await balanceOf(database, wallet)).toBe(60_000);
  });

  it("refuses what is not in the chart, not whole or not positive before asking the database", async () => {
    const wrong = [
      move("a", "REWARD", wallet, budget, 1),
      move("b", "POINTS_SPENT", account("POINTS", "b1"), account("ESCROW"), 1),
      withdrawal("c", 0),
      withdrawal("d", -5),
      withdrawal("e", 0.5),
      withdrawal("f", 2 ** 53),
    ];
    for (const transfer of wrong) await expect(inTrx((trx) => post(trx, now, [transfer]))).rejects.toThrow(RangeError);
  });

  it("keeps assets apart even when the chart is bypassed", async () => {
    await give(5);
    const entries = [
      {
        id: `t${made}_x`,
        phase: "PLAIN",
        asset: "POINTS",
        debit: wallet.id,
        credit: "OPERATING_CASH",
        amount: 1,
        kind: "X",
        reference: "x",
        valueDate,
      },
    ];
    const accounts = [{ id: "OPERATING_CASH", kind: "OPERATING_CASH", asset: "RUPIAH", ownerId: null, limited: false }];
    const { rows } = await sql<{
      answer: object;
    }>`select ledger_post(${JSON.stringify(accounts)}::jsonb, ${JSON.stringify(entries)}::jsonb, ${now}) as answer`.execute(
      database,
    );
    expect(rows[0]?.answer).toEqual({ refused: "ASSET_MISMATCH", about: `t${made}_x` });
  });

  it("pages a history from the newest transfer back", async () => {
    await give(100);
    for (let number = 0; number < 5; number++)
      await inTrx((trx) => post(trx, now, [withdrawal(`p${number}`, 10 + number)]));
    const first = await historyOf(database, wallet, { limit: 4 });
    const rest = await historyOf(database, wallet, { limit: 4, before: first.at(-1)?.position ?? 0 });
    expect([...first, ...rest].map((row) => row.amount)).toEqual([14, 13, 12, 11, 10, 100]);
  });
});

describe("holds", () => {
  it("set value aside until they are settled, once", async () => {
    await give(50_000);
    const holdId = `t${made}_h`;
    await inTrx((trx) => hold(trx, now, withdrawal("h", 50_000)));
    expect([await balanceOf(database, wallet), await availableOf(database, wallet)]).toEqual([50_000, 0]);
    expect(await codeOf(inTrx((trx) => post(trx, now, [withdrawal("w", 1)])))).toBe("INSUFFICIENT");
    const settled = await inTrx((trx) => settle(trx, now, holdId, valueDate));
    expect((await inTrx((trx) => settle(trx, now, holdId, valueDate))).transfers).toEqual(settled.transfers);
    expect(await codeOf(inTrx((trx) => voidHold(trx, now, holdId, valueDate)))).toBe("HOLD_CLOSED");
    expect([await balanceOf(database, wallet), await availableOf(database, wallet)]).toEqual([0, 0]);
  });

  it("give everything back when they are voided, once", async () => {
    await give(50_000);
    const holdId = `t${made}_h`;
    await inTrx((trx) => hold(trx, now, withdrawal("h", 30_000)));
    expect((await openHolds(database, new Date(now.getTime() + 1))).map((row) => row.id)).toContain(holdId);
    await inTrx((trx) => voidHold(trx, now, holdId, valueDate));
    expect((await inTrx((trx) => voidHold(trx, now, holdId, valueDate))).isReplay).toBe(true);
    expect(await codeOf(inTrx((trx) => settle(trx, now, holdId, valueDate)))).toBe("HOLD_CLOSED");
    expect(await availableOf(database, wallet)).toBe(50_000);
    expect((await openHolds(database, new Date(now.getTime() + 1))).map((row) => row.id)).not.toContain(holdId);
  });

  it("cannot be ended when they never began", async () => {
    expect(await codeOf(inTrx((trx) => settle(trx, now, "nothing", valueDate)))).toBe("HOLD_UNKNOWN");
  });
});

describe("races", () => {
  it("let exactly one of 40 holds on one balance through", async () => {
    await give(50_000);
    const codes = await Promise.all(
      Array.from({ length: 40 }, (_, number) =>
        codeOf(inTrx((trx) => hold(trx, now, withdrawal(`h${number}`, 50_000)))),
      ),
    );
    expect(codes.filter((code) => code === "written")).toHaveLength(1);
    expect(codes.filter((code) => code === "INSUFFICIENT")).toHaveLength(39);
    expect(await availableOf(database, wallet)).toBe(0);
  });

  it("write one row for 40 tries with one id, limited account or not", async () => {
    await give(50_000);
    const limited = await Promise.all(
      Array.from({ length: 40 }, () => inTrx((trx) => post(trx, now, [withdrawal("same", 40_000)]))),
    );
    expect(new Set(limited.map((posting) => posting.transfers[0]?.position)).size).toBe(1);
    expect(limited.filter((posting) => !posting.isReplay)).toHaveLength(1);
    const free = move("free", "FEE_CHARGED", account("RECEIVABLE_FEE", `l${made}`), account("FEE_INCOME"), 5);
    const unlimited = await Promise.all(Array.from({ length: 40 }, () => inTrx((trx) => post(trx, now, [free]))));
    expect(unlimited.filter((posting) => !posting.isReplay)).toHaveLength(1);
    expect(await balanceOf(database, account("RECEIVABLE_FEE", `l${made}`))).toBe(5);
  });

  it("let exactly one of settling and voiding win", async () => {
    await give(50_000);
    await inTrx((trx) => hold(trx, now, withdrawal("h", 50_000)));
    const ends = Array.from({ length: 20 }, (_, number) =>
      codeOf(inTrx((trx) => (number % 2 ? settle : voidHold)(trx, now, `t${made}_h`, valueDate))),
    );
    const codes = await Promise.all(ends);
    expect(codes.filter((code) => code === "written")).toHaveLength(10);
    expect(codes.filter((code) => code === "HOLD_CLOSED")).toHaveLength(10);
    expect([0, 50_000]).toContain(await availableOf(database, wallet));
  });

  it("never wait for each other in a circle when two accounts pay each other", async () => {
    const other = account("WALLET", `other${made}`);
    const otherBudget = account("REWARD_BUDGET", `other${made}`);
    await give(1_000);
    await inTrx((trx) =>
      post(trx, now, [
        move("fund2", "REWARD_FUNDED", account("PROMOTION_COST"), otherBudget, 1_000),
        move("give2", "REWARD", otherBudget, other, 1_000),
      ]),
    );
    const codes = await Promise.all(
      Array.from({ length: 40 }, (_, number) => {
        const [from, to] = number % 2 ? [wallet, other] : [other, wallet];
        return codeOf(
          database.transaction().execute((trx) => post(trx, now, [move(`m${number}`, "MERGE", from, to, 10)])),
        );
      }),
    );
    expect(codes).toEqual(codes.map(() => "written"));
    expect([await balanceOf(database, wallet), await balanceOf(database, other)]).toEqual([1_000, 1_000]);
  });
});

describe("what is written", () => {
  it("cannot be changed or removed, by any statement", async () => {
    await give(50_000);
    const id = `t${made}_give`;
    for (const statement of [
      sql`update ledger_transfer set amount = 1 where id = ${id}`,
      sql`delete from ledger_transfer where id = ${id}`,
      sql`truncate ledger_transfer cascade`,
      sql`update ledger_account set limited = false where id = ${wallet.id}`,
    ]) {
      await expect(statement.execute(database)).rejects.toThrow(/append-only/);
    }
  });

  it("cannot overdraw a limited account even by hand", async () => {
    await give(50_000);
    await expect(
      sql`update ledger_balance set held = posted + 1 where account_id = ${wallet.id}`.execute(database),
    ).rejects.toThrow(/check/);
  });
});
