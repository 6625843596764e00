/** The hold of an account: the hours in which nothing of value leaves it. */
import * as v from "valibot";
import { noInput } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";

/** Hours in which no value leaves an account after its number or owner changed. // Spec account 2, threat D1 */
export const holdHours = 72;

/** The changes of an account that hold it. */
export type HoldCause = "NUMBER_CHANGED" | "NUMBER_RECOVERED" | "RELEASED" | "MERGED";

/** The refusal of `refuseOnHold`, for the contracts of the domains that ask it. */
export const holdProblems = {
  SECURITY_HOLD: {
    status: 423,
    text: {
      id: "Demi keamanan, ini belum bisa dilakukan sampai {untilText}, karena data akun baru saja berubah. Anda tetap bisa membayar.",
      en: "For your safety this has to wait until {untilText}, because the account has just changed. You can still repay.",
      zh: "由于账户信息刚刚变更，为了安全，需等到 {untilText} 才能操作。还款不受影响。",
    },
    data: v.object({ until: instant, untilText: v.string() }),
  },
} as const satisfies ProblemKinds;

export const getHold = defineCall({
  id: "getSecurityHold",
  method: "GET",
  path: "/api/security/hold",
  summary:
    "Until when withdrawing, linking, exporting, merging, closing, and changing email, number or bank accounts have to wait; null without a hold.",
  // The page of the copy of all data asks it, which stays open while the account closes.
  policy: { who: "borrower", limited: ["CLOSING"] },
  input: noInput,
  output: v.object({ until: v.nullable(instant) }),
  problems: {},
});
