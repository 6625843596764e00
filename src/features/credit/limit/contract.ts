/** Limits: what a borrower may borrow now, and how that came about. */
import * as v from "valibot";
import { noInput } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { answeredRupiah, instant } from "#shared/fields/answered.ts";
import { idListQuery, listOf } from "#shared/fields/list.ts";
import { openShape } from "#shared/fields/shape.ts";

/** Why a limit changed. Closed list; the screen has a text for each. */
export const limitChangeCauses = [
  "FIRST_ASSESSMENT",
  "SCORE_REFRESHED",
  "INFORMATION_ADDED",
  "GOOD_REPAYMENT",
  "LATE_REPAYMENT",
  "TEMPORARY_GRANTED",
  "TEMPORARY_ENDED",
  "STAFF_DECISION",
  "MERGED",
  "MERGE_REVERSED",
] as const;
export type LimitChangeCause = (typeof limitChangeCauses)[number];
export const limitKinds = ["CREDIT", "TEMPORARY"] as const;

export const limits = openShape("CreditLimits", {
  /** False until the personal information is complete and a first limit was assessed. */
  assessed: v.boolean(),
  /** Credit plus temporary limit in force. */
  totalRupiah: answeredRupiah,
  /** Fixed; refreshed with the credit score (spec 3). */
  creditRupiah: answeredRupiah,
  /** Time-limited (spec 3); null when none is in force. */
  temporary: v.nullable(v.object({ amountRupiah: answeredRupiah, until: instant })),
  /** Principal of open applications and loans. */
  usedRupiah: answeredRupiah,
  /** Total less used, never below zero. */
  remainingRupiah: answeredRupiah,
});
export type Limits = v.InferOutput<typeof limits>;

export const getLimits = defineCall({
  method: "GET",
  path: "/api/credit/limits",
  summary: "The borrower's limits: total, credit, temporary with its end, used and remaining.",
  policy: { who: "borrower" },
  input: noInput,
  output: limits,
  problems: {},
});

export const limitChange = v.object({
  id: v.string(),
  kind: v.picklist(limitKinds),
  cause: v.picklist(limitChangeCauses),
  fromRupiah: answeredRupiah,
  toRupiah: answeredRupiah,
  changedAt: instant,
});

export const listLimitChanges = defineCall({
  method: "GET",
  path: "/api/credit/limit-changes",
  summary: "Changes of the borrower's limits, newest first, each with its cause.",
  policy: { who: "borrower" },
  input: v.strictObject(idListQuery),
  output: listOf(limitChange),
  problems: {},
});

/** A limit that follows from what others state of the income, once the borrower takes it over. // Spec account 7 */
export const limitRaise = v.object({
  /** Monthly income as the lowest of the sources states it, and as it was typed. */
  statedRupiah: answeredRupiah,
  typedRupiah: answeredRupiah,
  fromRupiah: answeredRupiah,
  toRupiah: answeredRupiah,
});
export type LimitRaise = v.InferOutput<typeof limitRaise>;

export const getLimitRaise = defineCall({
  method: "GET",
  path: "/api/credit/limit-raise",
  summary:
    "Whether a look-up or a link states a higher income from which a higher limit follows; null where none does.",
  policy: { who: "borrower" },
  input: noInput,
  output: v.object({ raise: v.nullable(limitRaise) }),
  problems: {},
});

export const takeLimitRaise = defineCall({
  method: "POST",
  path: "/api/credit/limit-raise",
  summary: "Takes the stated income over into the profile, and with it the higher limit; a limit never falls by it.",
  policy: { who: "borrower" },
  input: noInput,
  output: limits,
  problems: {
    NOTHING_TO_RAISE: {
      status: 409,
      text: {
        id: "Tidak ada penghasilan lebih tinggi yang bisa dipakai sekarang.",
        en: "There is no higher income to take over now.",
        zh: "目前没有可采用的更高收入。",
      },
    },
  },
});
