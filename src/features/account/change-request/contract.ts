/** Requests to change something about an account, in several steps; what the calls of every kind of them may refuse with. */
import * as v from "valibot";
import type { ProblemKinds } from "#shared/contract.ts";

/** What speaks for care when an account could change hands: a decision then needs two people. // Product decisions account 4 */
export const riskFlags = [
  "SIMILARITY_LOW",
  "DEVICE_NEW",
  "BANK_ACCOUNT_CHANGED",
  "LOAN_BEFORE_PAYOUT",
  "NUMBER_ANOTHER_ACCOUNTS",
  "COMPLAINT_OPEN",
] as const;
export type RiskFlag = (typeof riskFlags)[number];

/** Spread into the `problems` of each call that takes a step. */
export const changeRequestProblems = {
  STEP_ORDER: {
    status: 409,
    text: {
      id: "Langkah ini belum atau tidak lagi dapat dilakukan. Lanjutkan dari langkah yang ditunjukkan.",
      en: "This step cannot be taken yet, or not any more. Go on from the step that is shown.",
      zh: "此步骤尚不能或已不能进行。请从所示步骤继续。",
    },
    /** The page of the step that comes now. */
    data: v.object({ path: v.string() }),
  },
  CHANGE_REQUEST_UNKNOWN: {
    status: 404,
    text: {
      id: "Permintaan ini tidak ada.",
      en: "There is no such request.",
      zh: "没有该申请。",
    },
  },
} as const satisfies ProblemKinds;
