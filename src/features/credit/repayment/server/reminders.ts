/** The sweep for the steps of servicing: a bounded number of loans per round, each locked during its check. */
import { transact, type Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { eachDue } from "#server/work/sweeps.ts";
import { lockHistory } from "./books.ts";
import { servicingPlan } from "./servicing-plan.ts";
import { accountsToRemind, changeAccount, claimLoansOf, noteSuccess, postponeAccount, type LoanName } from "./store.ts";

const remindedAtOnce = 200;
/** Loans looked at side by side in one process. */
const remindingLanes = 4;

export async function remindDue(services: Services): Promise<number> {
  const { database, clock, log } = services;
  return eachDue(
    await accountsToRemind(database, clock.now(), remindedAtOnce),
    (name) => transact(database, (trx) => takeSteps(services, trx, name)),
    {
      log,
      failure: "step of servicing not taken",
      idOf: ({ loanId }) => loanId,
      lanes: remindingLanes,
      putOff: (name) => postponeAccount(database, name, clock.now()),
    },
  );
}

/** True when the loan's row was moved on, whether or not a step was due. */
async function takeSteps(services: Services, trx: Transaction, name: LoanName): Promise<boolean> {
  if (!(await claimLoansOf(trx, name.borrowerId))) return false;
  const history = await lockHistory(trx, name);
  const at = history?.account.nextReminderAt;
  if (!history || !at || at > services.clock.now()) return false;
  await noteSuccess(trx, name);
  const isRunning = history.loan.state === "ACTIVE";
  const nextReminderAt = isRunning ? await services.ask(servicingPlan).take(services, trx, history) : null;
  await changeAccount(trx, name, { nextReminderAt });
  return true;
}
