/** The screens of coupons that one takes: for everybody, and for a verified address. */
import type { ReactNode } from "react";
import type { Campaign } from "#features/rewards/campaign/contract.ts";
import { ClaimScreen } from "#features/rewards/campaign/parts/claim-screen.tsx";
import { LetterArt, TicketArt } from "#features/rewards/campaign/parts/coupon-art.tsx";
import type { CampaignOutcome } from "#features/rewards/campaign/parts/load.ts";
import { useTexts } from "#web/language.tsx";
import { texts } from "../texts.ts";

interface CouponScreenProps {
  campaign: Campaign;
  outcome: CampaignOutcome;
}

/** With one's own coupons under it, where there is somebody. */
export function GetCouponScreen({ campaign, outcome, own }: CouponScreenProps & { own?: ReactNode }) {
  const t = useTexts(texts);
  return (
    <ClaimScreen
      campaign={campaign}
      outcome={outcome}
      art={<TicketArt isTaken={campaign.view === "WON"} />}
      lead={t("getLead")}
      button={t("getButton")}
      below={own}
    />
  );
}

export function EmailCouponScreen({ campaign, outcome }: CouponScreenProps) {
  const t = useTexts(texts);
  return (
    <ClaimScreen
      campaign={campaign}
      outcome={outcome}
      art={<LetterArt isTaken={campaign.view === "WON"} />}
      lead={t("emailLead")}
      button={t("getButton")}
    />
  );
}
