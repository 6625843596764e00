/**
 * Makes offers and ends unsigned ones. Each change locks the borrower's loans, as
 * payments and signatures do: of two that happen at once one comes first, and the other sees it. // docs/decisions/022
 */
import type { Reader, Transaction } from "#server/database.server.ts";
import type { Actor } from "#server/records/lifecycle.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import { profileOf } from "#features/account/profile/server/index.ts";
import {
  loanNumber,
  loansInView,
  loanTerms,
  stateOf,
  type LoanRow,
  type LoanState,
} from "#features/credit/loan/server/index.ts";
import { historyOfLoan, type LoanHistory } from "#features/credit/repayment/server/index.ts";
import { notify } from "#features/platform/notice/server/index.ts";
import { requestPauseDays, offerDays, type AskObstacle } from "../contract.ts";
import { restructureOffered } from "./events.ts";
import { offerLifecycle } from "./lifecycle.ts";
import { restructureOfferedNotice } from "./notices.ts";
import { restructurePlansOf, restructurePlanOf, type Plan } from "./rules/plan.ts";
import { programmeOn, type Programme } from "./rules/programmes.ts";
import {
  insertHelpRequest,
  insertRestructureOffer,
  restructureOffersOf,
  offersOfPerson,
  type AskOrigin,
  type AskRow,
  type RestructureOfferRow,
} from "./store.ts";

const day = 86_400_000;
const maxSignedInYear = 2;

/** The loan that may be restructured: the oldest running one; a loan that continues a restructured one counts too. */
export async function loanInQuestion(reader: Reader, borrowerId: string): Promise<LoanRow | null> {
  return (await loansInView(reader, borrowerId)).findLast(({ state }) => state === "ACTIVE") ?? null;
}

/** Why the borrower cannot be offered anything for this loan; null where it may be. */
export function hardshipObstacleOf(
  loan: LoanRow | null,
  offers: readonly RestructureOfferRow[],
  now: Date,
): Exclude<AskObstacle, "ASKED_LATELY"> | null {
  if (!loan) return "NO_LOAN";
  if (loan.restructures) return "RESTRUCTURED_BEFORE";
  const sinceYear = new Date(now.getTime() - 365 * day);
  const signed = offers.filter(
    ({ state, closedAt }) => state === "SIGNED" && closedAt !== null && closedAt > sinceYear,
  );
  return signed.length >= maxSignedInYear ? "TWICE_A_YEAR" : null;
}

/** The same for the borrower's own request: it pauses collection, so it is limited in number. */
export function askObstacle(
  loan: LoanRow | null,
  { asks, offers }: { asks: readonly AskRow[]; offers: readonly RestructureOfferRow[] },
  now: Date,
): AskObstacle | null {
  const general = hardshipObstacleOf(loan, offers, now);
  if (general) return general;
  const since = new Date(now.getTime() - requestPauseDays * day);
  const isLately = asks.some((ask) => ask.origin === "BORROWER" && ask.loanId === loan?.id && ask.askedAt > since);
  return isLately ? "ASKED_LATELY" : null;
}

/** The new loan by today's figures; null if the offer no longer fits. */
export async function planOfOffer(
  services: Services,
  reader: Reader,
  { borrowerId, programme, tenorDays, offeredAt }: RestructureOfferRow,
  state: LoanState,
): Promise<Plan | null> {
  const row = programmeOn(programme, dateInWib(offeredAt));
  if (!row?.tenorsDays.includes(tenorDays)) return null;
  // The borrower has paid: the loan is less late than the programme requires, so nothing needs to be waived.
  if (row.daysLate && state.daysPastDue < row.daysLate.least) return null;
  const plan = restructurePlanOf({
    state,
    programme: row,
    tenorDays,
    monthlyIncomeRupiah: await incomeOf(services, reader, borrowerId),
  });
  return typeof plan === "string" ? null : plan;
}

export const incomeOf = async (services: Services, reader: Reader, borrowerId: string): Promise<number> =>
  (await profileOf(services, reader, borrowerId))?.monthlyIncomeRupiah ?? 0;

/**
 * Offers a programme for a loan without a request: by the system at a number of days late, or by staff. False if none
 * fits.
 */
export async function offerUnasked(
  services: Services,
  trx: Transaction,
  history: LoanHistory,
  { origin, programme, actor }: { origin: Exclude<AskOrigin, "BORROWER">; programme: Programme; actor: Actor },
): Promise<boolean> {
  const { borrowerId, id: loanId, state } = history.loan;
  const now = services.clock.now();
  const offers = await offersOfPerson(trx, borrowerId);
  if (state !== "ACTIVE" || hardshipObstacleOf(history.loan, offers, now) !== null) return false;
  const id = services.random.uuid();
  if ((await offerPlans(services, trx, { history, askId: id, programme, actor })) === 0) return false;
  const facts = { reason: null, noteSealed: null, documentIds: [], askedAt: now, restsUntil: null };
  await insertHelpRequest(trx, { borrowerId, id, loanId, origin, ...facts });
  return true;
}

/** Offers the loan's terms under a programme, in place of open offers; returns the number of tenors that fit. The caller holds the history. */
export async function offerPlans(
  services: Services,
  trx: Transaction,
  { history, askId, programme, actor }: { history: LoanHistory; askId: string; programme: Programme; actor: Actor },
): Promise<number> {
  const { loan, events } = history;
  const { borrowerId, id: loanId } = loan;
  const now = services.clock.now();
  const state = stateOf(loanTerms(loan), events, dateInWib(now));
  const plans = restructurePlansOf({
    state,
    programme,
    monthlyIncomeRupiah: await incomeOf(services, trx, borrowerId),
  });
  if (plans.length === 0) return 0;
  await closeOffers(services, trx, { borrowerId, loanId, to: "WITHDRAWN", actor, cause: "REPLACED" });
  const expiresAt = new Date(now.getTime() + offerDays * day);
  for (const { terms } of plans) {
    const id = services.random.uuid();
    await insertRestructureOffer(trx, {
      borrowerId,
      id,
      askId,
      loanId,
      programme: programme.programme,
      tenorDays: terms.tenorDays,
      state: "OFFERED",
      newLoanId: services.random.uuid(),
      number: loanNumber(services),
      offeredAt: now,
      expiresAt,
      closedAt: null,
    });
    const facts = { loanId, programme: programme.programme, tenorDays: terms.tenorDays };
    await offerLifecycle.begin(trx, { id, borrowerId, actor, cause: "OFFERED", facts, at: now });
  }
  await services.events.announce(trx, restructureOffered, {
    id: `offered_${askId}_${programme.programme}`,
    at: now,
    borrowerId,
    loanId,
    askId,
    programme: programme.programme,
  });
  await notify(services, trx, restructureOfferedNotice, {
    id: `${askId}_${programme.programme}`,
    borrowerId,
    values: { loanId, number: loan.number, until: expiresAt.toISOString() },
  });
  return plans.length;
}

/** Ends the open offers of a loan; returns their number. */
export async function closeOffers(
  services: Services,
  trx: Transaction,
  input: {
    borrowerId: string;
    loanId: string;
    to: "DECLINED" | "WITHDRAWN";
    actor: Actor;
    cause: string;
    /** The signed offer stays. */
    exceptId?: string;
  },
): Promise<number> {
  const { borrowerId, loanId, to, actor, cause, exceptId } = input;
  const at = services.clock.now();
  let closed = 0;
  for (const offer of await restructureOffersOf(trx, borrowerId)) {
    if (offer.loanId !== loanId || offer.state !== "OFFERED" || offer.id === exceptId) continue;
    const move = { borrowerId, id: offer.id, from: ["OFFERED"], to, actor, cause, at, set: { closedAt: at } } as const;
    if (await offerLifecycle.move(trx, move)) closed += 1;
  }
  return closed;
}

/** Withdraws the offers that do not fit the loan any more: money came in, or it has ended. Runs in the transaction that changed the loan. */
export async function withdrawUnfit(
  services: Services,
  trx: Transaction,
  { borrowerId, loanId }: { borrowerId: string; loanId: string },
): Promise<void> {
  const open = (await restructureOffersOf(trx, borrowerId)).filter(
    (offer) => offer.loanId === loanId && offer.state === "OFFERED",
  );
  if (open.length === 0) return;
  const loan = (await loansInView(trx, borrowerId)).find(({ id }) => id === loanId);
  const found = loan?.state === "ACTIVE" ? await historyOfLoan(services, trx, loan) : null;
  const at = services.clock.now();
  for (const offer of open) {
    if (found && (await planOfOffer(services, trx, offer, found.state))) continue;
    await offerLifecycle.move(trx, {
      borrowerId,
      id: offer.id,
      from: ["OFFERED"],
      to: "WITHDRAWN",
      actor: "SYSTEM",
      cause: found ? "FITS_NO_MORE" : "LOAN_ENDED",
      at,
      set: { closedAt: at },
    });
  }
}
