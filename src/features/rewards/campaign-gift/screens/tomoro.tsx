import type { Route } from "./+types/tomoro";
import { campaignForms, loadCampaign } from "#features/rewards/campaign/parts/load.ts";
import type { ScreenHandle } from "#web/screen.ts";
import { CoffeeScreen } from "../parts/gift-screens.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = {
  title: texts.coffeeTitle,
  back: "/webview/activity-center",
  event: "campaign_view",
};

export const loader = (args: Route.LoaderArgs) => loadCampaign(args, "tomoro");
export const action = campaignForms.action;

export default function Tomoro({ loaderData: { campaign }, actionData }: Route.ComponentProps) {
  return <CoffeeScreen campaign={campaign} outcome={actionData} />;
}
