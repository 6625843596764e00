/** How a campaign will look: every view of its mechanic, with an example person in it, before and while it runs. // Product decisions, rewards 10 */
import * as v from "valibot";
import { defineCall } from "#shared/contract.ts";
import { answeredRupiah } from "#shared/fields/answered.ts";
import { languages } from "#shared/texts.ts";
import { campaign, campaignViews, ineligibleReasons, type CampaignView } from "./contract.ts";
import { prizesOf, type CampaignRules } from "./rules-contract.ts";
import { optionalLogin } from "./skins-contract.ts";
import { getStaffCampaign } from "./staff-contract.ts";

/** How far the example person has come, in percent: nothing done, half of it, nearly all. */
export const previewParts = [0, 35, 65, 95] as const;

const always: readonly CampaignView[] = ["LOGIN", "NOT_ELIGIBLE", "SOON", "RUNNING", "PAUSED", "ENDED"];
const further: Readonly<Record<CampaignRules["mechanic"], readonly CampaignView[]>> = {
  CLAIM: ["WON", "BUDGET_OUT"],
  CHECK_IN: ["DONE_TODAY"],
  INSTANT: ["DONE_TODAY", "WAITING", "WON", "LOST", "BUDGET_OUT"],
  DRAW: ["WON", "BUDGET_OUT"],
  PICK: ["WAITING", "WON", "LOST"],
  GROW: ["WON", "BUDGET_OUT"],
  INVITE: ["BUDGET_OUT"],
};

/** The views that somebody may see of a campaign, in the order of `campaignViews`. */
export function viewsOf({ rules, skin }: { rules: CampaignRules; skin: string }): CampaignView[] {
  // The shop stands in one page of its own, behind the login, and shows what there is.
  if (rules.mechanic === "CLAIM" && rules.timesAMonth > 0) return ["RUNNING", "ENDED"];
  // Who shows the offer to everybody leads to the login by its button, and the page of invitations is behind it.
  const isLoginSeen = !optionalLogin.includes(skin) && rules.mechanic !== "INVITE";
  const isNothing = prizesOf(rules).map(({ prize }) => prize.kind === "NOTHING");
  return campaignViews.filter((view) => {
    if (view === "LOGIN") return isLoginSeen;
    if (view === "WON" && isNothing.length > 0 && isNothing.every(Boolean)) return false;
    if (view === "LOST" && rules.mechanic === "INSTANT" && !isNothing.some(Boolean)) return false;
    return always.includes(view) || further[rules.mechanic].includes(view);
  });
}

const oneOf = <const T extends readonly number[]>(values: T) =>
  v.pipe(
    v.union([v.number("CHOICE_INVALID"), v.pipe(v.string("CHOICE_INVALID"), v.transform(Number))], "CHOICE_INVALID"),
    v.picklist(values, "CHOICE_INVALID"),
  );

export const previewCampaign = defineCall({
  method: "GET",
  path: "/api/staff/campaigns/{activityId}/preview",
  summary:
    "A campaign as an example person would see it in one of its views and in one language. Nothing is changed, and nobody's data are in it.",
  policy: {
    who: "staff",
    permission: "campaign.read",
    trail: { id: "Melihat pratinjau event", en: "Saw a campaign's preview", zh: "预览活动" },
  },
  input: v.strictObject({
    activityId: v.pipe(v.string("CHOICE_INVALID"), v.regex(/^[a-z0-9-]{3,40}$/, "CHOICE_INVALID")),
    /** RUNNING when absent, or where it is not one of this mechanic's. */
    view: v.optional(v.picklist(campaignViews, "CHOICE_INVALID"), "RUNNING"),
    reason: v.optional(v.picklist(ineligibleReasons, "CHOICE_INVALID"), "AUDIENCE"),
    part: v.optional(oneOf(previewParts), 65),
    language: v.optional(v.picklist(languages, "CHOICE_INVALID")),
  }),
  output: v.object({
    /** As GET /api/activity/{activityId} would answer it. */
    campaign,
    /** All views of this mechanic. */
    views: v.array(v.picklist(campaignViews)),
    /** INVITE: what is promised, in rupiah and days; null elsewhere. */
    promises: v.nullable(
      v.object({
        couponRupiah: answeredRupiah,
        cashRupiah: answeredRupiah,
        loanWithinDays: answeredRupiah,
        givenAfterDays: answeredRupiah,
        maxRewarded: answeredRupiah,
        inDays: answeredRupiah,
      }),
    ),
  }),
  problems: getStaffCampaign.problems,
});
