/** The domain that gives each kind of prize, and its cost to the campaign. The wing's domains own the prizes. // Product decisions, rewards 1, 9 */
import { giveCoupon, couponOffersOf, promiseOf, type OfferedCoupon } from "#features/rewards/coupon/server/index.ts";
import { givePoints } from "#features/rewards/points/server/index.ts";
import { takeVoucherCode } from "#features/rewards/voucher/server/index.ts";
import { giveCash, giveVoucher } from "#features/rewards/wallet/server/index.ts";
import type { Transaction, Reader } from "#server/database.server.ts";
import { LedgerRefusal } from "#server/ledger/index.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import { say, type Language, type Text } from "#shared/texts.ts";
import type { Campaign } from "../contract.ts";
import { prizesOf, type CampaignRules, type Prize } from "../rules-contract.ts";
import { grossOf } from "./fairness.ts";
import { ruleOn } from "./store.ts";

export interface PrizeCost {
  /** The winner's net amount in rupiah. */
  netRupiah: number;
  /** Tax that we pay in addition. */
  taxRupiah: number;
}

/** Maximal cost of a prize to the budget; nothing for points and tickets. Tax only when chance decides. */
export const costOf = async (
  services: Services,
  reader: Reader,
  prize: Prize,
  isByChance: boolean,
): Promise<PrizeCost> => costIn(services, reader, prize, isByChance, () => drawTaxPpm(services, reader));

/** The same for several prizes that chance gives, in their order: the rate is read once. */
export async function costsByChance(
  services: Services,
  reader: Reader,
  prizes: readonly Prize[],
): Promise<PrizeCost[]> {
  let ppm: Promise<number> | undefined;
  const costs: PrizeCost[] = [];
  for (const prize of prizes)
    costs.push(await costIn(services, reader, prize, true, () => (ppm ??= drawTaxPpm(services, reader))));
  return costs;
}

const drawTaxPpm = (services: Services, reader: Reader): Promise<number> =>
  ruleOn(reader, "PRIZE_DRAW_TAX_PPM", dateInWib(services.clock.now()));

async function costIn(
  services: Services,
  reader: Reader,
  prize: Prize,
  isByChance: boolean,
  taxPpm: () => Promise<number>,
): Promise<PrizeCost> {
  const netRupiah =
    prize.kind === "CASH" || prize.kind === "VOUCHER"
      ? prize.rupiah
      : prize.kind === "COUPON"
        ? await promiseOf(services, reader, prize.couponKey)
        : 0;
  if (netRupiah === 0 || !isByChance) return { netRupiah, taxRupiah: 0 };
  return { netRupiah, taxRupiah: grossOf(netRupiah, await taxPpm()).taxRupiah };
}

export interface PrizeAward {
  borrowerId: string;
  awardId: string;
  activityId: string;
  /** Owner of the account REWARD_BUDGET that pays: the campaign, or a reserved part of its budget. */
  budget: string;
  prize: Prize;
  isByChance: boolean;
  /** The title that the winner reads. */
  title: Text;
  /** For a coupon: from when it may be used. */
  usableFrom?: Date | undefined;
}

export type PrizeOutcome = "GIVEN" | "KNOWN" | "BUDGET_OUT" | "OUT_OF_STOCK";

/**
 * Gives a prize once per award, in the caller's transaction. BUDGET_OUT and OUT_OF_STOCK: nothing was given, and the
 * caller rolls back. Tickets belong to the campaign and are not given here: no other campaign with a prize of tickets
 * is approved.
 * @throws RangeError for a prize of tickets
 */
export async function givePrize(services: Services, trx: Transaction, award: PrizeAward): Promise<PrizeOutcome> {
  const { borrowerId, awardId, activityId, budget, prize, isByChance, title } = award;
  if (prize.kind === "NOTHING") return "GIVEN";
  if (prize.kind === "TICKET") throw new RangeError("A campaign gives its tickets itself.");
  if (prize.kind === "POINTS")
    return givePoints(services, trx, {
      borrowerId,
      source: `award_${awardId}`,
      points: prize.points,
      activityId,
      title,
    });
  const { netRupiah, taxRupiah } = await costOf(services, trx, prize, isByChance);
  if (prize.kind === "CASH")
    return giveCash(services, trx, {
      borrowerId,
      awardId,
      activityId,
      budget,
      amountRupiah: netRupiah,
      taxRupiah,
      title,
    });
  if (prize.kind === "VOUCHER") {
    if (!(await takeVoucherCode(services, trx, { ...prize, borrowerId, awardId }))) return "OUT_OF_STOCK";
    return giveVoucher(services, trx, { awardId, budget, costRupiah: netRupiah, taxRupiah });
  }
  const { outcome } = await giveCoupon(services, trx, {
    borrowerId,
    awardId,
    activityId,
    couponKey: prize.couponKey,
    budget,
    taxRupiah,
    title,
    ...(award.usableFrom ? { usableFrom: award.usableFrom } : {}),
  });
  return outcome;
}

/** Whether the ledger refused because the balance is too small; other errors are thrown on. */
export function isShort(error: unknown): error is LedgerRefusal {
  return error instanceof LedgerRefusal && error.code === "INSUFFICIENT";
}

/** The coupons among a campaign's prizes as given today, by prize. */
export async function offeredCoupons(
  services: Services,
  reader: Reader,
  rules: CampaignRules,
): Promise<ReadonlyMap<string, OfferedCoupon>> {
  const lines = prizesOf(rules).flatMap(({ prizeKey, prize }) =>
    prize.kind === "COUPON" ? [{ prizeKey, couponKey: prize.couponKey }] : [],
  );
  const offers = await couponOffersOf(
    services,
    reader,
    lines.map(({ couponKey }) => couponKey),
  );
  return new Map(
    lines.flatMap(({ prizeKey, couponKey }) => {
      const offered = offers.get(couponKey);
      return offered ? [[prizeKey, offered] as const] : [];
    }),
  );
}

/** The sentence about a prize's coupon, in the reader's language; nothing for other prizes. */
export const couponPhrase = (
  offered: OfferedCoupon | undefined,
  language: Language,
): Pick<Campaign["prizes"][number], "coupon" | "conditions"> => ({
  coupon: offered?.offer ?? null,
  conditions: offered?.conditions.map((condition) => say(condition, language)) ?? [],
});
