import type { Route } from "./+types/tomoro";
import { ClaimScreen } from "#features/rewards/campaign/parts/claim-screen.tsx";
import { CodeBoxes } from "#features/rewards/campaign/parts/code-boxes.tsx";
import { campaignForms, loadCampaign } from "#features/rewards/campaign/parts/load.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { CafeArt } from "../parts/gift-art.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = {
  title: texts.coffeeTitle,
  back: "/webview/activity-center",
  event: "campaign_view",
};

export const loader = (args: Route.LoaderArgs) => loadCampaign(args, "tomoro");
export const action = campaignForms.action;

export default function Tomoro({ loaderData: { campaign }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <ClaimScreen
      campaign={campaign}
      outcome={actionData}
      art={<CafeArt isTaken={campaign.view === "WON"} />}
      lead={t("coffeeLead")}
      button={t("coffeeButton")}
      rules={`/webview/activity/tomoro-rules/${campaign.activityId}`}
      fields={<CodeBoxes name="entryCode" label={t("coffeeCode")} digit={(place) => t("coffeeDigit", { place })} />}
    />
  );
}
