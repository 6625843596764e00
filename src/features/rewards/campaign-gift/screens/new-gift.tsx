import type { Route } from "./+types/new-gift";
import { campaignForms, loadCampaign } from "#features/rewards/campaign/parts/load.ts";
import type { ScreenHandle } from "#web/screen.ts";
import { NewGiftScreen } from "../parts/gift-screens.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.newTitle, back: "/webview/activity-center", event: "campaign_view" };

export const loader = (args: Route.LoaderArgs) => loadCampaign(args, "new-gift");
export const action = campaignForms.action;

export default function NewGift({ loaderData: { campaign }, actionData }: Route.ComponentProps) {
  return <NewGiftScreen campaign={campaign} outcome={actionData} />;
}
