/** Security of an account: what happened to it, and the hours in which nothing of value leaves it. */
import * as v from "valibot";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";

/** Hours in which nothing of value leaves an account whose number or owner changed. // Spec account 2, threat D1 */
export const holdHours = 72;
/** Days in which a notice's link can be objected by. // Spec account 1 */
export const contestDays = 14;
/** Purpose of the signed link that every security notice carries. */
export const contestPurpose = "CONTEST";

/** What an owner hears of. A closed list; what is kept names its kind, so that none is renamed. // Spec account 2 */
export const securityEventKinds = [
  "LOGIN_UNKNOWN_DEVICE",
  "PASSWORD_CHANGED",
  "EMAIL_CHANGE_ASKED",
  "EMAIL_CHANGED",
  "EMAIL_REMOVED",
  "NUMBER_CHANGE_ASKED",
  "NUMBER_CHANGED",
  "NUMBER_RECOVERY_ASKED",
  "NUMBER_RECOVERED",
  "BANK_ACCOUNT_ADDED",
  "BANK_ACCOUNT_CHOSEN",
  "BANK_ACCOUNT_REMOVED",
  "ACCOUNT_LINKED",
  "MERGE_ASKED",
  "ACCOUNT_MERGED",
  "CLOSURE_ASKED",
  "EXPORT_MADE",
  "EXPORT_OPENED",
  "ACCOUNT_CONTESTED",
  "ACCOUNT_RELEASED",
] as const;
export type SecurityEventKind = (typeof securityEventKinds)[number];

/** What `refuseOnHold` refuses with, for the contracts of those who ask it. */
export const holdProblems = {
  SECURITY_HOLD: {
    status: 423,
    text: {
      id: "Demi keamanan, ini belum bisa dilakukan sampai {untilText}, karena data akun baru saja berubah. Membayar tetap bisa.",
      en: "For your safety this has to wait until {untilText}, because the account has just changed. Repaying stays possible.",
      zh: "由于账户信息刚刚变更，为了安全，需等到 {untilText} 才能操作。还款不受影响。",
    },
    data: v.object({ until: instant, untilText: v.string() }),
  },
} as const satisfies ProblemKinds;

export const getHold = defineCall({
  method: "GET",
  path: "/api/security/hold",
  summary:
    "Until when withdrawing, linking, exporting, merging, closing, and changing email, number or bank accounts have to wait; null where nothing waits.",
  policy: { who: "borrower" },
  input: v.strictObject({}),
  output: v.object({ until: v.nullable(instant) }),
  problems: {},
});
