/** Campaign prizes for one person in other domains' lists: the points shop, and claimable coupons. // Product decisions, rewards 4, 5 */
import type { Reader } from "#server/database.server.ts";
import { isTooLateFor, type ObtainableCoupon } from "#features/rewards/coupon/server/index.ts";
import type { ShopItem } from "#features/rewards/points/server/index.ts";
import { remainingVoucherCodes } from "#features/rewards/voucher/server/index.ts";
import { account, availableOf } from "#server/ledger/index.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import { formatRupiah } from "#shared/money.ts";
import { say, type Text } from "#shared/texts.ts";
import type { Prize, RulesOf } from "../rules-contract.ts";
import { pathNaming, pathOfCampaign } from "../skins-contract.ts";
import { texts } from "../texts.ts";
import { awardsOf } from "./awards.ts";
import { claimsKey, claimStateOf, conditionsMet } from "./claiming.ts";
import { remainingPieces, usedOf, wholeCampaign } from "./counters.ts";
import { isUncovered } from "./cover.ts";
import { eligibilityOf } from "./eligibility.ts";
import { staysOpenInRest } from "./late.ts";
import { firstOnScreen } from "./on-screen.ts";
import { costOf } from "./prizes.ts";
import { visibleCampaigns, type CampaignRow } from "./store.ts";

const shopSkin = "points-shop";
/** Maximal number of coupons named. */
const maxCoupons = 20;

const runningNow = (row: CampaignRow, now: Date): boolean =>
  row.state === "RUNNING" && row.opensAt <= now && now < row.closesAt;

const inAll = (make: (language: "id" | "en" | "zh") => string): Text => ({
  id: make("id"),
  en: make("en"),
  zh: make("zh"),
});

function titleOf(prize: Prize): Text {
  if (prize.kind === "VOUCHER") {
    const amount = formatRupiah(prize.rupiah);
    const text = prize.voucherKey in texts ? texts[prize.voucherKey as "COFFEE" | "PHONE_CREDIT"] : texts.voucher;
    return inAll((language) => say(text, language, { amount }));
  }
  if (prize.kind === "COUPON")
    return prize.couponKey in texts ? texts[prize.couponKey as "interest-10000"] : texts.coupon;
  return texts.voucher;
}

const describe = ({ kind }: Prize): Text => (kind === "COUPON" ? texts.shopCoupon : texts.shopVoucher);

/** A voucher without a code is not given, whatever the rules promise; null when it needs none. */
const codesFor = async (reader: Reader, prize: Prize): Promise<number | null> =>
  prize.kind === "VOUCHER" ? remainingVoucherCodes(reader, prize) : null;

const smaller = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/** The items of the shops that run now. */
export async function campaignShopItems(services: Services, reader: Reader, borrowerId: string): Promise<ShopItem[]> {
  const now = services.clock.now();
  const month = dateInWib(now).slice(0, 7);
  const itemsOf = async (campaign: CampaignRow): Promise<ShopItem[]> => {
    const { rules, activityId, closesAt } = campaign;
    if (!runningNow(campaign, now) || rules.mechanic !== "CLAIM") return [];
    const sold = rules.prizes.filter(({ costPoints }) => costPoints > 0);
    const usedIn = async (prizeKey: string): Promise<number> =>
      rules.timesAMonth > 0 ? usedOf(reader, claimsKey({ activityId, borrowerId, prizeKey, month })) : 0;
    const [left, codes, used, budget, costs] = await Promise.all([
      remainingPieces(reader, campaign.id, wholeCampaign),
      Promise.all(sold.map(({ prize }) => codesFor(reader, prize))),
      Promise.all(sold.map(({ prizeKey }) => usedIn(prizeKey))),
      availableOf(reader, account("REWARD_BUDGET", activityId)),
      Promise.all(sold.map(({ prize }) => costOf(services, reader, prize, false))),
    ]);
    // A prize that the budget does not cover has no piece left, whatever its stock.
    const isCovered = (n: number): boolean => costs[n]!.netRupiah <= budget;
    return sold.map(({ prizeKey, prize, stock, costPoints }, n) => ({
      itemKey: `${activityId}.${prizeKey}`,
      title: titleOf(prize),
      description: describe(prize),
      points: costPoints,
      stockLeft: isCovered(n) ? smaller(stock > 0 ? (left.get(prizeKey) ?? stock) : null, codes[n]!) : 0,
      leftThisMonth: rules.timesAMonth > 0 ? Math.max(0, rules.timesAMonth - used[n]!) : null,
      closesAt,
      activityId,
      prizeKey,
    }));
  };
  return (await Promise.all((await visibleCampaigns(reader, now, shopSkin)).map(itemsOf))).flat();
}

/** Coupons that campaigns give for a claim without points; unavailable ones with their reason. */
export async function campaignCouponsOf(
  services: Services,
  reader: Reader,
  borrowerId: string,
): Promise<ObtainableCoupon[]> {
  const now = services.clock.now();
  const visible = await visibleCampaigns(reader, now);
  const onScreen = firstOnScreen(visible, now, new Set());
  const giving = visible.flatMap((campaign) => {
    const { rules, state } = campaign;
    if (state !== "RUNNING" || rules.mechanic !== "CLAIM") return [];
    const line = rules.prizes.find(({ prize, costPoints }) => prize.kind === "COUPON" && costPoints === 0);
    if (line?.prize.kind !== "COUPON") return [];
    return [{ campaign, rules, prizeKey: line.prizeKey, couponKey: line.prize.couponKey }];
  });
  return Promise.all(
    giving.slice(0, maxCoupons).map(async ({ campaign, rules, prizeKey, couponKey }) => {
      const { activityId, title, skin, closesAt } = campaign;
      const unobtainable = await whyNot(services, reader, { campaign, rules, borrowerId, prizeKey, couponKey, now });
      const to = (onScreen.get(skin) === campaign ? pathOfCampaign : pathNaming)(skin, activityId);
      return { activityId, couponKey, title, to, closesAt, unobtainable };
    }),
  );
}

interface Claimant {
  campaign: CampaignRow;
  rules: RulesOf<"CLAIM">;
  borrowerId: string;
  prizeKey: string;
  couponKey: string;
  now: Date;
}

async function whyNot(
  services: Services,
  reader: Reader,
  { campaign, rules, borrowerId, prizeKey, couponKey, now }: Claimant,
): Promise<ObtainableCoupon["unobtainable"]> {
  if (!runningNow(campaign, now)) return "NOT_OPEN";
  const [[newest], left, { rest, reason }, since, isTooLate, isOut] = await Promise.all([
    awardsOf(reader, borrowerId, campaign.id, 1),
    remainingPieces(reader, campaign.id, wholeCampaign),
    eligibilityOf(services, reader, borrowerId, campaign),
    conditionsMet(reader, borrowerId, campaign, rules),
    isTooLateFor(services, reader, { borrowerId, couponKey }),
    isUncovered(services, reader, campaign, false),
  ]);
  if (claimStateOf(campaign, rules, newest, now).isClaimed) return "DONE_ALREADY";
  if (isOut || left.get(prizeKey) === 0) return "OUT_OF_STOCK";
  const isEarned = since !== null && (rest === null || (staysOpenInRest(rules) && since <= rest.since));
  return reason !== null || !isEarned || isTooLate ? "NOT_ELIGIBLE" : null;
}
