/** The screen of the anniversary. */
import { useLanguage } from "#web/language.tsx";
import type { Campaign } from "../contract.ts";
import { ClaimScreen } from "./claim-screen.tsx";
import { artFigure } from "./art-figure.ts";
import { CakeArt } from "./coupon-art.tsx";
import { claimLead } from "./lead.ts";
import type { CampaignOutcome } from "./load.ts";

interface SevenYearScreenProps {
  campaign: Campaign;
  outcome: CampaignOutcome;
}

export function SevenYearScreen({ campaign, outcome }: SevenYearScreenProps) {
  const language = useLanguage();
  return (
    <ClaimScreen
      campaign={campaign}
      outcome={outcome}
      art={<CakeArt isTaken={campaign.view === "WON"} {...artFigure(campaign, language)} />}
      lead={claimLead(campaign, language)}
    />
  );
}
