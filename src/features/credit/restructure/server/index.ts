/** Restructuring: answers to the domain's calls, and what follows from payments and from the end of a loan. */
import { paymentBooked, paymentReversed } from "#features/credit/repayment/server/index.ts";
import { findLoan, loanMoved } from "#features/credit/loan/server/index.ts";
import { noticeKinds } from "#features/platform/notice/server/index.ts";
import { reviews, withdrawReviewAbout } from "#features/platform/review/server/index.ts";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { consoleWords, accountStateSources, timelineSources } from "#server/console/questions.ts";
import { transact } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import { after, within } from "#server/events/domain-events.ts";
import { leftToStaff } from "#server/events/event-exceptions.ts";
import { proposals } from "#server/four-eyes/proposal-kind.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";
import { lifecycles } from "#server/records/lifecycle.ts";
import {
  acceptRestructure,
  askRestructure,
  declineRestructure,
  getRestructure,
  getRestructureAgreement,
  signRestructure,
} from "../contract.ts";
import { requestHardshipHelp } from "./asking.ts";
import { hardshipReview } from "./hardship.ts";
import { offerLifecycle } from "./lifecycle.ts";
import { notices } from "./notices.ts";
import { withdrawUnfit } from "./offering.ts";
import { personalData } from "./personal-data.ts";
import { storeOfferAcceptance, declineOffer, signRestructureOffer } from "./signing.ts";
import { offerKind, offerStaffAnswers } from "./staff-offer.ts";
import { accountStates } from "./account-states.ts";
import { asksOf } from "./store.ts";
import { restructureSweeps } from "./sweeps.ts";
import { timeline } from "./timeline.ts";
import { restructureAnswerOf, papersOf } from "./views.ts";
import { exceptionTexts, words } from "./words.ts";

const answers: readonly CallAnswer[] = [
  ...offerStaffAnswers,
  answer(getRestructure, (_input, { services, borrowerId, database }) =>
    restructureAnswerOf(services, database, borrowerId),
  ),
  answer(askRestructure, async ({ reason, note = "", documentIds = [] }, { services, borrowerId, trx }) => {
    await requestHardshipHelp(services, trx, { borrowerId, reason, note, documentIds });
    return restructureAnswerOf(services, trx, borrowerId);
  }),
  answer(getRestructureAgreement, ({ offerId }, { services, borrowerId, caller, language }) =>
    papersOf(services, { borrowerId, offerId, brand: caller.brand, language }),
  ),
  answer(acceptRestructure, async ({ offerId, hash }, { services, borrowerId, caller }) => {
    const { documentId, acceptedAt } = await storeOfferAcceptance(services, { borrowerId, offerId, hash, caller });
    return { documentId, acceptedAt: acceptedAt.toISOString() };
  }),
  answer(
    signRestructure,
    async ({ offerId, hash, verificationId, code }, { services, borrowerId, caller, principal, trx, refuse }) => {
      const sessionId = principal.session.id ?? refuse("VERIFICATION_NEEDED");
      const { loan, documentId, signedAt } = await signRestructureOffer(services, trx, {
        borrowerId,
        offerId,
        hash,
        caller,
        sessionId,
        verificationId,
        code,
      });
      return { loanId: loan.id, loanNumber: loan.number, documentId, signedAt: signedAt.toISOString() };
    },
  ),
  answer(declineRestructure, async ({ offerId }, { services, borrowerId }) => {
    await transact(services.database, (trx) => declineOffer(services, trx, { borrowerId, offerId }));
    return restructureAnswerOf(services, services.database, borrowerId);
  }),
];

export { restructureOffered } from "./events.ts";
export { restructureOffersOf } from "./store.ts";

export const domain: Domain = {
  answers,
  work: ({ sweeps }) => restructureSweeps.forEach((sweep) => sweeps.add(sweep)),
  subscribes: [
    within(paymentBooked, "restructure-offers", async (services, trx, { borrowerId, loanId }) => {
      await withdrawUnfit(services, trx, { borrowerId, loanId });
      return "DONE";
    }),
    within(loanMoved, "restructure-loan-ended", async (services, trx, { borrowerId, loanId, from }) => {
      if (from === "ACTIVE") await withdrawUnfit(services, trx, { borrowerId, loanId });
      return "DONE";
    }),
    // The loan has left ACTIVE: ends its hardship review, after the commit, because reviewers lock the case before the loan.
    after(loanMoved, "restructure-review-over", async (services, trx, { borrowerId, loanId, from }) => {
      if (from !== "ACTIVE") return;
      for (const request of await asksOf(trx, borrowerId))
        if (request.loanId === loanId) await withdrawReviewAbout(services, trx, request.id);
    }),
    within(
      paymentReversed,
      "restructure-taken-back",
      async (_services, trx, { borrowerId, loanId }) =>
        (await findLoan(trx, borrowerId, loanId))?.state === "RESTRUCTURED" ? leftToStaff("OWED_AGAIN") : "DONE",
      { text: exceptionTexts.OLD_LOAN, causes: { OWED_AGAIN: exceptionTexts.OWED_AGAIN } },
    ),
  ],
  answersTo: [
    personalDataHeld.by(personalData),
    lifecycles.by([offerLifecycle]),
    reviews.by([hardshipReview]),
    proposals.by([offerKind]),
    noticeKinds.by(notices),
    consoleWords.by(words),
    accountStateSources.by(accountStates),
    timelineSources.by(timeline),
  ],
};
