/** Signing in to the console by an account of the company (OpenID Connect). // docs/decisions/085 */
import * as v from "valibot";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { verificationCode } from "#shared/fields/verification.ts";

/** A sign-in at the company's provider must come back within this time. */
export const signOnMinutes = 10;
/** The authenticator's code must follow a proven company account within this time. */
export const secondFactorMinutes = 5;

/** Wrong codes of one member after the company account was proven. // Threat A8 */
export const secondFactorTries = {
  counter: "staff-second-factor",
  by: "staff member",
  max: 8,
  seconds: 900,
  after: "the company account is proven and is a member's",
} as const;
const ofAddress = { by: "address", max: 60, seconds: 900 } as const;

/** A page of the console; the screens check it. */
const next = v.pipe(v.string(), v.maxLength(500));

export const getStaffLoginWays = defineCall({
  internal: true,
  id: "getStaffLoginWays",
  method: "GET",
  path: "/api/staff/login/ways",
  summary: "How staff can log in here, besides address, password and code.",
  policy: { who: "anyone" },
  input: v.strictObject({}),
  output: v.object({ companyAccount: v.boolean(), passkeys: v.boolean() }),
  problems: {},
});

const offered = {
  SIGN_ON_NOT_OFFERED: {
    status: 404,
    text: {
      id: "Masuk dengan akun perusahaan tidak tersedia di sini.",
      en: "Logging in with a company account is not offered here.",
      zh: "此处不支持使用公司账户登录。",
    },
  },
  SIGN_ON_AWAY: {
    status: 503,
    text: {
      id: "Layanan akun perusahaan sedang tidak menjawab. Coba lagi, atau masuk dengan kata sandi dan kode.",
      en: "The company account service is not answering. Try again, or log in with your password and code.",
      zh: "公司账户服务暂无响应。请重试，或使用密码和验证码登录。",
    },
  },
} as const satisfies ProblemKinds;

export const beginStaffSignOn = defineCall({
  internal: true,
  id: "beginStaffSignOn",
  method: "POST",
  path: "/api/staff/sign-on/begin",
  summary:
    "Begins a login by company account: the provider's page to which the browser goes. Sets a cookie for the way back.",
  policy: { who: "anyone" },
  vital: true,
  limits: [{ counter: "staff-sign-on-begin", ...ofAddress }],
  input: v.strictObject({ next }),
  output: v.object({ address: v.string() }),
  problems: offered,
});

const over = {
  SIGN_ON_OVER: {
    status: 410,
    text: {
      id: "Proses masuk ini sudah selesai, kedaluwarsa, atau dimulai di browser lain. Mulai lagi.",
      en: "This login is finished, has expired or was started in another browser. Start again.",
      zh: "此次登录已完成、已过期或在其他浏览器中发起。请重新开始。",
    },
  },
  STAFF_DISABLED: {
    status: 403,
    text: {
      id: "Akun konsol Anda dinonaktifkan. Hubungi admin bila ini keliru.",
      en: "Your console account is disabled. Contact an admin if this is a mistake.",
      zh: "您的控制台账户已停用。如有误，请联系管理员。",
    },
  },
} as const satisfies ProblemKinds;

export const finishStaffSignOn = defineCall({
  internal: true,
  id: "finishStaffSignOn",
  method: "POST",
  path: "/api/staff/sign-on/finish",
  summary:
    "Ends a login by company account with the provider's answer. Sets the console's cookie, unless the authenticator's code must follow.",
  policy: { who: "anyone" },
  vital: true,
  limits: [{ counter: "staff-sign-on", ...ofAddress }],
  /** `answer`: the query with which the provider sent the browser back. */
  input: v.strictObject({ answer: v.pipe(v.string("REQUIRED"), v.nonEmpty("REQUIRED"), v.maxLength(4000)) }),
  output: v.object({
    /** Null until the authenticator's code was typed. */
    staffId: v.nullable(v.string()),
    needsCode: v.boolean(),
    /** The page that was asked for. */
    next: v.string(),
  }),
  problems: {
    ...offered,
    ...over,
    SIGN_ON_REFUSED: {
      status: 401,
      text: {
        id: "Layanan akun perusahaan tidak mengizinkan proses masuk ini. Mulai lagi, atau tanyakan kepada admin.",
        en: "The company account service did not allow this login. Start again, or ask an admin.",
        zh: "公司账户服务未允许此次登录。请重新开始，或咨询管理员。",
      },
    },
    STAFF_UNKNOWN: {
      status: 403,
      text: {
        id: "Akun perusahaan Anda dikenali, tetapi belum punya akun konsol. Minta admin mengundang alamat email itu.",
        en: "Your company account is recognised, but it has no console account. Ask an admin to invite that email address.",
        zh: "已识别您的公司账户，但该账户没有控制台账户。请管理员邀请该邮箱地址。",
      },
    },
    STAFF_NOT_JOINED: {
      status: 403,
      text: {
        id: "Undangan Anda belum dipakai. Buka tautan undangan itu dulu, lalu masuk dengan akun perusahaan.",
        en: "Your invitation has not been used. Open its link first, then log in with your company account.",
        zh: "您的邀请尚未使用。请先打开邀请链接，然后使用公司账户登录。",
      },
    },
    STAFF_OTHER_ACCOUNT: {
      status: 403,
      text: {
        id: "Akun konsol dengan email ini terhubung dengan akun perusahaan lain. Minta admin mengundang Anda ulang.",
        en: "The console account with this email belongs to another company account. Ask an admin to invite you again.",
        zh: "该邮箱的控制台账户已关联其他公司账户。请管理员重新邀请您。",
      },
    },
    STAFF_NO_ROLE: {
      status: 403,
      text: {
        id: "Akun perusahaan Anda tidak ada dalam grup yang boleh memakai konsol. Hubungi pengelola akun perusahaan.",
        en: "Your company account is in no group that may use the console. Contact the people who manage company accounts.",
        zh: "您的公司账户不在任何可使用控制台的组中。请联系公司账户管理人员。",
      },
    },
  },
});

export const proveStaffSecondFactor = defineCall({
  internal: true,
  id: "proveStaffSecondFactor",
  method: "POST",
  path: "/api/staff/sign-on/code",
  summary: "Adds the authenticator's code to a proven company account. Sets the console's cookie.",
  policy: { who: "anyone" },
  vital: true,
  limits: [{ counter: "staff-sign-on-code", ...ofAddress }, secondFactorTries],
  input: v.strictObject({ code: verificationCode }),
  output: v.object({ staffId: v.string(), next: v.string() }),
  problems: {
    ...over,
    SECOND_FACTOR_WRONG: {
      status: 422,
      field: "code",
      text: {
        id: "Kode autentikator salah atau sudah dipakai. Tunggu kode berikutnya.",
        en: "The authenticator's code is wrong or was used. Wait for the next code.",
        zh: "身份验证器验证码有误或已使用。请等待下一个验证码。",
      },
    },
  },
});
