/** The list of campaigns. */
import * as v from "valibot";
import { defineCall } from "#shared/contract.ts";
import { cursorLike, listOf, listQuery, maximumLimit } from "#shared/fields/list.ts";
import { answeredRupiah } from "#shared/fields/answered.ts";
import { summaryEntries } from "./contract.ts";
import { prize } from "./rules-contract.ts";

/**
 * A person's state in a campaign today. NOW: an action is possible. DONE: today's action is done. OPEN: not joined yet,
 * possible at any time. TAKEN: the prize was claimed. LATER: not for this person now. REST: this person is on a break
 * from campaigns.
 */
export const ownStates = ["NOW", "DONE", "OPEN", "TAKEN", "LATER", "REST"] as const;
export type OwnState = (typeof ownStates)[number];

export const campaignSummary = v.object({
  ...summaryEntries,
  /** The prize that represents it: the largest one. */
  mainPrize: v.nullable(prize),
  /** Null for visitors, and when it does not run. */
  ownState: v.nullable(v.picklist(ownStates)),
  /** Tickets that wait, or pours until the fruit; 0 elsewhere. */
  ownCount: answeredRupiah,
});
export type CampaignSummary = v.InferOutput<typeof campaignSummary>;

/** RUNNING: one can take part. PAUSED: nothing is given now, because staff paused it or its budget is used up. */
export const listedStates = ["RUNNING", "PAUSED", "SOON", "ENDED"] as const;

export const listCampaigns = defineCall({
  id: "listCampaigns",
  method: "GET",
  path: "/api/activity",
  summary:
    "Campaigns that run, come, or ended within 14 days, with state, prize, and the caller's state today: first those with an action possible now.",
  policy: { who: "visitor" },
  input: v.strictObject({
    /** A hundred by default: an app shows all of them on one screen. */
    limit: v.optional(listQuery.limit.wrapped, maximumLimit),
    /** Place, opening and id of the last campaign that was read. */
    cursor: cursorLike(/^\d [0-9TZ:.-]{24} [a-z0-9-]{1,60}$/),
    state: v.optional(v.picklist(listedStates, "CHOICE_INVALID")),
    /** Their looks: campaigns with the same look share a screen. */
    skin: v.optional(v.pipe(v.string("CHOICE_INVALID"), v.regex(/^[a-z0-9-]{3,40}$/, "CHOICE_INVALID"))),
  }),
  output: listOf(campaignSummary),
  problems: {},
});
