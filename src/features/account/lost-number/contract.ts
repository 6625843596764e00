/** An account whose SIM is gone: asked for by whoever has another number, looked at by two people, and said at no step whether anything matched. // Product decisions account 2 */
import * as v from "valibot";
import {
  changeRequestProblems,
  proofCountProblems,
  proofFieldTexts,
  proofInput,
  proofNeeded,
} from "#features/account/change-request/contract.ts";
import { serviceAgreed } from "#features/account/identity/contract.ts";
import { proofProblems, sendProblems, sentVerification } from "#features/account/verification/contract.ts";
import { captchaProblems, unknown as unknownProblem } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { businessDate } from "#shared/fields/date.ts";
import { nik } from "#shared/fields/nik.ts";
import { phone } from "#shared/fields/phone.ts";
import { photo, photoFieldTexts, photoProblems } from "#shared/fields/photo.ts";
import { captchaAnswer, captchaKey, uuid, verificationChannel, verificationCode } from "#shared/fields/verification.ts";
import { openShape } from "#shared/fields/shape.ts";

/** In effect not before, and promised within. */
export const waitHours = 72;
export const promisedHours = 96;
export const unfinishedHours = 24;
/** By one device, about one number, and about one NIK. */
const begun = { max: 3, seconds: 86_400, after: "the captcha was right" } as const;
export const requestLimits = {
  ofDevice: { ...begun, counter: "lost-number-device", by: "device, or network where none is named" },
  ofNumber: { ...begun, counter: "lost-number-number", by: "lost number" },
  ofNik: { ...begun, counter: "lost-number-nik", by: "NIK" },
} as const;
/** Other people's phones are not rung by trying. */
export const recoveryCodes = {
  counter: "lost-number-code",
  by: "request",
  max: 6,
  seconds: 86_400,
  after: "a code can be sent at this step",
} as const;
/** Drawing a picture is dear. */
export const recoveryUploads = {
  counter: "lost-number-upload",
  by: "request",
  max: 40,
  seconds: 3_600,
  after: "the request takes it at this step",
} as const;

const requestId = uuid;
/** What whoever asked may see: the same whether an account was found or not. */
export const shownStates = ["STARTED", "NEW_PROVEN", "SELFIE_SHOWN", "SUBMITTED", "ENDED"] as const;

const request = openShape("LostNumberRequest", {
  requestId: v.string(),
  /** `LN-7F3K9Q2M`, to name it to support. */
  reference: v.string(),
  state: v.picklist(shownStates),
  /** `0812••••890`; null before it was named. */
  maskedNewNumber: v.nullable(v.string()),
  photos: v.array(v.object({ evidenceId: v.string() })),
  hasVideo: v.boolean(),
  maxPhotos: v.number(),
  /** Until when it has to be sent; null once it is. */
  expiresAt: v.nullable(instant),
  promisedUntil: v.nullable(instant),
  effectiveFrom: v.nullable(instant),
});
export type LostNumberRequest = v.InferOutput<typeof request>;

const unknown = unknownProblem("LOST_NUMBER_UNKNOWN", {
  id: "Permintaan ini tidak ada di peramban ini. Mulai lagi.",
  en: "There is no such request in this browser. Begin again.",
  zh: "此浏览器中没有该申请，请重新开始。",
});
const step = { ...unknown, STEP_ORDER: changeRequestProblems.STEP_ORDER } as const satisfies ProblemKinds;
const policy = { who: "visitor" } as const;

export const startLostNumber = defineCall({
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
  method: "GET",
  path: "/api/lost-number/{requestId}",
  summary: "Where a request of this session stands; nothing of what was found.",
  // A GET changes nothing, so it opens no session either.
  policy: { who: "anyone" },
  input: v.strictObject({ requestId }),
  output: request,
  problems: unknown,
});

export const nameRecoveryNumber = defineCall({
  method: "POST",
  path: "/api/lost-number/{requestId}/new-number",
  summary: "Names the new number and sends it a code (RECOVER_NUMBER); named again it is sent another one.",
  policy,
  limits: [recoveryCodes],
  input: v.strictObject({ requestId, mobileNumber: phone, channel: v.optional(verificationChannel, "SMS") }),
  output: sentVerification,
  problems: {
    ...step,
    OTP_TOO_MANY: sendProblems.OTP_TOO_MANY,
    OTP_RESEND_WAIT: sendProblems.OTP_RESEND_WAIT,
    OTP_SEND_LIMIT: sendProblems.OTP_SEND_LIMIT,
    OTP_SEND_PAUSED: sendProblems.OTP_SEND_PAUSED,
    NUMBER_SAME: {
      status: 409,
      field: "mobileNumber",
      text: {
        id: "Ini nomor yang hilang. Tulis nomor lain yang Anda pegang sekarang.",
        en: "This is the number that is lost. Write another one that you have now.",
        zh: "这是已丢失的号码，请填写您现在持有的其他号码。",
      },
    },
  },
});

export const proveRecoveryNumber = defineCall({
  method: "POST",
  path: "/api/lost-number/{requestId}/new-number/verify",
  summary: "Proves the new number by its code.",
  policy,
  input: v.strictObject({ requestId, verificationId: uuid, code: v.optional(verificationCode) }),
  output: request,
  problems: {
    ...step,
    ...proofProblems,
    /** Told to who has proven the number alone. */
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
  method: "POST",
  path: "/api/lost-number/{requestId}/selfie",
  summary: "Keeps the selfie that is compared once the request is sent. As multipart/form-data.",
  policy,
  limits: [recoveryUploads],
  input: v.strictObject({ requestId, photo, agreed: serviceAgreed }),
  output: request,
  problems: { ...step, ...photoProblems },
  fieldProblems: photoFieldTexts,
});

export const showRecoveryProof = defineCall({
  method: "POST",
  path: "/api/lost-number/{requestId}/proof",
  summary:
    "Adds a photo (1 to 6: the KTP in hand, a letter of police or operator, the SIM's package) or the one video, before the request is sent. As multipart/form-data.",
  policy,
  limits: [recoveryUploads],
  input: proofInput,
  output: request,
  problems: { ...step, ...proofCountProblems },
  fieldProblems: proofFieldTexts,
});

export const submitLostNumber = defineCall({
  method: "POST",
  path: "/api/lost-number/{requestId}/submit",
  summary: "Sends the request. What comes of it is told at the new number, within four days.",
  policy: { who: "visitor", idempotent: true },
  input: v.strictObject({ requestId }),
  output: request,
  problems: { ...step, ...proofNeeded },
});
