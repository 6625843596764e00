import type { Route } from "./+types/pay-wish";
import { loadCampaign } from "#features/rewards/campaign/parts/load.ts";
import type { ScreenHandle } from "#web/screen.ts";
import { WishScreen, wishForms } from "../parts/wish-screen.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = {
  title: texts.title,
  back: "/webview/activity-center",
  event: "campaign_view",
  keptKeys: ["wishCode"],
};

export const loader = (args: Route.LoaderArgs) => loadCampaign(args, "wish");

export const action = wishForms.action;

export default function PayWish({ loaderData: { campaign }, actionData }: Route.ComponentProps) {
  return <WishScreen campaign={campaign} outcome={actionData} />;
}
