/** All SQL of the plan and of its steps that were taken or skipped. */
import { sql } from "kysely";
import type { Database, Reader, Transaction } from "#server/database.server.ts";
import type { BusinessDate } from "#shared/dates.ts";
import type { LoanName } from "#features/credit/repayment/server/index.ts";
import type { StepAction, StepText } from "../contract.ts";
import type { PlanStep } from "./rules/plan.ts";

export const standardPlan = "STANDARD";

export interface DatedPlan {
  validFrom: BusinessDate;
  steps: PlanStep[];
}

/** Every version of the plan, the newest first; a plan changes a few times a year. */
export async function reminderPlansOf(reader: Reader): Promise<DatedPlan[]> {
  const rows = await reader
    .selectFrom("servicing_step")
    .selectAll()
    .where("plan", "=", standardPlan)
    .orderBy("validFrom", "desc")
    .orderBy("day")
    .orderBy("step")
    .execute();
  return [...Map.groupBy(rows, ({ validFrom }) => validFrom)].map(([validFrom, steps]) => ({
    validFrom,
    steps: steps.map(({ step, day, action, text }) => ({
      step,
      day,
      action: action as StepAction,
      text: text as StepText | null,
    })),
  }));
}

/** The subject of proposals that change the plan, so that one waits at a time. */
export const planSubject = "01900000-0000-7000-8000-00000000f1a0";

/** Adds a version of the plan; false where that day has one. */
export async function insertPlan(trx: Transaction, { validFrom, steps }: DatedPlan): Promise<boolean> {
  const made = await trx
    .insertInto("servicing_step")
    .values(
      steps.map(({ step, day, action, text }) => ({
        plan: standardPlan,
        validFrom,
        step,
        day,
        action,
        text,
        channel: text === null ? null : "PHONE",
        source: "Two people",
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning("step")
    .execute();
  return made.length > 0;
}

/** The steps in force for a due date. */
export const planOn =
  (plans: readonly DatedPlan[]) =>
  (dueOn: BusinessDate): readonly PlanStep[] =>
    plans.find(({ validFrom }) => validFrom <= dueOn)?.steps ?? [];

export interface TakenStep {
  dueOn: BusinessDate;
  step: string;
  at: Date;
  /** SKIPPED with its cause, or how the sending ended; null while it is under way. */
  outcome: string | null;
  cause: string | null;
}

/** Notes a step once for a loan and a due date; false when it was noted before. */
export async function insertServicingStep(
  trx: Transaction,
  { borrowerId, loanId }: LoanName,
  { dueOn, step, at, outcome, cause }: TakenStep,
): Promise<boolean> {
  const made = await trx
    .insertInto("servicing_taken")
    .values({ borrowerId, loanId, dueOn, step, queuedAt: at, outcome, cause })
    .onConflict((conflict) => conflict.doNothing())
    .returning("step")
    .executeTakeFirst();
  return made !== undefined;
}

export async function stepsTaken(reader: Reader, { borrowerId, loanId }: LoanName): Promise<TakenStep[]> {
  const rows = await reader
    .selectFrom("servicing_taken")
    .select(["dueOn", "step", "queuedAt", "outcome", "cause"])
    .where("borrowerId", "=", borrowerId)
    .where("loanId", "=", loanId)
    .orderBy("queuedAt")
    .orderBy("step")
    .execute();
  return rows.map((row) => ({
    dueOn: row.dueOn,
    step: row.step,
    at: row.queuedAt,
    outcome: row.outcome,
    cause: row.cause,
  }));
}

/** How the sending of a step ended. */
export async function endStep(
  trx: Transaction | Database,
  { borrowerId, loanId }: LoanName,
  { dueOn, step, outcome, at }: { dueOn: BusinessDate; step: string; outcome: string; at: Date },
): Promise<void> {
  await trx
    .updateTable("servicing_taken")
    .set({ sentAt: at, outcome })
    .where("borrowerId", "=", borrowerId)
    .where("loanId", "=", loanId)
    .where("dueOn", "=", dueOn)
    .where("step", "=", step)
    .execute();
}

/** When the borrower was asked for money that was due, on any loan. */
export async function messagesSince(reader: Reader, borrowerId: string, since: Date): Promise<Date[]> {
  const rows = await reader
    .selectFrom("servicing_taken")
    .select("queuedAt")
    .where("borrowerId", "=", borrowerId)
    .where("queuedAt", ">", since)
    // A message of the days before announces what will be due.
    .where(sql<boolean>`(queued_at at time zone 'Asia/Jakarta')::date >= due_on`)
    .where((row) => row.or([row("outcome", "is", null), row("outcome", "not in", ["SKIPPED", "NOT_NEEDED", "DONE"])]))
    .execute();
  return rows.map((row) => row.queuedAt);
}
