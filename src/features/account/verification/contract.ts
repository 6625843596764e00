/** Verification: the captcha, and challenges that prove a mobile number for one purpose and one effect. */
import { stepUpPurposes } from "#shared/purposes.ts";
import * as v from "valibot";
import { binary } from "#shared/binary.ts";
import { captchaProblems, noInput } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { specMessages } from "#shared/fields/texts.ts";
import { phone } from "#shared/fields/phone.ts";
import {
  captchaAnswer,
  captchaKey,
  uuid,
  verificationChannel,
  verificationChannels,
  verificationCode,
  verificationPurpose,
} from "#shared/fields/verification.ts";
import type { VerificationPurpose } from "#shared/purposes.ts";
import { openShape, shape } from "#shared/fields/shape.ts";

/** A code lives 5 minutes and takes 5 tries; its proof waits 10 minutes for its effect; the next code after 60 s. // Product decisions 2 */
export const codeSeconds = 300;
export const maxTries = 5;
export const proofSeconds = 600;
export const resendSeconds = 60;
/** A captcha can be answered once, within 5 minutes. // Threat A7 */
export const captchaSeconds = 300;

/** Purposes that only the logged-in borrower's own number can prove. NEW_NUMBER and MERGE prove another one, LOGIN and RECOVER_NUMBER any. */
export const ownNumberPurposes: readonly VerificationPurpose[] = [
  "SET_PASSWORD",
  "STEP_UP_SIGN",
  "STEP_UP_WITHDRAW",
  "STEP_UP_BIND",
  "OLD_NUMBER",
  "EMAIL",
  "CANCEL",
  "DATA_EXPORT",
  "STEP_UP_MERGE",
];

const seconds = v.pipe(v.number(), v.integer(), v.minValue(0));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

export const sentVerification = shape("SentVerification", {
  verificationId: v.string(),
  expiresInSeconds: seconds,
  resendInSeconds: seconds,
});
export type SentVerification = v.InferOutput<typeof sentVerification>;

/** Problems of calls that consume a proof, to be spread into a contract: `problems: { ...proofProblems }`. */
export const proofProblems = {
  VERIFICATION_NEEDED: { status: 409, text: specMessages.CODE_NOT_REQUESTED },
  OTP_WRONG: { status: 422, field: "code", text: specMessages.OTP_WRONG, data: v.object({ attemptsLeft: count }) },
  /** data: the new challenge. */
  OTP_EXPIRED: { status: 410, field: "code", text: specMessages.OTP_EXPIRED, data: sentVerification },
  /** The code expired and no new one may be sent yet. */
  OTP_EXPIRED_UNSENT: {
    status: 410,
    text: {
      id: "Kode OTP kedaluwarsa. Minta kode baru dalam {resendInSeconds}.",
      en: "The OTP has expired. Ask for a new one in {resendInSeconds}.",
      zh: "验证码已过期。请在 {resendInSeconds}后重新获取。",
    },
    data: v.object({ resendInSeconds: seconds }),
  },
  /** `retryInSeconds`: until tries are accepted again and a new code may be sent. */
  OTP_ATTEMPTS: {
    status: 429,
    text: {
      id: "Terlalu banyak kode salah. Tunggu {retryInSeconds}, lalu minta kode baru.",
      en: "Too many wrong codes. Wait {retryInSeconds}, then ask for a new code.",
      zh: "验证码错误次数过多。请等待 {retryInSeconds}后重新获取验证码。",
    },
    data: v.object({ retryInSeconds: seconds, attemptsLeft: count }),
  },
} as const satisfies ProblemKinds;

const nextCode = openShape("CodeWait", { resendInSeconds: seconds, retryInSeconds: seconds });
export const sendProblems = {
  /** Text from the spec: a code was sent a moment ago, and can still be entered. */
  OTP_TOO_MANY: { status: 429, text: specMessages.OTP_TOO_MANY, data: nextCode },
  /** A code was sent a moment ago but was entered wrongly too often: no code can be entered now. */
  OTP_RESEND_WAIT: {
    status: 429,
    text: {
      id: "Kode baru bisa dikirim dalam {resendInSeconds}.",
      en: "A new code can be sent in {resendInSeconds}.",
      zh: "{resendInSeconds}后可发送新的验证码。",
    },
    data: nextCode,
  },
  OTP_SEND_LIMIT: {
    status: 429,
    text: {
      id: "Sudah terlalu banyak kode diminta. Coba lagi dalam {retryInSeconds}.",
      en: "Too many codes were requested. Try again in {retryInSeconds}.",
      zh: "获取验证码次数过多。请在 {retryInSeconds}后重试。",
    },
    data: v.object({ retryInSeconds: seconds, retryInMinutes: count }),
  },
  /** The day's money for codes of this kind is spent, or just enough went to this range of numbers for now. */
  OTP_SEND_PAUSED: {
    status: 503,
    text: {
      id: "Kode belum bisa dikirim saat ini. Coba lagi nanti, atau masuk dengan kata sandi.",
      en: "Codes cannot be sent at the moment. Try again later, or log in with your password.",
      zh: "目前无法发送验证码。请稍后再试，或使用密码登录。",
    },
    data: v.object({ retryInSeconds: seconds }),
  },
  NUMBER_NOT_YOURS: {
    status: 403,
    text: {
      id: "Gunakan nomor ponsel yang terdaftar di akun Anda.",
      en: "Use the mobile number of your own account.",
      zh: "请使用您账户登记的手机号码。",
    },
  },
} as const satisfies ProblemKinds;

export const generateCaptcha = defineCall({
  id: "generateCaptcha",
  method: "POST",
  path: "/api/user/generateCaptcha",
  summary: "Creates a captcha bound to the caller's session; creates an anonymous session if there is none.",
  policy: { who: "visitor" },
  vital: true,
  // High, because thousands of people share the address of a mobile carrier.
  limits: [{ counter: "captcha", by: "network", max: 6_000, seconds: 60 }],
  input: noInput,
  output: v.strictObject({
    captchaKey: v.string(),
    imageUrl: v.string(),
    audioUrl: v.string(),
    expiresInSeconds: seconds,
  }),
  problems: {},
});

const captchaGone = {
  CAPTCHA_EXPIRED: {
    status: 410,
    text: { id: "Gambar ini sudah kedaluwarsa.", en: "This captcha has expired.", zh: "此图片验证码已过期。" },
  },
} as const satisfies ProblemKinds;

export const getCaptchaImage = defineCall({
  id: "getCaptchaImage",
  method: "GET",
  path: "/api/user/getCaptchaImage/{captchaKey}",
  summary: "The captcha as a picture.",
  policy: { who: "anyone" },
  input: v.strictObject({ captchaKey }),
  output: binary,
  problems: captchaGone,
});

export const getCaptchaAudio = defineCall({
  id: "getCaptchaAudio",
  method: "GET",
  path: "/api/user/getCaptchaAudio/{captchaKey}",
  summary: "The captcha as a sound, spoken in the caller's language.",
  policy: { who: "anyone" },
  input: v.strictObject({ captchaKey }),
  output: binary,
  problems: captchaGone,
});

export const preCheckNumber = defineCall({
  id: "preCheckNumber",
  method: "GET",
  path: "/api/user/union/mobileNumberPreCheck",
  summary:
    "Whether a number can receive codes, on which channels, and whether this caller needs a captcha. It never reveals whether the number is known.",
  policy: { who: "anyone" },
  limits: [{ counter: "pre-check", by: "network", max: 100, seconds: 60 }],
  input: v.strictObject({ mobileNumber: v.pipe(v.string("PHONE_FORMAT"), v.maxLength(40, "PHONE_FORMAT")) }),
  output: v.strictObject({
    valid: v.boolean(),
    channels: v.array(v.picklist(verificationChannels)),
    captchaRequired: v.boolean(),
  }),
  problems: {},
});

export const sendVerification = defineCall({
  id: "sendVerification",
  method: "POST",
  path: "/api/v2/mobile/sendVerification",
  summary:
    "Sends a code by SMS, voice call or WhatsApp, after a captcha. The answer is the same for known and unknown numbers.",
  policy: { who: "visitor" },
  vital: true,
  input: v.strictObject({
    mobileNumber: phone,
    purpose: verificationPurpose,
    channel: verificationChannel,
    captchaKey,
    captcha: captchaAnswer,
  }),
  output: sentVerification,
  problems: {
    ...sendProblems,
    ...captchaProblems,
    /** The answer was right, and this range of numbers takes two: make another captcha in this session and send its answer for the same number within 5 minutes. */
    CAPTCHA_AGAIN: {
      status: 403,
      field: "captcha",
      text: {
        id: "Jawaban Anda benar. Untuk nomor seperti ini kami perlu satu gambar lagi, lalu kodenya dikirim.",
        en: "Your answer was right. For numbers like this one we need one more picture, then the code is sent.",
        zh: "回答正确。此类号码需要再输入一张图片，随后即发送验证码。",
      },
    },
  },
});

export const captchaNeeded = {
  status: 403,
  text: { id: "Isi dulu kode pada gambar.", en: "Please answer the captcha first.", zh: "请先输入图片验证码。" },
} as const;

export const sendVerificationWithoutCaptcha = defineCall({
  id: "sendVerificationWithoutCaptcha",
  method: "POST",
  path: "/api/mobile/sendVerificationWithoutCaptcha",
  summary:
    "Sends a code without a captcha: to the own number of a logged-in borrower, on a device that verified this number before (by the cookie that we signed, or an app's header `Known-Device`), or as the first code of a session while its network and the number's block have fewer than 3 unanswered codes in an hour and a tenth of the day's money lasts. A logged-in borrower may leave out the number of the own account.",
  policy: { who: "visitor" },
  vital: true,
  input: v.strictObject({
    mobileNumber: v.optional(phone),
    purpose: verificationPurpose,
    channel: verificationChannel,
  }),
  output: sentVerification,
  problems: {
    ...sendProblems,
    CAPTCHA_NEEDED: captchaNeeded,
  },
});

export const verifyVerificationCode = defineCall({
  id: "verifyVerificationCode",
  method: "POST",
  path: "/api/mobile/verifyVerificationCode",
  summary: "Proves a challenge by its code; the proof waits 10 minutes for the one effect that uses it.",
  policy: { who: "visitor" },
  vital: true,
  input: v.strictObject({ verificationId: uuid, code: verificationCode }),
  output: v.strictObject({ verified: v.literal(true) }),
  problems: { ...proofProblems },
});

export const pendingVerification = v.strictObject({
  verificationId: v.string(),
  mobileNumber: v.string(),
  channel: v.picklist(verificationChannels),
  /** The provider did not deliver the code; another channel may work. */
  undeliverable: v.boolean(),
  expiresInSeconds: seconds,
  resendInSeconds: seconds,
  /** The same in real time, for a countdown. */
  resendAt: instant,
  attemptsLeft: seconds,
  /** The code was right, and the proof waits for its effect. */
  proven: v.boolean(),
});
export type PendingVerification = v.InferOutput<typeof pendingVerification>;

/** Data for the code step of a screen after a reload: the newest open challenge of this session. */
export const getPendingVerification = defineCall({
  id: "getPendingVerification",
  method: "GET",
  path: "/api/session/verification",
  summary: "The newest challenge of this session that was not used, by purpose.",
  // A GET changes nothing, so it opens no session: a caller without one waits for no code.
  policy: { who: "anyone" },
  input: v.strictObject({ purpose: verificationPurpose }),
  output: v.strictObject({ pending: v.nullable(pendingVerification) }),
  problems: {},
  internal: true,
});

export const stepUp = defineCall({
  id: "stepUp",
  method: "POST",
  path: "/api/session/stepUp",
  summary: "Proves a challenge for this session, for 10 minutes and one purpose, and renews the session's cookie.",
  policy: { who: "borrower", limited: ["CLOSING"] },
  vital: true,
  renewsSession: true,
  input: v.strictObject({ verificationId: uuid, code: v.optional(verificationCode) }),
  output: v.strictObject({ purpose: v.picklist(stepUpPurposes), validForSeconds: v.number() }),
  problems: { ...proofProblems },
});
