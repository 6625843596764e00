/** A monthly refresh, two applications and a payoff at the same time: the result equals that of some serial order. */
import { expect, it } from "vitest";
import { recordEvent } from "#features/credit/repayment/server/index.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import { seededRandom } from "#server/process/random.ts";
import { pause } from "#server/work/timers.ts";
import { dateInWib } from "#shared/dates.ts";
import { testApp } from "#tests/support/app.ts";
import { ripeBorrower } from "#tests/support/approved-loan.ts";
import { lentLoan } from "#tests/support/loan.ts";
import { repaying } from "#tests/support/repaying.ts";
import { currentLimits, reserveLimit } from "./index.ts";
import { firstOfMonth } from "./limits.ts";
import { refreshTogether, refreshWhereDue } from "./refreshing.ts";
import { newestScores } from "./score-store.ts";
import { listChanges, writeLimit } from "./store.ts";

const isLong = process.env["TEST_LONG"] === "1";
const rounds = isLong ? 2_000 : 20;
const app = await testApp();
const { services, clock } = app;
const { database } = services;
const { bill, clean } = repaying(app);
const inTransaction = <Result>(work: (trx: Transaction) => Promise<Result>) => transact(database, work);

/** The limit before, used completely by the loan that is paid off, and the limit after a monthly refresh. */
const limitRupiah = 1_000_000;
const raisedRupiah = 1_500_000;

type Act = "REFRESH" | "REFRESH_AGAIN" | "APPLY" | "APPLY_AGAIN" | "PAY_OFF";
const acts: readonly Act[] = ["REFRESH", "REFRESH_AGAIN", "APPLY", "APPLY_AGAIN", "PAY_OFF"];

const ordersOf = (items: readonly Act[]): Act[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((one) => ordersOf(items.filter((other) => other !== one)).map((rest) => [one, ...rest]));

/** Credit limit, its used part and the number of accepted applications after these actions in this order. */
function afterOrder(order: readonly Act[], amountRupiah: number): string {
  let [credit, used, taken] = [limitRupiah, limitRupiah, 0];
  for (const act of order) {
    if (act.startsWith("REFRESH")) credit = raisedRupiah;
    else if (act === "PAY_OFF") used -= limitRupiah;
    else if (credit - used >= amountRupiah) [used, taken] = [used + amountRupiah, taken + 1];
  }
  return `${credit} ${used} ${taken}`;
}

it(
  `Of ${rounds} interleavings of refresh, application and payoff each ends as one order of them would.`,
  { timeout: 7_200_000 },
  async () => {
    const random = seededRandom("refresh race");
    const orders = ordersOf(acts);
    const seen = new Map<string, number>();
    for (let round = 0; round < rounds; round++) {
      const { borrowerId } = await ripeBorrower(app);
      const loan = await lentLoan(app, { borrowerId, amountRupiah: limitRupiah });
      const now = clock.now();
      const today = dateInWib(now);
      const month = { monthOf: firstOfMonth(today), monthRupiah: limitRupiah };
      const refresh = { at: now, cause: "MONTH" } as const;
      await inTransaction((trx) => writeLimit(trx, borrowerId, { creditRupiah: limitRupiah, ...month, refresh }, now));
      const payoff = { kind: "PAYMENT", valueDate: today, amountRupiah: (await bill(loan)).payoffRupiah } as const;
      const rail = { rail: "VIRTUAL_ACCOUNT", bankCode: "014", paidAt: now, actor: "BANK" } as const;
      // An application that either the raise or the payoff allows, or one that needs both.
      const amountRupiah = [500_000, 1_500_000][random.integer(2)]!;
      const apply = () =>
        inTransaction((trx) => reserveLimit(services, trx, borrowerId, services.random.uuid(), amountRupiah));
      const refreshed = () => inTransaction((trx) => refreshWhereDue(services, trx, borrowerId));
      const name = { borrowerId, loanId: loan.loanId };
      const does: Record<Act, () => Promise<unknown>> = {
        REFRESH: refreshed,
        // As the sweep does it, which skips a limit that another transaction has locked.
        REFRESH_AGAIN: () => refreshTogether(services, [borrowerId]),
        APPLY: apply,
        APPLY_AGAIN: apply,
        PAY_OFF: () =>
          inTransaction((trx) => recordEvent(services, trx, name, { ...payoff, id: loan.loanId, from: "RAIL" }, rail)),
      };
      const results = await Promise.all(
        acts.map(async (act) => {
          // A payoff takes longest: in every second round the others start during or after it.
          await pause(random.integer(act !== "PAY_OFF" && round % 2 === 0 ? 120 : 12));
          return does[act]();
        }),
      );
      // The monthly refresh happens once; a second one is that of the ended loan, after the payoff.
      const keys = (await newestScores(database, borrowerId, 9)).map(({ key }) => key.split(":")[0]!);
      const refreshes = [results[0], results[1]].filter((one) => one === true).length;
      expect([round, keys.toSorted()]).toEqual([
        round,
        refreshes === 2 ? ["LOAN_ENDED", "limit-refresh"] : ["limit-refresh"],
      ]);
      const taken = [results[2], results[3]].filter((one) => one === true).length;
      const { creditRupiah, usedRupiah, affordableRupiah } = await currentLimits(services, database, borrowerId);
      const outcome = `${creditRupiah} ${usedRupiah} ${taken}`;
      const possible = new Set(orders.map((order) => afterOrder(order, amountRupiah)));
      expect([round, amountRupiah, outcome, possible.has(outcome)]).toEqual([round, amountRupiah, outcome, true]);
      expect(creditRupiah).toBeLessThanOrEqual(affordableRupiah!);
      expect((await loan.read()).state).toBe("PAID_OFF");
      const changes = await listChanges(database, borrowerId, undefined, 50);
      expect(changes.filter(({ cause }) => cause === "SCORE_REFRESHED")).toHaveLength(1);
      const said = `${amountRupiah}: ${outcome}`;
      seen.set(said, (seen.get(said) ?? 0) + 1);
    }
    expect(await clean()).toEqual([]);
    console.info(JSON.stringify({ rounds, ...Object.fromEntries(seen) }));
    // A race that always ends in one way proves nothing.
    expect(seen.size).toBeGreaterThan(isLong ? 4 : 2);
  },
);
