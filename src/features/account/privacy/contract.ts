/** Privacy: a borrower's consents, data and its use. // Spec account 11 */
import { holdProblems } from "#features/account/hold/contract.ts";
import * as v from "valibot";
import { noInput, unknown } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { binary } from "#shared/binary.ts";
import { instant } from "#shared/fields/answered.ts";
import { listOf, listQuery } from "#shared/fields/list.ts";
import { uuid } from "#shared/fields/verification.ts";
import { languages } from "#shared/texts.ts";
import { openShape } from "#shared/fields/shape.ts";

/** Legal bases of processing (law 27/2022, art. 20). */
export const consentBases = ["CONSENT", "CONTRACT", "LEGITIMATE_INTEREST"] as const;
export type ConsentBasis = (typeof consentBases)[number];

/** Ends of a consent other than its withdrawal: the account's closing, the decision it was given for, or a number of days. */
export const consentEnds = ["CLOSING", "DECISION", "DAYS"] as const;

interface ConsentRule {
  basis: ConsentBasis;
  /** Where the consent's text is stored. */
  text: { collection: "static-text" | "agreement-text" | "consent"; key: string };
  ends: (typeof consentEnds)[number];
  /** Days for which it is valid; only when it ends by days. */
  days?: number;
  /** Given and withdrawn at /webview/privacy itself. */
  isSwitch?: true;
}

/** Days for which look-ups, links and a social profile are kept. // Spec account 7, 8, 9 */
const readOnceDays = 90;
const readOnce = (key: string): ConsentRule => ({
  basis: "CONSENT",
  text: { collection: "consent", key },
  ends: "DAYS",
  days: readOnceDays,
});
const untilClosing = (key: string): ConsentRule => ({
  basis: "CONSENT",
  text: { collection: "consent", key },
  ends: "CLOSING",
});

/** The closed list. // Spec account 11 */
export const consentKinds = [
  "TERMS",
  "PRIVACY",
  "FACE_CHECK",
  "CREDIT_CHECK",
  "LOOKUP_NPWP",
  "LOOKUP_BPJS",
  "LOOKUP_OPERATOR",
  "LOOKUP_EDUCATION",
  "LINK_BANK",
  "LINK_ECOM",
  "LINK_OPEN_FINANCE",
  "OPTIONAL_INFO",
  "SOCIAL",
  "COMPETITORS",
  "CONTACT_HOURS",
  "QUESTIONNAIRE",
  "PROMOTION",
  "ANALYTICS",
] as const;
export type ConsentKind = (typeof consentKinds)[number];

/** Rules of each consent. Its data and receivers are in `texts.ts`, its whole text is a content. */
const consents: Readonly<Record<ConsentKind, ConsentRule>> = {
  TERMS: { basis: "CONTRACT", text: { collection: "static-text", key: "terms" }, ends: "CLOSING" },
  PRIVACY: { basis: "CONTRACT", text: { collection: "static-text", key: "privacy" }, ends: "CLOSING" },
  FACE_CHECK: {
    basis: "CONSENT",
    text: { collection: "agreement-text", key: "authentication-service" },
    ends: "CLOSING",
  },
  CREDIT_CHECK: { basis: "CONSENT", text: { collection: "agreement-text", key: "credit-check" }, ends: "DECISION" },
  LOOKUP_NPWP: readOnce("lookup-npwp"),
  LOOKUP_BPJS: readOnce("lookup-bpjs"),
  LOOKUP_OPERATOR: readOnce("lookup-operator"),
  LOOKUP_EDUCATION: readOnce("lookup-education"),
  LINK_BANK: readOnce("link-bank"),
  LINK_ECOM: readOnce("link-ecom"),
  LINK_OPEN_FINANCE: readOnce("link-open-finance"),
  OPTIONAL_INFO: untilClosing("optional-info"),
  SOCIAL: readOnce("social"),
  COMPETITORS: readOnce("competitors"),
  CONTACT_HOURS: { basis: "CONSENT", text: { collection: "consent", key: "contact-hours" }, ends: "DAYS", days: 90 },
  QUESTIONNAIRE: {
    basis: "CONSENT",
    text: { collection: "static-text", key: "questionnaire-consent" },
    ends: "CLOSING",
  },
  PROMOTION: { ...untilClosing("promotion"), isSwitch: true },
  ANALYTICS: { ...untilClosing("analytics"), basis: "LEGITIMATE_INTEREST", isSwitch: true },
};
export const consentRuleOf = (kind: ConsentKind): ConsentRule => consents[kind];
/** Kinds whose data is sealed with the consent's own key and destroyed with it; for others, the list of stopped things says what was deleted. */
export const hasOwnKey = (kind: ConsentKind): boolean =>
  !["TERMS", "PRIVACY", "FACE_CHECK", "CONTACT_HOURS", "PROMOTION", "ANALYTICS"].includes(kind);
/** Terms and privacy policy end by closing the account. */
export const isWithdrawable = (kind: ConsentKind): boolean => consentRuleOf(kind).basis !== "CONTRACT";
/** Kinds that the privacy page itself switches on and off. */
export const switchKinds = ["PROMOTION", "ANALYTICS"] as const satisfies readonly ConsentKind[];

/** Processing stops within 3 × 24 hours of a withdrawal, by law; here at once, and at partners within this. // Law 27/2022 art. 40 */
export const stopHours = 72;

/** REPLACED: a newer version of the text was agreed to; ENDED: its days are over, or its purpose is. */
export const consentStates = ["STANDING", "REPLACED", "WITHDRAWN", "ENDED"] as const;
export type ConsentState = (typeof consentStates)[number];

/** The parts that a withdrawal stopped, with the number of values that became unreadable, or the parts that stay and why. */
export const stopped = openShape("ConsentStopped", {
  what: v.string(),
  count: v.number(),
  /** For a part that stays: the rule, ACCOUNT until the account is closed. */
  rule: v.exactOptional(v.picklist(["ACCOUNT", "IDENTITY_EVIDENCE"])),
  /** Years for which the rule keeps the data after the account is closed. */
  years: v.exactOptional(v.number()),
});
export type Stopped = v.InferOutput<typeof stopped>;

export const consentReceipt = openShape("ConsentReceipt", {
  /** Null when it applies without being given: analytics, until switched off. */
  id: v.nullable(v.string()),
  kind: v.picklist(consentKinds),
  /** Distinguishes several consents of one kind: the key of a questionnaire. */
  subject: v.string(),
  /** The same in words; empty when the kind has only one. */
  subjectText: v.string(),
  basis: v.picklist(consentBases),
  state: v.picklist(consentStates),
  withdrawable: v.boolean(),
  text: v.nullable(
    v.object({
      collection: v.string(),
      key: v.string(),
      version: v.number(),
      language: v.picklist(languages),
      /** SHA-256 of title and text as they were agreed to. */
      hash: v.string(),
    }),
  ),
  givenAt: v.nullable(instant),
  device: v.nullable(v.string()),
  until: v.nullable(instant),
  endedAt: v.nullable(instant),
  /** For a withdrawn consent: the deadline for stopping everything, and when it was done. */
  dueAt: v.nullable(instant),
  finishedAt: v.nullable(instant),
  stopped: v.array(stopped),
});
export type ConsentReceipt = v.InferOutput<typeof consentReceipt>;

const consentProblems = unknown("CONSENT_UNKNOWN", {
  id: "Persetujuan ini tidak ditemukan.",
  en: "There is no such consent.",
  zh: "找不到此同意记录。",
});

export const listConsents = defineCall({
  id: "listConsents",
  method: "GET",
  path: "/api/privacy/consents",
  summary: "Every consent of the borrower with its receipt, those in force first.",
  policy: { who: "borrower" },
  input: noInput,
  output: v.object({ items: v.array(consentReceipt) }),
  problems: {},
});

export const getConsent = defineCall({
  id: "getConsent",
  method: "GET",
  path: "/api/privacy/consents/{consentId}",
  summary: "One consent's receipt, with the text as it was agreed to.",
  policy: { who: "borrower" },
  input: v.strictObject({ consentId: uuid }),
  output: v.object({
    ...consentReceipt.entries,
    title: v.string(),
    /** Safe HTML. */
    body: v.string(),
    verifyPath: v.string(),
  }),
  problems: consentProblems,
});

/** Public facts about a receipt by its number: that we issued it and its contents, but not whose it is. */
export const verifyReceipt = defineCall({
  id: "verifyConsentReceipt",
  method: "GET",
  path: "/api/privacy/receipts/{receiptId}",
  summary: "Whether a receipt of a consent is genuine, and the consent's state; for anyone who has its number.",
  policy: { who: "anyone" },
  input: v.strictObject({ receiptId: uuid }),
  output: v.pick(v.object(consentReceipt.entries), [
    ...([
      "kind",
      "subject",
      "subjectText",
      "basis",
      "state",
      "text",
      "givenAt",
      "until",
      "endedAt",
      "dueAt",
      "finishedAt",
    ] as const),
  ]),
  problems: consentProblems,
});

const notWithdrawable = {
  CONSENT_NOT_WITHDRAWABLE: {
    status: 409,
    text: {
      id: "Persetujuan ini adalah dasar akun Anda dan berakhir saat akun ditutup.",
      en: "This agreement is the basis of your account; it ends when the account is closed.",
      zh: "此协议是账户的基础，账户关闭时终止。",
    },
  },
} as const satisfies ProblemKinds;

export const withdrawConsentCall = defineCall({
  id: "withdrawConsent",
  method: "POST",
  path: "/api/privacy/consents/{consentId}/withdraw",
  summary:
    "Withdraws a consent: processing stops at once and data encrypted under it becomes unreadable. Repeating it returns the same answer.",
  policy: { who: "borrower" },
  vital: true,
  input: v.strictObject({ consentId: uuid }),
  output: consentReceipt,
  problems: { ...consentProblems, ...notWithdrawable },
});

/** Also for visitors: analytics of this browser, for any user. Withdrawing the consent of a login switches it off too. */
export const switchMeasuring = defineCall({
  id: "switchMeasuring",
  method: "POST",
  path: "/api/privacy/measuring",
  summary: "Switches analytics on or off in this browser, by its cookie `analytics`.",
  policy: { who: "anyone" },
  input: v.strictObject({ measuring: v.picklist(["ON", "OFF"], "CHOICE_INVALID") }),
  output: v.object({ measuring: v.picklist(["ON", "OFF"]) }),
  problems: {},
});

export const switchConsent = defineCall({
  id: "switchConsent",
  method: "POST",
  path: "/api/privacy/consents",
  summary: "Switches promotion or analytics on or off.",
  policy: { who: "borrower" },
  input: v.strictObject({ kind: v.picklist(switchKinds, "CHOICE_INVALID"), on: v.boolean("INVALID") }),
  output: consentReceipt,
  problems: {},
});

/** Kept for a week, for three downloads; one a day; promised within the legal time. // Spec account 11 */
export const exportDays = 7;
export const exportDownloads = 3;
export const exportEveryHours = 24;
export const exportPromiseHours = 72;

export const exportStates = ["ASKED", "READY", "ENDED"] as const;
export const dataExport = openShape("DataExport", {
  id: v.string(),
  state: v.picklist(exportStates),
  askedAt: instant,
  /** The promised time by which the copy is ready. */
  dueAt: instant,
  readyAt: v.nullable(instant),
  endsAt: v.nullable(instant),
  bytes: v.nullable(v.number()),
  downloadsLeft: v.number(),
});
export type DataExport = v.InferOutput<typeof dataExport>;

export const getExports = defineCall({
  id: "listDataExports",
  method: "GET",
  path: "/api/privacy/export",
  summary: "Requested copies of the borrower's data, newest first, and when the next one is possible.",
  policy: { who: "borrower", limited: ["CLOSING"] },
  input: noInput,
  output: v.object({
    items: v.array(dataExport),
    /** Null: a copy can be requested now. */
    nextAt: v.nullable(instant),
    /** Whether this session may download without another code. */
    mayDownload: v.boolean(),
  }),
  problems: {},
});

export const askExport = defineCall({
  id: "askDataExport",
  method: "POST",
  path: "/api/privacy/export",
  summary:
    "Requests a copy of all data, after a DATA_EXPORT code. A repeated request while one is being made returns that one.",
  policy: { who: "borrower", stepUp: "DATA_EXPORT", limited: ["CLOSING"] },
  input: noInput,
  output: dataExport,
  status: 202,
  problems: {
    EXPORT_TODAY: {
      status: 429,
      text: {
        id: "Salinan data bisa diminta sekali sehari. Anda bisa mengajukan lagi mulai {fromText}.",
        en: "A copy can be asked for once a day. You can ask again from {fromText}.",
        zh: "每天可申请一次数据副本。您可于 {fromText} 后再次申请。",
      },
      data: v.object({ from: instant, fromText: v.string() }),
    },
    ...holdProblems,
  },
});

const exportProblems = {
  ...holdProblems,
  ...unknown("EXPORT_UNKNOWN", {
    id: "Salinan ini tidak ditemukan.",
    en: "There is no such copy.",
    zh: "找不到此副本。",
  }),
  EXPORT_NOT_READY: {
    status: 409,
    text: {
      id: "Salinan ini masih disiapkan. Muat ulang halaman beberapa menit lagi.",
      en: "This copy is still being made. Reload the page in a few minutes.",
      zh: "副本仍在准备中，请几分钟后刷新页面。",
    },
  },
  EXPORT_OVER: {
    status: 410,
    text: {
      id: "Salinan ini sudah berakhir atau sudah diunduh sebanyak yang diperbolehkan. Minta yang baru.",
      en: "This copy has expired or reached its download limit. Request a new one.",
      zh: "此副本已失效或已达下载次数上限，请重新申请。",
    },
  },
} as const satisfies ProblemKinds;

export const unlockExport = defineCall({
  id: "unlockDataExport",
  method: "POST",
  path: "/api/privacy/export/{exportId}/unlock",
  summary: "Whether a copy may be downloaded now: after a DATA_EXPORT code, which is valid for ten minutes.",
  policy: { who: "borrower", stepUp: "DATA_EXPORT", limited: ["CLOSING"] },
  input: v.strictObject({ exportId: uuid }),
  output: dataExport,
  problems: exportProblems,
});

export const getExportFile = defineCall({
  id: "getDataExportFile",
  method: "GET",
  path: "/api/privacy/export/{exportId}/file",
  summary: "The copy as a ZIP file of JSON and readable pages; counts as one of its downloads.",
  policy: { who: "borrower", stepUp: "DATA_EXPORT", limited: ["CLOSING"] },
  input: v.strictObject({ exportId: uuid }),
  output: binary,
  problems: exportProblems,
});

export const listUses = defineCall({
  id: "listDataUses",
  method: "GET",
  path: "/api/privacy/uses",
  summary: "Decisions about the borrower: the data that each used, its rule, and its result.",
  policy: { who: "borrower" },
  input: noInput,
  output: v.object({
    items: v.array(
      v.object({
        at: instant,
        reference: v.string(),
        decision: v.nullable(v.string()),
        rule: v.string(),
        outcome: v.string(),
        read: v.array(v.string()),
      }),
    ),
  }),
  problems: {},
});

export const listOpenings = defineCall({
  id: "listDataOpenings",
  method: "GET",
  path: "/api/privacy/opened",
  summary: "Staff access to the borrower's data: when, in which role, for which purpose. No names.",
  policy: { who: "borrower" },
  input: v.strictObject(listQuery),
  output: listOf(v.object({ id: v.string(), at: instant, roles: v.array(v.string()), purpose: v.string() })),
  problems: {},
});
