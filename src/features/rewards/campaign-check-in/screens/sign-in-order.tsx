import type { Route } from "./+types/sign-in-order";
import { campaignForms, loadCampaign } from "#features/rewards/campaign/parts/load.ts";
import type { ScreenHandle } from "#web/screen.ts";
import { CheckInScreen } from "../parts/check-in-screen.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = {
  title: texts.orderTitle,
  back: "/webview/activity-center",
  event: "campaign_view",
};

export const loader = (args: Route.LoaderArgs) => loadCampaign(args, "check-in-order");
export const action = campaignForms.action;

export default function SignInOrder({ loaderData: { campaign }, actionData }: Route.ComponentProps) {
  return <CheckInScreen campaign={campaign} scene="wall" outcome={actionData} />;
}
