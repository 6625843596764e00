/** The plan of servicing: which step follows a due date on which day, and from when to when each says something true. // Spec credit-support 6 */
import {
  addDays,
  contactHours,
  dateIn,
  instantOf,
  isOpenDay,
  nextInside,
  type BusinessDate,
  type Zone,
} from "#shared/dates.ts";
import type { StepAction, StepText } from "../../contract.ts";

/** One row of a plan. `step` is a permanent name: steps taken are recorded under it. */
export interface PlanStep {
  step: string;
  /** Counted from the due date: -3 is three days before it. */
  day: number;
  action: StepAction;
  /** The text of a MESSAGE or LETTER. */
  text: StepText | null;
}

export interface DatedStep extends PlanStep {
  dueOn: BusinessDate;
  /** The first allowed moment. */
  at: Date;
  /** The last day on which it is true. */
  lastOn: BusinessDate;
  /** The next step may be taken on the same day and contains this one's message. */
  isReplaced: boolean;
}

export type Holidays = ReadonlySet<BusinessDate>;

/** Steps by which we write to the borrower. */
export const isContact = ({ action }: Pick<PlanStep, "action">): boolean => action === "MESSAGE" || action === "LETTER";

/**
 * The steps of one due date by which we write, each at the first allowed moment of its days. The one of a due date on which writing is
 * not allowed (a Sunday, a national holiday) moves to the last allowed day before it. Of two that would be written at once the later one
 * says it all. A step is true until the day before the next one.
 */
export function stepsFor(plan: readonly PlanStep[], dueOn: BusinessDate, zone: Zone, holidays: Holidays): DatedStep[] {
  const ordered = plan.filter(isContact).toSorted((a, b) => a.day - b.day);
  const at = (day: number): Date => {
    let on = addDays(dueOn, day);
    if (day === 0) while (!isOpenDay(contactHours, on, holidays)) on = addDays(on, -1);
    return nextInside(contactHours, instantOf(on, zone), zone, holidays);
  };
  return ordered.map((step, index): DatedStep => {
    const next = ordered[index + 1];
    const lastDay = next ? Math.max(step.day, next.day - 1) : step.day + lastStepDays;
    const when = at(step.day);
    const isReplaced = ordered.slice(index + 1).some((later) => at(later.day) <= when);
    return { ...step, dueOn, at: when, lastOn: addDays(dueOn, lastDay), isReplaced };
  });
}
/** From when on collectors work on the loan; the other steps in the house are other domains' own rules. */
const queueSteps = (plan: readonly PlanStep[], dueOn: BusinessDate, zone: Zone): DatedStep[] =>
  plan
    .filter(({ action }) => action === "QUEUE")
    .map((step) => {
      const at = instantOf(addDays(dueOn, step.day), zone);
      return { ...step, dueOn, at, lastOn: addDays(dueOn, step.day + queueDays), isReplaced: false };
    });
const queueDays = 10_000;

/** Days for which the last step of a plan is valid. */
const lastStepDays = 5;

/** Whether a step still says something true at this instant: a late sweep must not announce yesterday's due date. */
export const isTimely = ({ lastOn }: Pick<DatedStep, "lastOn">, now: Date, zone: Zone): boolean =>
  dateIn(now, zone) <= lastOn;

/** Steps of instalments that are open and that were neither taken nor skipped, the earliest first. */
export function openReminderSteps(
  planOf: (dueOn: BusinessDate) => readonly PlanStep[],
  openOn: readonly BusinessDate[],
  taken: readonly { dueOn: BusinessDate; step: string }[],
  zone: Zone,
  holidays: Holidays,
): DatedStep[] {
  return openOn
    .flatMap((dueOn) => [...stepsFor(planOf(dueOn), dueOn, zone, holidays), ...queueSteps(planOf(dueOn), dueOn, zone)])
    .filter(({ dueOn, step }) => !taken.some((one) => one.dueOn === dueOn && one.step === step))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
}
