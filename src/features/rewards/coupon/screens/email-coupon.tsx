import type { Route } from "./+types/email-coupon";
import { ClaimScreen } from "#features/rewards/campaign/parts/claim-screen.tsx";
import { LetterArt } from "#features/rewards/campaign/parts/coupon-art.tsx";
import { campaignForms, loadCampaign } from "#features/rewards/campaign/parts/load.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = {
  title: texts.emailTitle,
  back: "/webview/activity-center",
  event: "campaign_view",
};

export const loader = (args: Route.LoaderArgs) => loadCampaign(args, "email-coupon");
export const action = campaignForms.action;

export default function EmailCoupon({ loaderData: { campaign }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <ClaimScreen
      campaign={campaign}
      outcome={actionData}
      art={<LetterArt isTaken={campaign.view === "WON"} />}
      lead={t("emailLead")}
      button={t("getButton")}
    />
  );
}
