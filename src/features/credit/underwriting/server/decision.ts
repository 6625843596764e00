/** How an application comes to its decision: by the rules alone in seconds, or by two people. // Product decisions 4: underwriting */
import { sealedColumn } from "#server/records/rows.ts";
import * as v from "valibot";
import { withdrawOffer } from "#features/account/document/server/index.ts";
import { noteBureau, releaseLimit } from "#features/credit/limit/server/index.ts";
import { datedOn, findLoan, lockLoan, transition, type LoanChange } from "#features/credit/loan/server/index.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import { defineJob, type JobContext } from "#server/work/jobs.ts";
import type { BureauReport } from "#server/outside/bureau/port.ts";
import type { Services } from "#server/services.ts";
import { eachDue } from "#server/work/sweeps.ts";
import { dateInWib, type BusinessDate } from "#shared/dates.ts";
import { signHours } from "#shared/promised-times.ts";
import type { RejectReason, RuleName } from "../contract.ts";
import { offerAfterRejection, offerInReview } from "./offers.ts";
import { askBureau, FactsMissing, gatherApplicationFacts } from "./facts.ts";
import { judgeApplication } from "./rules.ts";
import { findCase, insertFindings, insertStep, lockCase, openCases, rulesInForce, type CaseRow } from "./store.ts";
import { moveCase } from "./lifecycle.ts";
import { notifyDecision } from "./notices.ts";

export const decideJob = defineJob("underwriting-decide", v.strictObject({ caseId: v.string() }));

/** Tries at a bureau that does not answer, before a person takes over. */
const bureauTries = 3;
/** A case that the rules have not judged by then goes to a person: the promise to the borrower is 24 hours. */
export const stuckMinutes = 60;

/** Runs the rules on an open case. A second run, or one after the borrower has withdrawn, changes nothing. */
export async function decideCase(
  services: Services,
  caseId: string,
  { attempt }: Pick<JobContext, "attempt">,
): Promise<void> {
  const row = await findCase(services.database, caseId);
  if (row?.state !== "OPEN") return;
  const answer = await askBureau(services, row.borrowerId, caseId).catch((error: unknown) => {
    if (error instanceof FactsMissing) return null;
    throw error;
  });
  if (answer?.outcome === "UNAVAILABLE" && attempt < bureauTries) throw new Error("The credit bureau is away.");
  const report = answer?.outcome === "REPORT" ? answer : null;
  await transact(services.database, (trx) => decideBy(services, trx, row, report));
}

async function decideBy(
  services: Services,
  trx: Transaction,
  row: CaseRow,
  report: BureauReport | null,
): Promise<void> {
  const { borrowerId, id: caseId, loanId } = row;
  await lockLoan(trx, borrowerId, loanId);
  await lockCase(trx, borrowerId, caseId);
  // While the bureau was asked, the case may have gone to staff, who decide it from then on.
  if ((await findCase(trx, caseId))?.state !== "OPEN") return;
  const loan = await findLoan(trx, borrowerId, loanId);
  if (!loan) return;
  const facts = await gatherApplicationFacts(services, trx, loan, report).catch((error: unknown) => {
    if (error instanceof FactsMissing) return null;
    throw error;
  });
  if (!facts) {
    await sendToPeople(services, trx, row, "FACTS_MISSING", []);
    return;
  }
  const today = dateInWib(services.clock.now());
  // The report's figures for the own score and limit; the rules below judge by the score from before it.
  if (report) {
    const instalmentsRupiah = report.obligations.reduce((sum, one) => sum + one.monthlyInstalmentRupiah, 0);
    await noteBureau(services, trx, borrowerId, { score: report.score, instalmentsRupiah });
  }
  const judgement = judgeApplication(facts, await rulesInForce(trx, today), today);
  const bureauReport =
    report && (await sealedReport.sealOf(services.keys.borrowerKeys, trx, borrowerId, caseId, report));
  const done =
    judgement.outcome === "REVIEW"
      ? await sendToPeople(services, trx, row, "RULES_WANT_REVIEW", judgement.reviewRules, bureauReport)
      : await closeCase(services, trx, row, {
          ...judgement,
          outcome: judgement.outcome,
          actor: "SYSTEM",
          cause: "RULES",
          bureauReport,
        });
  if (!done) return;
  await insertFindings(trx, borrowerId, caseId, judgement.findings, services.clock.now());
}

export const sealedReport = sealedColumn<BureauReport>("underwriting_case", "bureauReport");

async function sendToPeople(
  services: Services,
  trx: Transaction,
  row: CaseRow,
  cause: string,
  reviewRules: readonly RuleName[],
  bureauReport: string | null = null,
): Promise<boolean> {
  const { borrowerId, loanId } = row;
  if (
    !(await transition(services, trx, {
      borrowerId,
      loanId,
      from: ["SUBMITTED"],
      to: "IN_REVIEW",
      actor: "SYSTEM",
      cause,
    }))
  )
    return false;
  if (await moveCase(trx, row, ["OPEN"], "WAITING", { reviewRules: [...reviewRules], bureauReport }))
    await offerInReview(services, trx, row, reviewRules);
  return true;
}

export interface Finish {
  outcome: "APPROVED" | "REJECTED";
  actor: "SYSTEM" | `STAFF:${string}`;
  cause: "RULES" | "STAFF";
  reasons: readonly RejectReason[];
  reviewRules: readonly RuleName[];
  tryAgainOn: BusinessDate | null;
  affordableRupiah: number | null;
  bureauReport?: string | null;
}

/** Ends a case and moves its loan on, in this transaction. False when the loan had gone on already (withdrawn). */
export async function closeCase(services: Services, trx: Transaction, row: CaseRow, input: Finish): Promise<boolean> {
  const { borrowerId, loanId } = row;
  const now = services.clock.now();
  const { outcome, actor, reasons, tryAgainOn } = input;
  const approved = outcome === "APPROVED";
  // The loan is locked before the case, here and when the borrower withdraws.
  const moved = await transition(services, trx, {
    borrowerId,
    loanId,
    from: ["SUBMITTED", "IN_REVIEW"],
    to: outcome,
    actor,
    cause: approved ? `${input.cause}_APPROVED` : (reasons[0] ?? "CHECKS"),
    change: approved
      ? {
          decidedAt: now,
          signDeadline: new Date(now.getTime() + signHours * 3_600_000),
          ...(await datedToday(services, trx, row)),
        }
      : {
          decidedAt: now,
          endedAt: now,
          endReason: reasons[0] ?? "CHECKS",
          ...(tryAgainOn ? { mayApplyAgainOn: tryAgainOn } : {}),
        },
    facts: approved ? {} : { reasons: reasons.join(","), tryAgainOn },
  });
  if (!moved) return false;
  const { reviewRules, affordableRupiah, bureauReport } = input;
  await moveCase(trx, row, ["OPEN", "WAITING", "ASKED", "PROPOSED"], "CLOSED", {
    outcome,
    reasons: [...reasons],
    tryAgainOn,
    affordableRupiah,
    reviewRules: [...reviewRules],
    decidedAt: now,
    ...(bureauReport === undefined ? {} : { bureauReport }),
  });
  if (input.cause === "RULES") {
    const step = {
      id: services.random.uuid(),
      kind: "DECIDED",
      actor,
      proposal: approved ? "APPROVE" : "REJECT",
      reason: reasons[0] ?? null,
      note: null,
      happenedAt: now,
    } as const;
    await insertStep(trx, borrowerId, row.id, step);
  }
  await withdrawOffer(services, trx, borrowerId, row.id);
  if (!approved) {
    await releaseLimit(services, trx, borrowerId, loanId);
    await offerAfterRejection(services, trx, row, reasons);
  }
  await notifyDecision(services, trx, { borrowerId, loanId, outcome: approved ? "APPROVED" : "REJECTED" });
  return true;
}

/** The agreement's schedule is an estimate from the day of its approval: a review may have taken days, and none of its dates may be in the past. */
async function datedToday(
  services: Services,
  trx: Transaction,
  { borrowerId, loanId }: CaseRow,
): Promise<Pick<LoanChange, "terms">> {
  const loan = await findLoan(trx, borrowerId, loanId);
  return loan ? { terms: datedOn(loan.terms, dateInWib(services.clock.now())) } : {};
}

/** Cases that no job has judged within the hour go to a person, whatever happened to the job. */
export async function sweepUnjudged(services: Services): Promise<number> {
  const late = new Date(services.clock.now().getTime() - stuckMinutes * 60_000);
  const oldest = await openCases(services.database, 50);
  const open = oldest.filter((row) => row.submittedAt < late);
  return eachDue(
    open,
    (row) => transact(services.database, (trx) => sendToPeople(services, trx, row, "RULES_LATE", [])),
    {
      log: services.log,
      failure: "application without a judgement not sent to people",
      idOf: ({ id }) => id,
    },
  );
}
