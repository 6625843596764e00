/** A person's actions in a campaign and their results. */
import * as v from "valibot";
import { defineCall } from "#shared/contract.ts";
import { answeredDate, answeredRupiah, instant } from "#shared/fields/answered.ts";
import { actionProblems, award } from "./contract.ts";
import { campaignTasks, recordTypes, ticketSources } from "./rules-contract.ts";

const count = answeredRupiah;

export const listCampaignRecords = defineCall({
  id: "listCampaignRecords",
  method: "GET",
  path: "/api/activity/{activityId}/records",
  summary: "The caller's record in a campaign, newest first: points by source, tickets with their results, awards.",
  policy: { who: "borrower" },
  input: v.strictObject({
    activityId: v.pipe(v.string("CHOICE_INVALID"), v.regex(/^[a-z0-9-]{3,40}$/, "CHOICE_INVALID")),
  }),
  output: v.object({
    points: v.array(
      v.object({
        type: v.picklist(recordTypes),
        /** By the rules; a day counts at most its cap. */
        points: count,
        /** The day in WIB that they count for. */
        day: answeredDate,
        /** Null for records that exist only per day. */
        at: v.nullable(instant),
      }),
    ),
    tickets: v.array(
      v.object({
        ticketId: v.string(),
        task: v.picklist(ticketSources),
        gotAt: instant,
        /** Null before it is played. */
        play: v.nullable(v.object({ drawId: v.string(), choice: count, prizeKey: v.string(), at: instant })),
      }),
    ),
    tasks: v.array(v.object({ task: v.picklist(campaignTasks), gave: count, at: instant })),
    plays: v.array(
      v.object({ ticketId: v.string(), drawId: v.string(), choice: count, prizeKey: v.string(), at: instant }),
    ),
    awards: v.array(award),
    /** The person's own names in the draws of a wish, the newest hundred. */
    ownEntries: v.array(v.object({ drawId: v.string(), entryId: v.string() })),
  }),
  problems: { CAMPAIGN_UNKNOWN: actionProblems.CAMPAIGN_UNKNOWN },
});
