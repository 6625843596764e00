import type { Route } from "./+types/get-coupon";
import { ClaimScreen } from "#features/rewards/campaign/parts/claim-screen.tsx";
import { TicketArt } from "#features/rewards/campaign/parts/coupon-art.tsx";
import { campaignForms, loadCampaign } from "#features/rewards/campaign/parts/load.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.getTitle, back: "/webview/activity-center", event: "campaign_view" };

export const loader = (args: Route.LoaderArgs) => loadCampaign(args, "get-coupon");
export const action = campaignForms.action;

export default function GetCoupon({ loaderData: { campaign }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <ClaimScreen
      campaign={campaign}
      outcome={actionData}
      art={<TicketArt isTaken={campaign.view === "WON"} />}
      lead={t("getLead")}
      button={t("getButton")}
    />
  );
}
