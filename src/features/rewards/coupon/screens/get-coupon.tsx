import type { Route } from "./+types/get-coupon";
import { campaignForms, loadCampaign } from "#features/rewards/campaign/parts/load.ts";
import type { ScreenHandle } from "#web/screen.ts";
import { GetCouponScreen } from "../parts/coupon-screens.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.getTitle, back: "/webview/activity-center", event: "campaign_view" };

export const loader = (args: Route.LoaderArgs) => loadCampaign(args, "get-coupon");
export const action = campaignForms.action;

export default function GetCoupon({ loaderData: { campaign }, actionData }: Route.ComponentProps) {
  return <GetCouponScreen campaign={campaign} outcome={actionData} />;
}
