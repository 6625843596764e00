/** Contacts by people: begun through the gate with the loan's books held, ended by their outcome, objected to by the borrower. */
import { Refusal } from "#server/call/refusal.ts";
import { daysOffAround } from "#server/calendar/business-calendar.ts";
import { addWorkingDays } from "#server/calendar/working-days.ts";
import type { StaffSession } from "#server/call/session.server.ts";
import type { Transaction } from "#server/database.server.ts";
import { defineEvent, within } from "#server/events/domain-events.ts";
import { leftToStaff } from "#server/events/event-exceptions.ts";
import { isClaimedByOther } from "#server/records/claims.ts";
import type { Services } from "#server/services.ts";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import { defineTexts } from "#shared/texts.ts";
import * as v from "valibot";
import { loanMoved, locateLoan } from "#features/credit/loan/server/index.ts";
import {
  lockHistory,
  paymentBooked,
  restCollection,
  stateNow,
  type LoanHistory,
  type LoanName,
} from "#features/credit/repayment/server/index.ts";
import { restWorkingDays } from "#features/credit/restructure/contract.ts";
import type { ContactOutcome, ContactWay } from "../contract.ts";
import { numberMinutes } from "../desk-contract.ts";
import type { startContact } from "../staff-contract.ts";
import {
  addEnd,
  addObjection,
  casesOf,
  contactAttemptsOf,
  findContact,
  hideNumbers,
  insertContact,
  openCaseRow,
  sealedContactNote,
  type ContactAttemptRow,
} from "./contact-store.ts";
import { contactFacts } from "./facts.ts";
import { servicingCaseLifecycle } from "./lifecycle.ts";
import { isOwed } from "./promises.ts";
import { mayContact } from "./rules/gate.ts";

/** The borrower objects to a contact; `objected_<contact>`. */
const contactObjected = defineEvent(
  "servicing.objected",
  v.object({ borrowerId: v.string(), loanId: v.string(), contactId: v.string() }),
);

/** The books of a loan that staff name, held. @throws Refusal LOAN_UNKNOWN */
export async function holdLoan(trx: Transaction, loanId: string): Promise<LoanHistory> {
  const borrowerId = await locateLoan(trx, loanId);
  const history = borrowerId === null ? null : await lockHistory(trx, { borrowerId, loanId });
  if (!history) throw new Refusal("LOAN_UNKNOWN");
  return history;
}

/**
 * Begins a contact. A payment that is booked before is seen here; one that comes later hides the number.
 * @throws Refusal LOAN_UNKNOWN, SERVICING_CLAIMED, CONTACT_OPEN, CONTACT_CLOSED
 */
export async function beginContact(
  services: Services,
  trx: Transaction,
  { staffId }: StaffSession,
  { loanId, channel }: { loanId: string; channel: ContactWay },
): Promise<ContactAttemptRow> {
  const history = await holdLoan(trx, loanId);
  const { borrowerId } = history.loan;
  const now = services.clock.now();
  const work = (await casesOf(trx, [loanId])).get(loanId);
  if (work && isClaimedByOther(work, staffId, now)) throw new Refusal("SERVICING_CLAIMED");
  const [newest] = await contactAttemptsOf(trx, { borrowerId }, { max: 1 });
  if (newest && !newest.endedAt && newest.numberUntil > now) throw new Refusal("CONTACT_OPEN");
  const facts = await contactFacts(services, trx, { ...history, state: stateNow(services, history) });
  const gate = mayContact(facts, channel, now);
  if (!gate.may)
    throw new Refusal<typeof startContact.problems>("CONTACT_CLOSED", {
      reason: gate.reason,
      opensAt: gate.opensAt?.toISOString() ?? null,
    });
  const row: ContactAttemptRow = {
    borrowerId,
    loanId,
    id: services.random.uuid(),
    channel,
    staffId,
    startedAt: now,
    numberUntil: new Date(now.getTime() + numberMinutes * 60_000),
    endedAt: null,
    outcome: null,
    noteSealed: null,
    objectedAt: null,
  };
  await insertContact(trx, row);
  return row;
}

/** These outcomes need time: collection pauses as after a request for help. */
const resting: readonly ContactOutcome[] = ["HARDSHIP", "DISPUTE"];

/** Ends a contact of this person. @throws Refusal CONTACT_UNKNOWN, CONTACT_ENDED */
export async function finishContact(
  services: Services,
  trx: Transaction,
  { staffId }: StaffSession,
  input: { loanId: string; contactId: string; outcome: ContactOutcome; note: string },
): Promise<ContactAttemptRow> {
  const { loanId, contactId, outcome, note } = input;
  const contact = await findContact(trx, contactId);
  if (contact?.loanId !== loanId || contact.staffId !== staffId) throw new Refusal("CONTACT_UNKNOWN");
  const { borrowerId } = contact;
  await lockHistory(trx, contact);
  const now = services.clock.now();
  const { borrowerKeys } = services.keys;
  const noteSealed =
    note === "" ? null : await sealedContactNote.sealOf(borrowerKeys, trx, borrowerId, contactId, note);
  if (!(await addEnd(trx, contact, { outcome, noteSealed, at: now }))) throw new Refusal("CONTACT_ENDED");
  await hideNumbers(trx, contact, now);
  if (resting.includes(outcome)) {
    const today = dateInWib(now);
    const lastDay = addWorkingDays(today, restWorkingDays, await daysOffAround(trx, today));
    await restCollection(services, trx, contact, instantOf(addDays(lastDay, 1)));
  }
  return { ...contact, endedAt: now, outcome, noteSealed };
}

/** Another person reviews it; a reported death does not count any more. @throws Refusal CONTACT_UNKNOWN */
export async function objectTo(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  id: string,
): Promise<ContactAttemptRow> {
  const contact = await findContact(trx, id);
  if (contact?.borrowerId !== borrowerId) throw new Refusal("CONTACT_UNKNOWN");
  const at = services.clock.now();
  if (await addObjection(trx, borrowerId, id, at))
    await services.events.announce(trx, contactObjected, {
      id: `objected_${id}`,
      at,
      borrowerId,
      loanId: contact.loanId,
      contactId: id,
    });
  return { ...contact, objectedAt: contact.objectedAt ?? at };
}

/** Collectors begin to work on a loan. */
export async function openServicingCase(services: Services, trx: Transaction, name: LoanName): Promise<void> {
  const { borrowerId, loanId: id } = name;
  const at = services.clock.now();
  const said = { borrowerId, id, actor: "SYSTEM", at } as const;
  if (await openCaseRow(trx, name, at)) await servicingCaseLifecycle.begin(trx, { ...said, cause: "PLAN" });
  else
    await servicingCaseLifecycle.move(trx, {
      ...said,
      from: ["CLOSED"],
      to: "OPEN",
      cause: "PLAN",
      set: { openedAt: at, closedAt: null },
    });
}

/** Nothing is due, or the loan has ended: numbers that are shown are hidden, and the work on it is over. */
async function endWork(services: Services, trx: Transaction, name: LoanName): Promise<void> {
  const history = await lockHistory(trx, name);
  if (!history || (isOwed(history) && stateNow(services, history).dueNowRupiah > 0)) return;
  const at = services.clock.now();
  await hideNumbers(trx, name, at);
  await servicingCaseLifecycle.move(trx, {
    borrowerId: name.borrowerId,
    id: name.loanId,
    from: ["OPEN"],
    to: "CLOSED",
    actor: "SYSTEM",
    cause: "NOTHING_DUE",
    at,
    set: { closedAt: at, claimedBy: null, claimedUntil: null },
  });
}

export const objectionTexts = defineTexts({
  OBJECTION: { id: "Keberatan atas kontak penagihan", en: "Objection to a contact", zh: "对催收联系的异议" },
  OBJECTED: {
    id: "Peminjam keberatan atas cara atau waktu kami menghubunginya: orang lain memeriksanya dan menjawab.",
    en: "The borrower objects to how or when we made contact: another person looks at it and answers.",
    zh: "借款人对我们联系的方式或时间提出异议：由他人核查并答复。",
  },
});

export const contactSubscriptions = [
  within(paymentBooked, "servicing-work-paid", async (services, trx, { borrowerId, loanId }) => {
    await endWork(services, trx, { borrowerId, loanId });
    return "DONE";
  }),
  within(loanMoved, "servicing-work-ended", async (services, trx, { borrowerId, loanId, from }) => {
    if (from === "ACTIVE" || from === "WRITTEN_OFF") await endWork(services, trx, { borrowerId, loanId });
    return "DONE";
  }),
  within(contactObjected, "servicing-objection", async () => leftToStaff("OBJECTED"), {
    text: objectionTexts.OBJECTION,
    causes: { OBJECTED: objectionTexts.OBJECTED },
  }),
];
