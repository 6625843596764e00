/** The borrower's view of servicing: the gate's light and the promise. */
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import { findBooks, loansToPay, stateNow, type LoanHistory } from "#features/credit/repayment/server/index.ts";
import { loansNamed } from "#features/credit/loan/server/index.ts";
import type { BorrowerContact, PaymentPromise, Servicing } from "../contract.ts";
import type { ContactAttemptRow } from "./contact-store.ts";
import { contactFacts } from "./facts.ts";
import { agreedHoursOf } from "./hours.ts";
import { lettersShown, type LetterReader } from "./letters.ts";
import { repaymentPromisesOf, type PromiseRow } from "./promise-store.ts";
import { mayContact } from "./rules/gate.ts";
import { mayPromiseOn, promiseRangeOf } from "./rules/promise.ts";

export const promiseShown = (row: PromiseRow): PaymentPromise => ({
  promiseId: row.id,
  state: row.state,
  amountRupiah: row.amountRupiah,
  on: row.promisedOn,
  lastOn: row.lastOn,
  paidRupiah: row.paidRupiah,
  madeAt: row.madeAt.toISOString(),
  byStaff: row.staffId !== null,
});

/** Contacts for the borrower whom they are about. */
export async function contactsShown(reader: Reader, rows: readonly ContactAttemptRow[]): Promise<BorrowerContact[]> {
  const numbers = new Map(
    (await loansNamed(reader, [...new Set(rows.map(({ loanId }) => loanId))])).map((loan) => [loan.id, loan.number]),
  );
  return rows.map((row) => ({
    contactId: row.id,
    loanNumber: numbers.get(row.loanId) ?? "",
    channel: row.channel,
    startedAt: row.startedAt.toISOString(),
    outcome: row.outcome,
    objectedAt: row.objectedAt?.toISOString() ?? null,
  }));
}

/** Whether the borrower may be contacted now, by message and by call. */
export async function lightsOf(services: Services, reader: Reader, history: LoanHistory): Promise<Servicing["lights"]> {
  const facts = await contactFacts(services, reader, { ...history, state: stateNow(services, history) });
  return (["MESSAGE", "CALL"] as const).map((channel) => {
    const gate = mayContact(facts, channel, services.clock.now());
    return {
      channel,
      may: gate.may,
      reason: gate.may ? null : gate.reason,
      opensAt: gate.may ? null : (gate.opensAt?.toISOString() ?? null),
    };
  });
}

export async function servicingOf(
  services: Services,
  reader: Reader,
  { borrowerId, ...viewer }: LetterReader & { borrowerId: string },
): Promise<Servicing> {
  const [loan] = await loansToPay(reader, borrowerId);
  const history = loan && (await findBooks(reader, { borrowerId, loanId: loan.id }));
  if (!history)
    return { loan: null, lights: [], promise: null, range: null, mayPromiseOn: null, agreedHours: null, letters: [] };
  const today = dateInWib(services.clock.now());
  const state = stateNow(services, history);
  const [lights, agreedHours, promises, letters] = await Promise.all([
    lightsOf(services, reader, history),
    agreedHoursOf(services, reader, borrowerId),
    repaymentPromisesOf(reader, { borrowerId, loanId: loan.id }),
    lettersShown(services, reader, viewer, { borrowerId, loanId: loan.id }),
  ]);
  const isOpen = promises[0]?.state === "OPEN";
  const againOn = mayPromiseOn(
    promises.map(({ madeAt }) => madeAt),
    today,
  );
  const { dueNowRupiah: dueRupiah, payoffRupiah } = state;
  return {
    loan: {
      loanId: loan.id,
      loanNumber: loan.number,
      daysPastDue: state.daysPastDue,
      dueTodayRupiah: dueRupiah,
      lateFeeRupiah: state.lateFeeDueRupiah,
    },
    lights,
    promise: promises[0] ? promiseShown(promises[0]) : null,
    range: isOpen || againOn ? null : promiseRangeOf({ dueRupiah, payoffRupiah }, today, { isLong: false }),
    mayPromiseOn: isOpen ? null : againOn,
    agreedHours,
    letters,
  };
}
