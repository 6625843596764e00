/** The screens of gifts: one prize of a list, each for something that was done. */
import type { Campaign } from "#features/rewards/campaign/contract.ts";
import { ClaimScreen } from "#features/rewards/campaign/parts/claim-screen.tsx";
import { CodeBoxes } from "#features/rewards/campaign/parts/code-boxes.tsx";
import type { CampaignOutcome } from "#features/rewards/campaign/parts/load.ts";
import { formatRupiah } from "#shared/money.ts";
import { useTexts } from "#web/language.tsx";
import { texts } from "../texts.ts";
import { CafeArt, DoorstepArt, MedalArt, StopwatchArt } from "./gift-art.tsx";

interface GiftScreenProps {
  campaign: Campaign;
  outcome: CampaignOutcome;
}

export function NewGiftScreen({ campaign, outcome }: GiftScreenProps) {
  const t = useTexts(texts);
  return (
    <ClaimScreen
      campaign={campaign}
      outcome={outcome}
      art={<DoorstepArt isTaken={campaign.view === "WON"} />}
      lead={t("newLead")}
      button={t("newButton")}
    />
  );
}

export function OrderGiftScreen({ campaign, outcome }: GiftScreenProps) {
  const t = useTexts(texts);
  const { view, award, prizes } = campaign;
  const prize = (view === "WON" ? award : prizes[0])?.prize;
  return (
    <ClaimScreen
      campaign={campaign}
      outcome={outcome}
      art={
        <MedalArt
          isTaken={view === "WON"}
          {...(prize && "rupiah" in prize ? { prize: formatRupiah(prize.rupiah) } : {})}
        />
      }
      lead={t("orderLead")}
      button={t("orderButton")}
    />
  );
}

export function FreeLoanScreen({ campaign, outcome }: GiftScreenProps) {
  const t = useTexts(texts);
  return (
    <ClaimScreen
      campaign={campaign}
      outcome={outcome}
      art={<StopwatchArt isTaken={campaign.view === "WON"} />}
      lead={t("freeLead")}
      button={t("freeButton")}
    >
      <p className="campaign-fair">{t("freeTold")}</p>
    </ClaimScreen>
  );
}

export function CoffeeScreen({ campaign, outcome }: GiftScreenProps) {
  const t = useTexts(texts);
  return (
    <ClaimScreen
      campaign={campaign}
      outcome={outcome}
      art={<CafeArt isTaken={campaign.view === "WON"} />}
      lead={t("coffeeLead")}
      button={t("coffeeButton")}
      rules={`/webview/activity/tomoro-rules/${campaign.activityId}`}
      fields={<CodeBoxes name="entryCode" label={t("coffeeCode")} digit={(place) => t("coffeeDigit", { place })} />}
    />
  );
}
