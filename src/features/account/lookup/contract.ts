/** Look-ups: a register's data about the borrower, requested once by the borrower's own choice. */
import * as v from "valibot";
import { noInput, unknown } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { cleanLine, typedSigns } from "#shared/fields/cleaning.ts";
import { email } from "#shared/fields/email.ts";
import { npwp } from "#shared/fields/npwp.ts";
import { typedPassword } from "#shared/fields/password.ts";
import { phone } from "#shared/fields/phone.ts";
import { ticked, uuid, verificationCode } from "#shared/fields/verification.ts";
import { defineTexts } from "#shared/texts.ts";
import { openShape } from "#shared/fields/shape.ts";
import { lookupFacts } from "#shared/outside-reads.ts";

export const lookupKinds = ["NPWP", "BPJS", "OPERATOR", "EDUCATION"] as const;
export type LookupKind = (typeof lookupKinds)[number];
const lookupKind = v.picklist(lookupKinds, "CHOICE_INVALID");

/** Converts between `NPWP` and `npwp`, the form used in the screen's address. */
export const pathOfLookup = (kind: LookupKind): `/webview/spider/${string}` => `/webview/spider/${kind.toLowerCase()}`;

export const lookupStates = [
  "CONSENTED",
  "ASKING",
  "CODE_NEEDED",
  "FOUND",
  "NOT_FOUND",
  "REFUSED",
  "NOT_YOURS",
  "UNAVAILABLE",
  "EXPIRED",
  "REMOVED",
] as const;
export type LookupState = (typeof lookupStates)[number];

export type LookupFact = (typeof lookupFacts)[LookupKind][number];

export const factNames: readonly LookupFact[] = [...new Set(Object.values(lookupFacts).flat())];
/** Abbreviations that registers use in a fact, with `_` for a space; shown in words. */
export const registerWords = ["AKTIF", "TIDAK_AKTIF", "NONAKTIF", "PRABAYAR", "PASCABAYAR"] as const;

/** Spec account 7: look-ups per day, and refused passwords or codes per kind and day. */
export const maxLookupsADay = 5;
export const maxLookupRefusalsADay = 3;
/** Minutes for which a register that does not answer is asked for the result. // Spec account 1 */
export const askMinutes = 10;
/** Spec account 7: days for which a result counts. */
export const foundDays = 90;

export const lookupFieldTexts = defineTexts({
  STUDENT_NUMBER_FORMAT: {
    id: "Tulis NIM: 3–30 huruf, angka, titik, garis miring, atau tanda hubung.",
    en: "Enter the student number: 3 to 30 letters, digits, full stops, slashes or hyphens.",
    zh: "请填写学号：3 至 30 个字母、数字、句点、斜杠或连字符。",
  },
  INSTITUTION_LENGTH: {
    id: "Tulis nama sekolah atau kampus, 3–100 karakter.",
    en: "Enter the school's or university's name, 3 to 100 characters.",
    zh: "请填写学校名称，3 至 100 个字符。",
  },
  YEAR_FORMAT: {
    id: "Tulis tahun lulus dengan 4 angka, mulai 1950.",
    en: "Enter the year of graduation in 4 digits, from 1950 on.",
    zh: "请填写四位数的毕业年份，不早于 1950 年。",
  },
});

const studentNumber = v.pipe(
  v.string("STUDENT_NUMBER_FORMAT"),
  v.nonEmpty("REQUIRED"),
  v.maxLength(60, "STUDENT_NUMBER_FORMAT"),
  v.regex(typedSigns(String.raw`A-Za-z0-9.\/`), "STUDENT_NUMBER_FORMAT"),
  v.transform(cleanLine),
  v.regex(/^[A-Za-z0-9./-]{3,30}$/, "STUDENT_NUMBER_FORMAT"),
);
const institution = v.pipe(
  v.string("INSTITUTION_LENGTH"),
  v.nonEmpty("REQUIRED"),
  v.minLength(3, "INSTITUTION_LENGTH"),
  v.maxLength(100, "INSTITUTION_LENGTH"),
  v.transform(cleanLine),
  v.minLength(3, "INSTITUTION_LENGTH"),
);
const year = v.pipe(
  v.number("YEAR_FORMAT"),
  v.integer("YEAR_FORMAT"),
  v.minValue(1950, "YEAR_FORMAT"),
  v.maxValue(2100, "YEAR_FORMAT"),
);

/** Made by the form before it is sent, so that a repeated form asks the register once. */
const requestId = v.optional(uuid);

/** Input for each register. // Spec account 7, spec 5 (NPWP and its password) */
const lookupInputs = {
  NPWP: v.strictObject({ account: npwp, credential: typedPassword, consent: ticked, requestId }),
  BPJS: v.strictObject({ account: email, credential: typedPassword, consent: ticked, requestId }),
  /** Only the borrower's own number; if omitted, the account's number. */
  OPERATOR: v.strictObject({ account: v.optional(phone), consent: ticked, requestId }),
  EDUCATION: v.strictObject({ account: studentNumber, institution, year, consent: ticked, requestId }),
} as const satisfies Record<LookupKind, v.GenericSchema>;

/** Validates the input by the register's own rules, and normalises it for sending. */
const byKind = v.rawTransform<StartInput, StartInput>(({ dataset: { value }, addIssue, NEVER }) => {
  const { kind, ...typed } = value;
  const parsed = v.safeParse(lookupInputs[kind] as v.GenericSchema<unknown, Omit<StartInput, "kind">>, typed);
  if (parsed.success) return { kind, ...parsed.output };
  for (const issue of parsed.issues) {
    const key = String(issue.path?.[0]?.key ?? "account");
    const { message, received, expected } = issue;
    addIssue({
      message: received === "undefined" ? "REQUIRED" : expected === "never" ? "UNKNOWN_FIELD" : message,
      path: [{ type: "object", origin: "value", input: value as unknown as Record<string, unknown>, key, value: null }],
    });
  }
  return NEVER;
});
interface StartInput {
  kind: LookupKind;
  account?: string | undefined;
  credential?: string | undefined;
  institution?: string | undefined;
  year?: number | undefined;
  consent: true | "on" | "true";
  requestId?: string | undefined;
}

export const lookupView = openShape("Lookup", {
  lookupId: v.string(),
  kind: v.picklist(lookupKinds),
  state: v.picklist(lookupStates),
  askedAt: instant,
  /** CODE_NEEDED: deadline for entering the code. */
  codeUntil: v.nullable(instant),
  /** CONSENTED: the password was refused; deadline for another try under the same consent. */
  retryUntil: v.nullable(instant),
  /** FOUND: the register's facts. */
  facts: v.array(v.object({ name: v.picklist(factNames), value: v.string() })),
  foundAt: v.nullable(instant),
  /** FOUND: until when it counts. */
  endsAt: v.nullable(instant),
});
export type LookupView = v.InferOutput<typeof lookupView>;

export const listLookups = defineCall({
  id: "listLookups",
  method: "GET",
  path: "/api/lookup",
  summary: "The newest look-up of each kind, and how many tries are left today.",
  policy: { who: "borrower" },
  input: noInput,
  output: v.object({
    items: v.array(
      v.object({
        kind: v.picklist(lookupKinds),
        /** Refused passwords and codes that are left today. */
        attemptsLeft: v.number(),
        lookup: v.nullable(lookupView),
      }),
    ),
    /** Look-ups that are left today, of all kinds together. */
    leftToday: v.number(),
    /** The card's data was given; without it nothing can be compared. */
    identityGiven: v.boolean(),
    /** `0812••••7890`: the number about which the operator is asked. */
    ownNumber: v.string(),
    foundDays: v.number(),
  }),
  problems: {},
});

const lookupUnknown = unknown("LOOKUP_UNKNOWN", {
  id: "Pencarian ini sudah tidak ada.",
  en: "This look-up is no longer there.",
  zh: "该查询已不存在。",
});
const attempts = v.object({ attemptsLeft: v.number() });
const registerProblems = {
  LOOKUP_UNAVAILABLE: {
    status: 503,
    text: {
      id: "Layanan ini sedang tidak menjawab. Tidak ada yang disimpan; coba lagi nanti, atau lewati.",
      en: "This service is not answering right now. Nothing was stored; try again later, or skip it.",
      zh: "该服务暂时无响应，未保存任何内容。请稍后再试，或跳过。",
    },
  },
} as const;

export const startLookup = defineCall({
  id: "startLookup",
  method: "POST",
  path: "/api/lookup/{kind}",
  summary:
    "Asks a register about the borrower, with consent. The credential is used for this one request and stored nowhere; the same `requestId` asks once.",
  policy: { who: "borrower" },
  input: v.pipe(
    v.strictObject({
      kind: lookupKind,
      account: v.optional(v.pipe(v.string(), v.maxLength(254, "TOO_LONG"))),
      credential: v.optional(v.pipe(v.string(), v.maxLength(200, "TOO_LONG"), v.metadata({ format: "password" }))),
      institution: v.optional(v.pipe(v.string(), v.maxLength(200, "TOO_LONG"))),
      year: v.optional(v.number("YEAR_FORMAT")),
      consent: ticked,
      requestId,
    }),
    byKind,
  ),
  output: lookupView,
  problems: {
    IDENTITY_NEEDED: {
      status: 409,
      text: {
        id: "Isi data KTP dulu, agar nama pada catatan bisa dicocokkan.",
        en: "Fill in your KTP's data first, so that the record's name can be compared.",
        zh: "请先填写身份证信息，以便核对记录上的姓名。",
      },
    },
    NUMBER_NOT_OWN: {
      status: 422,
      field: "account",
      text: {
        id: "Hanya nomor ponsel akun ini yang bisa diperiksa.",
        en: "Only this account's own mobile number can be looked up.",
        zh: "仅可查询本账户的手机号。",
      },
    },
    LOOKUP_REFUSED: {
      status: 422,
      field: "credential",
      text: {
        id: "Nomor akun atau kata sandi salah. Sisa percobaan hari ini: {attemptsLeft}.",
        en: "The account or the password is wrong. Tries left today: {attemptsLeft}.",
        zh: "账号或密码错误。今日剩余次数：{attemptsLeft}。",
      },
      data: attempts,
    },
    LOOKUP_LIMIT: {
      status: 429,
      text: {
        id: "Anda sudah mencari {max} kali hari ini. Coba lagi besok; pengajuan tetap bisa tanpa ini.",
        en: "You have looked up {max} times today. Try again tomorrow; you can apply without it.",
        zh: "您今日已查询 {max} 次，请明天再试。没有此项也可申请。",
      },
      data: v.object({ max: v.number() }),
    },
    ...registerProblems,
  },
  fieldProblems: lookupFieldTexts,
});

/** The same call with one register's own rules, for that register's form. */
export const startLookupOf = {
  NPWP: { ...startLookup, input: lookupInputs.NPWP },
  BPJS: { ...startLookup, input: lookupInputs.BPJS },
  OPERATOR: { ...startLookup, input: lookupInputs.OPERATOR },
  EDUCATION: { ...startLookup, input: lookupInputs.EDUCATION },
};

export const answerLookupCode = defineCall({
  id: "answerLookupCode",
  method: "POST",
  path: "/api/lookup/{kind}/code",
  summary: "Passes on the code that the register sent to the borrower.",
  policy: { who: "borrower" },
  input: v.strictObject({ kind: lookupKind, lookupId: uuid, code: verificationCode }),
  output: lookupView,
  problems: {
    ...lookupUnknown,
    LOOKUP_REFUSED: {
      status: 422,
      field: "code",
      text: {
        id: "Kode ini salah. Sisa percobaan hari ini: {attemptsLeft}.",
        en: "This code is wrong. Tries left today: {attemptsLeft}.",
        zh: "验证码错误。今日剩余次数：{attemptsLeft}。",
      },
      data: attempts,
    },
    LOOKUP_OVER: {
      status: 409,
      text: {
        id: "Pencarian ini tidak menunggu kode lagi.",
        en: "This look-up is no longer waiting for a code.",
        zh: "该查询已不再等待验证码。",
      },
    },
    ...registerProblems,
  },
});

export const getLookup = defineCall({
  id: "getLookup",
  method: "GET",
  path: "/api/lookup/{lookupId}",
  summary: "One look-up of the borrower, for polling.",
  policy: { who: "borrower" },
  input: v.strictObject({ lookupId: uuid }),
  output: lookupView,
  problems: lookupUnknown,
});

export const removeLookup = defineCall({
  id: "removeLookup",
  method: "POST",
  path: "/api/lookup/{kind}/remove",
  summary: "Ends the pending or active look-up of this kind: its result is destroyed, the consent is withdrawn.",
  policy: { who: "borrower" },
  vital: true,
  input: v.strictObject({ kind: lookupKind }),
  output: v.object({ removed: v.boolean() }),
  problems: {},
});
