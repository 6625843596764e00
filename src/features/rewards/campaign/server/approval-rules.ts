/** Conditions for a campaign's approval, and the changes allowed afterwards. Pure. // Product decisions, rewards 1, 9 */
import { isDeepStrictEqual } from "node:util";
import { dateInWib, daysBetween } from "#shared/dates.ts";
import { languages } from "#shared/texts.ts";
import {
  loanTasks,
  prizesOf,
  tasksOf,
  type CampaignRules,
  type CampaignTask,
  type PrizeRule,
} from "../rules-contract.ts";
import { campaignFaults } from "../draft-contract.ts";
import type { CampaignRow } from "./store.ts";

export type CampaignFault = (typeof campaignFaults)[number];

/** Mechanics that by nature need a finished loan. // Product decisions, rewards 1 */
const forLoansByName = /^(?:order-|free-loan$)/;

/** Whether the law requires a minister's permit: for prizes won by luck or by a guess. // UU 22/1954 */
export const asksPermit = ({ mechanic }: Pick<CampaignRow, "mechanic">): boolean =>
  mechanic === "INSTANT" || mechanic === "DRAW" || mechanic === "PICK";

/** Whether a prize takes money of the budget. */
const isMoney = ({ prize }: PrizeRule): boolean =>
  prize.kind === "CASH" || prize.kind === "VOUCHER" || prize.kind === "COUPON";

/**
 * Whether the main prize can be reached without a task that needs a loan: simulates the tasks day by day through the
 * period.
 */
export function isInReach(rules: CampaignRules): boolean {
  const free = tasksOf(rules).filter(({ task }) => !loanTasks.includes(task));
  if (rules.mechanic === "INSTANT") return free.length > 0;
  if (rules.mechanic === "CLAIM")
    return !rules.needs.some((need) => need === "LOAN_PAID_OFF" || need === "INSTALMENT_PAID");
  if (rules.mechanic !== "GROW") return true;
  let grown = 0;
  for (let day = 0; day < rules.days && grown < rules.fruit; day++) {
    const today = free.reduce((sum, { task, gives }) => sum + (isOfEachDay(task) ? gives : 0), 0);
    grown += Math.min(today, rules.energyADay);
  }
  return grown >= rules.fruit;
}

const isOfEachDay = (task: CampaignTask): boolean => task === "DAILY_SIGN_IN";
/** Daily draws are limited by the day: plays and draws have no stock for the whole campaign. */
const isDaily = ({ mechanic }: CampaignRow): boolean => mechanic === "INSTANT" || mechanic === "DRAW";

/** Number of coupons of a prize line in the whole campaign: the stock in the rules, or the sum of its days; 0 without a limit. */
function couponPieces({ rules, opensAt, closesAt }: Promised, { stock, perDay }: PrizeRule): number {
  const days = Math.max(1, daysBetween(dateInWib(opensAt), dateInWib(closesAt)));
  if (stock > 0) return stock;
  return days * (rules.mechanic === "DRAW" ? rules.winners : perDay);
}

/** Number of coupons that a campaign may give in all, by key. */
export function couponsOfCampaign(campaign: Promised): ReadonlyMap<string, number> {
  const pieces = new Map<string, number>();
  for (const line of prizesOf(campaign.rules))
    if (line.prize.kind === "COUPON") {
      const { couponKey } = line.prize;
      pieces.set(couponKey, (pieces.get(couponKey) ?? 0) + couponPieces(campaign, line));
    }
  return pieces;
}

/** Whether the quantity of a prize line has no limit, although its money is reserved by the day or its coupons are printed. */
function isUnbounded(campaign: Promised, line: PrizeRule): boolean {
  if (line.prize.kind === "COUPON" && couponPieces(campaign, line) === 0) return true;
  return campaign.rules.mechanic === "INSTANT" && isMoney(line) && line.perDay === 0;
}

/**
 * Reasons that prevent a campaign's approval.
 * @param dayRupiah maximal cost of a day of chance, or of a pool; the budget must cover at least one
 */
export function campaignFaultsOf(campaign: CampaignRow, dayRupiah: number): CampaignFault[] {
  const { rules, title, activityId, permit, budgetRupiah } = campaign;
  const words = languages.map((language) => title[language].toLowerCase()).join(" ");
  const lines = prizesOf(rules);
  const isLimited = lines.some(({ stock, perDay }) => stock > 0 || perDay > 0);
  return [
    ...(/\bgratis\b|\bfree gift\b|免费/.test(words) ? (["WORD_FREE"] as const) : []),
    ...(/\bterbatas\b|\blimited\b|限量/.test(words) && !isLimited ? (["WORD_LIMITED"] as const) : []),
    ...(asksPermit(campaign) && permit === null ? (["PERMIT_MISSING"] as const) : []),
    ...(forLoansByName.test(activityId) || isInReach(rules) ? [] : (["OUT_OF_REACH"] as const)),
    ...(lines.some((line) => isUnbounded(campaign, line)) ? (["COVER_UNKNOWN"] as const) : []),
    ...(rules.mechanic !== "INSTANT" && lines.some(({ prize }) => prize.kind === "TICKET")
      ? (["TICKET_NO_PLAY"] as const)
      : []),
    ...(isDaily(campaign) && lines.some(({ stock }) => stock > 0) ? (["STOCK_BY_DAY"] as const) : []),
    ...(dayRupiah > budgetRupiah ? (["BUDGET_SHORT"] as const) : []),
  ];
}

type Promised = Pick<CampaignRow, "opensAt" | "closesAt" | "claimsUntil" | "budgetRupiah" | "rules">;

/**
 * Whether a new version keeps or improves the promise: longer, more stock, more budget, prizes as large. Anything else
 * is a new campaign. Transitive.
 */
export function isNotWorse(old: Promised, next: Promised): boolean {
  if (next.opensAt > old.opensAt || next.closesAt < old.closesAt || next.claimsUntil < old.claimsUntil) return false;
  if (next.budgetRupiah < old.budgetRupiah || next.rules.mechanic !== old.rules.mechanic) return false;
  const [before, after] = [prizesOf(old.rules), prizesOf(next.rules)];
  if (before.length !== after.length) return false;
  if (!before.every((line, index) => isLineNotWorse(line, after[index]!))) return false;
  const apart = (rules: CampaignRules) => ({ ...rules, prizes: [], tasks: [] });
  if (!isDeepStrictEqual(apart(old.rules), apart(next.rules))) return false;
  return tasksOf(old.rules).every(({ task, gives }) =>
    tasksOf(next.rules).some((one) => one.task === task && one.gives >= gives),
  );
}

/** 0 is no limit, which no number reaches. */
const isMore = (before: number, after: number): boolean => after === 0 || (before !== 0 && after >= before);

function isLineNotWorse(old: PrizeRule, next: PrizeRule): boolean {
  return (
    old.prizeKey === next.prizeKey &&
    old.ppm === next.ppm &&
    next.costPoints <= old.costPoints &&
    isDeepStrictEqual(old.prize, next.prize) &&
    isMore(old.stock, next.stock) &&
    isMore(old.perDay, next.perDay)
  );
}
