/** Passkeys of staff (WebAuthn): logging in by one, and a member's own. // docs/decisions/085 */
import * as v from "valibot";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { uuid, verificationCode } from "#shared/fields/verification.ts";

/** The authenticator must answer a challenge within this time. */
export const challengeMinutes = 5;
export const maxPasskeys = 10;

const none = v.strictObject({});
const base64url = v.pipe(v.string(), v.regex(/^[\w-]{1,8000}$/));

/** The browser's answer as JSON: the `toJSON` of a PublicKeyCredential, without what the server does not read. */
const credential = v.pipe(
  v.string("REQUIRED"),
  v.nonEmpty("REQUIRED"),
  v.maxLength(12_000),
  v.description("JSON of the browser's PublicKeyCredential, binary fields in base64url."),
  v.check((text) => v.is(credentialShape, parsed(text)), "PASSKEY_UNREADABLE"),
);
export const credentialShape = v.strictObject({
  id: base64url,
  rawId: base64url,
  type: v.literal("public-key"),
  clientExtensionResults: v.strictObject({}),
  response: v.strictObject({
    clientDataJSON: base64url,
    /** A new key has these two. */
    attestationObject: v.optional(base64url),
    transports: v.optional(v.pipe(v.array(v.pipe(v.string(), v.regex(/^[\w-]{1,30}$/))), v.maxLength(10))),
    /** A login has these three. */
    authenticatorData: v.optional(base64url),
    signature: v.optional(base64url),
    userHandle: v.optional(base64url),
  }),
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const fieldProblems = {
  PASSKEY_UNREADABLE: {
    id: "Jawaban kunci sandi tidak terbaca. Coba lagi.",
    en: "The passkey's answer cannot be read. Try again.",
    zh: "无法读取通行密钥的响应，请重试。",
  },
  PASSKEY_NAME: {
    id: "Nama kunci 1 sampai 40 karakter.",
    en: "A key's name has 1 to 40 characters.",
    zh: "密钥名称为 1 至 40 个字符。",
  },
} as const;

const offered = {
  PASSKEYS_NOT_OFFERED: {
    status: 404,
    text: {
      id: "Kunci sandi tidak tersedia di alamat ini. Masuk dengan kata sandi dan kode.",
      en: "Passkeys are not offered at this address. Log in with your password and code.",
      zh: "此地址不支持通行密钥。请使用密码和验证码登录。",
    },
  },
} as const satisfies ProblemKinds;
const over = {
  PASSKEY_OVER: {
    status: 410,
    text: {
      id: "Permintaan kunci sandi ini sudah dipakai atau kedaluwarsa. Mulai lagi.",
      en: "This passkey request was used or has expired. Start again.",
      zh: "此通行密钥请求已使用或已过期。请重新开始。",
    },
  },
} as const satisfies ProblemKinds;
const ofAddress = { by: "address", max: 60, seconds: 900 } as const;

/** `options`: JSON for the browser's `navigator.credentials`, binary fields in base64url. */
const options = v.object({ options: v.string() });

export const beginPasskeyLogin = defineCall({
  internal: true,
  id: "beginStaffPasskeyLogin",
  method: "POST",
  path: "/api/staff/passkey-login/begin",
  summary: "A challenge for a login by passkey, good once, for five minutes.",
  policy: { who: "anyone" },
  vital: true,
  limits: [{ counter: "staff-passkey-begin", ...ofAddress }],
  input: none,
  output: options,
  problems: offered,
});

export const passkeyLogin = defineCall({
  internal: true,
  id: "loginStaffByPasskey",
  method: "POST",
  path: "/api/staff/passkey-login",
  summary: "Logs a staff member in by a passkey that has verified its user. Sets the console's cookie.",
  policy: { who: "anyone" },
  vital: true,
  limits: [{ counter: "staff-passkey-login", ...ofAddress }],
  input: v.strictObject({ credential }),
  output: v.object({ staffId: v.string() }),
  problems: {
    ...offered,
    ...over,
    /** One answer for an unknown, removed or copied key, a wrong signature and a disabled account. */
    PASSKEY_WRONG: {
      status: 401,
      text: {
        id: "Kunci sandi ini tidak membuka konsol. Masuk dengan kata sandi dan kode.",
        en: "This passkey does not open the console. Log in with your password and code.",
        zh: "此通行密钥无法打开控制台。请使用密码和验证码登录。",
      },
    },
  },
  fieldProblems,
});

const own = { who: "staff", permission: "console.enter" } as const;
const passkey = v.object({
  passkeyId: v.string(),
  name: v.string(),
  createdAt: instant,
  lastUsedAt: v.nullable(instant),
  /** A copy of it was used: it opens nothing any more. */
  isCopied: v.boolean(),
});
const name = v.pipe(
  v.string("REQUIRED"),
  v.trim(),
  v.nonEmpty("REQUIRED"),
  v.maxLength(40, "PASSKEY_NAME"),
  v.regex(/^[^<>\p{C}]+$/u, "PASSKEY_NAME"),
);
const notFound = {
  PASSKEY_NOT_FOUND: {
    status: 404,
    text: { id: "Kunci sandi ini tidak ada lagi.", en: "This passkey is gone.", zh: "此通行密钥已不存在。" },
  },
} as const satisfies ProblemKinds;

export const listOwnPasskeys = defineCall({
  internal: true,
  id: "listOwnStaffPasskeys",
  method: "GET",
  path: "/api/staff/passkeys",
  summary: "The passkeys of the staff member who asks, at most ten.",
  policy: own,
  input: none,
  output: v.object({ isOffered: v.boolean(), items: v.array(passkey), nextCursor: v.null() }),
  problems: {},
});

/** Wrong codes before a new key. // Threat A8 */
const newKeyTries = { counter: "staff-passkey-new", by: "staff", max: 8, seconds: 900 } as const;

export const beginPasskey = defineCall({
  internal: true,
  id: "beginStaffPasskey",
  method: "POST",
  path: "/api/staff/passkeys/begin",
  summary: "A challenge for a new passkey, after the authenticator's code; good once, for five minutes.",
  policy: own,
  limits: [newKeyTries],
  input: v.strictObject({ code: verificationCode }),
  output: options,
  problems: {
    ...offered,
    PASSKEY_CODE_WRONG: {
      status: 422,
      field: "code",
      text: {
        id: "Kode autentikator salah atau sudah dipakai. Tunggu kode berikutnya.",
        en: "The authenticator's code is wrong or was used. Wait for the next code.",
        zh: "身份验证器验证码有误或已使用。请等待下一个验证码。",
      },
    },
    PASSKEYS_FULL: {
      status: 409,
      text: {
        id: `Anda sudah punya ${maxPasskeys} kunci sandi. Hapus satu dulu.`,
        en: `You already have ${maxPasskeys} passkeys. Remove one first.`,
        zh: `您已有 ${maxPasskeys} 个通行密钥。请先删除一个。`,
      },
    },
  },
});

export const addPasskey = defineCall({
  internal: true,
  id: "addStaffPasskey",
  method: "POST",
  path: "/api/staff/passkeys",
  summary: "Adds a passkey that answers the challenge, under a name of the member's own.",
  policy: own,
  input: v.strictObject({ name, credential }),
  output: passkey,
  problems: {
    ...offered,
    ...over,
    PASSKEY_REFUSED: {
      status: 422,
      text: {
        id: "Kunci sandi ini tidak bisa dipakai: ia harus memeriksa pemakainya dan dibuat di alamat ini.",
        en: "This passkey cannot be used: it must verify its user and be made at this address.",
        zh: "无法使用此通行密钥：它必须验证用户身份并在此地址创建。",
      },
    },
    PASSKEY_KNOWN: {
      status: 409,
      text: {
        id: "Kunci sandi ini sudah terdaftar.",
        en: "This passkey is registered already.",
        zh: "此通行密钥已注册。",
      },
    },
  },
  fieldProblems,
});

export const renamePasskey = defineCall({
  internal: true,
  id: "renameStaffPasskey",
  method: "POST",
  path: "/api/staff/passkeys/{passkeyId}/name",
  summary: "Gives a passkey of one's own another name.",
  policy: own,
  input: v.strictObject({ passkeyId: uuid, name }),
  output: passkey,
  problems: notFound,
  fieldProblems,
});

export const removePasskey = defineCall({
  internal: true,
  id: "removeStaffPasskey",
  method: "POST",
  path: "/api/staff/passkeys/{passkeyId}/remove",
  summary: "Removes a passkey of one's own: it opens nothing from now on.",
  policy: own,
  vital: true,
  input: v.strictObject({ passkeyId: uuid }),
  output: v.object({ passkeyId: v.string() }),
  problems: notFound,
});
