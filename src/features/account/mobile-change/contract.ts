/** A new mobile number for an account: the old number, the identity and the new number are proven, then staff decide. // Product decisions account 4 */
import * as v from "valibot";
import {
  askedProof,
  changeRequestProblems,
  proofClosed,
  proofCountProblems,
  proofFieldTexts,
  proofInput,
  proofNeeded,
  proofUnknown,
  proofView,
  worded,
  proofUploads,
  numberCodes,
} from "#features/account/change-request/contract.ts";
import {
  faceRecheckInput,
  faceRecheckLimits,
  faceRecheckProblems,
  faceUnverified,
  faceFieldTexts,
} from "#features/account/identity/contract.ts";
import { holdProblems } from "#features/account/hold/contract.ts";
import { proofProblems, sendProblems, sentVerification } from "#features/account/verification/contract.ts";
import { binary } from "#shared/binary.ts";
import { noInput } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { phone } from "#shared/fields/phone.ts";
import { uuid, verificationChannel, verificationCode } from "#shared/fields/verification.ts";
import { openShape } from "#shared/fields/shape.ts";

/** Spec 8: the order of the steps; its possible results are in product decisions account 4. */
export const mobileChangeStates = [
  "STARTED",
  "OLD_PROVEN",
  "IDENTITY_PROVEN",
  "NEW_PROVEN",
  "SUBMITTED",
  "APPROVED",
  "DONE",
  "REJECTED",
  "WITHDRAWN",
  "EXPIRED",
  "STOPPED",
] as const;

/** Hours after sending: a decision is promised within the first figure, and takes effect after the second at the earliest. */
export const mobileChangePromisedHours = 72;
export const mobileChangeWaitHours = 24;
/** Days between two changes, and days for which the old number stays reserved for its owner. */
export const mobileChangePauseDays = 30;
export const numberReservedDays = 14;

/** The screens of the steps, in order. */
export const mobileChangePages = {
  entry: "/webview/loan-edit-mobile",
  old: "/webview/loan-edit-mobile/edit-mobile",
  identity: "/webview/loan-edit-mobile/identity-number",
  number: "/webview/loan-edit-mobile/new-mobile",
  code: "/webview/loan-edit-mobile/new-mobile-otp",
  proof: "/webview/loan-edit-mobile/edit-upload-info",
  result: "/webview/loan-edit-mobile/edit-result",
} as const;

const requestId = uuid;

const changeView = v.object({
  requestId: v.string(),
  state: v.picklist(mobileChangeStates),
  /** Path of the page for the current step of this login. */
  path: v.string(),
  createdAt: instant,
  /** Deadline for sending the request; null once it was sent. */
  expiresAt: v.nullable(instant),
  /** `0812••••890`; null before one was named. */
  maskedNewNumber: v.nullable(v.string()),
  /** Until when a decision is promised, and before when it takes no effect; null before it is sent. */
  promisedUntil: v.nullable(instant),
  effectiveFrom: v.nullable(instant),
  /** The promised time has passed. */
  isLate: v.boolean(),
  /** Further proof requested from the person, and its deadline. */
  asked: askedProof,
  /** Why it was rejected. */
  reason: v.nullable(worded),
  closedAt: v.nullable(instant),
  proof: proofView,
});
export type MobileChangeView = v.InferOutput<typeof changeView>;

const answer = openShape("MobileChangeStatus", {
  maskedMobileNumber: v.string(),
  /** The open request, else the newest that ended. */
  request: v.nullable(changeView),
  /** The reason why a new request cannot begin. */
  obstacle: v.nullable(
    v.object({
      code: v.picklist(["CHANGE_TOO_SOON", "SECURITY_HOLD", "IDENTITY_UNVERIFIED"]),
      /** End of the wait; null where waiting does not help. */
      until: v.nullable(instant),
    }),
  ),
});
export type MobileChangeAnswer = v.InferOutput<typeof answer>;

const policy = { who: "borrower" } as const;

export const getMobileChange = defineCall({
  id: "getNumberChange",
  method: "GET",
  path: "/api/mobile-change",
  summary: "The request for another mobile number: its state, the next step, and the decision.",
  policy,
  input: noInput,
  output: answer,
  problems: {},
});

const beginProblems = {
  ...holdProblems,
  CHANGE_TOO_SOON: {
    status: 409,
    text: {
      id: "Nomor baru saja diganti. Penggantian berikutnya bisa mulai {fromText}.",
      en: "The number was changed recently. The next change is possible from {fromText}.",
      zh: "号码刚刚更换过，下次更换需等到 {fromText}。",
    },
    data: v.object({ from: instant, fromText: v.string() }),
  },
  ...faceUnverified,
} as const satisfies ProblemKinds;

export const startMobileChange = defineCall({
  id: "startNumberChange",
  method: "POST",
  path: "/api/mobile-change",
  summary: "Starts a request for another mobile number, or continues the open one.",
  policy,
  input: noInput,
  output: answer,
  problems: beginProblems,
});

export const proveOldNumber = defineCall({
  id: "proveOldNumber",
  method: "POST",
  path: "/api/mobile-change/{requestId}/old-number",
  summary: "Proves the current number by a code of the purpose OLD_NUMBER. Another login must prove it again.",
  policy,
  input: v.strictObject({ requestId, verificationId: uuid, code: v.optional(verificationCode) }),
  output: answer,
  problems: { ...changeRequestProblems, ...proofProblems, ...holdProblems },
});

export const proveIdentity = defineCall({
  id: "proveNumberChangeIdentity",
  method: "POST",
  path: "/api/mobile-change/{requestId}/identity",
  summary:
    "Proves the identity by NIK and selfie, with the ticked agreement; while staff check the face, selfie and video go to them, and the step waits. As multipart/form-data.",
  policy,
  limits: faceRecheckLimits,
  input: v.strictObject({ requestId, ...faceRecheckInput }),
  output: answer,
  problems: { ...changeRequestProblems, ...faceRecheckProblems },
  fieldProblems: faceFieldTexts,
});

export const newNumberCodes = numberCodes("mobile-change-number");

export const nameNewNumber = defineCall({
  id: "nameNewNumber",
  method: "POST",
  path: "/api/mobile-change/{requestId}/new-number",
  summary:
    "Sets the new number and sends it a code; setting it again sends another code. The answer does not reveal whether another account has the number.",
  policy,
  limits: [newNumberCodes],
  input: v.strictObject({ requestId, mobileNumber: phone, channel: v.optional(verificationChannel, "SMS") }),
  output: sentVerification,
  problems: {
    ...changeRequestProblems,
    OTP_TOO_MANY: sendProblems.OTP_TOO_MANY,
    OTP_RESEND_WAIT: sendProblems.OTP_RESEND_WAIT,
    OTP_SEND_LIMIT: sendProblems.OTP_SEND_LIMIT,
    OTP_SEND_PAUSED: sendProblems.OTP_SEND_PAUSED,
    NUMBER_SAME: {
      status: 409,
      field: "mobileNumber",
      text: {
        id: "Ini sudah nomor akun Anda. Tulis nomor yang baru.",
        en: "This is already your account's number. Enter the new one.",
        zh: "这已是您账户的号码，请填写新号码。",
      },
    },
  },
});

export const proveNewNumber = defineCall({
  id: "proveNewNumber",
  method: "POST",
  path: "/api/mobile-change/{requestId}/new-number/verify",
  summary: "Proves the new number by its code. Only then the answer says whether another account has it.",
  policy,
  input: v.strictObject({ requestId, verificationId: uuid, code: v.optional(verificationCode) }),
  output: answer,
  problems: {
    ...changeRequestProblems,
    ...proofProblems,
    NUMBER_TAKEN: {
      status: 409,
      text: {
        id: "Nomor ini dipakai akun lain. Gunakan nomor lain, atau gabungkan kedua akun jika keduanya milik Anda.",
        en: "Another account has this number. Use another one, or merge both accounts if both are yours.",
        zh: "该号码已被其他账户使用。请使用其他号码；若两个账户都属于您，请合并账户。",
      },
      /** The other account belongs to the same person: both can be merged. */
      data: v.object({ canMerge: v.boolean() }),
    },
  },
});

export const addProof = defineCall({
  id: "addNumberChangeProof",
  method: "POST",
  path: "/api/mobile-change/{requestId}/proof",
  summary:
    "Adds a photo (JPEG, PNG, WebP; up to 6) or the one video (MP4, WebM; at most 20 MB and 30 s), before the request is sent or while more is requested. As multipart/form-data.",
  policy,
  limits: [proofUploads("mobile-change-proof")],
  input: proofInput,
  output: answer,
  problems: { ...proofCountProblems, ...proofClosed },
  fieldProblems: proofFieldTexts,
});

export const getProof = defineCall({
  id: "getNumberChangeProof",
  method: "GET",
  path: "/api/mobile-change/{requestId}/proof/{evidenceId}",
  summary: "A small copy of a photo sent as proof, for its owner only.",
  policy,
  input: v.strictObject({ requestId, evidenceId: uuid }),
  output: binary,
  problems: proofUnknown,
});

export const removeProof = defineCall({
  id: "removeNumberChangeProof",
  method: "POST",
  path: "/api/mobile-change/{requestId}/proof/{evidenceId}/delete",
  summary: "Removes a photo or the video, while this is possible.",
  policy,
  input: v.strictObject({ requestId, evidenceId: uuid }),
  output: v.object({ deleted: v.literal(true) }),
  problems: proofUnknown,
});

export const submitMobileChange = defineCall({
  id: "submitNumberChange",
  method: "POST",
  path: "/api/mobile-change/{requestId}/submit",
  summary: "Sends the request to staff; it takes effect 24 hours later at the earliest.",
  policy: { who: "borrower", idempotent: true },
  input: v.strictObject({ requestId }),
  output: answer,
  problems: { ...changeRequestProblems, ...proofNeeded, ...holdProblems },
});

export const answerAskedProof = defineCall({
  id: "answerNumberChangeProof",
  method: "POST",
  path: "/api/mobile-change/{requestId}/proof/done",
  summary: "Reports that the requested proof was added: the review continues.",
  policy,
  input: v.strictObject({ requestId }),
  output: answer,
  problems: { CHANGE_REQUEST_UNKNOWN: changeRequestProblems.CHANGE_REQUEST_UNKNOWN, ...proofNeeded, ...proofClosed },
});

export const withdrawMobileChange = defineCall({
  id: "withdrawNumberChange",
  method: "POST",
  path: "/api/mobile-change/{requestId}/withdraw",
  summary: "Withdraws the request; the number stays as it is. Not possible after it has taken effect.",
  policy,
  input: v.strictObject({ requestId }),
  output: answer,
  problems: { CHANGE_REQUEST_UNKNOWN: changeRequestProblems.CHANGE_REQUEST_UNKNOWN },
});
