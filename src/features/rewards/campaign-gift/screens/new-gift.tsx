import type { Route } from "./+types/new-gift";
import { ClaimScreen } from "#features/rewards/campaign/parts/claim-screen.tsx";
import { campaignForms, loadCampaign } from "#features/rewards/campaign/parts/load.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { DoorstepArt } from "../parts/gift-art.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.newTitle, back: "/webview/activity-center", event: "campaign_view" };

export const loader = (args: Route.LoaderArgs) => loadCampaign(args, "new-gift");
export const action = campaignForms.action;

export default function NewGift({ loaderData: { campaign }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <ClaimScreen
      campaign={campaign}
      outcome={actionData}
      art={<DoorstepArt isTaken={campaign.view === "WON"} />}
      lead={t("newLead")}
      button={t("newButton")}
    />
  );
}
