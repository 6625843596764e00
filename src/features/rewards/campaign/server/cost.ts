/**
 * The maximum cost of a campaign, per day and in all, with the tax that the company pays. // Product decisions, rewards
 * 1, 9
 */
import { isCoupon } from "#features/rewards/coupon/server/index.ts";
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { dateInWib, daysBetween } from "#shared/dates.ts";
import { prizesOf, type CampaignRules } from "../rules-contract.ts";
import { asksPermit } from "./approval-rules.ts";
import { costOf, type PrizeCost } from "./prizes.ts";
import { costOfPool } from "./picking.ts";
import type { CampaignRow } from "./store.ts";

/** In rupiah; null when only the budget sets a limit. */
export interface Cost {
  day: PrizeCost | null;
  all: PrizeCost | null;
  /** On which it is open. */
  days: number;
}

const none: PrizeCost = { netRupiah: 0, taxRupiah: 0 };
/** Rules with a typing error may promise more than any sum of money: the sum is capped here. */
const counted = (rupiah: number): number => Math.min(rupiah, Number.MAX_SAFE_INTEGER);
const times = ({ netRupiah, taxRupiah }: PrizeCost, count: number): PrizeCost => ({
  netRupiah: counted(netRupiah * count),
  taxRupiah: counted(taxRupiah * count),
});
const sum = (costs: readonly PrizeCost[]): PrizeCost =>
  costs.reduce(
    (all, one) => ({
      netRupiah: counted(all.netRupiah + one.netRupiah),
      taxRupiah: counted(all.taxRupiah + one.taxRupiah),
    }),
    none,
  );
/** The sum; null when one of them has no limit. */
const sumOf = (costs: readonly (PrizeCost | null)[]): PrizeCost | null =>
  costs.includes(null) ? null : sum(costs as PrizeCost[]);
const total = ({ netRupiah, taxRupiah }: PrizeCost): number => netRupiah + taxRupiah;

/** Coupons of its prizes that are not defined: their cost is unknown. */
export async function unknownCoupons(services: Services, reader: Reader, rules: CampaignRules): Promise<string[]> {
  const keys = prizesOf(rules).flatMap(({ prize }) => (prize.kind === "COUPON" ? [prize.couponKey] : []));
  const known = await Promise.all(keys.map((key) => isCoupon(services, reader, key)));
  return keys.filter((_key, index) => !known[index]);
}

/** The maximum cost of a campaign. */
export async function maxCampaignCostOf(services: Services, reader: Reader, campaign: CampaignRow): Promise<Cost> {
  const { rules } = campaign;
  const days = Math.max(1, daysBetween(dateInWib(campaign.opensAt), dateInWib(campaign.closesAt)));
  if (rules.mechanic === "PICK") {
    const { poolRupiah: netRupiah } = rules;
    const taxRupiah = (await costOfPool(services, reader, rules)) - netRupiah;
    return { day: none, all: { netRupiah, taxRupiah }, days };
  }
  if ((await unknownCoupons(services, reader, rules)).length > 0) return { day: null, all: null, days };
  const lines = await Promise.all(
    prizesOf(rules).map(async (line) => ({
      line,
      cost: await costOf(services, reader, line.prize, asksPermit(campaign)),
    })),
  );
  if (rules.mechanic === "DRAW") {
    const dearest = lines
      .map(({ cost }) => cost)
      .reduce((one, other) => (total(other) > total(one) ? other : one), none);
    const day = times(dearest, rules.winners);
    return { day, all: times(day, days), days };
  }
  const bounded = (pieces: (line: (typeof lines)[number]["line"]) => number): PrizeCost | null =>
    sumOf(
      lines.map(({ line, cost }) => (total(cost) === 0 ? none : pieces(line) === 0 ? null : times(cost, pieces(line)))),
    );
  const least = (...counts: number[]): number => Math.min(...counts.filter((count) => count > 0), Infinity);
  const orNone = (count: number): number => (count === Infinity ? 0 : count);
  return {
    day: bounded(({ perDay, stock }) => orNone(least(perDay, stock))),
    all: bounded(({ perDay, stock }) => orNone(least(perDay * days, stock))),
    days,
  };
}
