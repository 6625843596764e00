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
export async function plansOf(reader: Reader): Promise<DatedPlan[]> {
  const rows = await reader
    .selectFrom("servicing_step")
    .selectAll()
    .where("plan", "=", standardPlan)
    .orderBy("valid_from", "desc")
    .orderBy("day")
    .orderBy("step")
    .execute();
  return [...Map.groupBy(rows, ({ valid_from }) => valid_from)].map(([validFrom, steps]) => ({
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
        valid_from: validFrom,
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
export async function insertStep(
  trx: Transaction,
  { borrowerId, loanId }: LoanName,
  { dueOn, step, at, outcome, cause }: TakenStep,
): Promise<boolean> {
  const made = await trx
    .insertInto("servicing_taken")
    .values({ borrower_id: borrowerId, loan_id: loanId, due_on: dueOn, step, queued_at: at, outcome, cause })
    .onConflict((conflict) => conflict.doNothing())
    .returning("step")
    .executeTakeFirst();
  return made !== undefined;
}

export async function stepsTaken(reader: Reader, { borrowerId, loanId }: LoanName): Promise<TakenStep[]> {
  const rows = await reader
    .selectFrom("servicing_taken")
    .select(["due_on", "step", "queued_at", "outcome", "cause"])
    .where("borrower_id", "=", borrowerId)
    .where("loan_id", "=", loanId)
    .orderBy("queued_at")
    .orderBy("step")
    .execute();
  return rows.map((row) => ({
    dueOn: row.due_on,
    step: row.step,
    at: row.queued_at,
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
    .set({ sent_at: at, outcome })
    .where("borrower_id", "=", borrowerId)
    .where("loan_id", "=", loanId)
    .where("due_on", "=", dueOn)
    .where("step", "=", step)
    .execute();
}

/** When the borrower was asked for money that was due, on any loan. */
export async function messagesSince(reader: Reader, borrowerId: string, since: Date): Promise<Date[]> {
  const rows = await reader
    .selectFrom("servicing_taken")
    .select("queued_at")
    .where("borrower_id", "=", borrowerId)
    .where("queued_at", ">", since)
    // A message of the days before announces what will be due.
    .where(sql<boolean>`(queued_at at time zone 'Asia/Jakarta')::date >= due_on`)
    .where((row) => row.or([row("outcome", "is", null), row("outcome", "not in", ["SKIPPED", "NOT_NEEDED", "DONE"])]))
    .execute();
  return rows.map((row) => row.queued_at);
}
