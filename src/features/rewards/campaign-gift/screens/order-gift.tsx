import type { Route } from "./+types/order-gift";
import { ClaimScreen } from "#features/rewards/campaign/parts/claim-screen.tsx";
import { campaignForms, loadCampaign } from "#features/rewards/campaign/parts/load.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { MedalArt } from "../parts/gift-art.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = {
  title: texts.orderTitle,
  back: "/webview/activity-center",
  event: "campaign_view",
};

export const loader = (args: Route.LoaderArgs) => loadCampaign(args, "order-gift");
export const action = campaignForms.action;

export default function OrderGift({ loaderData: { campaign }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <ClaimScreen
      campaign={campaign}
      outcome={actionData}
      art={<MedalArt isTaken={campaign.view === "WON"} />}
      lead={t("orderLead")}
      button={t("orderButton")}
    />
  );
}
