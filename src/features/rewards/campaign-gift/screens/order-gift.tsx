import type { Route } from "./+types/order-gift";
import { campaignForms, loadCampaign } from "#features/rewards/campaign/parts/load.ts";
import type { ScreenHandle } from "#web/screen.ts";
import { OrderGiftScreen } from "../parts/gift-screens.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = {
  title: texts.orderTitle,
  back: "/webview/activity-center",
  event: "campaign_view",
};

export const loader = (args: Route.LoaderArgs) => loadCampaign(args, "order-gift");
export const action = campaignForms.action;

export default function OrderGift({ loaderData: { campaign }, actionData }: Route.ComponentProps) {
  return <OrderGiftScreen campaign={campaign} outcome={actionData} />;
}
