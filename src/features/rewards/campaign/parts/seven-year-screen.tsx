/** The screen of the anniversary. */
import { useTexts } from "#web/language.tsx";
import type { Campaign } from "../contract.ts";
import { texts } from "../texts.ts";
import { ClaimScreen } from "./claim-screen.tsx";
import { CakeArt } from "./coupon-art.tsx";
import type { CampaignOutcome } from "./load.ts";

interface SevenYearScreenProps {
  campaign: Campaign;
  outcome: CampaignOutcome;
}

export function SevenYearScreen({ campaign, outcome }: SevenYearScreenProps) {
  const t = useTexts(texts);
  return (
    <ClaimScreen
      campaign={campaign}
      outcome={outcome}
      art={<CakeArt isTaken={campaign.view === "WON"} />}
      lead={t("sevenLead")}
      button={t("takeCoupon")}
    />
  );
}
