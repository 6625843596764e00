/** A campaign with an example person: pure except for the promises of invitations, and without any real person's data. // Product decisions, rewards 10, docs/decisions/221 */
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import type { Language } from "#shared/texts.ts";
import type { Award, Campaign, CampaignView, IneligibleReason } from "../contract.ts";
import { viewsOf } from "../preview-contract.ts";
import { prizesOf, tasksOf, type CampaignRules, type PrizeRule, type RulesOf } from "../rules-contract.ts";
import { optionalLogin } from "../skins-contract.ts";
import { previewCampaign } from "../staff-contract.ts";
import { couponPhrase, offeredCoupons } from "./prizes.ts";
import { capsOf } from "./caps.ts";
import { asksEntryCode } from "./entry-code.ts";
import { isInvite, inviteRewardsOf } from "./inviting.ts";
import { lockOf } from "./picking.ts";
import { campaignSummaryOf } from "./reading.ts";
import { outlivesEnd } from "./late.ts";
import { midnightAfter } from "./running.ts";
import { findCampaign, shownPermit, type CampaignRow } from "./store.ts";

export interface PreviewInput {
  view: CampaignView;
  reason: IneligibleReason;
  /** The example person's progress, 0 to 100. */
  part: number;
  language: Language;
  now: Date;
  /** Its coupons, by prize. */
  offered?: Awaited<ReturnType<typeof offeredCoupons>>;
}

/** Names that look real and belong to no person. */
const example = {
  ticket: "EXAMPLE000",
  entry: "EXAMPLE001",
  wish: "EXAMPLE002",
  award: "example",
  seal: "0".repeat(64),
};

/** Winners of the example result of a pick. */
const exampleWinners = 300;
/** Number of participants in the example. */
const examplePeople = 1_284;

/** The prize won in the example: the first real one. */
const mainPrize = (lines: readonly PrizeRule[]): PrizeRule | undefined =>
  lines.find(({ prize }) => prize.kind !== "NOTHING");

/** The campaign in a given view; RUNNING when the mechanic has no such view. */
export function campaignPreviewOf(row: CampaignRow, input: PreviewInput): Campaign {
  const { now, language, part } = input;
  const view = viewsOf(row).includes(input.view) ? input.view : "RUNNING";
  const { rules } = row;
  const isVisitor = view === "LOGIN" || (view === "RUNNING" && part === 0 && optionalLogin.includes(row.skin));
  const isDrawn = rules.mechanic === "INSTANT" || rules.mechanic === "DRAW";
  const isWaiting = view === "WAITING" && rules.mechanic !== "PICK";
  const isBegun = (part > 0 || isWaiting) && !isVisitor && view !== "SOON" && view !== "NOT_ELIGIBLE";
  const drawId = `${row.activityId}:${dateInWib(now)}`;
  const isDone = view === "DONE_TODAY" || view === "WAITING";
  const lines = prizesOf(rules);
  return {
    ...campaignSummaryOf(row, language, view),
    ...timesOf(row, view, now),
    reason: view === "NOT_ELIGIBLE" ? input.reason : null,
    restsUntil: null,
    isVisitor,
    isOver: view === "ENDED",
    endedEarlyAt: null,
    claimsUntil: outlivesEnd(rules) ? row.claimsUntil.toISOString() : null,
    prizes: lines.map((line) => {
      const pieces = line.perDay > 0 ? line.perDay : line.stock > 0 ? line.stock : null;
      return {
        ...line,
        left: view === "BUDGET_OUT" && pieces !== null ? 0 : pieces,
        isTooLate: false,
        ...couponPhrase(input.offered?.get(line.prizeKey), language),
      };
    }),
    needs:
      rules.mechanic === "CLAIM"
        ? rules.needs.map((need) => ({ need, isMet: !isVisitor && view !== "NOT_ELIGIBLE" }))
        : [],
    caps: capsOf(rules),
    ruleText: null,
    tasks: tasksOf(rules).map(({ task, gives }, index) => ({
      task,
      gives,
      doneToday: index === 0 && (isDone || (isBegun && part > 50)),
    })),
    points: isBegun ? 1_235 : 0,
    plusPoints: rules.mechanic === "CLAIM" ? (rules.plusPoints ?? 0) : 0,
    ...grownIn(rules, view, isBegun ? part : 0, now),
    ...playsIn(rules, view, isBegun),
    ...streakIn(rules, view, isBegun ? part : 0),
    joined: isBegun,
    asksAgreement: rules.mechanic === "INSTANT" && rules.asksAgreement && !isBegun,
    asksCode: asksEntryCode(rules),
    nextAt: view === "DONE_TODAY" || isWaiting ? midnightAfter(now).toISOString() : null,
    permit: shownPermit(row.permit),
    commitment: isDrawn && view !== "SOON" && view !== "ENDED" ? { drawId, commitment: example.seal } : null,
    lastResult: null,
    lastDrawId: null,
    award: view === "WON" ? awardIn(row, lines, drawId, now) : null,
    prizeUntil: view === "WON" ? instantOf(addDays(dateInWib(now), 15)).toISOString() : null,
    mayWithdraw: view === "WON",
    voucherCode: null,
    wish: rules.mechanic === "DRAW" && isBegun ? wishIn(rules, lines, part) : null,
    pointsBefore: 0,
    pick: rules.mechanic === "PICK" ? pickIn(row, rules, view, isBegun) : null,
    play: rules.mechanic === "INSTANT" ? playIn(lines, view) : null,
  };
}

/** Before it opens everything lies ahead; elsewhere the days of the rules are shown as they are. */
function timesOf(row: CampaignRow, view: CampaignView, now: Date) {
  const opensAt = view === "SOON" && row.opensAt <= now ? instantOf(addDays(dateInWib(now), 3)) : row.opensAt;
  return { opensAt: opensAt.toISOString(), closesAt: row.closesAt.toISOString() };
}

function grownIn(rules: CampaignRules, view: CampaignView, part: number, now: Date) {
  if (rules.mechanic !== "GROW") return { energy: 0, grown: 0, fruit: 0, growsUntil: null, pour: 0 };
  const { fruit, pour, days } = rules;
  return {
    fruit,
    pour,
    grown: view === "WON" ? fruit : Math.floor((fruit * part) / 100 / pour) * pour,
    energy: part > 0 && view !== "WAITING" ? 3 * pour : 0,
    growsUntil: part > 0 ? instantOf(addDays(dateInWib(now), Math.ceil(days / 2))).toISOString() : null,
  };
}

function playsIn(rules: CampaignRules, view: CampaignView, isBegun: boolean) {
  if (rules.mechanic !== "INSTANT") return { ticketIds: [], playsLeft: 0 };
  const isOver = view === "DONE_TODAY";
  const hasTicket = isBegun && !isOver && view !== "WAITING" && view !== "WON" && view !== "LOST";
  return { ticketIds: hasTicket ? [example.ticket] : [], playsLeft: isOver ? 0 : rules.playsADay };
}

function streakIn(rules: CampaignRules, view: CampaignView, part: number) {
  if (rules.mechanic !== "CHECK_IN")
    return { streak: 0, streakDays: 0, dayPoints: 0, lastDayPoints: 0, gainedToday: 0 };
  const { streakDays, points, lastPoints } = rules;
  const done = Math.min(streakDays - 1, Math.round((streakDays * part) / 100));
  const streak = view === "DONE_TODAY" ? done + 1 : done;
  return {
    streak,
    streakDays,
    dayPoints: points,
    lastDayPoints: lastPoints,
    gainedToday: view !== "DONE_TODAY" ? 0 : streak === streakDays ? lastPoints : points,
  };
}

function awardIn(row: CampaignRow, lines: readonly PrizeRule[], drawId: string, now: Date): Award | null {
  const { rules } = row;
  const line = mainPrize(lines);
  const share = rules.mechanic === "PICK" ? shareIn(rules) : null;
  const prize = share === null ? line?.prize : ({ kind: "CASH", rupiah: share } as const);
  if (!prize) return null;
  return {
    awardId: example.award,
    activityId: row.activityId,
    prizeKey: line?.prizeKey ?? "SHARE",
    prize,
    state: "GIVEN",
    wonAt: now.toISOString(),
    drawId: rules.mechanic === "INSTANT" || rules.mechanic === "DRAW" ? drawId : null,
  };
}

function wishIn(rules: RulesOf<"DRAW">, lines: readonly PrizeRule[], part: number): Campaign["wish"] {
  const wish = lines[Math.floor(lines.length / 2)];
  if (!wish) return null;
  const points = Math.floor((rules.maxPoints * part) / 100 / 5) * 5;
  const { maxPoints } = rules;
  return {
    wishKey: wish.prizeKey,
    code: example.wish,
    entryId: example.entry,
    points,
    maxPoints,
    allPoints: points + 3_867,
    sources: points > 0 ? [{ type: "FIRST_LOGIN", times: 1, points: Math.min(10, points) }] : [],
  };
}

const shareIn = ({ poolRupiah, maxRupiah }: RulesOf<"PICK">): number =>
  Math.min(maxRupiah, Number(BigInt(poolRupiah) / BigInt(exampleWinners)));

function pickIn(row: CampaignRow, rules: RulesOf<"PICK">, view: CampaignView, isBegun: boolean): Campaign["pick"] {
  const { options: names, poolRupiah, maxRupiah } = rules;
  const options = names.map(({ optionKey }) => optionKey);
  const isChosen = view === "WON" || view === "LOST" || (view === "WAITING" && isBegun);
  const isResult = view === "WON" || view === "LOST" || view === "ENDED";
  const right = options[view === "LOST" ? 2 % options.length : 1];
  const lockedAt = lockOf(row, rules);
  return {
    options,
    names,
    choice: isChosen ? (options[1] ?? null) : null,
    lockedAt: lockedAt.toISOString(),
    poolRupiah,
    maxRupiah,
    people: examplePeople,
    result:
      isResult && right !== undefined
        ? {
            optionKey: right,
            source: "—",
            at: lockedAt.toISOString(),
            winners: exampleWinners,
            shareRupiah: shareIn(rules),
          }
        : null,
  };
}

/** The content of the three choices after one was opened: the prize or nothing, and two others from the list. */
function playIn(lines: readonly PrizeRule[], view: CampaignView): Campaign["play"] {
  const nothing = lines.find(({ prize }) => prize.kind === "NOTHING") ?? lines.at(-1);
  const drawn = view === "WON" ? mainPrize(lines) : view === "LOST" ? nothing : undefined;
  if (!drawn || !nothing) return null;
  const other = lines.find((line) => line !== drawn && line !== nothing) ?? drawn;
  return { choice: 2, prizeKey: drawn.prizeKey, held: [other.prizeKey, drawn.prizeKey, nothing.prizeKey] };
}

export const previewAnswers: readonly CallAnswer[] = [
  answer(
    previewCampaign,
    async (
      { activityId, view, reason, part, language: requestedLanguage },
      { services, database, language, refuse },
    ) => {
      const row = await findCampaign(database, activityId);
      if (!row) return refuse("CAMPAIGN_UNKNOWN");
      const now = services.clock.now();
      const seenIn = requestedLanguage ?? language;
      const offered = await offeredCoupons(services, database, row.rules);
      return {
        campaign: {
          ...campaignPreviewOf(row, { view, reason, part, now, language: seenIn, offered }),
        },
        views: viewsOf(row),
        promises: isInvite(row) ? await invitePromises(row) : null,
      };

      async function invitePromises(invite: Parameters<typeof inviteRewardsOf>[2]) {
        const { loanWithinDays, givenAfterDays, maxRewarded, inDays } = invite.rules;
        const worth = await inviteRewardsOf(services, database, invite);
        return { ...worth, loanWithinDays, givenAfterDays, maxRewarded, inDays };
      }
    },
  ),
];
