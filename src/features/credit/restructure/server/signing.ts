/**
 * Accepting and signing an offer. The signature is one transaction: proof consumed, offer SIGNED while it is valid, old
 * loan ended by the new one, evidence kept. The electronic signature of the file follows by a job.
 */
import type { Caller } from "#server/call/caller.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Reader, type Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { sql } from "kysely";
import { dateInWib, instantOf } from "#shared/dates.ts";
import { refuseFrozen } from "#features/account/login/server/index.ts";
import { acceptPapers, signPapers, type Proof, type Subject } from "#features/credit/agreement/server/index.ts";
import { findLoan, openRepeatOf, type LoanRow, type LoanState } from "#features/credit/loan/server/index.ts";
import {
  lockHistory,
  restructureLoan,
  historyOfLoan,
  type LoanHistory,
} from "#features/credit/repayment/server/index.ts";
import { notify } from "#features/platform/notice/server/index.ts";
import type { restructureOfferProblems, RestructureOfferState } from "../contract.ts";
import { offerLifecycle } from "./lifecycle.ts";
import { restructureSignedNotice } from "./notices.ts";
import { closeOffers, planOfOffer } from "./offering.ts";
import { waiverEvents, type Plan } from "./rules/plan.ts";
import { findRestructureOffer, type RestructureOfferRow } from "./store.ts";

const offerGone = (state: RestructureOfferState): Refusal =>
  new Refusal<typeof restructureOfferProblems>("OFFER_GONE", { state });

/** The offer, if it is valid. @throws Refusal OFFER_UNKNOWN, OFFER_GONE, OFFER_EXPIRED */
export async function openRestructureOffer(
  services: Services,
  reader: Reader,
  borrowerId: string,
  id: string,
): Promise<RestructureOfferRow> {
  const offer = await findRestructureOffer(reader, borrowerId, id);
  if (!offer) throw new Refusal("OFFER_UNKNOWN");
  if (offer.state === "EXPIRED") throw new Refusal("OFFER_EXPIRED");
  if (offer.state !== "OFFERED") throw offerGone(offer.state);
  if (offer.expiresAt <= services.clock.now()) throw new Refusal("OFFER_EXPIRED");
  return offer;
}

export interface OfferSigning {
  offer: RestructureOfferRow;
  old: LoanRow;
  state: LoanState;
  plan: Plan;
  subject: Subject;
}

/**
 * The same with the terms by today's figures and their documents. @throws Refusal OFFER_UNKNOWN, OFFER_GONE,
 * OFFER_EXPIRED
 */
export async function offerInForce(
  services: Services,
  reader: Reader,
  borrowerId: string,
  id: string,
): Promise<OfferSigning> {
  const offer = await openRestructureOffer(services, reader, borrowerId, id);
  const old = await findLoan(reader, borrowerId, offer.loanId);
  const found = old?.state === "ACTIVE" ? await historyOfLoan(services, reader, old) : null;
  const plan = found && (await planOfOffer(services, reader, offer, found.state));
  // A repeat loan is under way to pay it off: one of the two changes the loan, not both.
  const isRepeated = (await openRepeatOf(reader, borrowerId, offer.loanId)) !== null;
  if (!old || !found || !plan || isRepeated) throw offerGone("WITHDRAWN");
  return { offer, old, state: found.state, plan, subject: subjectOf(offer, old, found.state, plan) };
}

/** The documents' view: the loan that the offer becomes, dated today, and the result for the old loan. */
function subjectOf(offer: RestructureOfferRow, old: LoanRow, state: LoanState, plan: Plan): Subject {
  const { terms, waived } = plan;
  const loan: LoanRow = {
    ...old,
    id: offer.newLoanId,
    number: offer.number,
    state: "APPROVED",
    productKey: terms.productKey,
    principalRupiah: terms.principalRupiah,
    tenorDays: terms.tenorDays,
    terms,
    submittedAt: offer.offeredAt,
    // The day of the figures is the day of the documents.
    decidedAt: instantOf(terms.disbursedOn),
    signDeadline: offer.expiresAt,
    signDeadlineMovedSeconds: 0,
    replacesLoanId: null,
    replacesRupiah: null,
    signedAt: null,
    disbursedOn: null,
    discount: null,
    restructures: { loanId: old.id, carriedRupiah: plan.carriedRupiah },
  };
  const oldSchedule = state.rows
    .filter(({ unpaidRupiah }) => unpaidRupiah > 0)
    .map(({ number, dueOn, unpaid, unpaidRupiah }) => ({
      number,
      dueDate: dueOn,
      ...unpaid,
      totalRupiah: unpaidRupiah,
    }));
  return {
    loan,
    restructure: {
      oldNumber: old.number,
      oldOwedRupiah: Math.max(0, state.payoffRupiah),
      lateFeeWaivedRupiah: waived.lateFeeRupiah,
      interestWaivedRupiah: waived.interestRupiah + waived.feeRupiah,
      carriedRupiah: plan.carriedRupiah,
      oldUnpaidRupiah: plan.boundRupiah,
      oldSchedule,
    },
  };
}

interface Input {
  borrowerId: string;
  offerId: string;
  hash: string;
  caller: Caller;
}

/** Records what was ticked, for the document with this hash. @throws Refusal as declared by `acceptRestructure` */
export async function storeOfferAcceptance(
  services: Services,
  input: Input,
): Promise<{ documentId: string; acceptedAt: Date }> {
  return transact(services.database, async (trx) => {
    const { subject } = await offerInForce(services, trx, input.borrowerId, input.offerId);
    return acceptPapers(services, trx, subject, input);
  });
}

/** Signs, in the transaction of the call. @throws Refusal as declared by `signRestructure` */
export async function signRestructureOffer(
  services: Services,
  trx: Transaction,
  input: Input & Proof,
): Promise<{ loan: LoanRow; documentId: string; signedAt: Date }> {
  const { borrowerId, offerId } = input;
  await refuseFrozen(trx, borrowerId);
  const offer = await openRestructureOffer(services, trx, borrowerId, offerId);
  // From here on no payment changes the loan: the figures that are signed are those that are booked.
  const history = await lockHistory(trx, { borrowerId, loanId: offer.loanId });
  const current = await offerInForce(services, trx, borrowerId, offerId);
  if (!history) throw offerGone("WITHDRAWN");
  let loan: LoanRow | null = null;
  const papers = await signPapers(services, trx, current.subject, input, {
    mayBeSigned: async () => {},
    take: async ({ documentId, signedAt }) => {
      loan = await carryOutOffer(services, trx, history, current, { documentId, signedAt });
    },
  });
  if (!loan) throw new Error("What was signed is carried out.");
  return { loan, ...papers };
}

/** Signs the offer; the new loan continues the old one. @throws Refusal OFFER_GONE, OFFER_EXPIRED */
export async function carryOutOffer(
  services: Services,
  trx: Transaction,
  history: LoanHistory,
  { offer, old, plan }: OfferSigning,
  { documentId, signedAt }: { documentId: string; signedAt: Date },
): Promise<LoanRow> {
  const { borrowerId, id } = offer;
  const isFirst = await offerLifecycle.move(trx, {
    borrowerId,
    id,
    from: ["OFFERED"],
    to: "SIGNED",
    actor: "BORROWER",
    cause: "SIGNED_WITH_CODE",
    facts: { documentId, loanId: offer.newLoanId, settlesRupiah: plan.settlesRupiah },
    at: signedAt,
    set: { closedAt: signedAt },
    where: sql`expires_at > ${signedAt}`,
  });
  if (!isFirst) {
    await openRestructureOffer(services, trx, borrowerId, id);
    throw new Refusal("OFFER_EXPIRED");
  }
  const others = { borrowerId, loanId: old.id, to: "WITHDRAWN", actor: "BORROWER", cause: "OTHER_SIGNED" } as const;
  await closeOffers(services, trx, others);
  const loan = await restructureLoan(services, trx, history, {
    offerId: id,
    loan: { loanId: offer.newLoanId, number: offer.number, terms: plan.terms, carriedRupiah: plan.carriedRupiah },
    waivers: waiverEvents(plan.waived, dateInWib(signedAt), id),
    settlesRupiah: plan.settlesRupiah,
  });
  await notify(services, trx, restructureSignedNotice, {
    id,
    borrowerId,
    values: { old: old.number, number: loan.number },
  });
  return loan;
}

/** Declines the offer: the loan continues unchanged; repeating it changes nothing. @throws Refusal OFFER_UNKNOWN, OFFER_GONE, OFFER_EXPIRED */
export async function declineOffer(
  services: Services,
  trx: Transaction,
  { borrowerId, offerId }: { borrowerId: string; offerId: string },
): Promise<void> {
  const offer = await findRestructureOffer(trx, borrowerId, offerId);
  if (offer) await lockHistory(trx, { borrowerId, loanId: offer.loanId });
  if ((await findRestructureOffer(trx, borrowerId, offerId))?.state === "DECLINED") return;
  const { loanId } = await openRestructureOffer(services, trx, borrowerId, offerId);
  await closeOffers(services, trx, { borrowerId, loanId, to: "DECLINED", actor: "BORROWER", cause: "DECLINED" });
}
