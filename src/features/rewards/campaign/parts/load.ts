/** What a skin's screen loads and posts: one campaign, by its name in the address or as the one that its screen stands for now. */
import type { RouterContextProvider } from "react-router";
import * as v from "valibot";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { pageFrame } from "#web/screen.ts";
import { activityId, checkIn, claimPrize, getCampaign, joinCampaign, type Campaign } from "../contract.ts";
import { playTicket, pourEnergy } from "../play-contract.ts";
import type { Skin } from "../skins-contract.ts";
import { answerPath, type Act } from "./act.tsx";

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
  const more = {
    ...(award ? { award } : {}),
    ...(ticket ? { ticket } : {}),
    ...(isRules || searchParams.has("rules") ? { rules: "1" as const } : {}),
  };
  const named = params["activityId"];
  const over = named === undefined ? namedIn(searchParams) : undefined;
  if (over !== undefined) {
    const { campaign } = await getOne({ activityId: over, ...more }, context);
    if (campaign.skin === skin) return { campaign };
  }
  return getOne(
    named === undefined ? { activityId: "standing", skin, ...more } : { activityId: named, ...more },
    context,
  );
}

const getOne = async (
  input: v.InferInput<(typeof getCampaign)["input"]>,
  context: LoaderArgs["context"],
): Promise<{ campaign: Campaign }> => ({ campaign: await call(getCampaign, input, { context }) });

/** A campaign that is over, where the screen by itself stands for what runs now. */
const namedIn = (query: URLSearchParams): string | undefined => {
  const named = query.get("of");
  return named && v.is(activityId, named) ? named : undefined;
};

/** Back to the screen, of the same campaign. */
const back = (url: URL, act: Act, more: Readonly<Record<string, string | null>> = {}): string =>
  answerPath(url.pathname, act, { of: namedIn(url.searchParams) ?? null, ...more });

/** The forms of a campaign's screen; each leads back to it, with what it brought. */
export const campaignForms = defineForms({
  join: { call: joinCampaign, done: (_reply, { url }) => back(url, "join") },
  checkIn: { call: checkIn, done: (_reply, { url }) => back(url, "check-in") },
  claim: { call: claimPrize, done: ({ awardId }, { url }) => back(url, "claim", { award: awardId }) },
  play: {
    call: playTicket,
    done: ({ awardId }, { url, form }) =>
      answerPath(url.pathname, "play", { ticket: String(form.get("ticketId")), award: awardId ?? null }),
  },
  pour: {
    call: pourEnergy,
    done: ({ awardId }, { url }) => back(url, "pour", { award: awardId ?? null }),
  },
});
export type CampaignOutcome = Parameters<typeof campaignForms.form>[1];
