import type { Route } from "./+types/seven-year";
import type { ScreenHandle } from "#web/screen.ts";
import { campaignForms, loadCampaign } from "../parts/load.ts";
import { SevenYearScreen } from "../parts/seven-year-screen.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = {
  title: texts.sevenTitle,
  back: "/webview/activity-center",
  event: "campaign_view",
};

export const loader = (args: Route.LoaderArgs) => loadCampaign(args, "seven-year");
export const action = campaignForms.action;

export default function SevenYear({ loaderData: { campaign }, actionData }: Route.ComponentProps) {
  return <SevenYearScreen campaign={campaign} outcome={actionData} />;
}
