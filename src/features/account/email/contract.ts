/** The borrower's e-mail address: named, proven by its owner, and what its owner wants to get there. */
import * as v from "valibot";
import { unknown } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { email } from "#shared/fields/email.ts";
import { uuid, verificationCode } from "#shared/fields/verification.ts";
import { mailingCategories } from "#features/platform/notice/contract.ts";
import { holdProblems } from "#features/account/hold/contract.ts";
import { proofProblems, sendProblems, sentVerification } from "#features/account/verification/contract.ts";
import { openShape, shape } from "#shared/fields/shape.ts";

/** Spec 4: pending verification, verifying, verified, failed. */
export const emailStates = ["PENDING_VERIFICATION", "VERIFYING", "VERIFIED", "FAILED"] as const;
export type EmailState = (typeof emailStates)[number];
export const emailFailures = ["UNDELIVERABLE", "EXPIRED", "NOT_MINE", "REPLACED"] as const;
export type EmailFailure = (typeof emailFailures)[number];

const mailingCategory = v.picklist(mailingCategories, "CHOICE_INVALID");

/** Purpose of the link in the mail; it does not log in. */
export const emailLinkPurpose = "EMAIL_LINK";
/** Hours for which a link in a mail may be answered. // docs/decisions/243 */
export const linkHours = 24;
/** Addresses that a borrower may name in 24 hours. // docs/decisions/243 */
export const maxAddressesADay = 3;

const seconds = v.pipe(v.number(), v.integer(), v.minValue(0));
const nothing = shape("EmailNothing", {});

const emailRequest = v.object({
  /** `bu••••@contoh.id` */
  masked: v.string(),
  state: v.picklist(emailStates),
  /** Why it failed; null in any other state. */
  cause: v.nullable(v.picklist(emailFailures)),
  requestedAt: instant,
  /** Until when its newest link may be answered. */
  expiresAt: instant,
});
export type EmailRequest = v.InferOutput<typeof emailRequest>;

export const emailAnswer = v.object({
  /** The address in force; null where none was ever proven, or it was removed. */
  current: v.nullable(v.object({ masked: v.string(), verifiedAt: instant })),
  /** The newest address that was named and is not in force; null where there is none. */
  request: v.nullable(emailRequest),
  /** The code that this session can enter; null if it requested none, or used it. */
  code: v.nullable(
    v.object({
      verificationId: v.string(),
      expiresInSeconds: seconds,
      resendInSeconds: seconds,
      /** The same in real time, for a countdown. */
      resendAt: instant,
      attemptsLeft: seconds,
    }),
  ),
  /** Whether the address in force gets them; empty without one. */
  mailings: v.array(v.object({ category: mailingCategory, on: v.boolean() })),
});
export type EmailAnswer = v.InferOutput<typeof emailAnswer>;

export const getEmail = defineCall({
  id: "getEmail",
  method: "GET",
  path: "/api/email",
  summary: "The borrower's e-mail address (masked), the address waiting for confirmation, and its mailings.",
  policy: { who: "borrower" },
  input: nothing,
  output: emailAnswer,
  problems: {},
});

const caps = {
  OTP_TOO_MANY: sendProblems.OTP_TOO_MANY,
  OTP_RESEND_WAIT: sendProblems.OTP_RESEND_WAIT,
  OTP_SEND_LIMIT: sendProblems.OTP_SEND_LIMIT,
} as const satisfies ProblemKinds;

export const addEmail = defineCall({
  id: "addEmail",
  method: "POST",
  path: "/api/email",
  summary:
    "Adds an address and mails its owner a code (5 minutes) and a link (24 hours). The answer is the same even if another account has it; the former address stays in force until this one is proven.",
  policy: { who: "borrower", stepUp: "EMAIL" },
  input: v.strictObject({ email }),
  output: sentVerification,
  problems: {
    ...caps,
    ...holdProblems,
    EMAIL_SAME: {
      status: 409,
      field: "email",
      text: {
        id: "Ini sudah menjadi email akun Anda.",
        en: "This is already your account's email address.",
        zh: "这已经是您账户的邮箱。",
      },
    },
    /** The address's owner said that it is not this borrower's. */
    EMAIL_BARRED: {
      status: 409,
      field: "email",
      text: {
        id: "Pemilik email ini menyatakan bukan miliknya. Gunakan email lain.",
        en: "The owner of this address said that this account is not theirs. Use another address.",
        zh: "该邮箱的持有人表示此账户与其无关，请使用其他邮箱。",
      },
    },
    EMAIL_SEND_LIMIT: {
      status: 429,
      field: "email",
      text: {
        id: "Hari ini sudah {max} email dicoba. Coba lagi dalam {retryInSeconds}.",
        en: "You have tried {max} addresses within a day. Try again in {retryInSeconds}.",
        zh: "一天内已尝试 {max} 个邮箱，请在 {retryInSeconds}后重试。",
      },
      data: v.object({ max: seconds, retryInSeconds: seconds, retryInHours: seconds }),
    },
  },
});

const notPending = {
  EMAIL_NOT_PENDING: {
    status: 409,
    text: {
      id: "Tidak ada email yang menunggu konfirmasi.",
      en: "No email address is waiting to be confirmed.",
      zh: "没有待确认的邮箱。",
    },
  },
} as const satisfies ProblemKinds;

export const resendEmail = defineCall({
  id: "resendEmail",
  method: "POST",
  path: "/api/email/resend",
  summary: "Mails a new code and a new link to the address waiting for confirmation.",
  policy: { who: "borrower" },
  input: nothing,
  output: sentVerification,
  problems: { ...caps, ...notPending },
});

export const verifyEmail = defineCall({
  id: "verifyEmail",
  method: "POST",
  path: "/api/email/verify",
  summary: "Proves the address by the code in the mail; it replaces the former one.",
  policy: { who: "borrower" },
  input: v.strictObject({ verificationId: uuid, code: verificationCode }),
  output: v.object({ verified: v.literal(true) }),
  problems: { ...proofProblems, ...holdProblems },
});

const linkStates = ["OPEN", "CONFIRMED", "NOT_MINE"] as const;
const emailLink = v.object({
  masked: v.string(),
  /** Last digits of the account's mobile number, so that its owner recognises it. */
  accountEnding: v.string(),
  state: v.picklist(linkStates),
});
export type EmailLink = v.InferOutput<typeof emailLink>;

const linkOver = {
  EMAIL_LINK_OVER: {
    status: 410,
    text: {
      id: "Tautan ini sudah tidak berlaku. Minta email baru dari aplikasi.",
      en: "This link has expired. Ask for a new mail in the app.",
      zh: "此链接已失效，请在应用中重新获取邮件。",
    },
  },
} as const satisfies ProblemKinds;

export const getEmailLink = defineCall({
  id: "getEmailLink",
  method: "GET",
  path: "/api/email/link",
  summary: "The subject of a mail's link: the address (masked) and the last two digits of the account's number.",
  policy: { who: "link", purpose: emailLinkPurpose },
  input: nothing,
  output: emailLink,
  problems: { ...linkOver },
});

export const answerEmailLink = defineCall({
  id: "answerEmailLink",
  method: "POST",
  path: "/api/email/link",
  summary:
    "The owner of the mailbox confirms the address, in any browser and without a login, or denies it; then this account may not add it again.",
  policy: { who: "link", purpose: emailLinkPurpose },
  input: v.strictObject({ answer: v.picklist(["CONFIRM", "NOT_MINE"], "CHOICE_INVALID") }),
  output: v.object({ state: v.picklist(["CONFIRMED", "NOT_MINE"]) }),
  problems: { ...linkOver, ...holdProblems },
});

const noAddress = {
  EMAIL_NONE: {
    status: 409,
    text: {
      id: "Akun Anda belum punya email yang terverifikasi.",
      en: "Your account has no verified email address.",
      zh: "您的账户没有已验证的邮箱。",
    },
  },
} as const satisfies ProblemKinds;

export const removeEmail = defineCall({
  id: "removeEmail",
  method: "POST",
  path: "/api/email/remove",
  summary: "Removes the address in force from the account.",
  policy: { who: "borrower", stepUp: "EMAIL" },
  input: nothing,
  output: v.object({ removed: v.literal(true) }),
  problems: { ...noAddress, ...holdProblems },
});

export const setMailing = defineCall({
  id: "setMailing",
  method: "POST",
  path: "/api/email/mailings",
  summary: "Turns a kind of mailing to the address in force off, or on again.",
  policy: { who: "borrower" },
  input: v.strictObject({ category: mailingCategory, on: v.boolean("CHOICE_INVALID") }),
  output: v.object({ category: mailingCategory, on: v.boolean() }),
  problems: { ...noAddress },
});

const token = v.pipe(v.string("ID_INVALID"), v.regex(/^[\w.-]{1,400}$/, "ID_INVALID"));
const unsubscribed = openShape("Unsubscribed", {
  /** The kind of the mail that contained the link. */
  category: mailingCategory,
  mailings: v.array(v.object({ category: mailingCategory, on: v.boolean() })),
});
const unknownToken = unknown("UNSUBSCRIBE_UNKNOWN", {
  id: "Tautan ini tidak dikenal. Salin seluruh tautan dari email.",
  en: "This link is not known. Copy the whole link from the mail.",
  zh: "无法识别此链接，请从邮件中复制完整链接。",
});

export const getUnsubscribe = defineCall({
  id: "getUnsubscribeChoice",
  method: "GET",
  path: "/api/email/unsubscribe/{token}",
  summary: "The subject of an unsubscribe link, and the mailings that the address gets now.",
  policy: { who: "anyone" },
  input: v.strictObject({ token }),
  output: unsubscribed,
  problems: { ...unknownToken },
});

export const unsubscribeEmail = defineCall({
  id: "unsubscribeEmail",
  method: "POST",
  path: "/api/email/unsubscribe/{token}",
  summary:
    "Stops a kind of mailing to the address of the link, by default the kind of its mail; needs no login and does not expire. Only the app can switch it on again.",
  policy: { who: "anyone" },
  input: v.strictObject({ token, category: v.optional(mailingCategory) }),
  output: unsubscribed,
  problems: { ...unknownToken },
});
