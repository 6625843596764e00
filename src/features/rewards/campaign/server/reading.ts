/** A person's view of a campaign: read with few queries, decided by `campaignViewOf`. */
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { dateInWib, type BusinessDate } from "#shared/dates.ts";
import { say, type Language } from "#shared/texts.ts";
import { couponEndOfAward } from "#features/rewards/coupon/server/index.ts";
import { pointsExpiryOf } from "#features/rewards/points/server/index.ts";
import { voucherCodeOf, remainingVoucherCodes } from "#features/rewards/voucher/server/index.ts";
import { walletOf } from "#features/rewards/wallet/server/index.ts";
import type { Award, Campaign, CampaignView, summaryEntries } from "../contract.ts";
import { prizesOf, tasksOf, type CampaignRules, type PrizeRule } from "../rules-contract.ts";
import { optionalLogin, pathOfCampaign } from "../skins-contract.ts";
import { capsOf } from "./caps.ts";
import { claimStateOf, needsOf } from "./claiming.ts";
import { remainingPieces, wholeCampaign } from "./counters.ts";
import { isUncovered } from "./cover.ts";
import { asksEntryCode } from "./entry-code.ts";
import { drawOfDay, lastShownDraw } from "./draws.ts";
import { eligibilityOf, tooLatePrizes } from "./eligibility.ts";
import { endOf, isLateTime, isRipe, outlivesEnd, staysOpenInRest } from "./late.ts";
import { couponPhrase, offeredCoupons } from "./prizes.ts";
import { lastResultOf } from "./last-result.ts";
import { emptyCampaignState, ownPart, type OwnCampaignState } from "./own-part.ts";
import { seenOf } from "./seen.ts";
import { shownPermit, type CampaignRow } from "./store.ts";
import { streakNow } from "./entrant-store.ts";
import { midnightAfter } from "./running.ts";
import { pickStateOf } from "./picking.ts";
import { playOf } from "./playing.ts";
import { remindedOf } from "./reminders.ts";
import { pointsWithoutWish, wishOn } from "./wishing.ts";
import { campaignViewOf, type Seen } from "./view.ts";

/** When the next day brings a new chance. A choice waits for its result. */
function nextDay({ rules, closesAt }: CampaignRow, { isDoneForNow, isWaiting, award }: Seen, now: Date): Date | null {
  if (!isDoneForNow && (!isWaiting || rules.mechanic === "PICK")) return null;
  if (rules.mechanic === "GROW" && award) return null;
  const midnight = midnightAfter(now);
  return midnight < closesAt ? midnight : null;
}

/** Pieces left of each prize: the smaller of the day's and the campaign's; of a claimed voucher no more than its codes. */
async function leftOf(reader: Reader, campaign: CampaignRow, today: BusinessDate): Promise<Map<string, number | null>> {
  const lines = prizesOf(campaign.rules);
  const codesOf = ({ prize }: PrizeRule) =>
    prize.kind === "VOUCHER" && campaign.mechanic === "CLAIM" ? remainingVoucherCodes(reader, prize) : null;
  const [whole, day, codes] = await Promise.all([
    remainingPieces(reader, campaign.id, wholeCampaign),
    remainingPieces(reader, campaign.id, today),
    Promise.all(lines.map(codesOf)),
  ]);
  return new Map(
    lines.map(({ prizeKey, perDay, stock }, n) => {
      const known = [
        codes[n] ?? null,
        perDay > 0 ? (day.get(prizeKey) ?? perDay) : null,
        stock > 0 ? (whole.get(prizeKey) ?? stock) : null,
      ].filter((left) => left !== null);
      return [prizeKey, known.length > 0 ? Math.min(...known) : null] as const;
    }),
  );
}

export interface CampaignReader {
  borrowerId: string | null;
  language: Language;
  /** The award named in the address; another person's award is ignored. */
  awardId?: string | undefined;
  /** The caller's ticket whose play is shown. */
  ticketId?: string | undefined;
}

const none: ReadonlySet<string> = new Set();
const unstopped: Awaited<ReturnType<typeof eligibilityOf>> = { rest: null, reason: null };

/** A campaign as one person sees it now. */
export async function readCampaign(
  services: Services,
  reader: Reader,
  campaign: CampaignRow,
  { borrowerId, language, awardId, ticketId }: CampaignReader,
): Promise<Campaign> {
  const now = services.clock.now();
  const today = dateInWib(now);
  // Queries that need the person's state wait for it alone, not for the eligibility check.
  const [standing, { rest, reason }, asked, play, reminded, endedAt, tooLate, offered] = await Promise.all([
    standingIn(services, reader, campaign, { borrowerId, awardId }),
    borrowerId === null ? unstopped : eligibilityOf(services, reader, borrowerId, campaign),
    needsAsked(reader, campaign, borrowerId),
    borrowerId === null || ticketId === undefined ? null : playOf(services, reader, campaign, borrowerId, ticketId),
    remindedOf(reader, borrowerId),
    endOf(reader, campaign, now),
    borrowerId === null ? none : tooLatePrizes(services, reader, { borrowerId, rules: campaign.rules }),
    offeredCoupons(services, reader, campaign.rules),
  ]);
  const isRestOpen = rest !== null && staysOpenInRest(campaign.rules);
  // Events after the end, or during a break, do not count.
  const bounds = [endedAt, rest?.since ?? null].filter((bound) => bound !== null);
  const needs = asked.filter(({ since }) => since !== null && bounds.every((bound) => since <= bound));
  const isUnmet = needs.length < asked.length;
  const { own, left, draw, lastDrawId, claimed, shown, isOut } = standing;
  const isLost = prizesOf(campaign.rules).some(
    ({ prizeKey, prize }) => prizeKey === play?.prizeKey && prize.kind === "NOTHING",
  );
  const isFetched = borrowerId !== null && !isUnmet && isEarned(campaign.rules, own, now);
  const viewInput = seenOf({
    campaign,
    now,
    borrowerId,
    own,
    shown,
    isLost,
    left,
    draw,
    isOut,
    reason: rest !== null && !(isRestOpen && isFetched) ? "BREAK" : (reason ?? (isUnmet ? "AUDIENCE" : null)),
    isClaimable: isFetched && isLateTime(campaign, endedAt, now),
  });
  const { rules } = campaign;
  // A campaign that is over, not open yet or without budget shows no time for the next action.
  const goesOn = endedAt === null && now >= campaign.opensAt && !isOut;
  return {
    ...campaignSummaryOf(campaign, language, campaignViewOf(viewInput), reminded.has(campaign.id)),
    reason: viewInput.reason,
    restsUntil: viewInput.reason === "BREAK" ? (rest?.until?.toISOString() ?? null) : null,
    isVisitor: borrowerId === null,
    isOver: endedAt !== null,
    endedEarlyAt: endedAt !== null && endedAt < campaign.closesAt ? endedAt.toISOString() : null,
    claimsUntil: outlivesEnd(rules) ? campaign.claimsUntil.toISOString() : null,
    prizes: prizesSeen(rules, { left: isOut ? noneOf(rules) : left, tooLate, offered, language }),
    tasks: tasksOf(rules).map(({ task, gives }) => ({ task, gives, doneToday: own.tasksToday.has(task) })),
    needs: needsIn(rules, needs),
    caps: capsOf(rules),
    ruleText: null,
    points: own.points,
    energy: own.energy,
    grown: own.entrant?.grown ?? 0,
    fruit: rules.mechanic === "GROW" ? rules.fruit : 0,
    growsUntil: own.entrant?.growsUntil?.toISOString() ?? null,
    ticketIds: own.ticketIds,
    playsLeft: own.playsLeft,
    ...streakOf(rules, own, today),
    joined: own.entrant !== null,
    asksAgreement:
      rules.mechanic === "INSTANT" && rules.asksAgreement && own.entrant?.agreedVersion !== campaign.rulesVersion,
    asksCode: asksEntryCode(rules),
    pour: rules.mechanic === "GROW" ? rules.pour : 0,
    plusPoints: rules.mechanic === "CLAIM" ? (rules.plusPoints ?? 0) : 0,
    nextAt: (goesOn && (claimed.nextAt ?? nextDay(campaign, viewInput, now))?.toISOString()) || null,
    permit: shownPermit(campaign.permit),
    commitment: draw && { drawId: draw.drawId, commitment: draw.commitment },
    lastDrawId,
    award: shown,
    ...standing.kept,
    ...standing.lot,
    play: play && { choice: play.choice, prizeKey: play.prizeKey, held: play.held },
  };
}

/** Pieces that the budget does not cover count as none. */
const noneOf = (rules: CampaignRules): ReadonlyMap<string, number> =>
  new Map(prizesOf(rules).map(({ prizeKey }) => [prizeKey, 0]));

/** A streak, and the points of its days. */
const streakOf = (rules: CampaignRules, own: OwnCampaignState, today: BusinessDate) => ({
  streak: streakNow(own.checkIn, today),
  streakDays: rules.mechanic === "CHECK_IN" ? rules.streakDays : 0,
  dayPoints: rules.mechanic === "CHECK_IN" ? rules.points : 0,
  lastDayPoints: rules.mechanic === "CHECK_IN" ? rules.lastPoints : 0,
  gainedToday: own.gainedToday,
});

interface Prized {
  left: ReadonlyMap<string, number | null>;
  tooLate: ReadonlySet<string>;
  offered: Awaited<ReturnType<typeof offeredCoupons>>;
  language: Language;
}

const prizesSeen = (rules: CampaignRules, { left, tooLate, offered, language }: Prized): Campaign["prizes"] =>
  prizesOf(rules).map((line) => {
    const { prizeKey } = line;
    return {
      ...line,
      left: left.get(prizeKey) ?? null,
      isTooLate: tooLate.has(prizeKey),
      ...couponPhrase(offered.get(prizeKey), language),
    };
  });

/** Whether a person has earned a prize that can be claimed after the end: a tree with enough energy. Conditions of a claim are checked before. */
const isEarned = (rules: CampaignRules, own: OwnCampaignState, now: Date): boolean =>
  rules.mechanic !== "GROW" || isRipe(rules, own, now);

/** The conditions of a claim, and whether this person meets each. */
const needsIn = (rules: CampaignRules, met: Met): Campaign["needs"] =>
  rules.mechanic === "CLAIM" ? rules.needs.map((need) => ({ need, isMet: met.some((one) => one.need === need) })) : [];

/** Reads the campaign and the person's part in it, and derives their state. */
async function standingIn(
  services: Services,
  reader: Reader,
  campaign: CampaignRow,
  { borrowerId, awardId }: Pick<CampaignReader, "borrowerId" | "awardId">,
) {
  const now = services.clock.now();
  const today = dateInWib(now);
  const isDrawn = campaign.mechanic === "INSTANT" || campaign.mechanic === "DRAW";
  const [own, left, draw, lastDrawId] = await Promise.all([
    borrowerId === null ? emptyCampaignState : ownPart(services, reader, borrowerId, campaign),
    leftOf(reader, campaign, today),
    isDrawn ? drawOfDay(reader, campaign.id, today) : null,
    isDrawn ? lastShownDraw(reader, campaign.id) : null,
  ]);
  const named = awardId === undefined ? null : (own.awards.find((one) => one.awardId === awardId) ?? null);
  const claimed = claimState(campaign, borrowerId, own, now);
  // A campaign that is over shows this person's result.
  const isOver = campaign.state === "ENDED" || now >= campaign.closesAt;
  const hasEnded = isOver || campaign.resultAt !== null;
  const shown = named ?? claimed.award ?? (hasEnded ? (own.awards[0] ?? null) : null);
  const [isOut, kept, pick, wish, pointsBefore, lastResult] = await Promise.all([
    isUncovered(services, reader, campaign, own.entrant !== null),
    borrowerId !== null && shown?.state === "GIVEN" ? keptOf(services, reader, borrowerId, shown) : notKept,
    pickStateOf(reader, campaign, own.entrant),
    borrowerId === null ? null : wishOn(reader, campaign, borrowerId, own.entrant, draw),
    borrowerId === null || own.entrant ? 0 : pointsWithoutWish(reader, campaign, borrowerId, draw),
    borrowerId === null ? null : lastResultOf(reader, campaign, { borrowerId, lastDrawId }),
  ]);
  return { own, left, draw, lastDrawId, claimed, shown, isOut, kept, lot: { pick, wish, pointsBefore, lastResult } };
}

type Kept = Pick<Campaign, "prizeUntil" | "mayWithdraw" | "voucherCode">;
const notKept: Kept = { prizeUntil: null, mayWithdraw: false, voucherCode: null };

/** A given prize as its owner sees it: its expiry, whether its cash can be withdrawn now, a voucher's code. */
async function keptOf(
  services: Services,
  reader: Reader,
  borrowerId: string,
  { awardId, prize }: Award,
): Promise<Kept> {
  switch (prize.kind) {
    case "CASH": {
      const wallet = await walletOf(services, reader, borrowerId);
      const isFree = !wallet.isBlocked && wallet.pending === null;
      const leftRupiah = Math.min(wallet.availableRupiah, wallet.monthLeftRupiah);
      const mayWithdraw = isFree && leftRupiah >= wallet.minimumRupiah;
      return { ...notKept, prizeUntil: wallet.validUntil, mayWithdraw };
    }
    case "COUPON":
      return { ...notKept, prizeUntil: (await couponEndOfAward(reader, awardId))?.toISOString() ?? null };
    case "POINTS":
      return { ...notKept, prizeUntil: (await pointsExpiryOf(reader, borrowerId))?.toISOString() ?? null };
    case "VOUCHER":
      return { ...notKept, voucherCode: await voucherCodeOf(services, reader, { borrowerId, awardId }) };
    default:
      return notKept;
  }
}

/** The conditions of a claim, with the time at which each was met; empty without a login. */
async function needsAsked(reader: Reader, campaign: CampaignRow, borrowerId: string | null): Promise<Met> {
  const { rules } = campaign;
  return rules.mechanic === "CLAIM" && borrowerId !== null ? needsOf(reader, borrowerId, campaign, rules) : [];
}
type Met = Awaited<ReturnType<typeof needsOf>>;

interface ClaimState {
  /** The claimed award that ends the claim for now. */
  award: Award | null;
  nextAt: Date | null;
}

function claimState(campaign: CampaignRow, borrowerId: string | null, own: OwnCampaignState, now: Date): ClaimState {
  const { rules } = campaign;
  if (rules.mechanic === "GROW") return { award: own.awards[0] ?? null, nextAt: null };
  if (rules.mechanic !== "CLAIM" || borrowerId === null || rules.timesAMonth > 0) return { award: null, nextAt: null };
  const newest = own.awards[0];
  const { isClaimed, nextAt } = claimStateOf(campaign, rules, newest, now);
  return { award: isClaimed && newest ? newest : null, nextAt };
}

/** A campaign's state, before any query about a person. */
export function campaignStateOf(
  campaign: CampaignRow,
  { now, isLoggedIn, covered }: { now: Date; isLoggedIn: boolean; covered: ReadonlySet<string> },
): CampaignView {
  const { state, opensAt, closesAt, skin, mechanic, id } = campaign;
  return campaignViewOf({
    now,
    state,
    opensAt,
    closesAt,
    isLoggedIn,
    isLoginOptional: optionalLogin.includes(skin),
    reason: null,
    isBudgetOut: (mechanic === "INSTANT" || mechanic === "DRAW") && !covered.has(id),
    award: null,
    isDoneForNow: false,
    isClaimable: false,
    isWaiting: false,
  });
}

export function campaignSummaryOf(
  campaign: CampaignRow,
  language: Language,
  view: CampaignView,
  reminds = false,
): Pick<Campaign, keyof typeof summaryEntries> {
  const { activityId, mechanic, skin, title, opensAt, closesAt } = campaign;
  return {
    activityId,
    mechanic,
    skin,
    title: say(title, language),
    view,
    opensAt: opensAt.toISOString(),
    closesAt: closesAt.toISOString(),
    path: pathOfCampaign(skin, activityId),
    reminds,
  };
}
