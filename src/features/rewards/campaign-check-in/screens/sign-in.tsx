import type { Route } from "./+types/sign-in";
import { campaignForms, loadCampaign } from "#features/rewards/campaign/parts/load.ts";
import type { ScreenHandle } from "#web/screen.ts";
import { CheckInScreen } from "../parts/check-in-screen.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title, back: "/webview/activity-center", event: "campaign_view" };

export const loader = (args: Route.LoaderArgs) => loadCampaign(args, "check-in");
export const action = campaignForms.action;

export default function SignIn({ loaderData: { campaign }, actionData }: Route.ComponentProps) {
  return <CheckInScreen campaign={campaign} scene="desk" outcome={actionData} />;
}
