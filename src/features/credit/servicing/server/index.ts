/** Servicing: the plan of steps around each due date, the gate in front of every contact, and promises to pay. // Spec credit-support 6 */
import { deviceNameOf } from "#server/call/device-name.ts";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import {
  borrowerFigures,
  borrowerOfPage,
  consoleWords,
  consoleWorkLists,
  timelineSources,
} from "#server/console/questions.ts";
import { transact } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import { proposals } from "#server/four-eyes/proposal-kind.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";
import { lifecycles } from "#server/records/lifecycle.ts";
import { cursorInTime, listPage, placeInTime } from "#server/records/list-page.ts";
import { say } from "#shared/texts.ts";
import { consentHolders, consentSubjects } from "#features/account/privacy/server/index.ts";
import { locateLoan } from "#features/credit/loan/server/index.ts";
import { lockHistory, loansToPay } from "#features/credit/repayment/server/index.ts";
import { noticeKinds } from "#features/platform/notice/server/index.ts";
import { getServicing, listServicingContacts, objectToContact, promisePayment, takeBackPromise } from "../contract.ts";
import { agreeToHours, withdrawHours, type OtherHours } from "../hours-contract.ts";
import { windowTexts } from "../texts.ts";
import { getServicingLetter } from "../letters-contract.ts";
import { contactAttemptsOf } from "./contact-store.ts";
import { contactSubscriptions, objectTo } from "./contacts.ts";
import { agreedHoursOf, agreeTo, hoursHolder, withdrawAgreed } from "./hours.ts";
import { letterAnswer, letterPdf } from "./letters.ts";
import { servicingCaseLifecycle, promiseLifecycle } from "./lifecycle.ts";
import { stepNotices } from "./notices.ts";
import { personalData } from "./personal-data.ts";
import { planAnswers, planKind } from "./plans.ts";
import { promiseNotice, writtenOff } from "./promise-notices.ts";
import { promiseKind } from "./promise-proposals.ts";
import { cancelPromise, makePromise, promiseSubscriptions, repaymentPromiseSweep } from "./promises.ts";
import { reliefAnswers, waiverKind, writeOffKind } from "./relief.ts";
import { staffAnswers } from "./staff.ts";
import { planAnswer } from "./steps.ts";
import { timeline } from "./timeline.ts";
import { contactsShown, promiseShown, servicingOf } from "./views.ts";
import { words } from "./words.ts";
import { writeOffAnswers } from "./write-offs.ts";
import { workLists } from "./work-lists.ts";
import { figures } from "./figures.ts";

export { complaintsOpen } from "./facts.ts";

const answers: readonly CallAnswer[] = [
  ...staffAnswers,
  ...planAnswers,
  ...reliefAnswers,
  ...writeOffAnswers,
  answer(getServicing, (_input, { services, database, borrowerId, language, caller }) =>
    servicingOf(services, database, { borrowerId, language, brandId: caller.brand.id }),
  ),
  answer(getServicingLetter, async ({ letterId }, { services, database, borrowerId, language, caller, refuse }) => {
    const [loan] = await loansToPay(database, borrowerId);
    const reader = { language, brandId: caller.brand.id };
    const named = { letterId, isPosted: false };
    const file = loan && (await letterPdf(services, database, { borrowerId, loanId: loan.id }, reader, named));
    return file ? letterAnswer(file) : refuse("LETTER_UNKNOWN");
  }),
  answer(agreeToHours, async ({ hours }, { services, trx, borrowerId, language, caller, refuse }) => {
    if ((await loansToPay(trx, borrowerId)).length === 0) return refuse("NOTHING_OWED");
    await agreeTo(services, trx, { borrowerId, hours, language, device: deviceNameOf(caller.userAgent) });
    return { agreedHours: await agreedHoursOf(services, trx, borrowerId) };
  }),
  answer(withdrawHours, async (_input, { services, borrowerId }) => {
    await transact(services.database, (trx) => withdrawAgreed(services, trx, borrowerId));
    return { agreedHours: null };
  }),
  answer(listServicingContacts, async ({ cursor, limit }, { database, borrowerId }) => {
    const rows = await contactAttemptsOf(database, { borrowerId }, { max: limit + 1, before: placeInTime(cursor) });
    const { page, nextCursor } = listPage(rows, limit, ({ startedAt, id }) => cursorInTime(startedAt, id));
    return { items: await contactsShown(database, page), nextCursor };
  }),
  answer(objectToContact, async ({ contactId }, { services, borrowerId }) =>
    transact(services.database, async (trx) => {
      const row = await objectTo(services, trx, borrowerId, contactId);
      return (await contactsShown(trx, [row]))[0]!;
    }),
  ),
  answer(promisePayment, async ({ amountRupiah, on }, { services, trx, borrowerId, refuse }) => {
    const [loan] = await loansToPay(trx, borrowerId);
    const history = loan && (await lockHistory(trx, { borrowerId, loanId: loan.id }));
    if (!history) return refuse("NOTHING_DUE");
    return promiseShown(await makePromise(services, trx, history, { amountRupiah, on, staffId: null, isLong: false }));
  }),
  answer(takeBackPromise, ({ promiseId: id }, { services, borrowerId }) =>
    transact(services.database, async (trx) => promiseShown(await cancelPromise(services, trx, { borrowerId, id }))),
  ),
];

export const domain: Domain = {
  answers,
  work: ({ sweeps }) => sweeps.add(repaymentPromiseSweep),
  subscribes: [...promiseSubscriptions, ...contactSubscriptions],
  answersTo: [
    planAnswer,
    personalDataHeld.by(personalData),
    lifecycles.by([promiseLifecycle, servicingCaseLifecycle]),
    proposals.by([promiseKind, planKind, waiverKind, writeOffKind]),
    borrowerOfPage.by({ servicing: (_services, reader, loanId) => locateLoan(reader, loanId) }),
    consoleWorkLists.by(workLists),
    timelineSources.by(timeline),
    borrowerFigures.by(figures),
    consoleWords.by(words),
    consentHolders.by([hoursHolder]),
    consentSubjects.by(async (_services, _reader, { kind, subject, language }) =>
      kind === "CONTACT_HOURS" ? say(windowTexts[subject as OtherHours], language) : null,
    ),
    noticeKinds.by([...stepNotices, promiseNotice, writtenOff]),
  ],
};
