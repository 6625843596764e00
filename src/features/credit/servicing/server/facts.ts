/** The facts that the gate asks for, read in the transaction of the contact. */
import { nationalHolidaysAround } from "#server/calendar/business-calendar.ts";
import type { Reader } from "#server/database.server.ts";
import { defineQuestion } from "#server/questions.ts";
import type { Services } from "#server/services.ts";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import { zoneOf } from "#features/account/profile/server/index.ts";
import { returnInForce } from "#features/credit/disbursement/server/index.ts";
import { isBorrowingStopped } from "#features/credit/limit/server/index.ts";
import type { LoanView } from "#features/credit/loan/server/index.ts";
import {
  hasOpenChargeback,
  restsUntil,
  type LoanHistory,
  type LoanName,
} from "#features/credit/repayment/server/index.ts";
import { contactAttemptsOf, isDeathReported, type ContactAttemptRow } from "./contact-store.ts";
import { consentedWindow } from "./hours.ts";
import type { ContactFacts } from "./rules/gate.ts";
import { repaymentPromisesOf } from "./promise-store.ts";
import { messagesSince } from "./step-store.ts";

/** Whether a complaint about this loan, collection or repayment is open: until it ends no money is asked for. */
export const complaintsOpen = defineQuestion<(reader: Reader, borrowerId: string, loanId: string) => Promise<boolean>>(
  "complaints-open",
  "MANY",
);

/** Longer than the longest period of a limit. */
const lookBackMilliseconds = 8 * 86_400_000;

/** More contacts than the limits allow in that time. */
const maxContacts = 100;
const startsOf = (contacts: readonly ContactAttemptRow[]): Date[] => contacts.map(({ startedAt }) => startedAt);
const isMessage = ({ channel }: ContactAttemptRow): boolean => channel === "MESSAGE";
const isReached = ({ outcome }: ContactAttemptRow): boolean =>
  outcome !== null && outcome !== "NO_ANSWER" && outcome !== "WRONG_NUMBER";

export type FactsOf = Pick<LoanHistory, "loan"> & {
  account: Pick<LoanHistory["account"], "restUntil">;
  state: LoanView;
};

/** Facts about one loan and its borrower. The caller holds the loan's books. */
export async function contactFacts(
  services: Services,
  reader: Reader,
  { loan, account, state }: FactsOf,
): Promise<ContactFacts> {
  const { borrowerId } = loan;
  const now = services.clock.now();
  const since = new Date(now.getTime() - lookBackMilliseconds);
  const name = { borrowerId, loanId: loan.id };
  const [zone, holidays, consent, contacts, matter, until, rest, messages] = await Promise.all([
    zoneOf(reader, borrowerId),
    nationalHolidaysAround(reader, dateInWib(now)),
    consentedWindow(services, reader, borrowerId),
    contactAttemptsOf(reader, { borrowerId }, { max: maxContacts, since }),
    matterOf(services, reader, borrowerId, loan.id),
    promiseUntil(reader, name),
    restsUntil(reader, loan, now),
    messagesSince(reader, borrowerId, since),
  ]);
  const calls = contacts.filter((one) => !isMessage(one));
  return {
    zone,
    holidays,
    consent,
    isOwed: loan.state === "ACTIVE" || loan.state === "WRITTEN_OFF",
    isDue: state.dueNowRupiah > 0,
    daysPastDue: state.daysPastDue,
    matter,
    promiseUntil: until,
    restUntil: account.restUntil && account.restUntil > now ? account.restUntil : rest,
    messages: [...messages, ...startsOf(contacts.filter(isMessage))],
    tries: startsOf(calls),
    reached: startsOf(calls.filter(isReached)),
  };
}

/** The end of the last day on which an open promise can be kept. */
async function promiseUntil(reader: Reader, name: LoanName): Promise<Date | null> {
  const open = (await repaymentPromisesOf(reader, name)).find(({ state }) => state === "OPEN");
  return open ? instantOf(addDays(open.lastOn, 1)) : null;
}

async function matterOf(
  { ask }: Services,
  reader: Reader,
  borrowerId: string,
  loanId: string,
): Promise<ContactFacts["matter"]> {
  const [isDead, complaints, hasChargeback, returned, isStopped] = await Promise.all([
    isDeathReported(reader, borrowerId),
    Promise.all(ask(complaintsOpen).map((isOpen) => isOpen(reader, borrowerId, loanId))),
    hasOpenChargeback(reader, borrowerId),
    returnInForce(reader, borrowerId, "LOAN", loanId),
    isBorrowingStopped(reader, borrowerId),
  ]);
  if (isDead) return "DEATH";
  if (complaints.includes(true)) return "COMPLAINT";
  if (hasChargeback) return "TAKEN_BACK";
  // The money is not with the borrower.
  if (returned) return "PAYOUT_RETURNED";
  return isStopped ? "CONTESTED" : null;
}
