/** The list of campaigns. */
import * as v from "valibot";
import { defineCall } from "#shared/contract.ts";
import { cursorLike, listOf, listQuery, maximumLimit } from "#shared/fields/list.ts";
import { summaryEntries } from "./contract.ts";

export const campaignSummary = v.object(summaryEntries);
export type CampaignSummary = v.InferOutput<typeof campaignSummary>;

export const listCampaigns = defineCall({
  method: "GET",
  path: "/api/activity",
  summary: "Campaigns that run, come, or have ended within 14 days, with how each stands: those that run first.",
  policy: { who: "visitor" },
  input: v.strictObject({
    /** A hundred when absent: an app shows all of them on one screen. */
    limit: v.optional(listQuery.limit.wrapped, maximumLimit),
    /** Group, opening and id of the last campaign that was read. */
    cursor: cursorLike(/^\d [0-9TZ:.-]{24} [a-z0-9-]{1,60}$/),
    state: v.optional(v.picklist(["SOON", "RUNNING", "ENDED"], "CHOICE_INVALID")),
    /** How they look: those that share a screen. */
    skin: v.optional(v.pipe(v.string("CHOICE_INVALID"), v.regex(/^[a-z0-9-]{3,40}$/, "CHOICE_INVALID"))),
  }),
  output: listOf(campaignSummary),
  problems: {},
});
