/** Consent to contacts about owed money at other hours than the usual ones. // Spec credit-support 6 */
import * as v from "valibot";
import { noInput } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import type { HourWindow } from "#shared/dates.ts";
import { instant } from "#shared/fields/answered.ts";
import { openShape } from "#shared/fields/shape.ts";
import { ticked } from "#shared/fields/verification.ts";

export const otherHours = ["EARLY", "EVENING", "SUNDAY"] as const;
export type OtherHours = (typeof otherHours)[number];
/** Hours outside the usual ones, in the borrower's zone, on national holidays too. */
export const otherWindows: Readonly<Record<OtherHours, HourWindow>> = {
  EARLY: { fromHour: 6, toHour: 8, weekdays: [1, 2, 3, 4, 5, 6] },
  EVENING: { fromHour: 20, toHour: 22, weekdays: [1, 2, 3, 4, 5, 6] },
  SUNDAY: { fromHour: 8, toHour: 20, weekdays: [7] },
};

export const agreedHours = openShape("AgreedContactHours", {
  hours: v.picklist(otherHours),
  until: instant,
});
export type AgreedHours = v.InferOutput<typeof agreedHours>;

const agreed = openShape("ContactHours", {
  /** Other hours that the borrower agreed to; null without any. */
  agreedHours: v.nullable(agreedHours),
});

export const agreeToHours = defineCall({
  id: "chooseContactHours",
  method: "POST",
  path: "/api/repayment/servicing/hours",
  summary:
    "Agrees to contacts about the bill at other hours for 90 days. A second choice replaces the first; the limits on contacts stay.",
  policy: { who: "borrower", idempotent: true },
  vital: true,
  input: v.strictObject({ hours: v.picklist(otherHours), consent: ticked }),
  output: agreed,
  problems: {
    NOTHING_OWED: {
      status: 409,
      text: {
        id: "Tidak ada pinjaman yang perlu dibayar, jadi kami tidak menghubungi Anda soal tagihan.",
        en: "There is no loan to pay, so we do not contact you about a bill.",
        zh: "您没有需要还款的借款，因此我们不会就账单与您联系。",
      },
    },
  },
});

export const withdrawHours = defineCall({
  id: "withdrawContactHours",
  method: "POST",
  path: "/api/repayment/servicing/hours/withdrawal",
  summary: "Withdraws the consent to other hours: the usual ones apply at once. Repeating it changes nothing.",
  policy: { who: "borrower" },
  vital: true,
  input: noInput,
  output: agreed,
  problems: {},
});
