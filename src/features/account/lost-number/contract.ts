/** Recovery of an account without its SIM: requested from another number and decided by two people; no step reveals whether an account matched. // Product decisions account 2 */
import * as v from "valibot";
import {
  changeRequestProblems,
  proofCountProblems,
  proofFieldTexts,
  proofInput,
  proofNeeded,
} from "#features/account/change-request/contract.ts";
import { serviceAgreed } from "#features/account/identity/contract.ts";
import {
  proofProblems,
  sendProblems,
  sendVerificationWithoutCaptcha,
  sentVerification,
} from "#features/account/verification/contract.ts";
import { captchaProblems, noInput, unknown as unknownProblem } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { businessDate } from "#shared/fields/date.ts";
import { nik } from "#shared/fields/nik.ts";
import { phone } from "#shared/fields/phone.ts";
import { photo, photoFieldTexts, photoProblems } from "#shared/fields/photo.ts";
import { captchaAnswer, captchaKey, uuid, verificationChannel, verificationCode } from "#shared/fields/verification.ts";
import { openShape } from "#shared/fields/shape.ts";

/** Hours until the change takes effect; also the promise for a decision. */
export const lostNumberWaitHours = 72;
export const lostNumberPromisedHours = 96;
export const lostNumberUnfinishedHours = 24;
/** Limits by device and by network, not by number: a thief of a SIM must not use up the owner's requests. // Spec account 14, threat I2 */
const begun = { max: 3, seconds: 86_400, after: "the captcha was right" } as const;
export const requestLimits = {
  ofDevice: { ...begun, counter: "lost-number-device", by: "device, where one is named" },
  ofNetwork: { ...begun, counter: "lost-number-network", by: "network" },
} as const;
/** Requests about one number or NIK per day; beyond them only staff look at a request, with the same answers. */
export const maxRequestsAbout = 30;
/** New numbers that one request may name before it needs another captcha, which allows one more. */
export const maxNamedNumbers = 2;
/** Prevents calls to other people's phones by guessed numbers. */
export const recoveryCodes = {
  counter: "lost-number-code",
  by: "request",
  max: 6,
  seconds: 86_400,
  after: "a code can be sent at this step",
} as const;
export const networkRecoveryCodes = {
  counter: "lost-number-code-network",
  by: "network",
  max: 12,
  seconds: 86_400,
  after: "a code can be sent at this step",
} as const;
/** Processing a picture is expensive. */
export const recoveryUploads = {
  counter: "lost-number-upload",
  by: "request",
  max: 40,
  seconds: 3_600,
  after: "the request takes it at this step",
} as const;

const requestId = uuid;
/** States shown to the requester: the same whether an account was found or not. */
export const lostNumberAnswerStates = ["STARTED", "NEW_PROVEN", "SELFIE_SHOWN", "SUBMITTED", "ENDED"] as const;

const request = openShape("LostNumberRequest", {
  requestId: v.string(),
  /** `LN-7F3K9Q2M`, to name it to support. */
  reference: v.string(),
  state: v.picklist(lostNumberAnswerStates),
  /** `0812••••890`; null before it was named. */
  maskedNewNumber: v.nullable(v.string()),
  photos: v.array(v.object({ evidenceId: v.string() })),
  hasVideo: v.boolean(),
  maxPhotos: v.number(),
  /** Deadline for sending the request; null once it was sent. */
  expiresAt: v.nullable(instant),
  promisedUntil: v.nullable(instant),
  effectiveFrom: v.nullable(instant),
});
export type LostNumberRequest = v.InferOutput<typeof request>;

const unknown = unknownProblem("LOST_NUMBER_UNKNOWN", {
  id: "Permintaan ini tidak ada di browser ini. Mulai lagi.",
  en: "There is no such request in this browser. Begin again.",
  zh: "此浏览器中没有该申请，请重新开始。",
});
const step = { ...unknown, STEP_ORDER: changeRequestProblems.STEP_ORDER } as const satisfies ProblemKinds;
const policy = { who: "visitor" } as const;
/** Proof is given once, so a known video can only be the same one. */
const { VIDEO_KNOWN: _neverKnown, ...proofProblemsOnce } = proofCountProblems;

export const startLostNumber = defineCall({
  id: "startLostNumber",
  method: "POST",
  path: "/api/lost-number",
  summary:
    "Begins a request to give an account another number because its SIM is gone, after a captcha. The answer is the same for known and unknown numbers.",
  policy,
  limits: Object.values(requestLimits),
  input: v.strictObject({
    mobileNumber: phone,
    nik,
    birthDate: businessDate,
    captchaKey,
    captcha: captchaAnswer,
  }),
  output: request,
  problems: {
    ...captchaProblems,
  },
});

export const getLostNumber = defineCall({
  id: "getLostNumber",
  method: "GET",
  path: "/api/lost-number/{requestId}",
  summary: "The state of this session's request, without its results.",
  // A GET changes nothing, so it opens no session.
  policy: { who: "anyone" },
  input: v.strictObject({ requestId }),
  output: request,
  problems: unknown,
});

export const nameRecoveryNumber = defineCall({
  id: "nameRecoveryNumber",
  method: "POST",
  path: "/api/lost-number/{requestId}/new-number",
  summary:
    "Sets the new number and sends it a code (RECOVER_NUMBER); setting it again sends another code. From the third different number on each needs a captcha.",
  policy,
  limits: [recoveryCodes, networkRecoveryCodes],
  input: v.strictObject({
    requestId,
    mobileNumber: phone,
    channel: v.optional(verificationChannel, "SMS"),
    captchaKey: v.optional(captchaKey),
    captcha: v.optional(captchaAnswer),
  }),
  output: sentVerification,
  problems: {
    ...step,
    OTP_TOO_MANY: sendProblems.OTP_TOO_MANY,
    OTP_RESEND_WAIT: sendProblems.OTP_RESEND_WAIT,
    OTP_SEND_LIMIT: sendProblems.OTP_SEND_LIMIT,
    OTP_SEND_PAUSED: sendProblems.OTP_SEND_PAUSED,
    // The request belongs to a session, so the browser must keep cookies.
    CAPTCHA_WRONG: captchaProblems.CAPTCHA_WRONG,
    CAPTCHA_NEEDED: sendVerificationWithoutCaptcha.problems.CAPTCHA_NEEDED,
    NUMBER_SAME: {
      status: 409,
      field: "mobileNumber",
      text: {
        id: "Ini nomor yang hilang. Tulis nomor lain yang Anda pegang sekarang.",
        en: "This is the number that is lost. Enter another one that you have now.",
        zh: "这是已丢失的号码，请填写您现在持有的其他号码。",
      },
    },
  },
});

export const proveRecoveryNumber = defineCall({
  id: "proveRecoveryNumber",
  method: "POST",
  path: "/api/lost-number/{requestId}/new-number/verify",
  summary: "Proves the new number by its code.",
  policy,
  input: v.strictObject({ requestId, verificationId: uuid, code: v.optional(verificationCode) }),
  output: request,
  problems: {
    ...step,
    ...proofProblems,
    /** Answered only to a person who has proven the number. */
    NUMBER_TAKEN: {
      status: 409,
      text: {
        id: "Nomor ini sudah terdaftar. Masuk dengan nomor ini, atau gunakan nomor lain untuk permintaan ini.",
        en: "This number is registered already. Log in with it, or use another number for this request.",
        zh: "该号码已注册。请直接登录，或为此申请使用其他号码。",
      },
    },
  },
});

export const showRecoverySelfie = defineCall({
  id: "showRecoverySelfie",
  method: "POST",
  path: "/api/lost-number/{requestId}/selfie",
  summary: "Stores the selfie that is compared once the request is sent. As multipart/form-data.",
  policy,
  limits: [recoveryUploads],
  input: v.strictObject({ requestId, photo, agreed: serviceAgreed }),
  output: request,
  problems: { ...step, ...photoProblems },
  fieldProblems: photoFieldTexts,
});

export const showRecoveryProof = defineCall({
  id: "showRecoveryProof",
  method: "POST",
  path: "/api/lost-number/{requestId}/proof",
  summary:
    "Adds a photo (1 to 6: the KTP in hand, a letter of police or operator, the SIM's package) or the one video, before the request is sent. As multipart/form-data.",
  policy,
  limits: [recoveryUploads],
  input: proofInput,
  output: request,
  problems: { ...step, ...proofProblemsOnce },
  fieldProblems: proofFieldTexts,
});

export const getRecoveryAsked = defineCall({
  id: "getRecoveryAsked",
  method: "GET",
  path: "/api/lost-number/asked",
  summary: "The open recovery of this account's number, for its owner on a device known before it; null without one.",
  policy: { who: "borrower" },
  input: noInput,
  output: v.object({ asked: v.nullable(v.object({ askedAt: instant, effectiveFrom: instant })) }),
  problems: {},
});

export const answerRecoveryAsked = defineCall({
  id: "answerRecoveryAsked",
  method: "POST",
  path: "/api/lost-number/asked",
  summary:
    "The owner's answer about a recovery: yes ends it and notifies the new number, no freezes the account. Without an answer before it would take effect, the account is frozen.",
  policy: { who: "borrower" },
  input: v.strictObject({
    isMine: v.pipe(
      v.union([v.boolean(), v.picklist(["true", "false"])], "CHOICE_INVALID"),
      v.transform((answer) => answer === true || answer === "true"),
    ),
  }),
  output: v.object({ isFrozen: v.boolean() }),
  problems: unknownProblem("RECOVERY_UNKNOWN", {
    id: "Tidak ada permintaan nomor hilang yang menunggu untuk akun ini.",
    en: "No lost number request is waiting for this account.",
    zh: "此账户没有待处理的遗失号码申请。",
  }),
});

export const submitLostNumber = defineCall({
  id: "submitLostNumber",
  method: "POST",
  path: "/api/lost-number/{requestId}/submit",
  summary: "Sends the request. The result is sent to the new number within four days.",
  policy: { who: "visitor", idempotent: true },
  input: v.strictObject({ requestId }),
  output: request,
  problems: { ...step, ...proofNeeded },
});
