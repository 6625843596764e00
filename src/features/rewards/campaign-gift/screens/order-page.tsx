import type { Route } from "./+types/order-page";
import { campaignForms, loadCampaign } from "#features/rewards/campaign/parts/load.ts";
import type { ScreenHandle } from "#web/screen.ts";
import { FreeLoanScreen } from "../parts/gift-screens.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = {
  title: texts.freeTitle,
  back: "/webview/activity-center",
  event: "campaign_view",
};

export const loader = (args: Route.LoaderArgs) => loadCampaign(args, "free-loan");
export const action = campaignForms.action;

export default function OrderPage({ loaderData: { campaign }, actionData }: Route.ComponentProps) {
  return <FreeLoanScreen campaign={campaign} outcome={actionData} />;
}
