/** Points for tasks: from events of the account and of loans, never by amount. // Product decisions, rewards 1, 5, 9 */
import { ripeLoanDays } from "#shared/promised-times.ts";
import { after } from "#server/events/domain-events.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { dateInWib, daysBetween } from "#shared/dates.ts";
import { passwordSet } from "#features/account/login/server/index.ts";
import { findLoan } from "#features/credit/loan/server/index.ts";
import { instalmentPaid, loanPaidOff, loanDebtOf, paymentReversed } from "#features/credit/repayment/server/index.ts";
import { earnPoints, revokePoints } from "./giving.ts";
import { pointsOfSource } from "./store.ts";
import { taskTitles } from "./titles.ts";

/** A loan counts for points only this many days after its payout: so that borrowing and repaying at once earns none. */
const minLoanDays = ripeLoanDays;

async function countsFor(
  trx: Transaction,
  { borrowerId, loanId, at }: { borrowerId: string; loanId: string; at: Date },
): Promise<boolean> {
  const loan = await findLoan(trx, borrowerId, loanId);
  return loan?.disbursedOn != null && daysBetween(loan.disbursedOn, dateInWib(at)) >= minLoanDays;
}

const sourceOfInstalment = (loanId: string, dueOn: string): string => `instalment_${loanId}_${dueOn}`;

export const pointsSubscriptions = [
  after(passwordSet, "points-password", async (services, trx, { borrowerId, at }) => {
    await earnPoints(services, trx, { borrowerId, task: "SET_PASSWORD", source: "password", at });
  }),
  after(instalmentPaid, "points-instalment", async (services, trx, { borrowerId, loanId, dueOn, inTime, at }) => {
    if (!inTime || !(await countsFor(trx, { borrowerId, loanId, at }))) return;
    const source = sourceOfInstalment(loanId, dueOn);
    await earnPoints(services, trx, { borrowerId, task: "PAYMENT_SUCCESS", source, at });
  }),
  after(loanPaidOff, "points-paid-off", async (services, trx, { borrowerId, loanId, at }) => {
    if (!(await countsFor(trx, { borrowerId, loanId, at }))) return;
    await earnPoints(services, trx, { borrowerId, task: "FINISH_ORDER", source: `paid_off_${loanId}`, at });
  }),
  after(paymentReversed, "points-reversed", async (services, trx, { borrowerId, loanId, paymentId }) => {
    await takeBack(services, trx, { borrowerId, loanId, paymentId });
  }),
];

/** A chargeback takes back the points of the loan and instalments that are owed again, as far as they are available. */
async function takeBack(
  services: Services,
  trx: Transaction,
  { borrowerId, loanId, paymentId }: { borrowerId: string; loanId: string; paymentId: string },
): Promise<void> {
  const debt = await loanDebtOf(services, trx, borrowerId, loanId);
  if (!debt) return;
  const given = [
    ...(debt.isLoanOpen ? [{ source: `paid_off_${loanId}`, task: "FINISH_ORDER" as const, of: "loan" }] : []),
    ...debt.dueDates.map((dueOn) => ({
      source: sourceOfInstalment(loanId, dueOn),
      task: "PAYMENT_SUCCESS" as const,
      of: dueOn,
    })),
  ];
  for (const { source, task, of } of given) {
    const points = await pointsOfSource(trx, borrowerId, source);
    const back = `taken_back_${loanId}_${of}_${paymentId}`.slice(0, 100);
    if (points > 0) await revokePoints(services, trx, { borrowerId, source: back, points, title: taskTitles[task] });
  }
}
