/** The borrower's view of help with paying: the loan, obstacles, requests, offers and the signed agreement. */
import { Refusal } from "#server/call/refusal.ts";
import type { Brand } from "#server/process/brand.server.ts";
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { Language } from "#shared/texts.ts";
import { borrowerDocumentsOf } from "#features/account/document/server/index.ts";
import { agreementOf, findSigningConsent, issuerOf, showAgreement } from "#features/credit/agreement/server/index.ts";
import { findLoan, quoteOfTerms, type LoanState } from "#features/credit/loan/server/index.ts";
import { historyOfLoan } from "#features/credit/repayment/server/index.ts";
import { findReviewOf } from "#features/platform/review/server/index.ts";
import type { RestructureAnswer, RestructureOffer, RestructurePapers, RestructurePlan } from "../contract.ts";
import { hardshipReview } from "./hardship.ts";
import { askObstacle, loanInQuestion, planOfOffer } from "./offering.ts";
import type { Plan } from "./rules/plan.ts";
import { offerInForce } from "./signing.ts";
import { asksOf, restructureOffersOf, offersOfPerson, type AskRow, type RestructureOfferRow } from "./store.ts";

export async function restructureAnswerOf(
  services: Services,
  database: Reader,
  borrowerId: string,
): Promise<RestructureAnswer> {
  const { clock } = services;
  const [loan, asks, offers, ofPerson] = await Promise.all([
    loanInQuestion(database, borrowerId),
    asksOf(database, borrowerId),
    restructureOffersOf(database, borrowerId),
    offersOfPerson(database, borrowerId),
  ]);
  const found = loan && (await historyOfLoan(services, database, loan));
  const [newest] = asks;
  const obstacle = askObstacle(loan, { asks, offers: ofPerson }, clock.now());
  return {
    loan: loan &&
      found && {
        loanId: loan.id,
        loanNumber: loan.number,
        daysPastDue: found.state.daysPastDue,
        payoffRupiah: Math.max(0, found.state.payoffRupiah),
        rows: found.state.rows.flatMap(({ number, dueOn, unpaidRupiah }) =>
          unpaidRupiah > 0 ? [{ number, dueOn, unpaidRupiah }] : [],
        ),
      },
    obstacle,
    documents: obstacle === null ? await attachable(database, borrowerId) : [],
    ask: newest ? await askShown(database, newest) : null,
    offers: await Promise.all(
      offers
        .filter(({ askId }) => askId === newest?.id)
        .map((offer) =>
          offerShown(services, database, offer, offer.loanId === loan?.id ? (found?.state ?? null) : null),
        ),
    ),
    signed: await signedShown(services, database, offers),
  };
}

async function attachable(database: Reader, borrowerId: string): Promise<RestructureAnswer["documents"]> {
  return (await borrowerDocumentsOf(database, borrowerId)).flatMap(({ kind, ids, uploadedAt }) =>
    ids.map((documentId) => ({ documentId, kind, uploadedAt: uploadedAt.toISOString() })),
  );
}

/** The state of the review of a reported hardship. */
export async function hardshipOf(
  database: Reader,
  askId: string,
): Promise<Pick<NonNullable<RestructureAnswer["ask"]>, "review" | "promisedUntil">> {
  const review = await findReviewOf(database, hardshipReview.kind, askId);
  const { state = null, outcome = null, dueAt = null } = review ?? {};
  const isDecided = outcome === "APPROVED" || outcome === "REJECTED";
  return {
    review: state === null ? "NONE" : isDecided ? outcome : state === "CLOSED" ? "NONE" : "WAITING",
    promisedUntil: state === null || state === "CLOSED" ? null : (dueAt?.toISOString() ?? null),
  };
}

const askShown = async (database: Reader, ask: AskRow): Promise<NonNullable<RestructureAnswer["ask"]>> => ({
  askId: ask.id,
  reason: ask.reason,
  askedAt: ask.askedAt.toISOString(),
  restsUntil: ask.restsUntil?.toISOString() ?? null,
  documentCount: ask.documentIds.length,
  ...(await hardshipOf(database, ask.id)),
});

/** `state`: that of its loan today; null if the loan has ended. */
async function offerShown(
  services: Services,
  database: Reader,
  offer: RestructureOfferRow,
  state: LoanState | null,
): Promise<RestructureOffer> {
  const isOver = offer.state === "OFFERED" && offer.expiresAt <= services.clock.now();
  const plan =
    state && offer.state === "OFFERED" && !isOver ? await planOfOffer(services, database, offer, state) : null;
  return {
    offerId: offer.id,
    programme: offer.programme,
    tenorDays: offer.tenorDays,
    state: isOver ? "EXPIRED" : offer.state === "OFFERED" && !plan ? "WITHDRAWN" : offer.state,
    offeredAt: offer.offeredAt.toISOString(),
    expiresAt: offer.expiresAt.toISOString(),
    plan: plan && planShown(plan),
  };
}

export function planShown(plan: Plan): RestructurePlan {
  const { waived, quote } = plan;
  return {
    quote: quoteOfTerms(plan.terms),
    carriedRupiah: plan.carriedRupiah,
    lateFeeWaivedRupiah: waived.lateFeeRupiah,
    interestWaivedRupiah: waived.interestRupiah + waived.feeRupiah,
    largestRupiah: Math.max(...quote.instalments.map(({ totalRupiah }) => totalRupiah)),
    oldScheduleRupiah: plan.oldScheduleRupiah,
    differenceRupiah: quote.totalRupiah - plan.oldScheduleRupiah,
    oldUnpaidRupiah: plan.boundRupiah,
  };
}

async function signedShown(
  services: Services,
  database: Reader,
  offers: readonly RestructureOfferRow[],
): Promise<RestructureAnswer["signed"]> {
  const offer = offers.find(({ state }) => state === "SIGNED");
  if (!offer) return null;
  const { borrowerId } = offer;
  const [old, loan, paper] = await Promise.all([
    findLoan(database, borrowerId, offer.loanId),
    findLoan(database, borrowerId, offer.newLoanId),
    agreementOf(database, borrowerId, offer.newLoanId),
  ]);
  const found = loan && (await historyOfLoan(services, database, loan));
  if (!old || !loan || !paper || !found) return null;
  return {
    offerId: offer.id,
    oldLoanNumber: old.number,
    loanId: loan.id,
    loanNumber: loan.number,
    documentId: paper.documentId,
    documentState: paper.state,
    signedAt: (loan.signedAt ?? loan.submittedAt).toISOString(),
    sealedAt: paper.sealedAt?.toISOString() ?? null,
    totalRupiah: quoteOfTerms(loan.terms).totalRupiah,
    nextDueOn: found.state.nextDueOn,
    nextDueRupiah: found.state.nextDueRupiah,
  };
}

/** The documents of an offer. @throws Refusal OFFER_UNKNOWN, OFFER_GONE, OFFER_EXPIRED */
export async function papersOf(
  services: Services,
  { borrowerId, offerId, brand, language }: { borrowerId: string; offerId: string; brand: Brand; language: Language },
): Promise<RestructurePapers> {
  const { database } = services;
  const { offer, state, subject } = await offerInForce(services, database, borrowerId, offerId);
  const issuer = issuerOf(services, brand);
  const { agreement, texts } = await showAgreement(services, database, { ...subject, issuer, language });
  if (!agreement.shown) throw new Refusal("OFFER_UNKNOWN");
  const consent = await findSigningConsent(database, borrowerId, agreement.id);
  return {
    offer: await offerShown(services, database, offer, state),
    documentId: agreement.id,
    hash: agreement.shown.hash,
    language: agreement.language,
    pages: agreement.shown.pages,
    sizeBytes: agreement.shown.sizeBytes,
    texts: texts.map(({ id, title, shown }) => ({ documentId: id, title, pages: shown?.pages ?? 0 })),
    acceptedAt: consent?.acceptedAt.toISOString() ?? null,
  };
}
