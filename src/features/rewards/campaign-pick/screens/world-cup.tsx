import type { Route } from "./+types/world-cup";
import { loadCampaign } from "#features/rewards/campaign/parts/load.ts";
import type { ScreenHandle } from "#web/screen.ts";
import { pickForms, PickScreen } from "../parts/pick-screen.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title, back: "/webview/activity-center", event: "campaign_view" };

export const loader = (args: Route.LoaderArgs) => loadCampaign(args, "world-cup");

export const action = pickForms.action;

export default function WorldCup({ loaderData: { campaign }, actionData }: Route.ComponentProps) {
  return <PickScreen campaign={campaign} outcome={actionData} />;
}
