import type { Route } from "./+types/order-page";
import { ClaimScreen } from "#features/rewards/campaign/parts/claim-screen.tsx";
import { campaignForms, loadCampaign } from "#features/rewards/campaign/parts/load.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { StopwatchArt } from "../parts/gift-art.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = {
  title: texts.freeTitle,
  back: "/webview/activity-center",
  event: "campaign_view",
};

export const loader = (args: Route.LoaderArgs) => loadCampaign(args, "free-loan");
export const action = campaignForms.action;

export default function OrderPage({ loaderData: { campaign }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <ClaimScreen
      campaign={campaign}
      outcome={actionData}
      art={<StopwatchArt isTaken={campaign.view === "WON"} />}
      lead={t("freeLead")}
      button={t("freeButton")}
    >
      <p className="campaign-fair">{t("freeTold")}</p>
    </ClaimScreen>
  );
}
