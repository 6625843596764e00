/** Answers to the calls of the staff who service late loans. */
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { Refusal } from "#server/call/refusal.ts";
import { answerDesk } from "#server/console/desk.ts";
import type { Reader } from "#server/database.server.ts";
import { openProposalsBySubject } from "#server/four-eyes/proposal-store.ts";
import { propose } from "#server/four-eyes/proposals.ts";
import { cursorIn } from "#server/records/list-order.ts";
import { listPage } from "#server/records/list-page.ts";
import type { Services } from "#server/services.ts";
import { addDays, dateInWib } from "#shared/dates.ts";
import type { Language } from "#shared/texts.ts";
import { locateLoan } from "#features/credit/loan/server/index.ts";
import {
  findBooks,
  pageOfLate,
  servicingPlan,
  stateNow,
  type LoanHistory,
} from "#features/credit/repayment/server/index.ts";
import { addresseeOf } from "#features/platform/notice/server/index.ts";
import {
  endContact,
  getStaffLetter,
  getStaffServicing,
  listServicing,
  notePromise,
  servicingDesk,
  startContact,
} from "../staff-contract.ts";
import { bucketSpans, type ServicedLoan, type StaffContact, type StaffServicing } from "../desk-contract.ts";
import { casesOf, contactAttemptsOf, sealedContactNote, type ContactAttemptRow } from "./contact-store.ts";
import { beginContact, finishContact, holdLoan } from "./contacts.ts";
import { agreedHoursOf } from "./hours.ts";
import { letterAnswer, letterPdf, letterReader, lettersShown } from "./letters.ts";
import { promiseKind } from "./promise-proposals.ts";
import { repaymentPromisesOf } from "./promise-store.ts";
import { isOwed, makePromise, refusePromise } from "./promises.ts";
import { mayPromiseOn, promiseRangeOf } from "./rules/promise.ts";
import { lightsOf, promiseShown } from "./views.ts";

const maxContacts = 50;

async function contactShown(services: Services, reader: Reader, row: ContactAttemptRow): Promise<StaffContact> {
  const { borrowerId, id, noteSealed } = row;
  return {
    contactId: id,
    channel: row.channel,
    staffId: row.staffId,
    startedAt: row.startedAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    outcome: row.outcome,
    note:
      noteSealed === null
        ? null
        : await sealedContactNote.openOf(services.keys.borrowerKeys, reader, borrowerId, id, noteSealed),
    objectedAt: row.objectedAt?.toISOString() ?? null,
  };
}

async function booksOf(reader: Reader, loanId: string): Promise<LoanHistory> {
  const borrowerId = await locateLoan(reader, loanId);
  const history = borrowerId === null ? null : await findBooks(reader, { borrowerId, loanId });
  if (!history) throw new Refusal("LOAN_UNKNOWN");
  return history;
}

async function listed(
  services: Services,
  reader: Reader,
  history: LoanHistory,
): Promise<Omit<ServicedLoan, "claimedBy" | "claimedUntil">> {
  const { loan } = history;
  const name = { borrowerId: loan.borrowerId, loanId: loan.id };
  const state = stateNow(services, history);
  const [lights, promises, contacts] = await Promise.all([
    lightsOf(services, reader, history),
    repaymentPromisesOf(reader, name),
    contactAttemptsOf(reader, name, { max: 1 }),
  ]);
  return {
    ...name,
    loanNumber: loan.number,
    state: loan.state,
    daysPastDue: state.daysPastDue,
    unpaidPrincipalRupiah: state.unpaid.principalRupiah,
    dueTodayRupiah: state.dueNowRupiah,
    light: lights.find(({ channel }) => channel === "CALL")!,
    promise: promises[0] ? promiseShown(promises[0]) : null,
    lastContactAt: contacts[0]?.startedAt.toISOString() ?? null,
  };
}

async function shownOf(
  services: Services,
  reader: Reader,
  history: LoanHistory,
  { staffId, language }: { staffId: string; language: Language },
): Promise<StaffServicing> {
  const { loan } = history;
  const name = { borrowerId: loan.borrowerId, loanId: loan.id };
  const now = services.clock.now();
  const today = dateInWib(now);
  const state = stateNow(services, history);
  const viewer = { language, brandId: services.brands[0]!.id };
  const [lights, agreedHours, promises, contacts, cases, plan, proposals, letters] = await Promise.all([
    lightsOf(services, reader, history),
    agreedHoursOf(services, reader, loan.borrowerId),
    repaymentPromisesOf(reader, name),
    contactAttemptsOf(reader, name, { max: maxContacts }),
    casesOf(reader, [loan.id]),
    loan.state === "ACTIVE" ? services.ask(servicingPlan).shown(services, reader, loan, state) : [],
    openProposalsBySubject(reader, promiseKind.kind, [loan.id]),
    lettersShown(services, reader, viewer, name),
  ]);
  const work = cases.get(loan.id);
  const mine = contacts.find((one) => one.staffId === staffId && !one.endedAt);
  const canPromise =
    isOwed(history) &&
    promises[0]?.state !== "OPEN" &&
    mayPromiseOn(
      promises.map(({ madeAt }) => madeAt),
      today,
    ) === null;
  const owed = { dueRupiah: state.dueNowRupiah, payoffRupiah: state.payoffRupiah };
  return {
    ...name,
    loanNumber: loan.number,
    state: loan.state,
    daysPastDue: state.daysPastDue,
    dueTodayRupiah: state.dueNowRupiah,
    lateFeeRupiah: state.lateFeeDueRupiah,
    payoffRupiah: Math.max(0, state.payoffRupiah),
    isOpen: work?.state === "OPEN",
    lights,
    agreedHours,
    promise: promises[0] ? promiseShown(promises[0]) : null,
    range: canPromise ? promiseRangeOf(owed, today, { isLong: false }) : null,
    maxOn: canPromise ? (promiseRangeOf(owed, today, { isLong: true })?.lastOn ?? null) : null,
    plan: plan.map(({ step, day, on, action, state: at }) => ({ step, day, on, action, state: at })),
    letters,
    contacts: await Promise.all(contacts.map((one) => contactShown(services, reader, one))),
    running: mine
      ? {
          contactId: mine.id,
          channel: mine.channel,
          // The only way in which a collector sees a number.
          mobileNumber:
            mine.numberUntil > now
              ? ((await services.ask(addresseeOf)(services, reader, loan.borrowerId))?.mobileNumber ?? null)
              : null,
          until: mine.numberUntil.toISOString(),
        }
      : null,
    claimedBy: work?.claimedBy ?? null,
    claimedUntil: work?.claimedUntil?.toISOString() ?? null,
    proposalId: proposals.get(loan.id) ?? null,
  };
}

export const staffAnswers: readonly CallAnswer[] = [
  answer(listServicing, async ({ bucket, cursor, limit }, { services, database }) => {
    const today = dateInWib(services.clock.now());
    const [least, most] = bucket ? bucketSpans[bucket] : [1, 3_650];
    const rows = await pageOfLate(database, today, {
      cursor,
      max: limit + 1,
      from: addDays(today, -most),
      to: addDays(today, -least),
    });
    const { page, nextCursor } = listPage(rows, limit, ({ unpaidSince, loanId }) =>
      cursorIn(unpaidSince ?? today, loanId),
    );
    const cases = await casesOf(
      database,
      page.map(({ loanId }) => loanId),
    );
    const items = await Promise.all(
      page.map(async ({ borrowerId, loanId }) => {
        const history = await findBooks(database, { borrowerId, loanId });
        if (!history) return [];
        const work = cases.get(loanId);
        const one = await listed(services, database, history);
        return [
          { ...one, claimedBy: work?.claimedBy ?? null, claimedUntil: work?.claimedUntil?.toISOString() ?? null },
        ];
      }),
    );
    return { items: items.flat(), nextCursor };
  }),
  answer(getStaffServicing, async ({ loanId }, { services, database, principal, language }) => {
    const history = await booksOf(database, loanId);
    principal.trail?.note({ borrowerId: history.loan.borrowerId });
    return shownOf(services, database, history, { staffId: principal.staff.staffId, language });
  }),
  answer(getStaffLetter, async ({ loanId, letterId }, { services, database, principal, refuse }) => {
    const borrowerId = (await locateLoan(database, loanId)) ?? refuse("LETTER_UNKNOWN");
    principal.trail?.note({ borrowerId });
    const reading = letterReader(services, database, borrowerId);
    const file = await letterPdf(services, database, { borrowerId, loanId }, reading, { letterId, isPosted: true });
    return file ? letterAnswer(file) : refuse("LETTER_UNKNOWN");
  }),
  ...answerDesk(servicingDesk, {
    queue: { table: "servicing_case", states: ["OPEN"], order: "openedAt" },
    find: async (reader, loanId) => (await casesOf(reader, [loanId])).get(loanId),
  }),
  answer(startContact, async (input, { services, trx, principal }) => {
    const { id, borrowerId, numberUntil } = await beginContact(services, trx, principal.staff, input);
    principal.trail?.note({ borrowerId, facts: { contactId: id, channel: input.channel } });
    return { contactId: id, until: numberUntil.toISOString() };
  }),
  answer(endContact, async (input, { services, trx, principal }) => {
    const row = await finishContact(services, trx, principal.staff, input);
    principal.trail?.note({ borrowerId: row.borrowerId, facts: { contactId: row.id, outcome: input.outcome } });
    return contactShown(services, trx, row);
  }),
  answer(notePromise, async ({ loanId, amountRupiah, on }, { services, trx, principal }) => {
    const history = await holdLoan(trx, loanId);
    const { borrowerId, number: loanNumber } = history.loan;
    principal.trail?.note({ borrowerId });
    const { staffId } = principal.staff;
    const alone = promiseRangeOf({ dueRupiah: 1, payoffRupiah: 1 }, dateInWib(services.clock.now()), {
      isLong: false,
    })!;
    if (on <= alone.lastOn) {
      const row = await makePromise(services, trx, history, { amountRupiah, on, staffId, isLong: false });
      return { promise: promiseShown(row), proposalId: null };
    }
    await refusePromise(services, trx, history, { amountRupiah, on, isLong: true });
    const proposalId = await propose(services, trx, promiseKind, principal.staff, {
      subjectId: loanId,
      borrowerId,
      payload: { loanNumber, amountRupiah, on },
      reason: "",
    });
    return { promise: null, proposalId };
  }),
];
