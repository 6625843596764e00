import type { LoaderFunctionArgs } from "react-router";
import type { Campaign } from "#features/rewards/campaign/contract.ts";
import { campaignForms, loadCampaign, type CampaignOutcome } from "#features/rewards/campaign/parts/load.ts";
import { useFrame } from "#web/frame.tsx";
import { pageFrame, type ScreenHandle } from "#web/screen.ts";
import { treeAt } from "../parts/trees.ts";
import { WateringScreen } from "../parts/watering-screen.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title, back: "/webview/activity-center", event: "campaign_view" };

export const loader = (args: Pick<LoaderFunctionArgs, "params" | "context">) =>
  loadCampaign(args, treeAt(args.context.get(pageFrame).path));
export const action = campaignForms.action;

export default function Watering({
  loaderData: { campaign },
  actionData,
}: {
  loaderData: { campaign: Campaign };
  actionData?: CampaignOutcome;
}) {
  return <WateringScreen campaign={campaign} outcome={actionData} tree={treeAt(useFrame().path)} />;
}
