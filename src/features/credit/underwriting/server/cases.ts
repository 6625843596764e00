/** The cases that people decide: a maker proposes, another person checks. // Product decisions 5: maker is never checker */
import type { DocumentRequestReason, DocumentKind } from "#features/account/document/contract.ts";
import { documentRequestsOf, requestDocuments } from "#features/account/document/server/index.ts";
import { identityOf } from "#features/account/identity/server/index.ts";
import { profileOf } from "#features/account/profile/server/index.ts";
import { findLoan, lockLoan } from "#features/credit/loan/server/index.ts";
import { isClaimedByOther, type ClaimQueue } from "#server/records/claims.ts";
import { transact, type Transaction, type Reader } from "#server/database.server.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import type { StaffSession } from "#server/call/session.server.ts";
import { addDays, ageOn, dateInWib, type BusinessDate } from "#shared/dates.ts";
import { maskNik } from "#shared/fields/nik.ts";
import { reviewTime } from "#shared/promised-times.ts";
import type { Language } from "#shared/texts.ts";
import {
  maxAsks,
  type CaseDetail,
  type CaseSummary,
  type CaseChoice,
  type RejectReason,
  type RuleName,
} from "../contract.ts";
import { stoodMilliseconds } from "./asking.ts";
import { closeCase, sealedReport } from "./decision.ts";
import { reasonText, withExplanation } from "./explanations.ts";
import {
  findCase,
  findingsOf,
  insertStep,
  lockCase,
  rulesInForce,
  caseStepsOf,
  type CaseRow,
  type StepRow,
} from "./store.ts";
import { moveCase } from "./lifecycle.ts";

export function caseSummaryOf(row: CaseRow, now: Date): CaseSummary {
  const {
    id: caseId,
    borrowerId,
    loanId,
    loanNumber,
    state,
    principalRupiah,
    tenorDays,
    reviewRules,
    proposal,
    proposedBy,
    outcome,
    claimedBy,
  } = row;
  const promisedMilliseconds = reviewTime.maxHours * 3_600_000;
  const after = (milliseconds: number) =>
    new Date(row.submittedAt.getTime() + stoodMilliseconds(row, now) + milliseconds).toISOString();
  return {
    caseId,
    borrowerId,
    loanId,
    loanNumber,
    state,
    principalRupiah,
    tenorDays,
    submittedAt: row.submittedAt.toISOString(),
    promisedUntil: after(promisedMilliseconds),
    remindAt: after((promisedMilliseconds * 2) / 3),
    reviewRules,
    proposal,
    proposedBy,
    outcome,
    claimedBy,
    claimedUntil: row.claimedUntil?.toISOString() ?? null,
  };
}

/** One case with all that a decision needs, in a language. */
export async function caseDetailOf(
  services: Services,
  reader: Reader,
  row: CaseRow,
  language: Language,
): Promise<CaseDetail> {
  const { borrowerId, id: caseId } = row;
  const [findings, cipher, steps, applicant, asks] = await Promise.all([
    findingsOf(reader, borrowerId, caseId),
    services.keys.borrowerKeys.cipher(reader, borrowerId),
    caseStepsOf(reader, borrowerId, caseId),
    applicantOf(services, reader, borrowerId),
    documentRequestsOf(services, reader, borrowerId, caseId),
  ]);
  const report = row.bureauReport === null ? null : sealedReport.open(cipher, caseId, row.bureauReport);
  return {
    ...caseSummaryOf(row, services.clock.now()),
    purpose: row.purpose,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    tryAgainOn: row.tryAgainOn,
    reasons: row.reasons.map((code) => ({
      code,
      text: reasonText(code, language, { affordableRupiah: row.affordableRupiah, findings }),
    })),
    proposalReason: row.proposalReason,
    findings: findings.map((judged) => withExplanation(judged, language)),
    applicant,
    bureau: report && {
      score: report.score,
      platformCount: report.platformCount,
      fraudListed: report.fraudListed,
      sanctionListed: report.sanctionListed,
      obligations: report.obligations,
    },
    asks,
    asksLeft: maxAsks - row.askedCount,
    steps: steps.map((step) => ({
      kind: step.kind,
      actor: step.actor,
      proposal: step.proposal,
      reason: step.reason,
      note: step.note === null ? null : cipher.open(step.note, notePlace(step.id)),
      happenedAt: step.happenedAt.toISOString(),
    })),
  };
}

const notePlace = (stepId: string) => ({ table: "underwriting_step", column: "note", row: stepId });

async function applicantOf(services: Services, reader: Reader, borrowerId: string): Promise<CaseDetail["applicant"]> {
  const [identity, profile] = await Promise.all([
    identityOf(services, reader, borrowerId),
    profileOf(services, reader, borrowerId),
  ]);
  if (!identity || !profile) return null;
  return {
    fullName: identity.fullName,
    nikMasked: maskNik(identity.nik),
    ageYears: ageOn(identity.birthDate, dateInWib(services.clock.now())),
    civilStatus: profile.civilStatus,
    monthlyIncomeRupiah: profile.monthlyIncomeRupiah,
    owedElsewhereRupiah: profile.owedElsewhereRupiah,
    industry: profile.industry,
    workingMonths: profile.workingMonths,
    city: profile.address.regency,
  };
}

async function addStep(
  services: Services,
  trx: Transaction,
  row: Pick<CaseRow, "borrowerId" | "id">,
  step: Omit<StepRow, "id" | "happenedAt">,
): Promise<void> {
  const id = services.random.uuid();
  const note =
    step.note === null ? null : await services.keys.borrowerKeys.seal(trx, row.borrowerId, step.note, notePlace(id));
  await insertStep(trx, row.borrowerId, row.id, { ...step, id, note, happenedAt: services.clock.now() });
}

const deviceMark = (services: Services, staff: StaffSession): string | null =>
  staff.deviceToken ? services.keys.blindIndex("device", staff.deviceToken) : null;

/** @throws Refusal CASE_UNKNOWN */
export async function knownCase(reader: Reader, caseId: string): Promise<CaseRow> {
  const row = await findCase(reader, caseId);
  if (!row) throw new Refusal("CASE_UNKNOWN");
  return row;
}

/** Locks the loan and then its case, in the same order as a withdrawal: decisions of two people come one after the other. */
async function lockedCase(trx: Transaction, caseId: string): Promise<CaseRow> {
  const { borrowerId, loanId } = await knownCase(trx, caseId);
  await lockLoan(trx, borrowerId, loanId);
  await lockCase(trx, borrowerId, caseId);
  return knownCase(trx, caseId);
}

/** The owner froze the account: nothing is decided until it is released. The caller holds the loan. @throws Refusal CASE_PAUSED */
async function refusePaused(trx: Transaction, { borrowerId, loanId }: CaseRow): Promise<void> {
  if ((await findLoan(trx, borrowerId, loanId))?.pausedAt) throw new Refusal("CASE_PAUSED");
}

/** The maker's decision. It changes nothing in the loan until another member of staff has agreed. @throws Refusal CASE_UNKNOWN, CASE_CLOSED, CASE_CLAIMED, CASE_NOT_WAITING */
export async function proposeCase(
  services: Services,
  staff: StaffSession,
  input: { caseId: string; proposal: CaseChoice; reason?: RejectReason | undefined; note: string },
): Promise<CaseRow> {
  return transact(services.database, async (trx) => {
    const row = await lockedCase(trx, input.caseId);
    if (row.state === "CLOSED") throw new Refusal("CASE_CLOSED");
    await refusePaused(trx, row);
    if (isClaimedByOther(row, staff.staffId, services.clock.now())) throw new Refusal("CASE_CLAIMED");
    const { proposal, note } = input;
    const reason = proposal === "REJECT" ? (input.reason ?? null) : null;
    const change = {
      proposal,
      proposalReason: reason,
      proposedBy: staff.staffId,
      proposedDevice: deviceMark(services, staff),
    };
    if (!(await moveCase(trx, row, ["WAITING"], "PROPOSED", change))) throw new Refusal("CASE_NOT_WAITING");
    await addStep(services, trx, row, { kind: "PROPOSED", actor: `STAFF:${staff.staffId}`, proposal, reason, note });
    return knownCase(trx, input.caseId);
  });
}

/**
 * Requests documents from the borrower again; the case is not decided before the answer or the end of its time.
 * @throws Refusal CASE_UNKNOWN, CASE_CLOSED, CASE_CLAIMED, CASE_NOT_WAITING, CASE_ASKED_TWICE
 */
export async function requestCaseDocuments(
  services: Services,
  staff: StaffSession,
  input: { caseId: string; kinds: readonly DocumentKind[]; reasons: readonly DocumentRequestReason[]; note: string },
): Promise<CaseRow> {
  return transact(services.database, async (trx) => {
    const row = await lockedCase(trx, input.caseId);
    const now = services.clock.now();
    if (row.state === "CLOSED") throw new Refusal("CASE_CLOSED");
    if (isClaimedByOther(row, staff.staffId, now)) throw new Refusal("CASE_CLAIMED");
    if (row.state === "WAITING" && row.askedCount >= maxAsks) throw new Refusal("CASE_ASKED_TWICE");
    const change = { askedAt: now, askedCount: row.askedCount + 1 };
    if (!(await moveCase(trx, row, ["WAITING"], "ASKED", change))) throw new Refusal("CASE_NOT_WAITING");
    const { borrowerId, id: subjectId } = row;
    const { kinds, reasons, note } = input;
    const actor = `STAFF:${staff.staffId}` as const;
    await requestDocuments(services, trx, { borrowerId, subjectId, kinds, reasons, note, actor });
    await addStep(services, trx, row, { kind: "ASKED", actor, proposal: null, reason: null, note: note || null });
    return knownCase(trx, input.caseId);
  });
}

/**
 * The checker's decision. @throws Refusal CASE_UNKNOWN, CASE_CLOSED, CASE_NOT_PROPOSED, MAKER_IS_CHECKER, SAME_DEVICE
 */
export async function checkCase(
  services: Services,
  staff: StaffSession,
  input: { caseId: string; agree: boolean; note: string },
): Promise<CaseRow> {
  return transact(services.database, async (trx) => {
    const row = await lockedCase(trx, input.caseId);
    if (row.state === "CLOSED") throw new Refusal("CASE_CLOSED");
    await refusePaused(trx, row);
    if (row.state !== "PROPOSED" || !row.proposal) throw new Refusal("CASE_NOT_PROPOSED");
    if (row.proposedBy === staff.staffId) throw new Refusal("MAKER_IS_CHECKER");
    // Threat B13. Unknown devices count as different.
    if (row.proposedDevice !== null && row.proposedDevice === deviceMark(services, staff))
      throw new Refusal("SAME_DEVICE");
    const { proposal, proposalReason: reason } = row;
    const actor = `STAFF:${staff.staffId}` as const;
    if (input.agree) {
      const today = dateInWib(services.clock.now());
      const done = await closeCase(services, trx, row, {
        outcome: proposal === "APPROVE" ? "APPROVED" : "REJECTED",
        actor,
        cause: "STAFF",
        reasons: proposal === "REJECT" ? [reason ?? "CHECKS"] : [],
        reviewRules: row.reviewRules,
        tryAgainOn: proposal === "REJECT" ? await retryDate(trx, reason ?? "CHECKS", today) : null,
        affordableRupiah: null,
      });
      if (!done) throw new Refusal("CASE_CLOSED");
    } else {
      const nobody = { proposal: null, proposalReason: null, proposedBy: null, proposedDevice: null };
      if (!(await moveCase(trx, row, ["PROPOSED"], "WAITING", nobody))) throw new Refusal("CASE_NOT_PROPOSED");
    }
    await addStep(services, trx, row, {
      kind: input.agree ? "CONFIRMED" : "RETURNED",
      actor,
      proposal,
      reason,
      note: input.note,
    });
    return knownCase(trx, input.caseId);
  });
}

/** Cases that a maker may take; ids sort by time, so the oldest comes first. */
export const waitingCases: ClaimQueue = { table: "underwriting_case", states: ["WAITING"], order: "id" };

/** The rule whose waiting time applies to a reason that staff gave. */
const ruleOfReason: Partial<Record<RejectReason, RuleName>> = {
  INCOME: "INCOME_FLOOR_RUPIAH",
  OPERATORS: "OPERATORS_CAP",
  BURDEN: "BURDEN_CAP_PPM",
  SCORE: "SCORE_FLOOR_REJECT",
  ARREARS: "ARREARS_DAYS",
  OPEN_ELSEWHERE_HERE: "NIK_DUPLICATE_OPEN",
  CHECKS: "NIK_DUPLICATE",
};

async function retryDate(trx: Transaction, reason: RejectReason, today: BusinessDate): Promise<BusinessDate> {
  // A clear document, or a smaller amount, can be brought at once.
  if (reason === "EVIDENCE" || reason === "BURDEN_OF_THIS_LOAN") return today;
  const rule = ruleOfReason[reason];
  const row = rule && (await rulesInForce(trx, today)).get(rule);
  return addDays(today, row?.retryDays ?? 30);
}
