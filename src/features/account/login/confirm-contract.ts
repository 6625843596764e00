/** A number may have been resold: a person who logs in after a long silence on an unknown device confirms whose account it is. // Spec account 2 */
import * as v from "valibot";
import { proofProblems } from "#features/account/verification/contract.ts";
import { noInput } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { businessDate } from "#shared/fields/date.ts";
import { nikEnding } from "#shared/fields/nik.ts";
import { uuid } from "#shared/fields/verification.ts";
import { loginProblems, loggedIn } from "./contract.ts";

/** Days without a login after which a strange device has to confirm. // Spec account 2 */
export const silentDays = 90;
/** Tries to confirm an account. // Spec account 2 */
export const confirmations = {
  counter: "confirm-account",
  by: "account",
  max: 3,
  seconds: 86_400,
  after: "the account behind the proven number is known",
} as const;
/** Hours for which an owner can object before the number is set free. // Spec account 2 */
export const releaseHours = 72;

const notNeeded = {
  CONFIRM_NOT_NEEDED: {
    status: 409,
    text: {
      id: "Tidak ada yang perlu dikonfirmasi. Silakan masuk.",
      en: "There is nothing to confirm. Please log in.",
      zh: "无需确认，请直接登录。",
    },
  },
} as const satisfies ProblemKinds;

export const getConfirming = defineCall({
  id: "getAccountConfirmation",
  method: "GET",
  path: "/api/session/confirm",
  summary:
    "Whether the number that this session has proven by a LOGIN code needs confirmation, and when it is released. Reveals nothing about the account.",
  policy: { who: "visitor" },
  input: noInput,
  output: v.object({
    verificationId: v.string(),
    /** The caller said that the number is new to them: it is released at this time. */
    releaseAt: v.nullable(instant),
  }),
  problems: { ...notNeeded, VERIFICATION_NEEDED: proofProblems.VERIFICATION_NEEDED },
});

export const confirmAccount = defineCall({
  id: "confirmAccount",
  method: "POST",
  path: "/api/session/confirm",
  summary:
    "Logs in after a long silence on an unknown device: birth date and the last four digits of the NIK, three tries a day.",
  policy: { who: "visitor" },
  vital: true,
  limits: [confirmations],
  input: v.strictObject({
    verificationId: uuid,
    birthDate: businessDate,
    nikEnding,
  }),
  output: loggedIn,
  problems: {
    // An earlier call proved the code.
    VERIFICATION_NEEDED: proofProblems.VERIFICATION_NEEDED,
    ...loginProblems,
    ...notNeeded,
    CONFIRM_WRONG: {
      status: 422,
      text: {
        id: "Tanggal lahir atau NIK tidak cocok dengan akun ini. Anda punya 3 kesempatan sehari.",
        en: "Birth date or NIK do not match this account. You have 3 tries a day.",
        zh: "出生日期或 NIK 与此账户不符。每天可尝试 3 次。",
      },
    },
  },
  fieldProblems: {
    NIK_ENDING: {
      id: "Tulis 4 angka terakhir NIK Anda.",
      en: "Enter the last 4 digits of your NIK.",
      zh: "请填写 NIK 后四位。",
    },
  },
});

export const disownNumber = defineCall({
  id: "disownNumber",
  method: "POST",
  path: "/api/session/confirm/new-number",
  summary:
    "A person who has proven the number declares that it is new to them: it is released after 72 hours without an objection, at once when the account has no identity.",
  policy: { who: "visitor" },
  vital: true,
  input: v.strictObject({ verificationId: uuid }),
  output: v.object({
    /** Null: the number is free now. */
    releaseAt: v.nullable(instant),
  }),
  problems: { VERIFICATION_NEEDED: proofProblems.VERIFICATION_NEEDED, ...notNeeded },
});
