/** What a skin's screen loads and posts: one campaign, by its name in the address or as the one that its screen stands for now. */
import type { RouterContextProvider } from "react-router";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { pageFrame } from "#web/screen.ts";
import { checkIn, claimPrize, getCampaign, joinCampaign, type Campaign } from "../contract.ts";
import { playTicket, pourEnergy } from "../play-contract.ts";
import type { Skin } from "../skins-contract.ts";
import { answerPath } from "./act.tsx";

interface LoaderArgs {
  params: Readonly<Record<string, string | undefined>>;
  context: Readonly<RouterContextProvider>;
}

/** The campaign of a skin's page of rules, with what is written of them. @throws Problem 404 where there is none */
export const loadRules = (args: LoaderArgs, skin: Skin): Promise<{ campaign: Campaign }> =>
  loadCampaign(args, skin, true);

/** The campaign of a skin's screen. @throws Problem 404 where there is none */
export async function loadCampaign(
  { params, context }: LoaderArgs,
  skin: Skin,
  isRules = false,
): Promise<{ campaign: Campaign }> {
  const { pathWithQuery } = context.get(pageFrame);
  const { searchParams } = new URL(pathWithQuery, "http://own.invalid");
  const [award, ticket] = [searchParams.get("award"), searchParams.get("ticket")];
  const activityId = params["activityId"];
  return {
    campaign: await call(
      getCampaign,
      {
        ...(activityId === undefined ? { activityId: "standing", skin } : { activityId }),
        ...(award ? { award } : {}),
        ...(ticket ? { ticket } : {}),
        ...(isRules || searchParams.has("rules") ? { rules: "1" as const } : {}),
      },
      { context },
    ),
  };
}

/** The forms of a campaign's screen; each leads back to it, with what it brought. */
export const campaignForms = defineForms({
  join: { call: joinCampaign, done: (_reply, { url }) => answerPath(url.pathname, "join") },
  checkIn: { call: checkIn, done: (_reply, { url }) => answerPath(url.pathname, "check-in") },
  claim: { call: claimPrize, done: ({ awardId }, { url }) => answerPath(url.pathname, "claim", { award: awardId }) },
  play: {
    call: playTicket,
    done: ({ awardId }, { url, form }) =>
      answerPath(url.pathname, "play", { ticket: String(form.get("ticketId")), award: awardId ?? null }),
  },
  pour: {
    call: pourEnergy,
    done: ({ awardId }, { url }) => answerPath(url.pathname, "pour", { award: awardId ?? null }),
  },
});
export type CampaignOutcome = Parameters<typeof campaignForms.form>[1];
