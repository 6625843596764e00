/** The daily press: one for all campaigns, and the button of a single one. // Product decisions, rewards 15.5 */
import * as v from "valibot";
import { noInput } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { answeredDate, answeredRupiah } from "#shared/fields/answered.ts";
import { actionProblems, activityId, dayBudgetOut, ineligibleReasons, ruleProblems } from "./contract.ts";

const count = answeredRupiah;
const { AGREEMENT_NEEDED, DONE_ALREADY, GROWTH_OVER } = ruleProblems;

/**
 * Why a press does not count in a campaign. COUNTED_TOGETHER: its streak continues, and its points came with another
 * campaign's check-in. TRY_LATER: it failed without the borrower's fault.
 */
export const skipReasons = [
  ...ineligibleReasons,
  "AGREEMENT_NEEDED",
  "BUDGET_OUT",
  "CAMPAIGN_PAUSED",
  "COUNTED_TOGETHER",
  "DONE_ALREADY",
  "GROWTH_OVER",
  "TRY_LATER",
] as const;
export type SkipReason = (typeof skipReasons)[number];

export const checkInAll = defineCall({
  id: "checkInAll",
  method: "POST",
  path: "/api/activity/check-in",
  summary:
    "The daily press, once per day (WIB), in all campaigns whose current rules the caller has agreed to, and for check-ins. Returns where it counted, and what is missing in the others.",
  policy: { who: "borrower" },
  input: noInput,
  output: v.object({
    date: answeredDate,
    /** By name. Points, tickets, energy or weight in a draw, by the campaign's mechanic; for a check-in its streak, else 0. */
    counted: v.array(v.object({ activityId: v.string(), points: count, streak: count })),
    skipped: v.array(v.object({ activityId: v.string(), reason: v.picklist(skipReasons) })),
  }),
  problems: { DONE_ALREADY },
});

export const checkIn = defineCall({
  id: "checkIn",
  method: "POST",
  path: "/api/activity/{activityId}/check-in",
  summary:
    "The daily press by the button of one campaign: it counts in all of them, and returns its result here. Points by the streak, a ticket, or energy, by the campaign's rules.",
  policy: { who: "borrower" },
  input: v.strictObject({ activityId }),
  output: v.object({ date: answeredDate, streak: count, points: count }),
  problems: { ...actionProblems, AGREEMENT_NEEDED, DONE_ALREADY, GROWTH_OVER, ...dayBudgetOut },
});
