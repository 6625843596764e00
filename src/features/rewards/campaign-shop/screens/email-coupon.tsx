import type { Route } from "./+types/email-coupon";
import { campaignForms, loadCampaign } from "#features/rewards/campaign/parts/load.ts";
import type { ScreenHandle } from "#web/screen.ts";
import { EmailCouponScreen } from "../parts/coupon-screens.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = {
  title: texts.emailTitle,
  back: "/webview/activity-center",
  event: "campaign_view",
};

export const loader = (args: Route.LoaderArgs) => loadCampaign(args, "email-coupon");
export const action = campaignForms.action;

export default function EmailCoupon({ loaderData: { campaign }, actionData }: Route.ComponentProps) {
  return <EmailCouponScreen campaign={campaign} outcome={actionData} />;
}
