/** "Remind me" of a coming campaign. */
import * as v from "valibot";
import { defineCall } from "#shared/contract.ts";
import { actionProblems } from "./contract.ts";

/** Switches the one notice at a campaign's opening on or off. // Product decisions, rewards 1, 11 */
export const remindOfCampaign = defineCall({
  id: "remindOfCampaign",
  method: "POST",
  path: "/api/activity/{activityId}/reminder",
  summary: "Sets or removes the reminder for a campaign's opening.",
  policy: { who: "borrower" },
  input: v.strictObject({
    activityId: v.pipe(v.string("CHOICE_INVALID"), v.regex(/^[a-z0-9-]{3,40}$/, "CHOICE_INVALID")),
    remind: v.union(
      [
        v.boolean("CHOICE_INVALID"),
        v.pipe(
          v.picklist(["true", "false"], "CHOICE_INVALID"),
          v.transform((typed) => typed === "true"),
        ),
      ],
      "CHOICE_INVALID",
    ),
  }),
  output: v.object({ reminds: v.boolean() }),
  problems: {
    CAMPAIGN_UNKNOWN: actionProblems.CAMPAIGN_UNKNOWN,
    CAMPAIGN_OPENED: {
      status: 409,
      text: {
        id: "Event ini tidak perlu ditunggu lagi.",
        en: "There is no need to wait for this event any more.",
        zh: "该活动无需再等待。",
      },
    },
  },
});
