/** PICK: one choice, no change, no stake; who chose right shares the pool. // Product decisions, rewards 7 */
import * as v from "valibot";
import { defineCall } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { actionProblems } from "./contract.ts";

export const pickOption = defineCall({
  method: "POST",
  path: "/api/activity/{activityId}/pick",
  summary: "Chooses one option of a campaign, once and for good, until its choices are locked.",
  policy: { who: "borrower" },
  input: v.strictObject({
    activityId: v.pipe(v.string("CHOICE_INVALID"), v.regex(/^[a-z0-9-]{3,40}$/, "CHOICE_INVALID")),
    optionKey: v.pipe(v.string("CHOICE_INVALID"), v.regex(/^[A-Z0-9_]{2,30}$/, "CHOICE_INVALID")),
  }),
  output: v.object({ optionKey: v.string(), lockedAt: instant }),
  problems: {
    ...actionProblems,
    PICK_MADE: {
      status: 409,
      text: {
        id: "Anda sudah memilih. Pilihan tidak dapat diganti.",
        en: "You have chosen already. A choice cannot be changed.",
        zh: "您已作出选择，不可更改。",
      },
    },
    PICK_LOCKED: {
      status: 409,
      text: {
        id: "Pilihan sudah dikunci. Hasilnya diumumkan di sini.",
        en: "Choices are locked. The result is announced here.",
        zh: "选择已锁定，结果将在此公布。",
      },
    },
  },
});
