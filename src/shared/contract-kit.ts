/** Common parts of contracts: no input, nothing found, a reason, a captcha. */
import * as v from "valibot";
import { cookieProblems } from "#shared/cookie-problems.ts";
import { freeText } from "#shared/fields/free-text.ts";
import type { ProblemKind, ProblemKinds } from "#shared/contract.ts";
import type { Text } from "#shared/texts.ts";

/** The input of a call that takes none. */
export const noInput = v.strictObject({});

/** The refusal of a call that names something unknown, or something that is not the caller's: the caller cannot tell which. */
export const unknown = <const Code extends `${string}_UNKNOWN`>(
  code: Code,
  text: Text,
): Readonly<Record<Code, { status: 404; text: Text }>> =>
  ({ [code]: { status: 404, text } satisfies ProblemKind }) as Record<Code, { status: 404; text: Text }>;

/** A reason that another person can judge later; it is stored in the audit trail. */
export const reason = v.pipe(freeText(500), v.minLength(10, "REASON_SHORT"));
export const reasonProblems = {
  REASON_SHORT: {
    id: "Tulis alasannya, paling sedikit 10 karakter.",
    en: "Give the reason in at least 10 characters.",
    zh: "请填写原因，至少 10 个字符。",
  },
} as const;

/** The reason for handling money by hand: short, because it is shown in proposals. */
export const moneyReason = v.pipe(
  v.string("REQUIRED"),
  v.trim(),
  v.minLength(10, "REASON_TOO_SHORT"),
  v.maxLength(300, "REASON_TOO_LONG"),
);
export const moneyReasonProblems = {
  REASON_TOO_SHORT: {
    id: "Tulis alasan paling sedikit 10 karakter.",
    en: "Give a reason of at least 10 characters.",
    zh: "原因至少 10 个字符。",
  },
  REASON_TOO_LONG: {
    id: "Alasan paling banyak 300 karakter.",
    en: "Keep the reason within 300 characters.",
    zh: "原因最多 300 个字符。",
  },
} as const;

/** Problems of a call with a captcha. An answer is wrong, used before, too old or for another session: every captcha works once. */
export const captchaProblems = {
  ...cookieProblems,
  CAPTCHA_WRONG: {
    status: 422,
    field: "captcha",
    text: {
      id: "Jawaban gambar belum cocok. Coba gambar yang baru.",
      en: "The captcha answer does not match. Try the new one.",
      zh: "图片验证码不正确。请输入新的图片验证码。",
    },
  },
} as const satisfies ProblemKinds;
