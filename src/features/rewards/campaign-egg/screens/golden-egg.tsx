import type { Route } from "./+types/golden-egg";
import { campaignForms, loadCampaign } from "#features/rewards/campaign/parts/load.ts";
import type { ScreenHandle } from "#web/screen.ts";
import { EggScreen } from "../parts/egg-screen.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = {
  title: texts.goldenTitle,
  back: "/webview/activity-center",
  event: "campaign_view",
};

export const loader = (args: Route.LoaderArgs) => loadCampaign(args, "golden-egg");
export const action = campaignForms.action;

export default function GoldenEgg({ loaderData: { campaign }, actionData }: Route.ComponentProps) {
  return <EggScreen campaign={campaign} scene="vault" outcome={actionData} rules={"/webview/golden-rule"} />;
}
