import type { Campaign } from "#features/rewards/campaign/contract.ts";
import { LetterArt, TicketArt } from "#features/rewards/campaign/parts/coupon-art.tsx";
import { prizeWords } from "#features/rewards/campaign/parts/prize-words.ts";
import type { SkinLooks } from "#features/rewards/campaign/parts/skin-looks.tsx";
import { PointsArt } from "#features/rewards/points/parts/points-art.tsx";
import { PointsScreen } from "#features/rewards/points/parts/points-screen.tsx";
import { useLanguage } from "#web/language.tsx";
import { EmailCouponScreen, GetCouponScreen } from "./coupon-screens.tsx";

export const looks: SkinLooks = {
  "get-coupon": {
    art: () => <TicketArt isTaken={false} isCard />,
    screen: ({ campaign }) => <GetCouponScreen campaign={campaign} outcome={undefined} />,
  },
  "email-coupon": {
    art: () => <LetterArt isTaken={false} isCard />,
    screen: ({ campaign }) => <EmailCouponScreen campaign={campaign} outcome={undefined} />,
  },
  "points-shop": {
    art: () => <PointsArt points={1_250} isCard />,
    screen: ({ campaign }) => <Shop campaign={campaign} />,
  },
};

/** The shop shows what this campaign would offer. */
function Shop({ campaign: { activityId, prizes, points, closesAt, view } }: { campaign: Campaign }) {
  const language = useLanguage();
  const items = prizes.map(({ prizeKey, prize, costPoints, left }) => ({
    itemKey: prizeKey,
    title: prizeWords(prize, language),
    description: "",
    points: costPoints,
    stockLeft: left,
    leftThisMonth: null,
    closesAt,
    activityId,
    prizeKey,
  }));
  return (
    <PointsScreen
      points={{
        balance: points,
        expiresAt: null,
        tasks: [],
        maxADay: 0,
        items: view === "RUNNING" ? items : [],
      }}
    />
  );
}
