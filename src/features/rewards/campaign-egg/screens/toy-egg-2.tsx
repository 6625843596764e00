import type { Route } from "./+types/toy-egg-2";
import { campaignForms, loadCampaign } from "#features/rewards/campaign/parts/load.ts";
import type { ScreenHandle } from "#web/screen.ts";
import { EggScreen } from "../parts/egg-screen.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title, back: "/webview/activity-center", event: "campaign_view" };

export const loader = (args: Route.LoaderArgs) => loadCampaign(args, "toy-egg-2");
export const action = campaignForms.action;

export default function ToyEggTwo({ loaderData: { campaign }, actionData }: Route.ComponentProps) {
  return (
    <EggScreen
      campaign={campaign}
      scene="toybox"
      outcome={actionData}
      rules={`/webview/activity/toy-egg-2/policyAgreement/${campaign.activityId}`}
    />
  );
}
