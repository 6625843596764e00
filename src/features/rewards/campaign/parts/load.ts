/** Loader and action of a skin's screen: one campaign, named in the address or the one that the screen shows now. */
import type { RouterContextProvider } from "react-router";
import * as v from "valibot";
import { call } from "#web/api.ts";
import type { ReplyOf } from "#shared/contract.ts";
import { defineForms, type CallForm } from "#web/form-actions.ts";
import { pageFrame } from "#web/screen.ts";
import { activityId, getCampaign, type Campaign } from "../contract.ts";
import { checkIn } from "../press-contract.ts";
import { claimPrize, joinCampaign, playTicket, pourEnergy } from "../play-contract.ts";
import { remindOfCampaign } from "../reminder-contract.ts";
import { pathNaming, type Skin } from "../skins-contract.ts";
import { answerPath, type CampaignAct } from "./act.tsx";

interface LoaderArgs {
  params: Readonly<Record<string, string | undefined>>;
  context: Readonly<RouterContextProvider>;
}

/** The campaign of a skin's page of rules, with its written rules. @throws Problem 404 when there is none */
export const loadRules = (args: LoaderArgs, skin: Skin): Promise<{ campaign: Campaign }> =>
  loadCampaign(args, skin, true);

/** The campaign of a skin's screen. @throws Problem 404 without one */
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
    if (campaign.skin === skin) return { campaign: { ...campaign, path: pathNaming(skin, campaign.activityId) } };
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

/** The campaign named in the address, when the screen by itself would show another one. */
const namedIn = (query: URLSearchParams): string | undefined => {
  const named = query.get("of");
  return named && v.is(activityId, named) ? named : undefined;
};

/** Back to the screen, of the same campaign. */
export const backTo = (url: URL, act: CampaignAct, more: Readonly<Record<string, string | null>> = {}): string =>
  answerPath(url.pathname, act, { of: namedIn(url.searchParams) ?? null, ...more });

/** Turns the notice at a coming campaign's opening on or off, on each screen of a campaign. */
export const remindForm: CallForm<ReplyOf<typeof remindOfCampaign>> = {
  call: remindOfCampaign,
  done: (_reply, { url, form }) => backTo(url, "remind", { reminded: String(form.get("remind")) }),
};

/** The forms of a campaign's screen; each returns to it with its result. */
export const campaignForms = defineForms({
  join: { call: joinCampaign, done: (_reply, { url }) => backTo(url, "join") },
  checkIn: { call: checkIn, done: (_reply, { url }) => backTo(url, "check-in") },
  claim: { call: claimPrize, done: ({ awardId }, { url }) => backTo(url, "claim", { award: awardId }) },
  play: {
    call: playTicket,
    done: ({ awardId }, { url, form }) =>
      backTo(url, "play", { ticket: String(form.get("ticketId")), award: awardId ?? null }),
  },
  remind: remindForm,
  pour: {
    call: pourEnergy,
    done: ({ awardId }, { url }) => backTo(url, "pour", { award: awardId ?? null }),
  },
});
export type CampaignOutcome = Parameters<typeof campaignForms.form>[1];
