/** The screens of claimable coupons: for everyone, and for verified mail addresses. */
import type { ReactNode } from "react";
import type { Campaign } from "#features/rewards/campaign/contract.ts";
import { artFigure } from "#features/rewards/campaign/parts/art-figure.ts";
import { ClaimScreen } from "#features/rewards/campaign/parts/claim-screen.tsx";
import { LetterArt, TicketArt } from "#features/rewards/campaign/parts/coupon-art.tsx";
import { claimLead } from "#features/rewards/campaign/parts/lead.ts";
import type { CampaignOutcome } from "#features/rewards/campaign/parts/load.ts";
import { useLanguage } from "#web/language.tsx";

interface CouponScreenProps {
  campaign: Campaign;
  outcome: CampaignOutcome;
}

/** With the person's own coupons below, after login. */
export function GetCouponScreen({ campaign, outcome, own }: CouponScreenProps & { own?: ReactNode }) {
  const language = useLanguage();
  return (
    <ClaimScreen
      campaign={campaign}
      outcome={outcome}
      art={<TicketArt isTaken={campaign.view === "WON"} {...artFigure(campaign, language)} />}
      lead={claimLead(campaign, language)}
      below={own}
    />
  );
}

export function EmailCouponScreen({ campaign, outcome }: CouponScreenProps) {
  const language = useLanguage();
  return (
    <ClaimScreen
      campaign={campaign}
      outcome={outcome}
      art={<LetterArt isTaken={campaign.view === "WON"} {...artFigure(campaign, language)} />}
      lead={claimLead(campaign, language)}
    />
  );
}
