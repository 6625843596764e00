/** Login: register, log in, sessions, step-up, password, entry from a native app. */
import * as v from "valibot";
import { captchaProblems, noInput, unknown } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { cleanCode, typedSigns } from "#shared/fields/cleaning.ts";
import { idListQuery, listOf } from "#shared/fields/list.ts";
import { newPassword, typedPassword } from "#shared/fields/password.ts";
import { phone } from "#shared/fields/phone.ts";
import { captchaAnswer, captchaKey, uuid, verificationChannel, verificationCode } from "#shared/fields/verification.ts";
import { deviceTokenForm, uniqueDeviceIdForm } from "#shared/native-messages.ts";
import { safePage } from "#shared/safe-url.ts";
import { captchaNeeded, proofProblems } from "#features/account/verification/contract.ts";
import { shape } from "#shared/fields/shape.ts";

/** Both must be ticked before registering. // Spec 5, product decisions 2 */
export const agreementKeys = ["TERMS", "PRIVACY"] as const;
export type AgreementKey = (typeof agreementKeys)[number];
/** The published text that each of them agrees to, by its key. */
export const agreementTexts = { TERMS: "terms", PRIVACY: "privacy" } as const satisfies Record<AgreementKey, string>;
/** A one-time entry lives 60 seconds. // Product decisions 2 */
export const webviewCodeSeconds = 60;

const agreements = v.pipe(
  v.array(v.picklist(agreementKeys, "CHOICE_INVALID"), "AGREEMENT_NEEDED"),
  v.maxLength(agreementKeys.length, "CHOICE_INVALID"),
  v.check((ticked) => agreementKeys.every((key) => ticked.includes(key)), "AGREEMENT_NEEDED"),
);
const invitationCode = v.pipe(
  v.string("INVALID"),
  v.maxLength(40, "INVALID"),
  v.regex(typedSigns("A-Za-z0-9"), "INVALID"),
  v.transform(cleanCode),
  v.regex(/^[A-Za-z0-9]{4,20}$/, "INVALID"),
);
/** Keeps the login for 30 days idle and 90 in all instead of 30 minutes and 12 hours. // Product decisions 2 */
const rememberDevice = v.optional(v.boolean("INVALID"), false);

export const loggedIn = shape("LoggedIn", { userId: v.string(), isNew: v.boolean() });

export const loginProblems = {
  ACCOUNT_BLOCKED: {
    status: 423,
    text: {
      id: "Akun ini sedang dikunci. Hubungi layanan pelanggan.",
      en: "This account is locked. Please contact customer service.",
      zh: "此账户已被锁定，请联系客服。",
    },
  },
  ACCOUNT_FROZEN: {
    status: 423,
    text: {
      id: "Akun ini dibekukan demi keamanan. Di halaman “Buka akun yang dibekukan” Anda bisa meminta membukanya kembali.",
      en: "This account was frozen for its safety. You can ask for its release on the page “Release a frozen account”.",
      zh: "此账户已被安全冻结。请打开“账户已冻结”页面申请解冻。",
    },
  },
} as const satisfies ProblemKinds;
const replacedProblems = {
  /** Answered only after the number was proven: its account has another number now. `objectPath`: the page where its owner objects. */
  NUMBER_REPLACED: {
    status: 409,
    text: {
      id: "Nomor ini sudah diganti dengan nomor lain di akunnya pada {replacedOnText}. Bukan Anda yang menggantinya? Laporkan sekarang.",
      en: "This number was replaced by another one in its account on {replacedOnText}. Was it not you? Report it now.",
      zh: "该号码已于 {replacedOnText} 在其账户中被更换。若非您本人操作，请立即申报。",
    },
    data: v.object({ replacedOn: v.string(), replacedOnText: v.string(), objectPath: v.nullable(v.string()) }),
  },
} as const satisfies ProblemKinds;

const byCode = shape("LoginByCode", {
  mobileNumber: phone,
  verificationId: uuid,
  code: v.optional(verificationCode),
  agreements,
  invitationCode: v.optional(invitationCode),
  rememberDevice,
});

const confirmProblems = {
  /** After a long silence on an unknown device: the proof stays valid, and `/confirm-account` continues. // Spec account 2 */
  ACCOUNT_CONFIRM_NEEDED: {
    status: 409,
    text: {
      id: "Nomor ini lama tidak dipakai di sini. Konfirmasi dulu bahwa akun ini milik Anda.",
      en: "This number was not used here for a long time. First confirm that the account is yours.",
      zh: "此号码已长时间未在此使用，请先确认账户属于您。",
    },
  },
} as const satisfies ProblemKinds;

export const registerOrLogin = defineCall({
  id: "registerOrLogin",
  method: "POST",
  path: "/api/v2/user/union/registerOrLogin",
  summary: "Logs in by a proven number, and registers it when it is new. Sets the session's cookies.",
  policy: { who: "visitor" },
  vital: true,
  input: byCode,
  output: loggedIn,
  problems: { ...proofProblems, ...loginProblems, ...replacedProblems, ...confirmProblems },
});

const registerProblems = {
  ...proofProblems,
  ...replacedProblems,
  /** Answered only after the number was proven. */
  NUMBER_TAKEN: {
    status: 409,
    text: {
      id: "Nomor ini sudah terdaftar. Silakan masuk.",
      en: "This number is already registered. Please log in.",
      zh: "该号码已注册，请直接登录。",
    },
  },
} as const satisfies ProblemKinds;

export const register = defineCall({
  id: "register",
  method: "POST",
  path: "/api/v2/user/union/register",
  summary: "Registers a proven number that is new.",
  policy: { who: "visitor" },
  input: byCode,
  output: loggedIn,
  problems: registerProblems,
});

export const registerV1 = defineCall({
  id: "registerV1",
  method: "POST",
  path: "/api/user/union/register",
  summary: "The same as /api/v2/user/union/register.",
  policy: { who: "visitor" },
  input: byCode,
  output: loggedIn,
  problems: registerProblems,
});

export const login = defineCall({
  id: "login",
  method: "POST",
  path: "/api/v2/user/union/login",
  summary:
    "Logs in by a proven number, or by number and password. Sets the session's cookies. After 20 wrong passwords from a network in an hour, or when wrong passwords far outnumber right ones everywhere, a password from a device unknown to the number needs a captcha (CAPTCHA_NEEDED).",
  policy: { who: "visitor" },
  vital: true,
  input: v.pipe(
    v.strictObject({
      mobileNumber: phone,
      verificationId: v.optional(uuid),
      code: v.optional(verificationCode),
      password: v.optional(typedPassword),
      captchaKey: v.optional(captchaKey),
      captcha: v.optional(captchaAnswer),
      rememberDevice,
    }),
    v.forward(
      v.check((sent) => sent.verificationId !== undefined || sent.password !== undefined, "REQUIRED"),
      ["password"],
    ),
    v.metadata({ needed: "password" }),
    v.forward(
      v.check((sent) => sent.verificationId === undefined || sent.password === undefined, "INVALID"),
      ["password"],
    ),
  ),
  output: loggedIn,
  problems: {
    ...proofProblems,
    ...loginProblems,
    ...replacedProblems,
    ...confirmProblems,
    ...captchaProblems,
    CAPTCHA_NEEDED: captchaNeeded,
    /** The same for a wrong password, an unknown number and an account without a password. */
    LOGIN_WRONG: {
      status: 422,
      text: {
        id: "Nomor atau kata sandi salah. Anda juga bisa masuk dengan kode.",
        en: "The number or the password is wrong. You can also log in with a code.",
        zh: "手机号码或密码错误。您也可以使用验证码登录。",
      },
      data: v.object({ attemptsLeft: v.number() }),
    },
    LOGIN_ATTEMPTS: {
      status: 429,
      text: {
        id: "Terlalu banyak percobaan. Tunggu {retryInSeconds} atau masuk dengan kode.",
        en: "Too many attempts. Wait {retryInSeconds}, or log in with a code.",
        zh: "尝试次数过多。请等待 {retryInSeconds}，或使用验证码登录。",
      },
      data: v.object({ retryInSeconds: v.number() }),
    },
    /** Answered only after the number was proven. */
    ...unknown("NUMBER_UNKNOWN", {
      id: "Nomor ini belum terdaftar. Silakan daftar dulu.",
      en: "This number is not registered yet. Please register first.",
      zh: "该号码尚未注册，请先注册。",
    }),
  },
});

export const getSession = defineCall({
  id: "getSession",
  method: "GET",
  path: "/api/session",
  summary: "Whether the caller is logged in, and as which borrower.",
  policy: { who: "anyone" },
  input: noInput,
  output: v.strictObject({
    loggedIn: v.boolean(),
    /** The caller's login has ended: logged out on another device, or unused for too long. */
    hasEnded: v.boolean(),
    userId: v.nullable(v.string()),
    maskedMobileNumber: v.nullable(v.string()),
    hasPassword: v.boolean(),
  }),
  problems: {},
});

export const logout = defineCall({
  id: "logout",
  method: "POST",
  path: "/api/session/logout",
  summary: "Ends the session and its cookies; the device token stays.",
  policy: { who: "anyone" },
  vital: true,
  input: noInput,
  output: v.strictObject({ loggedOut: v.literal(true) }),
  problems: {},
});

export const sessionItem = v.strictObject({
  id: v.string(),
  /** The name of the browser or app. */
  device: v.string(),
  createdAt: instant,
  lastSeenAt: instant,
  isCurrent: v.boolean(),
});
export type SessionItem = v.InferOutput<typeof sessionItem>;

export const listSessions = defineCall({
  id: "listSessions",
  method: "GET",
  path: "/api/sessions",
  summary: "The borrower's live sessions, newest first.",
  policy: { who: "borrower", limited: ["CLOSING"] },
  input: v.strictObject(idListQuery),
  output: listOf(sessionItem),
  problems: {},
});

export const revokeSession = defineCall({
  id: "revokeSession",
  method: "POST",
  path: "/api/sessions/{sessionId}/revoke",
  summary: "Ends one of the borrower's other sessions.",
  policy: { who: "borrower", limited: ["CLOSING"] },
  vital: true,
  input: v.strictObject({ sessionId: uuid }),
  output: v.strictObject({ revoked: v.boolean() }),
  problems: {},
});

export const revokeOtherSessions = defineCall({
  id: "revokeOtherSessions",
  method: "POST",
  path: "/api/sessions/revokeOthers",
  summary: "Ends every session of the borrower but this one.",
  policy: { who: "borrower", limited: ["CLOSING"] },
  vital: true,
  input: noInput,
  output: v.strictObject({ revoked: v.literal(true) }),
  problems: {},
});

export const setPassword = defineCall({
  id: "setPassword",
  method: "POST",
  path: "/api/account/password",
  summary: "Sets or changes the login password after a SET_PASSWORD code; all other sessions end.",
  policy: { who: "borrower" },
  input: v.strictObject({ verificationId: uuid, code: v.optional(verificationCode), password: newPassword }),
  output: v.strictObject({ setAt: instant }),
  problems: { ...proofProblems },
});

const pagePath = v.pipe(
  v.string("PATH_INVALID"),
  v.check((path) => safePage(path) !== null, "PATH_INVALID"),
);

export const makeWebviewCode = defineCall({
  id: "makeWebviewCode",
  method: "POST",
  path: "/api/user/webviewCode",
  summary:
    "For native apps, with the session of their own client as a bearer token: an address that opens a web view as this borrower, once, within 60 seconds, on the same device token.",
  policy: { who: "host-app" },
  vital: true,
  input: v.strictObject({ path: pagePath }),
  output: v.strictObject({ url: v.string() }),
  problems: {},
  fieldProblems: {
    PATH_INVALID: {
      id: "Alamat harus halaman kami sendiri, misalnya /webview/home.",
      en: "The path must be a page of ours, such as /webview/home.",
      zh: "路径必须是本站页面，例如 /webview/home。",
    },
  },
});

const entryCode = v.pipe(v.string("REQUIRED"), v.maxLength(100, "INVALID"));
const entryProblems = {
  ENTRY_INVALID: {
    status: 410,
    text: {
      id: "Tautan masuk ini sudah tidak berlaku. Buka lagi halaman ini dari aplikasi.",
      en: "This entry is no longer valid. Open the page from the app again.",
      zh: "此入口已失效，请从应用中重新打开页面。",
    },
  },
} as const satisfies ProblemKinds;

/** Reads without a change: the borrower that an entry would log in, and whether another one is logged in now. */
export const readWebviewCode = defineCall({
  id: "readWebviewCode",
  method: "GET",
  path: "/api/session/webviewEntry",
  summary: "The borrower that a one-time entry would log in.",
  policy: { who: "anyone" },
  input: v.strictObject({ t: entryCode }),
  output: v.strictObject({ maskedMobileNumber: v.string(), replacesMaskedMobileNumber: v.nullable(v.string()) }),
  problems: entryProblems,
  internal: true,
});

export const enterWebview = defineCall({
  id: "enterWebview",
  method: "POST",
  path: "/api/session/webviewEntry",
  summary: "Exchanges a one-time entry for the web view's own session.",
  policy: { who: "visitor" },
  vital: true,
  input: v.strictObject({ t: entryCode }),
  output: v.strictObject({ path: v.string() }),
  problems: { ...entryProblems, ...loginProblems },
  internal: true,
});

/** Names the device of the app that embeds a page, as the bridge reports it; the page sends it, since an app has none of our cookies. */
export const nameAppDevice = defineCall({
  id: "nameAppDevice",
  method: "POST",
  path: "/api/user/device",
  summary:
    "Sets the device token that a native app gave its page. It replaces a label generated by the browser, unless the session began with that one; `taken` says whether it is the browser's label now.",
  policy: { who: "anyone" },
  limits: [{ counter: "app-device", by: "address", max: 600, seconds: 60 }],
  input: v.strictObject({
    deviceToken: v.pipe(v.string("INVALID"), v.regex(deviceTokenForm, "INVALID")),
    /** From iOS, once for each login; stored as a blind index. */
    uniqueDeviceId: v.optional(v.pipe(v.string("INVALID"), v.regex(uniqueDeviceIdForm, "INVALID"))),
  }),
  output: v.strictObject({ taken: v.boolean() }),
  problems: {},
});

/** The login form's first step: fields that must be valid before a code is requested. */
export const codeRequest = v.object({
  mobileNumber: phone,
  captcha: v.optional(captchaAnswer),
  channel: verificationChannel,
  agreeTerms: v.literal("on", "AGREEMENT_NEEDED"),
  agreePrivacy: v.literal("on", "AGREEMENT_NEEDED"),
});

/** The password step of the login page, where the password is needed. */
export const passwordRequest = v.object({
  mobileNumber: phone,
  password: typedPassword,
  captcha: v.optional(captchaAnswer),
});
