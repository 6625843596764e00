/** Preview of a campaign: every view of its mechanic, with an example person, before and while it runs. // Product decisions, rewards 10 */
import { campaignViews, type CampaignView } from "./contract.ts";
import { prizesOf, type CampaignRules } from "./rules-contract.ts";
import { optionalLogin } from "./skins-contract.ts";

/** The example person's progress, in percent: nothing done, half, nearly all. */
export const previewParts = [0, 35, 65, 95] as const;

const always: readonly CampaignView[] = ["LOGIN", "NOT_ELIGIBLE", "SOON", "RUNNING", "PAUSED", "ENDED"];
const further: Readonly<Record<CampaignRules["mechanic"], readonly CampaignView[]>> = {
  CLAIM: ["WON", "BUDGET_OUT"],
  CHECK_IN: ["DONE_TODAY"],
  INSTANT: ["DONE_TODAY", "WAITING", "WON", "LOST", "BUDGET_OUT"],
  DRAW: ["WAITING", "WON", "BUDGET_OUT"],
  PICK: ["WAITING", "WON", "LOST"],
  GROW: ["WAITING", "WON", "BUDGET_OUT"],
  INVITE: ["BUDGET_OUT"],
};

/** The views that a person may see of a campaign, in the order of `campaignViews`. */
export function viewsOf({ rules, skin }: { rules: CampaignRules; skin: string }): CampaignView[] {
  // The shop has its own page behind the login, and shows the available prizes.
  if (rules.mechanic === "CLAIM" && rules.timesAMonth > 0) return ["RUNNING", "ENDED"];
  // Skins that show their offer without a login lead to the login by their button; the page of invitations needs a login.
  const isLoginSeen = !optionalLogin.includes(skin) && rules.mechanic !== "INVITE";
  const isNothing = prizesOf(rules).map(({ prize }) => prize.kind === "NOTHING");
  return campaignViews.filter((view) => {
    if (view === "LOGIN") return isLoginSeen;
    if (view === "WON" && isNothing.length > 0 && isNothing.every(Boolean)) return false;
    if (view === "LOST" && rules.mechanic === "INSTANT" && !isNothing.some(Boolean)) return false;
    return always.includes(view) || further[rules.mechanic].includes(view);
  });
}
