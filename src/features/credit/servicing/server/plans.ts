/** The plan as two people change it: a new version for due dates from a later day on. */
import * as v from "valibot";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { Refusal } from "#server/call/refusal.ts";
import { defineProposal } from "#server/four-eyes/proposal-kind.ts";
import { openProposalsBySubject } from "#server/four-eyes/proposal-store.ts";
import { propose } from "#server/four-eyes/proposals.ts";
import { listPage } from "#server/records/list-page.ts";
import { dateInWib } from "#shared/dates.ts";
import { stepActions, reminderTextKinds } from "../contract.ts";
import { listServicingPlans, proposeServicingStep } from "../staff-contract.ts";
import { planProposalTexts as texts, stepActionTexts } from "../texts.ts";
import { isContact, type PlanStep } from "./rules/plan.ts";
import { contactLimits } from "./rules/gate.ts";
import { insertPlan, planSubject, reminderPlansOf, type DatedPlan } from "./step-store.ts";

const payload = v.object({
  validFrom: v.string(),
  step: v.string(),
  day: v.nullable(v.number()),
  steps: v.array(
    v.object({
      step: v.string(),
      day: v.number(),
      action: v.picklist(stepActions),
      text: v.nullable(v.picklist(reminderTextKinds)),
    }),
  ),
});

/** Whether steps still come in the order of before, and no more messages about owed money than the gate lets through. */
export function isSound(before: readonly PlanStep[], after: readonly PlanStep[]): boolean {
  const order = (steps: readonly PlanStep[]): string[] =>
    steps.toSorted((a, b) => a.day - b.day).map(({ step }) => step);
  const kept = new Set(after.map(({ step }) => step));
  const contacts = after.filter(isContact);
  const days = contacts.flatMap(({ day }) => (day >= 0 ? [day] : [])).toSorted((a, b) => a - b);
  const { messagesAWeek } = contactLimits[0]!;
  return (
    order(before.filter((one) => isContact(one) && kept.has(one.step))).join() === order(contacts).join() &&
    new Set(contacts.map(({ day }) => day)).size === contacts.length &&
    days.every((day) => days.filter((one) => one >= day && one < day + 7).length <= messagesAWeek)
  );
}

const changed = ({ steps }: DatedPlan, step: string, day: number | null): PlanStep[] =>
  day === null
    ? steps.filter((one) => one.step !== step)
    : steps.map((one) => (one.step === step ? { ...one, day } : one));

export const planKind = defineProposal<v.InferOutput<typeof payload>>({
  kind: "servicing.plan",
  text: texts.kind,
  payload,
  permissions: { read: "servicing.read", propose: "servicing.plan", check: "servicing.check" },
  subject: ({ payload: { step } }) => step,
  subjectTo: () => "/staff/servicing/plans",
  consequences: () => ({ ifConfirmed: texts.ifConfirmed, ifRefused: texts.ifRefused }),
  async show(_services, reader, { payload: { validFrom, step, day } }) {
    const before = (await reminderPlansOf(reader))[0]?.steps.find((one) => one.step === step);
    return {
      lines: [
        { kind: "TEXT", label: texts.step, text: before ? stepActionTexts[before.action] : step },
        {
          kind: "TEXT",
          label: texts.day,
          text: day === null ? texts.takenOut : String(day),
          before: before ? String(before.day) : "–",
        },
        { kind: "DATE", label: texts.validFrom, date: validFrom },
      ],
    };
  },
  isStale: async (services, reader, { payload: { validFrom } }) => {
    const newest = (await reminderPlansOf(reader))[0];
    return validFrom <= dateInWib(services.clock.now()) || (newest !== undefined && newest.validFrom >= validFrom);
  },
  async carryOut(_services, trx, { payload: { validFrom, step, steps } }) {
    // Asked again here: of two versions that are confirmed at once the second one finds the first.
    const [newest] = await reminderPlansOf(trx);
    const isKnown = newest?.steps.some((one) => one.step === step) === true && newest.validFrom < validFrom;
    if (!isKnown || !(await insertPlan(trx, { validFrom, steps }))) throw new Refusal("PROPOSAL_STALE");
  },
});

export const planAnswers: readonly CallAnswer[] = [
  answer(listServicingPlans, async ({ cursor, limit }, { database }) => {
    const all = await reminderPlansOf(database);
    const rows = all.filter(({ validFrom }) => cursor === undefined || validFrom < cursor);
    const { page, nextCursor } = listPage(rows, limit, ({ validFrom }) => validFrom);
    const open = await openProposalsBySubject(database, planKind.kind, [planSubject]);
    return { items: page, nextCursor, proposalId: open.get(planSubject) ?? null };
  }),
  answer(proposeServicingStep, async ({ validFrom, step, day, reason }, { services, trx, principal, refuse }) => {
    const [newest] = await reminderPlansOf(trx);
    if (!newest?.steps.some((one) => one.step === step)) return refuse("STEP_UNKNOWN");
    if (validFrom <= dateInWib(services.clock.now()) || validFrom <= newest.validFrom) return refuse("PLAN_DATE");
    const to = day === undefined || day === "" ? null : day;
    const steps = changed(newest, step, to);
    if (!isSound(newest.steps, steps)) return refuse("PLAN_ORDER");
    const proposalId = await propose(services, trx, planKind, principal.staff, {
      subjectId: planSubject,
      payload: { validFrom, step, day: to, steps },
      reason,
    });
    return { proposalId };
  }),
];
