/** What somebody sees of a campaign: read in few questions, decided by `viewOf`. */
import type { Reader } from "#server/database.server.ts";
import { account, availableOf } from "#server/ledger/index.ts";
import type { Services } from "#server/services.ts";
import { addDays, dateInWib, type BusinessDate } from "#shared/dates.ts";
import { say, type Language } from "#shared/texts.ts";
import { voucherCodeOf } from "#features/rewards/voucher/server/index.ts";
import type { Award, Campaign, CampaignView, IneligibleReason } from "../contract.ts";
import type { CampaignSummary } from "../list-contract.ts";
import { prizesOf, tasksOf, type CampaignRules, type RulesOf } from "../rules-contract.ts";
import { optionalLogin, pathOfCampaign } from "../skins-contract.ts";
import { awardsOf } from "./awards.ts";
import { capsOf } from "./caps.ts";
import { claimStanding, needsOf } from "./claiming.ts";
import { piecesLeft, usedOf, wholeCampaign } from "./counters.ts";
import { isUncovered } from "./cover.ts";
import { asksEntryCode } from "./entry-code.ts";
import { drawOfDay, lastShownDraw, type DrawRow } from "./draws.ts";
import { ineligibility, tooLatePrizes } from "./eligibility.ts";
import { endOf, isLateTime, isRipe, outlivesEnd } from "./late.ts";
import { energyOwner } from "./money.ts";
import { shownPermit, type CampaignRow } from "./store.ts";
import { findEntrant, lastCheckIn, tasksDone, type CheckIn, type Entrant } from "./entrant-store.ts";
import { midnightAfter } from "./running.ts";
import { playsOf, ticketsLeft } from "./tickets.ts";
import { lockOf, pickStanding } from "./picking.ts";
import { playOf } from "./playing.ts";
import { remindedOf } from "./reminders.ts";
import { wishOn } from "./wishing.ts";
import { viewOf, type Seen } from "./view.ts";

/** What is known of a person in a campaign. */
interface Own {
  points: number;
  energy: number;
  entrant: Entrant | null;
  ticketIds: string[];
  playsLeft: number;
  checkIn: CheckIn | null;
  tasksToday: ReadonlySet<string>;
  awards: Award[];
  /** The newest play, where it is the newest thing that happened here today. */
  lastPlay: { awardId: string | null; at: Date } | null;
}

const nobody: Own = {
  points: 0,
  energy: 0,
  entrant: null,
  ticketIds: [],
  playsLeft: 0,
  checkIn: null,
  tasksToday: new Set(),
  awards: [],
  lastPlay: null,
};

async function ownPart(services: Services, reader: Reader, borrowerId: string, campaign: CampaignRow): Promise<Own> {
  const { id, activityId, rules } = campaign;
  const today = dateInWib(services.clock.now());
  const isInstant = rules.mechanic === "INSTANT";
  const [points, energy, entrant, ticketIds, checkIn, done, awards, plays, used] = await Promise.all([
    availableOf(reader, account("POINTS", borrowerId)),
    availableOf(reader, account("POINTS", energyOwner(borrowerId, activityId))),
    findEntrant(reader, borrowerId, id),
    isInstant ? ticketsLeft(reader, borrowerId, id) : [],
    rules.mechanic === "CHECK_IN" ? lastCheckIn(reader, borrowerId, id) : null,
    tasksDone(reader, borrowerId, id),
    awardsOf(reader, borrowerId, id),
    isInstant ? playsOf(reader, borrowerId, id) : [],
    isInstant ? usedOf(reader, `${activityId}:plays:${borrowerId}:${today}`) : 0,
  ]);
  return {
    points,
    energy,
    entrant,
    ticketIds,
    playsLeft: isInstant ? Math.max(0, rules.playsADay - used) : 0,
    checkIn,
    tasksToday: new Set(done.filter(({ at }) => dateInWib(at) === today).map(({ task }) => task)),
    awards,
    lastPlay: plays[0] ?? null,
  };
}

/** Where one comes again with the new day. A choice that was made waits for its result. */
function nextDay({ rules, closesAt }: CampaignRow, { isDoneForNow, isWaiting }: Seen, now: Date): Date | null {
  if (!isDoneForNow && (!isWaiting || rules.mechanic === "PICK")) return null;
  const midnight = midnightAfter(now);
  return midnight < closesAt ? midnight : null;
}

/** What is left of each prize: of the day and of the whole campaign, the smaller. */
async function leftOf(reader: Reader, campaign: CampaignRow, today: BusinessDate): Promise<Map<string, number | null>> {
  const [whole, day] = await Promise.all([
    piecesLeft(reader, campaign.id, wholeCampaign),
    piecesLeft(reader, campaign.id, today),
  ]);
  return new Map(
    prizesOf(campaign.rules).map(({ prizeKey, perDay, stock }) => {
      const known = [
        perDay > 0 ? (day.get(prizeKey) ?? perDay) : null,
        stock > 0 ? (whole.get(prizeKey) ?? stock) : null,
      ].filter((left) => left !== null);
      return [prizeKey, known.length > 0 ? Math.min(...known) : null] as const;
    }),
  );
}

export interface Reading {
  borrowerId: string | null;
  language: Language;
  /** An award that the address names; one of somebody else's is ignored. */
  awardId?: string | undefined;
  /** A ticket of one's own whose play is shown. */
  ticketId?: string | undefined;
}

const none: ReadonlySet<string> = new Set();

/** A campaign as one person sees it now. */
export async function readCampaign(
  services: Services,
  reader: Reader,
  campaign: CampaignRow,
  { borrowerId, language, awardId, ticketId }: Reading,
): Promise<Campaign> {
  const now = services.clock.now();
  const today = dateInWib(now);
  // What needs how the person stands waits for that alone, and not for why somebody may not take part.
  const [standing, reason, asked, play, reminded, endedAt, tooLate] = await Promise.all([
    standingIn(services, reader, campaign, { borrowerId, awardId }),
    borrowerId === null ? null : ineligibility(services, reader, borrowerId, campaign),
    needsAsked(reader, campaign, borrowerId),
    borrowerId === null || ticketId === undefined ? null : playOf(services, reader, campaign, borrowerId, ticketId),
    remindedOf(reader, borrowerId),
    endOf(reader, campaign, now),
    borrowerId === null ? none : tooLatePrizes(services, reader, { borrowerId, rules: campaign.rules }),
  ]);
  // What happened after the end counts for nothing.
  const needs = asked.filter(({ since }) => since !== null && (endedAt === null || since <= endedAt));
  const isUnmet = needs.length < asked.length;
  const { own, left, draw, lastDrawId, claimed, shown, isOut } = standing;
  const isLost = prizesOf(campaign.rules).some(
    ({ prizeKey, prize }) => prizeKey === play?.prizeKey && prize.kind === "NOTHING",
  );
  const seen = seenOf({
    campaign,
    now,
    borrowerId,
    own,
    shown,
    isLost,
    left,
    draw,
    isOut,
    reason: reason ?? (isUnmet ? "AUDIENCE" : null),
    isClaimable:
      borrowerId !== null && !isUnmet && isLateTime(campaign, endedAt, now) && isEarned(campaign.rules, own, now),
  });
  const { rules } = campaign;
  return {
    ...summaryOf(campaign, language, viewOf(seen), reminded.has(campaign.id)),
    reason: seen.reason,
    isVisitor: borrowerId === null,
    isOver: endedAt !== null,
    claimsUntil: outlivesEnd(rules) ? campaign.claimsUntil.toISOString() : null,
    prizes: prizesSeen(rules, left, tooLate),
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
    streak: streakNow(own.checkIn, today),
    streakDays: rules.mechanic === "CHECK_IN" ? rules.streakDays : 0,
    joined: own.entrant !== null,
    asksAgreement:
      rules.mechanic === "INSTANT" && rules.asksAgreement && own.entrant?.agreedVersion !== campaign.rulesVersion,
    asksCode: asksEntryCode(rules),
    dayPoints: rules.mechanic === "CHECK_IN" ? rules.points : 0,
    lastDayPoints: rules.mechanic === "CHECK_IN" ? rules.lastPoints : 0,
    pour: rules.mechanic === "GROW" ? rules.pour : 0,
    plusPoints: rules.mechanic === "CLAIM" ? (rules.plusPoints ?? 0) : 0,
    nextAt: (claimed.nextAt ?? nextDay(campaign, seen, now))?.toISOString() ?? null,
    permit: shownPermit(campaign.permit),
    commitment: draw && { drawId: draw.drawId, commitment: draw.commitment },
    lastDrawId,
    award: shown,
    voucherCode: standing.voucherCode,
    pick: standing.pick,
    wish: standing.wish,
    play: play && { choice: play.choice, prizeKey: play.prizeKey, held: play.held },
  };
}

const prizesSeen = (
  rules: CampaignRules,
  left: ReadonlyMap<string, number | null>,
  tooLate: ReadonlySet<string>,
): Campaign["prizes"] =>
  prizesOf(rules).map((line) => {
    const { prizeKey } = line;
    return { ...line, left: left.get(prizeKey) ?? null, isTooLate: tooLate.has(prizeKey) };
  });

/** Whether somebody has what is fetched after the end: a tree that will bear fruit; what a claim asks for is looked at before. */
const isEarned = (rules: CampaignRules, own: Own, now: Date): boolean =>
  rules.mechanic !== "GROW" || isRipe(rules, own, now);

/** What a claim asks for, and whether this person has it. */
const needsIn = (rules: CampaignRules, met: Met): Campaign["needs"] =>
  rules.mechanic === "CLAIM" ? rules.needs.map((need) => ({ need, isMet: met.some((one) => one.need === need) })) : [];

/** The streak that stands: broken where yesterday has none. */
const streakNow = (checkIn: CheckIn | null, today: BusinessDate): number =>
  checkIn && checkIn.checkedOn >= addDays(today, -1) ? checkIn.streak : 0;

/** What is read of the campaign and of the person in it, and what follows from both. */
async function standingIn(
  services: Services,
  reader: Reader,
  campaign: CampaignRow,
  { borrowerId, awardId }: Pick<Reading, "borrowerId" | "awardId">,
) {
  const now = services.clock.now();
  const today = dateInWib(now);
  const isDrawn = campaign.mechanic === "INSTANT" || campaign.mechanic === "DRAW";
  const [own, left, draw, lastDrawId] = await Promise.all([
    borrowerId === null ? nobody : ownPart(services, reader, borrowerId, campaign),
    leftOf(reader, campaign, today),
    isDrawn ? drawOfDay(reader, campaign.id, today) : null,
    isDrawn ? lastShownDraw(reader, campaign.id) : null,
  ]);
  const named = awardId === undefined ? null : (own.awards.find((one) => one.awardId === awardId) ?? null);
  const claimed = claimState(campaign, borrowerId, own, now);
  // What is over shows what came of it for this person.
  const isOver = campaign.state === "ENDED" || now >= campaign.closesAt;
  const shown = named ?? claimed.award ?? (isOver ? (own.awards[0] ?? null) : null);
  const [isOut, voucherCode, pick, wish] = await Promise.all([
    isUncovered(services, reader, campaign, own.entrant !== null),
    borrowerId !== null && shown?.state === "GIVEN" && shown.prize.kind === "VOUCHER"
      ? voucherCodeOf(services, reader, { borrowerId, awardId: shown.awardId })
      : null,
    pickStanding(reader, campaign, own.entrant),
    borrowerId === null ? null : wishOn(reader, campaign, borrowerId, own.entrant, draw),
  ]);
  return { own, left, draw, lastDrawId, claimed, shown, isOut, voucherCode, pick, wish };
}

/** What a claim asks for, and since when that has happened; empty for whoever is not logged in. */
async function needsAsked(reader: Reader, campaign: CampaignRow, borrowerId: string | null): Promise<Met> {
  const { rules } = campaign;
  return rules.mechanic === "CLAIM" && borrowerId !== null ? needsOf(reader, borrowerId, campaign, rules) : [];
}
type Met = Awaited<ReturnType<typeof needsOf>>;

interface ClaimState {
  /** What was claimed and ends the claim for now. */
  award: Award | null;
  nextAt: Date | null;
}

function claimState(campaign: CampaignRow, borrowerId: string | null, own: Own, now: Date): ClaimState {
  const { rules } = campaign;
  if (rules.mechanic === "GROW") return { award: own.awards[0] ?? null, nextAt: null };
  if (rules.mechanic !== "CLAIM" || borrowerId === null || rules.timesAMonth > 0) return { award: null, nextAt: null };
  const newest = own.awards[0];
  const { isClaimed, nextAt } = claimStanding(campaign, rules, newest, now);
  return { award: isClaimed && newest ? newest : null, nextAt };
}

interface SeenInput {
  campaign: CampaignRow;
  now: Date;
  borrowerId: string | null;
  own: Own;
  shown: Award | null;
  isLost: boolean;
  left: ReadonlyMap<string, number | null>;
  draw: DrawRow | null;
  reason: IneligibleReason | null;
  /** The budget covers nobody more. */
  isOut: boolean;
  isClaimable: boolean;
}

function seenOf(input: SeenInput): Seen {
  const { campaign, now, borrowerId, own, shown, isLost, left, draw, reason, isOut, isClaimable } = input;
  const { rules, state, opensAt, closesAt, skin } = campaign;
  const today = dateInWib(now);
  const isInstant = rules.mechanic === "INSTANT";
  const isDaily = isInstant || rules.mechanic === "DRAW";
  const picked = rules.mechanic === "PICK" ? pickSeen(campaign, rules, own, now) : null;
  const tree = rules.mechanic === "GROW" ? treeSeen(rules, own, now) : null;
  const lines = prizesOf(rules);
  const isGone = lines.length > 0 && lines.every(({ prizeKey }) => left.get(prizeKey) === 0);
  return {
    now,
    state: picked?.isOver || tree?.isWithered ? "ENDED" : state,
    opensAt,
    closesAt,
    isLoggedIn: borrowerId !== null,
    isLoginOptional: optionalLogin.includes(skin),
    // Who has chosen has nothing more to do here, and sees what was chosen.
    reason: picked && own.entrant ? null : reason,
    isBudgetOut: isGone || isOut || (isDaily && draw === null && state === "RUNNING"),
    award: isLost || picked?.isWrong ? { isNothing: true } : (shown ?? picked?.right ?? null) && { isNothing: false },
    isClaimable,
    isDoneForNow: isInstant ? own.playsLeft === 0 : rules.mechanic === "CHECK_IN" && own.checkIn?.checkedOn === today,
    isWaiting: picked?.isWaiting ?? (own.tasksToday.has("DAILY_SIGN_IN") && hasNothingLeft(rules, own)),
  };
}

/** After today's press: no ticket, no energy for a pour, and the wish's own points of the day are there. */
function hasNothingLeft(rules: CampaignRules, { ticketIds, energy, entrant }: Own): boolean {
  if (rules.mechanic === "INSTANT") return ticketIds.length === 0;
  if (rules.mechanic === "GROW") return entrant !== null && energy < rules.pour;
  return rules.mechanic === "DRAW" && entrant !== null;
}

/** A tree whose days were over before it bore fruit. */
function treeSeen({ fruit }: RulesOf<"GROW">, { entrant }: Own, now: Date): { isWithered: boolean } {
  if (entrant === null || entrant.grown >= fruit) return { isWithered: false };
  return { isWithered: entrant.growsUntil === null || entrant.growsUntil <= now };
}

interface PickSeen {
  /** The result is there, and this person had chosen nothing. */
  isOver: boolean;
  isWrong: boolean;
  right: true | null;
  isWaiting: boolean;
}

function pickSeen(campaign: CampaignRow, rules: RulesOf<"PICK">, { entrant }: Own, now: Date): PickSeen {
  const { resultKey } = campaign;
  const choice = entrant?.choiceKey ?? null;
  return {
    isOver: resultKey !== null && choice === null,
    isWrong: resultKey !== null && choice !== null && choice !== resultKey,
    right: resultKey !== null && choice === resultKey ? true : null,
    isWaiting: resultKey === null && (choice !== null || now >= lockOf(campaign, rules)),
  };
}

/** How a campaign stands, before anything is asked about a person. */
export function standingOf(
  campaign: CampaignRow,
  { now, isLoggedIn, covered }: { now: Date; isLoggedIn: boolean; covered: ReadonlySet<string> },
): CampaignView {
  const { state, opensAt, closesAt, skin, mechanic, id } = campaign;
  return viewOf({
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

export function summaryOf(
  campaign: CampaignRow,
  language: Language,
  view: CampaignSummary["view"],
  reminds = false,
): CampaignSummary {
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
