/** The screens of gifts: one prize of a list, each for a completed task. */
import type { Campaign } from "#features/rewards/campaign/contract.ts";
import { ClaimScreen } from "#features/rewards/campaign/parts/claim-screen.tsx";
import { artFigure } from "#features/rewards/campaign/parts/art-figure.ts";
import { claimLead, couponIn } from "#features/rewards/campaign/parts/lead.ts";
import { CodeBoxes } from "#features/rewards/campaign/parts/code-boxes.tsx";
import type { CampaignOutcome } from "#features/rewards/campaign/parts/load.ts";
import { formatRupiah } from "#shared/money.ts";
import { payoutMinutes } from "#shared/promised-times.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import { texts } from "../texts.ts";
import { CafeArt, DoorstepArt, MedalArt, StopwatchArt } from "./gift-art.tsx";

interface GiftScreenProps {
  campaign: Campaign;
  outcome: CampaignOutcome;
}

export function NewGiftScreen({ campaign, outcome }: GiftScreenProps) {
  const lead = claimLead(campaign, useLanguage());
  const prize = campaign.prizes[0]?.prize;
  return (
    <ClaimScreen
      campaign={campaign}
      outcome={outcome}
      art={
        <DoorstepArt
          isTaken={campaign.view === "WON"}
          {...(prize && prize.kind !== "COUPON" ? { figure: figureOf(prize) } : {})}
        />
      }
      lead={lead}
    />
  );
}

/** Short enough for a tag on the parcel. */
function figureOf(prize: Campaign["prizes"][number]["prize"]): string {
  if (prize.kind === "CASH" || prize.kind === "VOUCHER") return inThousands(prize.rupiah);
  return prize.kind === "POINTS" ? `+${prize.points}` : prize.kind === "TICKET" ? `${prize.tickets}×` : "";
}
const inThousands = (rupiah: number): string => (rupiah >= 1_000 ? `${Math.floor(rupiah / 1_000)}rb` : String(rupiah));

/** The page thanks for exactly the conditions of the gift: a loan repaid in time, and a choice. */
const isThanks = ({ needs, caps, prizes }: Campaign): boolean =>
  prizes.length > 1 &&
  needs.length === 1 &&
  needs[0]!.need === "LOAN_PAID_OFF" &&
  caps.some(({ cap }) => cap === "NEVER_LATE");

export function OrderGiftScreen({ campaign, outcome }: GiftScreenProps) {
  const t = useTexts(texts);
  const lead = claimLead(campaign, useLanguage());
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
      lead={isThanks(campaign) ? t("orderLead") : lead}
      button={t("orderButton")}
    />
  );
}

export function FreeLoanScreen({ campaign, outcome }: GiftScreenProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const lead = claimLead(campaign, language);
  // The page shows a loan's timeline only for a loan without interest: another prize of this skin has none.
  const isFree = couponIn(campaign)?.effect === "INTEREST_FREE";
  return (
    <ClaimScreen
      campaign={campaign}
      outcome={outcome}
      art={
        <StopwatchArt
          isTaken={campaign.view === "WON"}
          figure={artFigure(campaign, language).figure}
          {...(isFree ? { minutes: payoutMinutes } : {})}
        />
      }
      lead={isFree ? `${lead} ${t("freePaidOut")}` : lead}
      {...(isFree ? { button: t("freeButton") } : {})}
    >
      {isFree && <p className="campaign-fair">{t("freeTold")}</p>}
    </ClaimScreen>
  );
}

export function CoffeeScreen({ campaign, outcome }: GiftScreenProps) {
  const t = useTexts(texts);
  const lead = claimLead(campaign, useLanguage());
  return (
    <ClaimScreen
      campaign={campaign}
      outcome={outcome}
      art={<CafeArt isTaken={campaign.view === "WON"} />}
      lead={lead}
      rules={`/webview/activity/tomoro-rules/${campaign.activityId}`}
      fields={<CodeBoxes name="entryCode" label={t("coffeeCode")} digit={(place) => t("coffeeDigit", { place })} />}
    />
  );
}
