/** Merges two accounts of one person: the other number, the identity and the preview of all changes are confirmed, then two people decide. // Product decisions account 5 */
import * as v from "valibot";
import {
  askedProof,
  changeRequestProblems,
  proofView,
  worded,
  numberCodes,
} from "#features/account/change-request/contract.ts";
import {
  faceRecheckInput,
  faceRecheckLimits,
  faceRecheckProblems,
  faceUnverified,
  faceFieldTexts,
} from "#features/account/identity/contract.ts";
import { holdHours, holdProblems } from "#features/account/hold/contract.ts";
import { proofProblems, sendProblems, sentVerification } from "#features/account/verification/contract.ts";
import { binary } from "#shared/binary.ts";
import { noInput, unknown } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { phone } from "#shared/fields/phone.ts";
import { uuid, verificationChannel, verificationCode } from "#shared/fields/verification.ts";

/** The order of the steps, and the final states of a request. */
export const mergeRequestStates = [
  "STARTED",
  "OTHER_PROVEN",
  "FACE_PROVEN",
  "SUBMITTED",
  "APPROVED",
  "DONE",
  "REJECTED",
  "WITHDRAWN",
  "EXPIRED",
  "STOPPED",
] as const;
/** States of a merge once the request is sent. */
export const mergeStates = ["ASKED", "MERGED", "NOT_MERGED", "FINAL", "REVERSED"] as const;

/** Hours in which a decision is promised; a merge can be undone by its owner for as long as the account is held. */
export const mergePromisedHours = 72;
export const reversibleHours = holdHours;
/** Days for which the given-up number stays reserved for its owner. */
export const mergedNumberReservedDays = 14;

/** The screens of the steps, in order. */
export const mergePages = {
  entry: "/webview/merge-mobile",
  code: "/webview/merge-mobile-otp",
  proof: "/webview/merge-mobile-upload-info",
  preview: "/webview/merge-mobile-preview",
  result: "/webview/merge-mobile-result",
} as const;

/** Reasons why two accounts cannot be merged; shown only to a person who has proven the other number. */
export const obstacleCauses = ["NO_ACCOUNT", "OTHER_PERSON", "BOTH_OPEN", "BLOCKED"] as const;
export type ObstacleCause = (typeof obstacleCauses)[number];

const requestId = uuid;
const whose = v.picklist(["OWN", "OTHER"]);

/** One thing that moves, ends or stays. */
const line = v.object({
  /** `WALLET` */
  code: v.string(),
  text: v.string(),
  unit: v.picklist(["RUPIAH", "POINTS", "COUNT"]),
  /** The amount of each account now, and of the surviving account afterwards. */
  survivor: v.number(),
  absorbed: v.number(),
  after: v.number(),
  /** A remark about the line. */
  note: v.nullable(v.string()),
});
/** Kinds of data that are listed but not moved: they have no value of their own. */
export const listedCodes = ["BANK_ACCOUNT", "PROFILE", "DEVICE"] as const;
export type MergeLine = v.InferOutput<typeof line>;

const preview = v.object({
  /** Hash of what the code signs: the accounts, and each figure of the page. */
  previewHash: v.string(),
  /** The account that survives. */
  survivor: whose,
  own: v.object({ maskedNumber: v.string(), registeredAt: instant }),
  other: v.object({ maskedNumber: v.string(), registeredAt: instant }),
  lines: v.array(line),
  /** The other account holds neither an identity nor anything of value: it is closed, and nothing is merged. */
  closesInstead: v.boolean(),
});
export type MergePreview = v.InferOutput<typeof preview>;

const requestView = v.object({
  requestId: v.string(),
  state: v.picklist(mergeRequestStates),
  /** Path of the page for the current step. */
  path: v.string(),
  createdAt: instant,
  /** Deadline for sending the request; null once it was sent. */
  expiresAt: v.nullable(instant),
  /** `0812••••890`; null before one was named. */
  maskedOtherNumber: v.nullable(v.string()),
  /** The promised time of the decision; null before the request is sent. */
  promisedUntil: v.nullable(instant),
  isLate: v.boolean(),
  asked: askedProof,
  /** Why it was rejected or stopped. */
  reason: v.nullable(worded),
  closedAt: v.nullable(instant),
  proof: proofView,
});
export type MergeRequestView = v.InferOutput<typeof requestView>;

const mergeView = v.object({
  mergeId: v.string(),
  state: v.picklist(mergeStates),
  /** Whether the request was made by the other account. */
  isAskedByOther: v.boolean(),
  maskedOtherNumber: v.string(),
  /** The account's number after the merge, and the one reserved for its owner. */
  maskedKeptNumber: v.string(),
  maskedFreedNumber: v.string(),
  askedAt: instant,
  mergedAt: v.nullable(instant),
  reversibleUntil: v.nullable(instant),
  /** The owner can still undo it. */
  canReverse: v.boolean(),
  /** The sealed statement is there. */
  hasStatement: v.boolean(),
});
export type MergeView = v.InferOutput<typeof mergeView>;

export const mergeAnswer = v.object({
  maskedMobileNumber: v.string(),
  /** The open request, else the newest that ended. */
  request: v.nullable(requestView),
  /** The newest merge that this account takes or took part in; null where there is none. */
  merge: v.nullable(mergeView),
  /** The reason why a new request cannot begin. */
  obstacle: v.nullable(
    v.object({
      code: v.picklist(["SECURITY_HOLD", "IDENTITY_UNVERIFIED", "MERGE_REVERSIBLE"]),
      /** End of the wait; null where waiting does not help. */
      until: v.nullable(instant),
    }),
  ),
});
export type AccountMergeAnswer = v.InferOutput<typeof mergeAnswer>;

const policy = { who: "borrower" } as const;

export const getAccountMerge = defineCall({
  id: "getAccountMerge",
  method: "GET",
  path: "/api/account-merge",
  summary: "The request to merge two accounts of one person: its state and decision.",
  policy,
  input: noInput,
  output: mergeAnswer,
  problems: {},
});

const beginProblems = {
  ...holdProblems,
  ...faceUnverified,
  MERGE_REVERSIBLE: {
    status: 409,
    text: {
      id: "Penggabungan terakhir masih bisa dibatalkan sampai {untilText}. Setelah itu akun lain bisa digabungkan.",
      en: "The last merge can still be undone until {untilText}. After that another account can be merged.",
      zh: "上次合并在 {untilText} 前仍可撤销，之后才能合并其他账户。",
    },
    data: v.object({ until: instant, untilText: v.string() }),
  },
} as const satisfies ProblemKinds;

export const otherNumberCodes = numberCodes("account-merge-number");

export const startAccountMerge = defineCall({
  id: "startAccountMerge",
  method: "POST",
  path: "/api/account-merge",
  summary:
    "Starts a request, or continues the open one, and sends the other number a code (MERGE); a repeated call sends another code. The answer is the same for any number.",
  policy,
  limits: [otherNumberCodes],
  input: v.strictObject({ otherMobileNumber: phone, channel: v.optional(verificationChannel, "SMS") }),
  output: v.object({ ...mergeAnswer.entries, verification: sentVerification }),
  problems: {
    ...beginProblems,
    STEP_ORDER: changeRequestProblems.STEP_ORDER,
    OTP_TOO_MANY: sendProblems.OTP_TOO_MANY,
    OTP_RESEND_WAIT: sendProblems.OTP_RESEND_WAIT,
    OTP_SEND_LIMIT: sendProblems.OTP_SEND_LIMIT,
    OTP_SEND_PAUSED: sendProblems.OTP_SEND_PAUSED,
    NUMBER_SAME: {
      status: 409,
      field: "otherMobileNumber",
      text: {
        id: "Ini nomor akun yang sedang Anda pakai. Tulis nomor akun yang lain.",
        en: "This is the number of the account that you are using. Enter the number of the other one.",
        zh: "这是您当前账户的号码，请填写另一个账户的号码。",
      },
    },
  },
});

const mergeProblems = {
  MERGE_NOT_POSSIBLE: {
    status: 409,
    text: {
      id: "Kedua akun tidak bisa digabung: {causeText}",
      en: "The two accounts cannot be merged: {causeText}",
      zh: "两个账户无法合并：{causeText}",
    },
    data: v.object({ cause: v.picklist(obstacleCauses), causeText: v.string() }),
  },
} as const satisfies ProblemKinds;

export const proveOtherNumber = defineCall({
  id: "proveOtherNumber",
  method: "POST",
  path: "/api/account-merge/{requestId}/verify",
  summary: "Proves the other number by its code. Only then the answer says whether the two accounts can be merged.",
  policy,
  input: v.strictObject({ requestId, verificationId: uuid, code: v.optional(verificationCode) }),
  output: mergeAnswer,
  problems: { ...changeRequestProblems, ...proofProblems, ...holdProblems, ...mergeProblems },
});

export const proveMergeFace = defineCall({
  id: "proveMergeFace",
  method: "POST",
  path: "/api/account-merge/{requestId}/face",
  summary:
    "Proves the identity by NIK and selfie, with the ticked agreement; while staff check the face, selfie and video go to them, and the step waits. As multipart/form-data.",
  policy,
  limits: faceRecheckLimits,
  input: v.strictObject({ requestId, ...faceRecheckInput }),
  output: mergeAnswer,
  problems: { ...changeRequestProblems, ...faceRecheckProblems },
  fieldProblems: faceFieldTexts,
});

export const getMergePreview = defineCall({
  id: "getMergePreview",
  method: "GET",
  path: "/api/account-merge/{requestId}/preview",
  summary: "The contents of each account, of the surviving one after the merge, and what ends; its hash is signed.",
  policy,
  input: v.strictObject({ requestId }),
  output: preview,
  problems: { ...changeRequestProblems, ...mergeProblems },
});

export const submitAccountMerge = defineCall({
  id: "submitAccountMerge",
  method: "POST",
  path: "/api/account-merge/{requestId}/submit",
  summary: "Signs the page with this hash and sends the request to two deciders.",
  policy: { who: "borrower", stepUp: "STEP_UP_MERGE", idempotent: true },
  input: v.strictObject({
    requestId,
    previewHash: v.pipe(v.string("REQUIRED"), v.regex(/^[0-9a-f]{64}$/, "REQUIRED")),
    /** The number that the account keeps. */
    keepNumber: v.picklist(["OWN", "OTHER"], "CHOICE_INVALID"),
  }),
  output: mergeAnswer,
  problems: {
    ...changeRequestProblems,
    ...holdProblems,
    ...mergeProblems,
    PREVIEW_CHANGED: {
      status: 409,
      text: {
        id: "Isi kedua akun berubah sejak halaman ini dibuka. Periksa lagi angka-angkanya, lalu tanda tangani.",
        en: "The accounts have changed since this page was opened. Check the figures again, then sign.",
        zh: "打开此页后账户内容有变动。请重新核对后再签署。",
      },
    },
  },
});

export const declineAccountMerge = defineCall({
  id: "declineAccountMerge",
  method: "POST",
  path: "/api/account-merge/{requestId}/decline",
  summary: "Declines the merge: both accounts stay as they are. Possible from either account until they are merged.",
  policy,
  input: v.strictObject({ requestId }),
  output: mergeAnswer,
  problems: {
    CHANGE_REQUEST_UNKNOWN: changeRequestProblems.CHANGE_REQUEST_UNKNOWN,
    MERGED_ALREADY: {
      status: 409,
      text: {
        id: "Kedua akun sudah digabung. Anda masih bisa membatalkannya selama waktu yang tertulis di halaman hasil.",
        en: "The accounts are merged already. You can still undo it within the time that the result page says.",
        zh: "账户已合并。您可在结果页所示时间内撤销。",
      },
    },
  },
});

export const reverseAccountMerge = defineCall({
  id: "reverseAccountMerge",
  method: "POST",
  path: "/api/account-merge/{requestId}/reverse",
  summary: "Undoes a merge within its 72 hours: both accounts get back what they had.",
  policy,
  input: v.strictObject({ requestId }),
  output: mergeAnswer,
  problems: {
    CHANGE_REQUEST_UNKNOWN: changeRequestProblems.CHANGE_REQUEST_UNKNOWN,
    MERGE_FINAL: {
      status: 409,
      text: {
        id: "Waktu untuk membatalkan sudah lewat.",
        en: "The time to undo this is over.",
        zh: "撤销时间已过。",
      },
    },
  },
});

/** A merge as anyone sees it who has its number: figures and times, without names. */
const statement = v.object({
  mergeId: v.string(),
  state: v.picklist(["MERGED", "FINAL", "REVERSED"]),
  askedAt: instant,
  mergedAt: instant,
  reversibleUntil: instant,
  endedAt: v.nullable(instant),
  previewHash: v.string(),
  hasFile: v.boolean(),
});
export type MergeStatement = v.InferOutput<typeof statement>;

const statementUnknown = unknown("STATEMENT_UNKNOWN", {
  id: "Berita acara ini tidak ada.",
  en: "There is no such statement.",
  zh: "没有该合并记录。",
});

export const getMergeStatement = defineCall({
  id: "getMergeStatement",
  method: "GET",
  path: "/api/account-merge/statement/{mergeId}",
  summary: "Public facts about a merge, by the number of its statement.",
  policy: { who: "anyone" },
  input: v.strictObject({ mergeId: uuid }),
  output: statement,
  problems: statementUnknown,
});

export const getMergeStatementFile = defineCall({
  id: "getMergeStatementFile",
  method: "GET",
  path: "/api/account-merge/{requestId}/statement",
  summary: "The sealed statement of a merge with its figures, for its owner.",
  policy,
  input: v.strictObject({ requestId }),
  output: binary,
  problems: statementUnknown,
});
