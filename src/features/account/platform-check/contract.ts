/** The regulator's check of a borrower: open loans at other platforms, by a consent of its own. // Spec account 9 */
import * as v from "valibot";
import { noInput } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { answeredDate, instant } from "#shared/fields/answered.ts";
import { ticked } from "#shared/fields/verification.ts";
import { openShape } from "#shared/fields/shape.ts";

/** At most `maxChecks` checks within `checkDays` days, one a day. // Spec account 9 */
export const maxChecks = 3;
export const checkDays = 30;
/** Hours for which one report serves an application that is sent. */
export const reportHours = 24;

export const platformCheckStates = ["ASKING", "REPORT", "SILENT"] as const;
export type PlatformCheckState = (typeof platformCheckStates)[number];

const platformCheck = openShape("PlatformCheck", {
  check: v.nullable(
    v.object({
      /** SILENT: the bureau did not answer; applying stays possible. */
      state: v.picklist(platformCheckStates),
      checkedAt: instant,
      /** Other operators with an open loan; this one is not counted. */
      platformCount: v.number(),
      operators: v.array(v.object({ name: v.string(), daysPastDue: v.number() })),
      /** Above the cap an application would be refused. */
      isAboveCap: v.boolean(),
      /** Until when an application is judged by it; null where it is too old. */
      servesUntil: v.nullable(instant),
    }),
  ),
  /** Maximal number of lenders at which a borrower may have loans, including this one. */
  cap: v.number(),
  /** After a refusal because of the limit of operators: days until another application is accepted. */
  retryDays: v.number(),
  /** The first day on which another check may be asked for; null when that is now. */
  nextOn: v.nullable(answeredDate),
  identityGiven: v.boolean(),
});
export type PlatformCheck = v.InferOutput<typeof platformCheck>;

export const getPlatformCheck = defineCall({
  id: "getPlatformCheck",
  method: "GET",
  path: "/api/profile/platform-check",
  summary: "The last check of loans at other platforms, its consequence, and when another one is possible.",
  policy: { who: "borrower" },
  input: noInput,
  output: platformCheck,
  problems: {},
});

export const askPlatformCheck = defineCall({
  id: "askPlatformCheck",
  method: "POST",
  path: "/api/profile/platform-check",
  summary:
    "Asks the bureau with a consent, once a day and three times in 30 days; a second call on the same day returns the same result.",
  policy: { who: "borrower" },
  input: v.strictObject({ consent: ticked }),
  output: platformCheck,
  problems: {
    IDENTITY_NEEDED: {
      status: 409,
      text: {
        id: "Isi data identitas Anda dulu, lalu cek lagi.",
        en: "Fill in your identity first, then check again.",
        zh: "请先填写身份信息，再进行查询。",
      },
    },
    CHECK_LIMIT: {
      status: 409,
      text: {
        id: "Pemeriksaan hanya {max} kali dalam {days} hari. Anda bisa cek lagi mulai {nextText}.",
        en: "There are at most {max} checks in {days} days. You can check again from {nextText}.",
        zh: "{days} 天内最多查询 {max} 次。您可从 {nextText} 起再次查询。",
      },
      data: v.object({ max: v.number(), days: v.number(), nextOn: answeredDate, nextText: v.string() }),
    },
  },
});
