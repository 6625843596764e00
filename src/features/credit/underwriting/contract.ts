/** Underwriting: how an application is judged, and the cases that people decide. */
import * as v from "valibot";
import {
  documentRequestReasons,
  documentKind,
  documentRequest,
  maxKindsOfRequest,
} from "#features/account/document/contract.ts";
import { unknown } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { defineDesk } from "#shared/desk.ts";
import { answeredRupiah, instant } from "#shared/fields/answered.ts";
import { businessDate } from "#shared/fields/date.ts";
import { freeText, optionalText } from "#shared/fields/free-text.ts";
import { listOf, listQuery, periodQuery } from "#shared/fields/list.ts";
import { defineExport } from "#shared/list-export.ts";
import { uuid } from "#shared/fields/verification.ts";
import { openShape } from "#shared/fields/shape.ts";
import { ruleNames, type RuleName } from "./rule-contract.ts";

export { ruleNames, type RuleName };

/** Reasons given to a borrower whose application is refused. Closed list; each has a text in three languages. */
export const rejectReasons = [
  "AGE",
  "INCOME",
  "OPERATORS",
  "BURDEN",
  "BURDEN_OF_THIS_LOAN",
  "SCORE",
  "ARREARS",
  "OPEN_ELSEWHERE_HERE",
  "CHECKS",
  "EVIDENCE",
] as const;
export type RejectReason = (typeof rejectReasons)[number];

export const findingOutcomes = ["PASS", "REVIEW", "REJECT", "SKIPPED"] as const;
export const caseStates = ["OPEN", "WAITING", "ASKED", "PROPOSED", "CLOSED"] as const;
export type CaseState = (typeof caseStates)[number];
export const caseOutcomes = ["APPROVED", "REJECTED", "WITHDRAWN"] as const;
export type CaseOutcome = (typeof caseOutcomes)[number];
export const caseChoices = ["APPROVE", "REJECT"] as const;
export type CaseChoice = (typeof caseChoices)[number];

/** One rule applied to one application: the input, the limit in force, the result, and all of it in words. */
export const finding = v.object({
  rule: v.picklist(ruleNames),
  outcome: v.picklist(findingOutcomes),
  input: v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null()])),
  threshold: v.nullable(v.number()),
  explanation: v.string(),
});
export type CaseFinding = v.InferOutput<typeof finding>;

export const caseSummary = v.object({
  caseId: v.string(),
  borrowerId: v.string(),
  loanId: v.string(),
  loanNumber: v.string(),
  state: v.picklist(caseStates),
  principalRupiah: answeredRupiah,
  tenorDays: v.number(),
  submittedAt: instant,
  /**
   * Product decisions 4: end of the promise shown to the borrower, 24 hours after submitting plus the pauses; while the
   * case is ASKED it moves on with the time.
   */
  promisedUntil: instant,
  /** Rules that require a review by a person. */
  reviewRules: v.array(v.picklist(ruleNames)),
  proposal: v.nullable(v.picklist(caseChoices)),
  proposedBy: v.nullable(v.string()),
  outcome: v.nullable(v.picklist(caseOutcomes)),
  /** Two thirds of the promised time are over: staff should hurry. */
  remindAt: instant,
  /** Id of the staff member who works on the case; others cannot take it until this time. */
  claimedBy: v.nullable(v.string()),
  claimedUntil: v.nullable(instant),
});
export type CaseSummary = v.InferOutput<typeof caseSummary>;

export const stepKinds = [
  "DECIDED",
  "ASKED",
  "ANSWERED",
  "UNANSWERED",
  "PROPOSED",
  "RETURNED",
  "CONFIRMED",
  "WITHDRAWN",
] as const;
export type StepKind = (typeof stepKinds)[number];

export const caseStep = v.object({
  kind: v.picklist(stepKinds),
  /** `SYSTEM`, `BORROWER` or `STAFF:<id>`. */
  actor: v.string(),
  proposal: v.nullable(v.picklist(caseChoices)),
  reason: v.nullable(v.picklist(rejectReasons)),
  note: v.nullable(v.string()),
  happenedAt: instant,
});

export const caseDetail = openShape("UnderwritingCase", {
  ...caseSummary.entries,
  purpose: v.string(),
  decidedAt: v.nullable(instant),
  tryAgainOn: v.nullable(businessDate),
  /** The texts for the borrower, in the caller's language. */
  reasons: v.array(v.object({ code: v.picklist(rejectReasons), text: v.string() })),
  proposalReason: v.nullable(v.picklist(rejectReasons)),
  findings: v.array(finding),
  /** Masked: the whole is shown elsewhere, with a reason. */
  applicant: v.nullable(
    v.object({
      fullName: v.string(),
      nikMasked: v.string(),
      ageYears: v.number(),
      civilStatus: v.number(),
      monthlyIncomeRupiah: answeredRupiah,
      owedElsewhereRupiah: answeredRupiah,
      industry: v.string(),
      workingMonths: v.number(),
      city: v.string(),
    }),
  ),
  bureau: v.nullable(
    v.object({
      score: v.nullable(v.number()),
      platformCount: v.number(),
      fraudListed: v.boolean(),
      sanctionListed: v.boolean(),
      obligations: v.array(
        v.object({
          lender: v.string(),
          kind: v.string(),
          outstandingRupiah: answeredRupiah,
          monthlyInstalmentRupiah: answeredRupiah,
          daysPastDue: v.number(),
        }),
      ),
    }),
  ),
  /** Documents that the borrower was asked for again. */
  asks: v.array(documentRequest),
  /** How many more times documents can be requested. */
  asksLeft: v.number(),
  steps: v.array(caseStep),
});
export type CaseDetail = v.InferOutput<typeof caseDetail>;

const paused = {
  CASE_PAUSED: {
    status: 409,
    text: {
      id: "Pengajuan ini berhenti karena pemilik membekukan akunnya. Lanjutkan setelah akun dibuka kembali.",
      en: "This application is paused: the borrower froze the account. Continue once it is released.",
      zh: "用户已冻结账户，此申请暂停。解冻后再处理。",
    },
  },
} as const satisfies ProblemKinds;

export const claimedByOther = {
  CASE_CLAIMED: {
    status: 409,
    text: {
      id: "Kasus ini sedang dikerjakan orang lain.",
      en: "Another person is working on this case.",
      zh: "此案件正由他人处理。",
    },
  },
} as const satisfies ProblemKinds;

export const caseProblems = {
  ...unknown("CASE_UNKNOWN", { id: "Kasus ini tidak ditemukan.", en: "There is no such case.", zh: "找不到此案件。" }),
  CASE_CLOSED: {
    status: 409,
    text: {
      id: "Kasus ini sudah ditutup. Muat ulang untuk melihat hasilnya.",
      en: "This case is closed. Reload to see how it ended.",
      zh: "此案件已结束。请刷新查看结果。",
    },
  },
} as const satisfies ProblemKinds;

/** The order of the queue, by time of submission. */
export const caseOrders = ["OLDEST", "NEWEST"] as const;
export const caseClaims = ["ANYBODY", "ME"] as const;

export const caseNotWaiting = {
  CASE_NOT_WAITING: {
    status: 409,
    text: {
      id: "Kasus ini tidak sedang menunggu keputusan.",
      en: "This case is not waiting for a decision.",
      zh: "此案件当前不在等待决定。",
    },
  },
} as const satisfies ProblemKinds;

export const listCases = defineCall({
  id: "listCases",
  method: "GET",
  path: "/api/staff/cases",
  summary:
    "Applications that wait for a person, oldest first; with state=CLOSED the decided ones, newest first; with claimed=ME those that the caller works on. `from` and `to` filter by the day of submission.",
  policy: {
    who: "staff",
    permission: "case.read",
    trail: { id: "Melihat daftar pengajuan", en: "Viewed the list of cases", zh: "查看案件列表" },
  },
  input: v.strictObject({
    ...listQuery,
    ...periodQuery,
    state: v.optional(v.picklist(caseStates, "CHOICE_INVALID")),
    order: v.optional(v.picklist(caseOrders, "CHOICE_INVALID")),
    claimed: v.optional(v.picklist(caseClaims, "CHOICE_INVALID"), "ANYBODY"),
  }),
  output: listOf(caseSummary),
  problems: {},
});

export const exportCases = defineExport(listCases, {
  id: "exportCases",
  summary: "The list of applications under review as CSV, with the columns of the list.",
  trail: { id: "Mengunduh daftar pengajuan", en: "Downloaded the list of cases", zh: "下载案件列表" },
});

export const getCase = defineCall({
  id: "getCase",
  method: "GET",
  path: "/api/staff/cases/{caseId}",
  summary:
    "One case: the applicant (masked), every rule with its input, threshold and outcome, the bureau's report, and the steps so far.",
  policy: {
    who: "staff",
    permission: "case.read",
    trail: { id: "Melihat kasus", en: "Viewed a case", zh: "查看案件" },
  },
  input: v.strictObject({ caseId: uuid }),
  output: caseDetail,
  problems: { CASE_UNKNOWN: caseProblems.CASE_UNKNOWN },
});

export const caseDesk = defineDesk({
  key: "caseId",
  path: "/api/staff/cases",
  permission: "case.decide",
  subject: "a case that waits for a decision",
  claim: { id: "claimCase", trail: { id: "Mengambil kasus", en: "Claimed a case", zh: "领取案件" } },
  release: { id: "releaseCase", trail: { id: "Melepaskan kasus", en: "Released a case", zh: "放回案件" } },
  next: {
    id: "claimNextCase",
    trail: { id: "Mengambil kasus berikutnya", en: "Claimed the next case", zh: "领取下一案件" },
  },
  problems: {
    unknown: { CASE_UNKNOWN: caseProblems.CASE_UNKNOWN },
    notWaiting: caseNotWaiting,
    claimed: claimedByOther,
  },
});

export const proposeDecision = defineCall({
  id: "proposeCaseDecision",
  method: "POST",
  path: "/api/staff/cases/{caseId}/decision",
  summary: "The maker's decision: it takes effect once another person has confirmed it. A rejection needs a reason.",
  policy: {
    who: "staff",
    permission: "case.decide",
    trail: { id: "Mengusulkan keputusan", en: "Proposed a decision", zh: "提出决定" },
  },
  input: v.pipe(
    v.strictObject({
      caseId: uuid,
      proposal: v.picklist(caseChoices, "CHOICE_INVALID"),
      reason: v.optional(v.picklist(rejectReasons, "CHOICE_INVALID")),
      note: freeText(500),
    }),
    v.forward(
      v.check(({ proposal, reason }) => proposal === "APPROVE" || reason !== undefined, "REQUIRED"),
      ["reason"],
    ),
  ),
  output: caseDetail,
  problems: { ...caseProblems, ...paused, ...caseNotWaiting, ...claimedByOther },
});

/** Maximal number of document requests per case. // Spec account 8 */
export const maxAsks = 2;

export const askForDocuments = defineCall({
  id: "askForDocuments",
  method: "POST",
  path: "/api/staff/cases/{caseId}/ask",
  summary:
    "Asks the borrower for documents again, at most twice per case; the promised time pauses for up to 72 hours.",
  policy: {
    who: "staff",
    permission: "case.decide",
    trail: { id: "Meminta dokumen lagi", en: "Requested documents again", zh: "要求补充资料" },
  },
  input: v.strictObject({
    caseId: uuid,
    kinds: v.pipe(
      v.array(documentKind, "REQUIRED"),
      v.minLength(1, "REQUIRED"),
      v.maxLength(maxKindsOfRequest, "CHOICE_INVALID"),
    ),
    reasons: v.pipe(
      v.array(v.picklist(documentRequestReasons, "CHOICE_INVALID"), "REQUIRED"),
      v.minLength(1, "REQUIRED"),
      v.maxLength(documentRequestReasons.length, "CHOICE_INVALID"),
    ),
    /** The borrower reads it. */
    note: v.optional(optionalText(300), ""),
  }),
  output: caseDetail,
  problems: {
    ...caseProblems,
    ...caseNotWaiting,
    ...claimedByOther,
    CASE_ASKED_TWICE: {
      status: 409,
      text: {
        id: "Dokumen sudah dua kali diminta; putuskan dengan data yang ada.",
        en: "Documents were asked for twice; decide with the data that we have.",
        zh: "已两次要求补充资料，请根据现有资料决定。",
      },
    },
  },
});

export const checkDecision = defineCall({
  id: "checkCaseDecision",
  method: "POST",
  path: "/api/staff/cases/{caseId}/check",
  summary:
    "The checker's decision: agreeing makes the maker's decision final, disagreeing returns the case. Never by the maker.",
  policy: {
    who: "staff",
    permission: "case.check",
    trail: { id: "Memeriksa keputusan", en: "Checked a decision", zh: "复核决定" },
  },
  input: v.strictObject({ caseId: uuid, agree: v.boolean("CHOICE_INVALID"), note: freeText(500) }),
  output: caseDetail,
  problems: {
    ...caseProblems,
    ...paused,
    CASE_NOT_PROPOSED: {
      status: 409,
      text: {
        id: "Belum ada keputusan yang perlu diperiksa.",
        en: "There is no decision to check yet.",
        zh: "目前没有需要复核的决定。",
      },
    },
    MAKER_IS_CHECKER: {
      status: 403,
      text: {
        id: "Keputusan ini Anda buat sendiri. Orang lain harus memeriksanya.",
        en: "You made this decision yourself. Another person has to check it.",
        zh: "此决定由您作出，须由他人复核。",
      },
    },
    /** Threat B13: maker and checker on one device count as one person. */
    SAME_DEVICE: {
      status: 403,
      text: {
        id: "Keputusan ini dibuat di browser yang sama. Periksa dari perangkat lain.",
        en: "This decision was made in the same browser. Check it from another device.",
        zh: "此决定在同一浏览器中作出，请用其他设备复核。",
      },
    },
  },
});
