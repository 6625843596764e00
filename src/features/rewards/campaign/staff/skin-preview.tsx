/** Each skin's own screen, drawn with an example person; the same parts that borrowers see. */
import type { ReactNode } from "react";
import { CheckInScreen } from "#features/rewards/campaign-check-in/parts/check-in-screen.tsx";
import { EggScreen } from "#features/rewards/campaign-egg/parts/egg-screen.tsx";
import {
  CoffeeScreen,
  FreeLoanScreen,
  NewGiftScreen,
  OrderGiftScreen,
} from "#features/rewards/campaign-gift/parts/gift-screens.tsx";
import { PickScreen } from "#features/rewards/campaign-pick/parts/pick-screen.tsx";
import { trees, type Tree } from "#features/rewards/campaign-watering/parts/trees.ts";
import { WateringScreen } from "#features/rewards/campaign-watering/parts/watering-screen.tsx";
import { WishScreen } from "#features/rewards/campaign-wish/parts/wish-screen.tsx";
import { EmailCouponScreen, GetCouponScreen } from "#features/rewards/coupon/parts/coupon-screens.tsx";
import { InviteArt } from "#features/rewards/invitation/parts/invite-art.tsx";
import { InviteScreen } from "#features/rewards/invitation/parts/invite-screen.tsx";
import { PointsScreen } from "#features/rewards/points/parts/points-screen.tsx";
import { useLanguage } from "#web/language.tsx";
import type { Campaign } from "../contract.ts";
import { ClaimScreen } from "../parts/claim-screen.tsx";
import { CurtainArt } from "../parts/coupon-art.tsx";
import { prizeWords } from "../parts/prize-words.ts";
import { RulesPage } from "../parts/rules-page.tsx";
import { SevenYearScreen } from "../parts/seven-year-screen.tsx";
import type { Skin } from "../skins-contract.ts";

export interface Promises {
  couponRupiah: number;
  cashRupiah: number;
  loanWithinDays: number;
  givenAfterDays: number;
  maxRewarded: number;
  inDays: number;
}

interface Shown {
  campaign: Campaign;
  promises: Promises | null;
}

/** Nothing was ever sent here. */
const outcome = undefined;
const tree = (name: Tree) =>
  [name, ({ campaign }: Shown) => <WateringScreen campaign={campaign} outcome={outcome} tree={name} />] as const;

const screens: Readonly<Partial<Record<Skin, (shown: Shown) => ReactNode>>> = {
  "seven-year": ({ campaign }) => <SevenYearScreen campaign={campaign} outcome={outcome} />,
  "get-coupon": ({ campaign }) => <GetCouponScreen campaign={campaign} outcome={outcome} />,
  "email-coupon": ({ campaign }) => <EmailCouponScreen campaign={campaign} outcome={outcome} />,
  "points-shop": ({ campaign }) => <Shop campaign={campaign} />,
  "new-gift": ({ campaign }) => <NewGiftScreen campaign={campaign} outcome={outcome} />,
  "order-gift": ({ campaign }) => <OrderGiftScreen campaign={campaign} outcome={outcome} />,
  "free-loan": ({ campaign }) => <FreeLoanScreen campaign={campaign} outcome={outcome} />,
  tomoro: ({ campaign }) => <CoffeeScreen campaign={campaign} outcome={outcome} />,
  "check-in": ({ campaign }) => <CheckInScreen campaign={campaign} scene="desk" outcome={outcome} />,
  "check-in-order": ({ campaign }) => <CheckInScreen campaign={campaign} scene="wall" outcome={outcome} />,
  "toy-egg": ({ campaign }) => <Eggs campaign={campaign} scene="henhouse" />,
  "toy-egg-2": ({ campaign }) => <Eggs campaign={campaign} scene="toybox" />,
  "golden-egg": ({ campaign }) => <Eggs campaign={campaign} scene="vault" />,
  wish: ({ campaign }) => <WishScreen campaign={campaign} outcome={outcome} />,
  "world-cup": ({ campaign }) => <PickScreen campaign={campaign} outcome={outcome} />,
  invite: ({ campaign, promises }) => promises && <Invite campaign={campaign} promises={promises} />,
  ...Object.fromEntries(trees.map(tree)),
};

/** The screen of a campaign, or its page of rules; a skin without a screen of its own stands as one that gives a prize of a list. */
export function SkinPreview({ isRules, ...shown }: Shown & { isRules: boolean }) {
  const { campaign } = shown;
  if (isRules) return <RulesPage campaign={campaign} />;
  const draw = Object.hasOwn(screens, campaign.skin) ? screens[campaign.skin as Skin] : undefined;
  return (
    <>
      {draw ? (
        draw(shown)
      ) : (
        <ClaimScreen campaign={campaign} outcome={outcome} art={<CurtainArt />} lead={null} button={campaign.title} />
      )}
    </>
  );
}

function Eggs({ campaign, scene }: { campaign: Campaign; scene: Parameters<typeof EggScreen>[0]["scene"] }) {
  return <EggScreen campaign={campaign} scene={scene} outcome={outcome} rules={campaign.path} />;
}

/** The shop shows what this campaign would put on its shelves. */
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

function Invite({ campaign, promises }: { campaign: Campaign; promises: Promises }) {
  const friends = campaign.joined ? { joined: 3, counted: 2, rewarded: 1 } : { joined: 0, counted: 0, rewarded: 0 };
  return (
    <InviteScreen
      campaign={campaign}
      version={1}
      detail={campaign.path}
      art={<InviteArt friends={friends.counted} />}
      invitation={{
        ...promises,
        view: campaign.view,
        reason: campaign.reason,
        code: campaign.view === "RUNNING" ? "EXAMPLE00000" : null,
        friends,
        rewardedInPeriod: friends.rewarded,
        monthRupiah: friends.rewarded * promises.cashRupiah,
        monthCapRupiah: 0,
      }}
    />
  );
}
