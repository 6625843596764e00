/** Timed acts: offers expire, and a loan that is two weeks late gets an offer without a request. */
import { sql } from "kysely";
import { transact } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { eachDue, type Sweep } from "#server/work/sweeps.ts";
import { addDays, dateInWib } from "#shared/dates.ts";
import { findLoan, loanTerms, stateOf } from "#features/credit/loan/server/index.ts";
import { lockHistory, loansUnpaidSince, type LoanName } from "#features/credit/repayment/server/index.ts";
import { notify } from "#features/platform/notice/server/index.ts";
import { offerLifecycle } from "./lifecycle.ts";
import { restructureExpiredNotice } from "./notices.ts";
import { offerUnasked } from "./offering.ts";
import { programmeFor } from "./rules/programmes.ts";
import { asksOf, expiredOffers, type RestructureOfferRow } from "./store.ts";

/** Days late at which a loan is offered help. // Product decisions, credit and support 3 */
const offeredAtDaysLate = 15;
/** Days that the sweep makes up for after an outage. */
const madeUpForDays = 15;
const atOnce = 100;

async function expire(services: Services, offer: RestructureOfferRow): Promise<boolean> {
  return transact(services.database, async (trx) => {
    const { borrowerId, id, loanId } = offer;
    const at = services.clock.now();
    const isOver = await offerLifecycle.move(trx, {
      borrowerId,
      id,
      from: ["OFFERED"],
      to: "EXPIRED",
      actor: "SYSTEM",
      cause: "NOT_SIGNED",
      at,
      set: { closedAt: at },
      where: sql`expires_at <= ${at}`,
    });
    if (!isOver) return false;
    const loan = await findLoan(trx, borrowerId, loanId);
    // Offers of one request expire together, with one message.
    if (loan) {
      const values = { offerId: id, number: loan.number };
      await notify(services, trx, restructureExpiredNotice, { id: offer.askId, borrowerId, values });
    }
    return true;
  });
}

const expirySweep: Sweep = {
  name: "restructure-expiry",
  everySeconds: 30,
  waits: {
    text: { id: "Tawaran keringanan yang habis masa", en: "Offers of help that run out", zh: "到期的还款方案" },
    rows: [{ table: "restructure_offer", at: "expiresAt", where: sql<boolean>`state = 'OFFERED'` }],
  },
  async run(services) {
    const due = await expiredOffers(services.database, services.clock.now(), atOnce);
    return eachDue(due, (offer) => expire(services, offer), {
      log: services.log,
      failure: "offer of help not ended",
      idOf: ({ id }) => id,
    });
  },
};

/** We make one offer per loan: a borrower who let it expire, or asked before, gets no other. */
async function offerToLate(services: Services, name: LoanName): Promise<boolean> {
  return transact(services.database, async (trx) => {
    const history = await lockHistory(trx, name);
    if (!history || (await asksOf(trx, name.borrowerId)).some(({ loanId }) => loanId === name.loanId)) return false;
    const today = dateInWib(services.clock.now());
    const state = stateOf(loanTerms(history.loan), history.events, today);
    const programme = state.daysPastDue >= offeredAtDaysLate ? programmeFor(state.daysPastDue, today) : null;
    if (!programme) return false;
    return offerUnasked(services, trx, history, { origin: "HOUSE", programme, actor: "SYSTEM" });
  });
}

const offerSweep: Sweep = {
  name: "restructure-offers",
  everySeconds: 3_600,
  // Loans are late by their dates: no row waits for it.
  finds: null,
  async run(services) {
    const today = dateInWib(services.clock.now());
    const [from, to] = [addDays(today, -offeredAtDaysLate - madeUpForDays), addDays(today, -offeredAtDaysLate)];
    let offeredCount = 0;
    for (let afterId: string | null = null; ;) {
      const page: LoanName[] = await loansUnpaidSince(services.database, from, to, afterId, atOnce);
      offeredCount += await eachDue(page, (name) => offerToLate(services, name), {
        log: services.log,
        failure: "no help offered to a late loan",
        idOf: ({ loanId }) => loanId,
      });
      afterId = page.at(-1)?.loanId ?? null;
      if (page.length < atOnce || afterId === null) return offeredCount;
    }
  },
};

export const restructureSweeps: readonly Sweep[] = [expirySweep, offerSweep];
