import type { Route } from "./+types/seven-year";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ClaimScreen } from "../parts/claim-screen.tsx";
import { CakeArt } from "../parts/coupon-art.tsx";
import { campaignForms, loadCampaign } from "../parts/load.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = {
  title: texts.sevenTitle,
  back: "/webview/activity-center",
  event: "campaign_view",
};

export const loader = (args: Route.LoaderArgs) => loadCampaign(args, "seven-year");
export const action = campaignForms.action;

export default function SevenYear({ loaderData: { campaign }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <ClaimScreen
      campaign={campaign}
      outcome={actionData}
      art={<CakeArt isTaken={campaign.view === "WON"} />}
      lead={t("sevenLead")}
      button={t("takeCoupon")}
    />
  );
}
