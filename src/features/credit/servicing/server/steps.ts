/** Takes the steps of the plan: each once for a loan and a due date, at the first moment that the gate allows; what came too late is skipped with its cause. */
import { nationalHolidaysAround } from "#server/calendar/business-calendar.ts";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { addDays, contactHours, dateIn, dateInWib, instantOf, nextInside } from "#shared/dates.ts";
import { zoneOf } from "#features/account/profile/server/index.ts";
import type { LoanRow, LoanView } from "#features/credit/loan/server/index.ts";
import { servicingPlan, stateNow, type LoanHistory } from "#features/credit/repayment/server/index.ts";
import { openServicingCase } from "./contacts.ts";
import { contactFacts } from "./facts.ts";
import { sendStep } from "./notices.ts";
import { mayContact, type ContactChannel } from "./rules/gate.ts";
import { isContact, isTimely, openReminderSteps, stepsFor, type DatedStep } from "./rules/plan.ts";
import { insertServicingStep, planOn, reminderPlansOf, stepsTaken } from "./step-store.ts";

const openDates = (state: LoanView): string[] => state.rows.flatMap((row) => (row.dueRupiah > 0 ? [row.dueOn] : []));

async function stepsOf(services: Services, reader: Reader, loan: LoanRow, state: LoanView): Promise<DatedStep[]> {
  const [zone, plans, taken, holidays] = await Promise.all([
    zoneOf(reader, loan.borrowerId),
    reminderPlansOf(reader),
    stepsTaken(reader, { borrowerId: loan.borrowerId, loanId: loan.id }),
    nationalHolidaysAround(reader, dateInWib(services.clock.now())),
  ]);
  return openReminderSteps(planOn(plans), openDates(state), taken, zone, holidays);
}

/** Before its due date a step announces; from then on it asks for money that is owed. */
const channelOf = ({ dueOn }: DatedStep, today: string): ContactChannel => (today < dueOn ? "REMINDER" : "MESSAGE");

async function take(services: Services, trx: Transaction, history: LoanHistory): Promise<Date | null> {
  const { loan } = history;
  const name = { borrowerId: loan.borrowerId, loanId: loan.id };
  const now = services.clock.now();
  const state = stateNow(services, history);
  const open = await stepsOf(services, trx, loan, state);
  const due = open.filter(({ at }) => at <= now);
  if (due.length === 0) return open[0]?.at ?? null;
  const facts = await contactFacts(services, trx, { ...history, state });
  const { zone, holidays } = facts;
  const today = dateIn(now, zone);
  const waiting: DatedStep[] = [];
  for (const step of due) {
    if (step.action === "QUEUE") {
      await insertServicingStep(trx, name, {
        dueOn: step.dueOn,
        step: step.step,
        at: now,
        outcome: "DONE",
        cause: null,
      });
      await openServicingCase(services, trx, name);
      continue;
    }
    const late = !isTimely(step, now, zone);
    if (!late && !step.isReplaced) {
      waiting.push(step);
      continue;
    }
    const gate = mayContact(facts, channelOf(step, today), now);
    const cause = step.isReplaced ? "NEXT_STEP" : gate.may ? "TOO_LATE" : gate.reason;
    await insertServicingStep(trx, name, { dueOn: step.dueOn, step: step.step, at: now, outcome: "SKIPPED", cause });
  }
  const later = open.find(({ at }) => at > now)?.at ?? null;
  // One message a day: the one that would be too late first.
  const [next, ...others] = waiting.toSorted((a, b) => (a.lastOn < b.lastOn ? -1 : a.lastOn > b.lastOn ? 1 : 0));
  if (!next) return later;
  const gate = mayContact(facts, channelOf(next, today), now);
  if (!gate.may) {
    // If people decide the end, the gate is asked again on the next day.
    const tomorrow = nextInside(contactHours, instantOf(addDays(today, 1), zone), zone, holidays);
    return gate.opensAt ?? tomorrow;
  }
  if (await insertServicingStep(trx, name, { dueOn: next.dueOn, step: next.step, at: now, outcome: null, cause: null }))
    await sendStep(services, trx, name, next);
  // The gate counts this one and says when the next one may follow.
  return others.length > 0 ? now : later;
}

export const planAnswer = servicingPlan.by({
  nextAt: async (services, trx, loan, state) => (await stepsOf(services, trx, loan, state))[0]?.at ?? null,
  take,
  async shown(services, reader, loan, state) {
    const dueOn = state.nextDueOn;
    if (dueOn === null) return [];
    const [zone, plans, holidays, steps] = await Promise.all([
      zoneOf(reader, loan.borrowerId),
      reminderPlansOf(reader),
      nationalHolidaysAround(reader, dateInWib(services.clock.now())),
      stepsTaken(reader, { borrowerId: loan.borrowerId, loanId: loan.id }),
    ]);
    const plan = planOn(plans)(dueOn);
    const dates = new Map(stepsFor(plan, dueOn, zone, holidays).map((step) => [step.step, step]));
    const taken = new Map(steps.filter((one) => one.dueOn === dueOn).map((one) => [one.step, one]));
    const today = dateIn(services.clock.now(), zone);
    return plan
      .toSorted((a, b) => a.day - b.day)
      .flatMap(({ step, day, action }) => {
        const [dated, done] = [dates.get(step), taken.get(step)];
        if (dated?.isReplaced) return [];
        const on = done ? dateIn(done.at, zone) : dated ? dateIn(dated.at, zone) : addDays(dueOn, day);
        const isDone = done ? done.outcome !== "SKIPPED" : !isContact({ action }) && on <= today;
        const state = isDone ? "DONE" : done ? "SKIPPED" : "PLANNED";
        return [{ step, day, dueOn, on, action, state } as const];
      });
  },
});
