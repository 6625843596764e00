/** Underwriting: answers to the staff's calls, the job that decides, and functions for other domains. */
import { sql } from "kysely";
import {
  documentsAskedUntil,
  offeredUntil,
  withdrawDocumentRequest,
  withdrawOffer,
} from "#features/account/document/server/index.ts";
import { accountReleased } from "#features/account/security/server/index.ts";
import { borrowerContact } from "#features/account/login/server/index.ts";
import type { LoanRow } from "#features/credit/loan/server/index.ts";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { answerDesk } from "#server/console/desk.ts";
import type { Transaction, Reader } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import { after } from "#server/events/domain-events.ts";
import { answerExport } from "#server/list-export/exporting.ts";
import { cursorIn } from "#server/records/list-order.ts";
import { listPage } from "#server/records/list-page.ts";
import type { Services } from "#server/services.ts";
import type { Language } from "#shared/texts.ts";
import {
  askForDocuments,
  caseDesk,
  checkDecision,
  exportCases,
  getCase,
  listCases,
  proposeDecision,
  type RejectReason,
} from "../contract.ts";
import { texts } from "../texts.ts";
import { documentsAnsweredForCase } from "./asking.ts";
import {
  requestCaseDocuments,
  checkCase,
  caseDetailOf,
  knownCase,
  proposeCase,
  caseSummaryOf,
  waitingCases,
} from "./cases.ts";
import { decideCase, decideJob, stuckMinutes, sweepUnjudged } from "./decision.ts";
import { csvColumns } from "./csv-columns.ts";
import { reasonText } from "./explanations.ts";
import {
  rulesInForce,
  addMarks,
  findCase,
  findCaseOfLoan,
  findingsOf,
  insertCase,
  insertStep,
  listCaseRows,
  openCasesOf,
} from "./store.ts";
import { underwritingCaseLifecycle, moveCase } from "./lifecycle.ts";
import { offerings } from "./information.ts";
import { judgements } from "./rejudging.ts";
import { lateSweep } from "./late.ts";
import { notices } from "./notices.ts";
import { workLists } from "./work-lists.ts";
import { words } from "./words.ts";
import { textFiguresOfRules } from "./figures.ts";
import { personalData } from "./personal-data.ts";
import { borrowerOfPage, consoleWords, consoleWorkLists } from "#server/console/questions.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";
import { operatorLimit } from "#features/account/platform-check/server/index.ts";
import { lifecycles } from "#server/records/lifecycle.ts";
import { textFigures } from "#features/platform/content/server/index.ts";
import { noticeKinds } from "#features/platform/notice/server/index.ts";
import type { BusinessDate } from "#shared/dates.ts";

export { decideCase } from "./decision.ts";
export { rulesInForce };

const answers: readonly CallAnswer[] = [
  answer(listCases, async ({ cursor, limit, from, to, state, order, claimed }, { services, database, principal }) => {
    const rows = await listCaseRows(database, {
      states: state ? [state] : ["WAITING", "PROPOSED"],
      order: order ?? (state === "CLOSED" ? "NEWEST" : "OLDEST"),
      claimedBy: claimed === "ME" ? { staffId: principal.staff.staffId, at: services.clock.now() } : undefined,
      page: { cursor, from, to, max: limit + 1 },
    });
    const { page, nextCursor } = listPage(rows, limit, ({ submittedAt, id }) => cursorIn(submittedAt, id));
    return { items: page.map((row) => caseSummaryOf(row, services.clock.now())), nextCursor };
  }),
  answerExport(exportCases, listCases, { name: "cases", title: texts.casesTitle, columns: csvColumns }),
  answer(getCase, async ({ caseId }, { services, database, language, principal }) => {
    const row = await knownCase(database, caseId);
    principal.trail?.note({ borrowerId: row.borrowerId });
    return caseDetailOf(services, database, row, language);
  }),
  answer(proposeDecision, async (input, { services, database, language, principal }) => {
    const row = await proposeCase(services, principal.staff, input);
    principal.trail?.note({ borrowerId: row.borrowerId });
    return caseDetailOf(services, database, row, language);
  }),
  answer(askForDocuments, async (input, { services, database, language, principal }) => {
    const row = await requestCaseDocuments(services, principal.staff, input);
    principal.trail?.note({ borrowerId: row.borrowerId });
    return caseDetailOf(services, database, row, language);
  }),
  answer(checkDecision, async (input, { services, database, language, principal }) => {
    const row = await checkCase(services, principal.staff, input);
    principal.trail?.note({ borrowerId: row.borrowerId });
    return caseDetailOf(services, database, row, language);
  }),
  ...answerDesk(caseDesk, { queue: waitingCases, find: findCase }),
];

function work(services: Services): void {
  services.jobs.handle(decideJob, ({ caseId }, context) => decideCase(services, caseId, context));
  services.sweeps.add({
    name: "underwriting-unjudged",
    everySeconds: 60,
    waits: {
      text: {
        id: "Pengajuan yang belum dinilai aturan",
        en: "Applications the rules have not judged",
        zh: "规则尚未评估的申请",
      },
      rows: [
        {
          table: "underwriting_case",
          at: "submittedAt",
          afterSeconds: stuckMinutes * 60,
          where: sql<boolean>`state = 'OPEN'`,
        },
      ],
    },
    run: sweepUnjudged,
  });
  services.sweeps.add(lateSweep);
}

/** Opens the case of an application that was just submitted; its rules run after the commit. `deviceIndex`: the device that we know again. */
export async function openUnderwritingCase(
  services: Services,
  trx: Transaction,
  loan: LoanRow,
  deviceIndex: string | null,
): Promise<void> {
  const { borrowerId, id: loanId } = loan;
  const now = services.clock.now();
  const contact = await borrowerContact(services, trx, borrowerId);
  const phoneIndex = contact && services.keys.blindIndex("mobile", contact.mobileNumber);
  await addMarks(trx, borrowerId, { PHONE: phoneIndex, DEVICE: deviceIndex }, now);
  const caseId = services.random.uuid();
  await insertCase(trx, {
    borrowerId,
    id: caseId,
    loanId,
    loanNumber: loan.number,
    purpose: loan.purpose,
    principalRupiah: loan.principalRupiah,
    tenorDays: loan.tenorDays,
    submittedAt: loan.submittedAt,
  });
  await services.jobs.send(trx, decideJob, { caseId });
}

/** The application has ended before its decision, so none is needed. Call it after the loan's own transition. */
export async function withdrawCase(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  loanId: string,
  actor: "BORROWER" | "SYSTEM" = "BORROWER",
): Promise<void> {
  const row = await findCaseOfLoan(trx, borrowerId, loanId);
  const now = services.clock.now();
  if (!row) return;
  // Locked before the case itself, in the order of an answer, so that neither waits for the other.
  await withdrawDocumentRequest(services, trx, borrowerId, row.id);
  await withdrawOffer(services, trx, borrowerId, row.id);
  const closed = { outcome: "WITHDRAWN", decidedAt: now } as const;
  if (!(await moveCase(trx, row, ["OPEN", "WAITING", "ASKED", "PROPOSED"], "CLOSED", closed))) return;
  const step = {
    id: services.random.uuid(),
    kind: "WITHDRAWN",
    actor,
    proposal: null,
    reason: null,
    note: null,
    happenedAt: now,
  } as const;
  await insertStep(trx, borrowerId, row.id, step);
}

/** Until when the decision about an application is promised, documents are asked for, something is offered; null where it has no case. */
export async function caseReviewOf(
  services: Services,
  reader: Reader,
  borrowerId: string,
  loanId: string,
): Promise<{
  promisedUntil: string;
  isLate: boolean;
  documentsUntil: string | null;
  offerUntil: string | null;
} | null> {
  const row = await findCaseOfLoan(reader, borrowerId, loanId);
  if (!row) return null;
  const documentsUntil = row.state === "ASKED" ? await documentsAskedUntil(reader, borrowerId, row.id) : null;
  const { promisedUntil } = caseSummaryOf(row, services.clock.now());
  const offered = await offeredUntil(reader, borrowerId, row.id);
  return {
    promisedUntil: row.lateUntil?.toISOString() ?? promisedUntil,
    isLate: row.lateUntil !== null,
    documentsUntil: documentsUntil?.toISOString() ?? null,
    offerUntil: offered?.toISOString() ?? null,
  };
}

/** The loan that a case is about; null for an unknown id. */
export const loanOfCase = async (reader: Reader, caseId: string): Promise<string | null> =>
  (await findCase(reader, caseId))?.loanId ?? null;

/** Why an application was refused, in the borrower's words, and from which day another one makes sense. */
export async function rejectionOf(
  reader: Reader,
  borrowerId: string,
  loanId: string,
  language: Language,
): Promise<{ reasons: { code: RejectReason; text: string }[]; tryAgainOn: string | null } | null> {
  const row = await findCaseOfLoan(reader, borrowerId, loanId);
  if (row?.outcome !== "REJECTED") return null;
  const decision = { affordableRupiah: row.affordableRupiah, findings: await findingsOf(reader, borrowerId, row.id) };
  return {
    reasons: row.reasons.map((code) => ({ code, text: reasonText(code, language, decision) })),
    tryAgainOn: row.tryAgainOn,
  };
}

/** After the release the rules judge the cases that they had not judged before the freeze. */
const resuming = after(accountReleased, "underwriting-resume", async (services, trx, { borrowerId }) => {
  for (const caseId of await openCasesOf(trx, borrowerId)) await services.jobs.send(trx, decideJob, { caseId });
});

/** The cap on operators in force, and when another application is taken after a refusal for it. */
const operatorsCap = async (reader: Reader, on: BusinessDate) => {
  const rule = (await rulesInForce(reader, on)).get("OPERATORS_CAP");
  if (!rule) throw new Error(`no row of OPERATORS_CAP is in force on ${on}`);
  return { cap: rule.value, retryDays: rule.retryDays ?? 0 };
};

export const domain: Domain = {
  answers,
  work,
  subscribes: [documentsAnsweredForCase, resuming, ...judgements, ...offerings],
  answersTo: [
    borrowerOfPage.by({
      cases: async (_services, reader, caseId) => (await findCase(reader, caseId))?.borrowerId ?? null,
    }),
    personalDataHeld.by(personalData),
    consoleWords.by(words),
    consoleWorkLists.by(workLists),
    operatorLimit.by(operatorsCap),
    lifecycles.by([underwritingCaseLifecycle]),
    textFigures.by(textFiguresOfRules),
    noticeKinds.by(notices),
  ],
};
