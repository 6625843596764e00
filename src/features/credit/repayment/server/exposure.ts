/**
 * The debt of every loan, stored next to its books whenever an event changes it, and the performance published from it
 * once a day. // Field rules: publish performance
 */
import { transact } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import {
  findLoan,
  latestPerformance,
  loanTerms,
  recordPerformance,
  stateOf,
  type Exposure,
  type LoanView,
} from "#features/credit/loan/server/index.ts";
import { countUp } from "#features/platform/configuration/server/index.ts";
import { accountsWithoutExposure, performanceOn } from "./exposure-store.ts";
import { positionOf } from "./positions.ts";
import { changeAccount, loanEventsOf, lockAccountRow, postponeAccount } from "./store.ts";

/** The engine's figures of a loan; they change only with its events, not with the day. */
export function exposureOf(state: Pick<LoanView, "unpaid" | "nextDueOn">): Exposure {
  return { unpaidPrincipalRupiah: state.unpaid.principalRupiah, unpaidSince: state.nextDueOn };
}

const valuedAtOnce = 50;

/** Publishes the day's figures after midnight (WIB) and shows them at once; first values the loans that have no valuation. */
export async function publishPerformance(services: Services): Promise<number> {
  const { database, clock } = services;
  const valued = await valueAccounts(services);
  if (valued > 0) return valued;
  const asOf = dateInWib(clock.now());
  if ((await latestPerformance(database))?.asOf === asOf) return 0;
  return transact(database, async (trx) => {
    const isNew = await recordPerformance(trx, clock.now(), { asOf, ...(await performanceOn(trx, asOf)) });
    // Drops cached pages with the previous day's figures.
    if (isNew) await countUp(trx);
    return isNew ? 1 : 0;
  });
}

/** Loans that went out before their exposure was kept. One that cannot be valued keeps neither the others nor the figures waiting. */
async function valueAccounts(services: Services): Promise<number> {
  const { database, clock, log } = services;
  const names = await accountsWithoutExposure(database, clock.now(), valuedAtOnce);
  for (const name of names) {
    try {
      await transact(database, async (trx) => {
        await lockAccountRow(trx, name);
        const loan = await findLoan(trx, name.borrowerId, name.loanId);
        if (!loan) throw new Error(`The books of ${name.loanId} have no loan.`);
        const events = await loanEventsOf(trx, name);
        const state = stateOf(loanTerms(loan), events, dateInWib(clock.now()));
        await changeAccount(trx, name, { exposure: exposureOf(state), position: positionOf(state, events) });
      });
    } catch (error) {
      log.error("loan not valued, the published performance lacks it", { reference: name.loanId, error });
      await postponeAccount(database, name, clock.now());
    }
  }
  return names.length;
}
