/** Questions to credit/servicing, which imports this domain: the books ask when a loan's next step is due, the sweep has it taken. */
import type { Reader, Transaction } from "#server/database.server.ts";
import { defineQuestion } from "#server/questions.ts";
import type { Services } from "#server/services.ts";
import { loanTerms, stateOf, type LoanRow, type LoanState, type LoanView } from "#features/credit/loan/server/index.ts";
import { dateInWib } from "#shared/dates.ts";
import type { PlannedStep } from "../contract.ts";
import { findRepaymentAccount, type RepaymentAccount, type StoredEvent } from "./store.ts";

export interface LoanHistory {
  loan: LoanRow;
  account: RepaymentAccount;
  events: StoredEvent[];
}

export interface ServicingPlan {
  /** When the next step of a running loan is due; null when none is left. */
  nextAt(services: Services, trx: Transaction, loan: LoanRow, state: LoanView): Promise<Date | null>;
  /**
   * Takes or skips the due steps of a running loan whose books the caller has locked; returns the time of the next
   * check.
   */
  take(services: Services, trx: Transaction, history: LoanHistory): Promise<Date | null>;
  /** The steps of the instalment that is open, for its borrower. */
  shown(services: Services, reader: Reader, loan: LoanRow, state: LoanView): Promise<PlannedStep[]>;
}
export const servicingPlan = defineQuestion<ServicingPlan>("servicing-plan", "ONE");

/** When the next step of a running loan is due; not while collection is paused. */
export async function nextStepAt(
  services: Services,
  trx: Transaction,
  loan: LoanRow,
  state: LoanView,
): Promise<Date | null> {
  const at = await services.ask(servicingPlan).nextAt(services, trx, loan, state);
  const restUntil = (await findRepaymentAccount(trx, { borrowerId: loan.borrowerId, loanId: loan.id }))?.restUntil;
  return at && restUntil && restUntil > at ? restUntil : at;
}

/** The state of a loan whose books are locked, today. */
export const stateNow = ({ clock }: Pick<Services, "clock">, { loan, events }: LoanHistory): LoanState =>
  stateOf(loanTerms(loan), events, dateInWib(clock.now()));
