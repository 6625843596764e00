/** Campaigns: answers to the domain's calls, and functions for other domains. */
import { accountClosed, lostAtClosing } from "#features/account/cancellation/server/index.ts";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import type { Domain } from "#server/domain.ts";
import { after } from "#server/events/domain-events.ts";
import { listPage } from "#server/records/list-page.ts";
import type { Services } from "#server/services.ts";
import type { Database } from "#server/database.server.ts";
import { dateInWib } from "#shared/dates.ts";
import { getCampaign, getCampaignBreak, setCampaignBreak, type CampaignView } from "../contract.ts";
import { entryCodeFieldProblems } from "../outlet-contract.ts";
import { refusalOfField } from "#server/call/refusal.ts";
import { listCampaigns, listedStates, type CampaignSummary, type OwnState } from "../list-contract.ts";
import { checkIn, checkInAll } from "../press-contract.ts";
import { claimPrize, joinCampaign, pickOption, playTicket, pourEnergy } from "../play-contract.ts";
import { pathNaming, type Skin } from "../skins-contract.ts";
import { listCampaignRecords } from "../records-contract.ts";
import { remindOfCampaign } from "../reminder-contract.ts";
import { campaignBookChecks } from "./book-checks.ts";
import { awardsOf, findAward } from "./awards.ts";
import { budgetKind, moveKind } from "./approval.ts";
import { claimOnePrize } from "./claiming.ts";
import { drawAnswers } from "./draw-answers.ts";
import { coveredOn } from "./draws.ts";
import { refuseOfClosed } from "./deciding.ts";
import { checkEntryCode } from "./entry-code.ts";
import { hasHeld } from "./held-store.ts";
import { improvementKind } from "./improvement.ts";
import { awardLifecycle, campaignLifecycle, drawLifecycle } from "./lifecycle.ts";
import { notices } from "./notices.ts";
import { firstOnScreen } from "./on-screen.ts";
import { lostOfCampaigns, mergedCampaigns } from "./merging.ts";
import { personalData } from "./personal-data.ts";
import { storePick } from "./picking.ts";
import { isCashUnderReview, reopenedLoanReview } from "./reopened-loans.ts";
import { permitKind } from "./permit.ts";
import { resultKind } from "./pick-result.ts";
import { playOneTicket } from "./playing.ts";
import { readCampaign, campaignStateOf, campaignSummaryOf } from "./reading.ts";
import { campaignCouponsOf, campaignShopItems } from "./shop.ts";
import { draftCheckAnswers } from "./draft-check.ts";
import { previewAnswers } from "./preview.ts";
import { entryRecords, pointsRecords, ticketRecords } from "./records.ts";
import { setReminder, remindedOf } from "./reminders.ts";
import { staffAnswers } from "./staff.ts";
import { findCampaign, lastEnded, visibleCampaigns, type CampaignRow } from "./store.ts";
import { campaignBreakOf, tasksDone } from "./entrant-store.ts";
import { campaignWork } from "./sweeps.ts";
import { ruleTextOf } from "./rule-text.ts";
import { refuseAction, claimableCampaign } from "./running.ts";
import { pressAll, pressIn } from "./daily-press.ts";
import { enterCampaign, pourWater, takeCampaignBreak } from "./taking-part.ts";
import { mainPrizeOf, ownParts } from "./today.ts";
import { takingBack } from "./taking-back.ts";
import { taskSubscriptions } from "./tasks.ts";
import { playsOf } from "./tickets.ts";
import { words } from "./words.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";
import { bookChecks } from "#server/ledger/book-checks.ts";
import { consoleWords } from "#server/console/questions.ts";
import { lifecycles } from "#server/records/lifecycle.ts";
import { reviews } from "#features/platform/review/server/index.ts";
import { proposals } from "#server/four-eyes/proposal-kind.ts";
import { mergeAssets } from "#features/account/account-merge/server/index.ts";
import { shopOffers } from "#features/rewards/points/server/index.ts";
import { couponOffers } from "#features/rewards/coupon/server/index.ts";
import { noticeKinds } from "#features/platform/notice/server/index.ts";
import { withdrawalBlock } from "#server/account-questions.ts";

export { networkOf } from "./labels.ts";

export { participantsOf } from "./stopping.ts";

export { awardOfCause } from "./awards.ts";
export { giveWaiting, holdWaiting, refuseWaiting } from "./deciding.ts";
export {
  awardInvite,
  coversCoupons,
  inviteCampaignAt,
  inviteCampaignById,
  inviteRewardsOf,
  type InviteCampaign,
} from "./inviting.ts";
export { derivedId } from "./money.ts";
export { readCampaign } from "./reading.ts";
export { sandboxCampaigns } from "./seeds.ts";
export { creditEverywhere, type DoneTask } from "./tasks.ts";
export { helpWish } from "./wishing.ts";
export type { AwardRow, Winning } from "./award-row.ts";
export { reviewDueAt } from "./review-clock.ts";
export { sandboxEntryCodes } from "./entry-code.ts";
export { settleHeldAward, heldAwards, holdAward, holdPending } from "./held.ts";
export { costOf } from "./prizes.ts";
export { revokeAward } from "./revoking.ts";
export { tiedTo } from "./labels.ts";
export { anyAward, awardsIn, countHeldAwards, everyAwardOf, listHeld, lockAward, type HeldRow } from "./held-store.ts";

/** Days after its end on which the activity centre still shows a campaign. */
const shownDays = 14;

const groups = ["RUNNING", "SOON", "ENDED"] as const;
const groupOf = (view: CampaignView): (typeof groups)[number] =>
  view === "SOON" || view === "ENDED" ? view : "RUNNING";
/** The filter's state; a paused or empty campaign counts as running, because it may continue. */
const listedStateOf = (view: CampaignView): (typeof listedStates)[number] =>
  view === "PAUSED" || view === "BUDGET_OUT" ? "PAUSED" : groupOf(view);
/** First actions possible now, done today and open to join, then waiting ones, then claimed and paused ones. */
const ownOrder: readonly (OwnState | null)[] = ["NOW", "DONE", "OPEN", null, "LATER", "REST", "TAKEN"];
/** A campaign's position in the list of all: running ones first, by the caller's state, within each group the earliest opening first. */
function placeInList({ view, opensAt, activityId, ownState }: CampaignSummary): string {
  const group = groupOf(view);
  const isStill = view === "PAUSED" || view === "BUDGET_OUT";
  const place =
    group === "RUNNING" ? (isStill ? ownOrder.length - 1 : ownOrder.indexOf(ownState)) : 6 + groups.indexOf(group);
  return `${place} ${opensAt} ${activityId}`;
}
const byPlace = (one: CampaignSummary, other: CampaignSummary): number =>
  placeInList(one) < placeInList(other) ? -1 : 1;

async function standingOfSkin(services: Services, reader: Database, skin: Skin): Promise<CampaignRow | null> {
  const now = services.clock.now();
  const [rows, covered] = await Promise.all([
    visibleCampaigns(reader, new Date(now.getTime() - shownDays * 86_400_000), skin),
    coveredOn(reader, dateInWib(now)),
  ]);
  // Results, proofs and the caller's codes stay at their address, however long ago it ended.
  return firstOnScreen(rows, now, covered).get(skin) ?? lastEnded(reader, skin);
}

const answers: readonly CallAnswer[] = [
  // Before the calls of one campaign, because a campaign's name could be in the same place of the path.
  ...drawAnswers,
  answer(getCampaignBreak, async (_input, { services, database, borrowerId }) => {
    const resting = await campaignBreakOf(database, borrowerId, services.clock.now());
    return { rest: resting && { until: resting.until?.toISOString() ?? null } };
  }),
  answer(setCampaignBreak, async ({ days }, { services, borrowerId }) => ({
    until: (await takeCampaignBreak(services, borrowerId, days))?.toISOString() ?? null,
  })),
  answer(checkInAll, (_input, { services, borrowerId }) => {
    return pressAll(services, borrowerId);
  }),
  answer(listCampaigns, async ({ state, skin, cursor, limit }, { services, database, caller, language }) => {
    const now = services.clock.now();
    const borrowerId = (await caller.session())?.borrowerId ?? null;
    const isLoggedIn = borrowerId !== null;
    const [rows, covered, reminded] = await Promise.all([
      visibleCampaigns(database, new Date(now.getTime() - shownDays * 86_400_000), skin),
      coveredOn(database, dateInWib(now)),
      remindedOf(database, borrowerId),
    ]);
    const onScreen = firstOnScreen(rows, now, covered);
    const viewIn = (row: CampaignRow) => campaignStateOf(row, { now, isLoggedIn, covered });
    const open = rows.filter((row) => viewIn(row) === "RUNNING");
    const own = borrowerId === null ? new Map() : await ownParts(services, database, borrowerId, open);
    const items = rows
      .map((row): CampaignSummary => {
        const { state: ownState = null, count: ownCount = 0 } = own.get(row.id) ?? {};
        const summary = campaignSummaryOf(row, language, viewIn(row), reminded.has(row.id));
        return { ...summary, mainPrize: mainPrizeOf(row), ownState, ownCount };
      })
      .map((item) =>
        item.view === "ENDED" || onScreen.get(item.skin)?.activityId !== item.activityId
          ? { ...item, path: pathNaming(item.skin, item.activityId) }
          : item,
      )
      .filter((item) => (!state || listedStateOf(item.view) === state) && (!cursor || placeInList(item) > cursor))
      .toSorted(byPlace);
    const { page, nextCursor } = listPage(items, limit, placeInList);
    return { items: page, nextCursor };
  }),
  answer(
    getCampaign,
    async (
      { activityId: named, skin, award: awardId, ticket: ticketId, rules },
      { services, database, caller, language, refuse },
    ) => {
      const row = skin ? await standingOfSkin(services, database, skin) : await findCampaign(database, named);
      if (!row || row.state === "DRAFT") return refuse("CAMPAIGN_UNKNOWN");
      const { activityId } = row;
      const borrowerId = (await caller.session())?.borrowerId ?? null;
      const [seen, ruleText] = await Promise.all([
        readCampaign(services, database, row, { borrowerId, language, awardId, ticketId }),
        rules === undefined ? null : ruleTextOf(services, { activityId, language, brand: caller.brand }),
      ]);
      // Requested by name: its links lead to this one, whichever campaign the skin's screen shows by default.
      return { ...seen, ruleText, ...(skin ? {} : { path: pathNaming(row.skin, activityId) }) };
    },
  ),
  answer(listCampaignRecords, async ({ activityId }, { database, borrowerId, refuse }) => {
    const row = await findCampaign(database, activityId);
    if (!row || row.state === "DRAFT") return refuse("CAMPAIGN_UNKNOWN");
    const [points, tickets, tasks, plays, awards, ownEntries] = await Promise.all([
      pointsRecords(database, row, borrowerId),
      ticketRecords(database, row, borrowerId),
      tasksDone(database, borrowerId, row.id),
      playsOf(database, borrowerId, row.id),
      awardsOf(database, borrowerId, row.id),
      entryRecords(database, row, borrowerId),
    ]);
    return {
      points: points.map(({ at, ...record }) => ({ ...record, at: at?.toISOString() ?? null })),
      tickets: tickets.map(({ gotAt, play, ...ticket }) => ({
        ...ticket,
        gotAt: gotAt.toISOString(),
        play: play && { ...play, at: play.at.toISOString() },
      })),
      tasks: tasks.map(({ task, given, at }) => ({ task, gave: given, at: at.toISOString() })),
      plays: plays.map(({ ticketId, drawName, choice, prizeKey, at }) => ({
        ticketId,
        drawId: drawName,
        choice,
        prizeKey,
        at: at.toISOString(),
      })),
      awards,
      ownEntries,
    };
  }),
  ...staffAnswers,
  ...previewAnswers,
  ...draftCheckAnswers,
  /** Calls for participants: brands that do not lend do not offer them. */
  answer(joinCampaign, async (input, { services, borrowerId, language }) => {
    await enterCampaign(services, borrowerId, input, language);
    return { joined: true };
  }),
  answer(remindOfCampaign, async (input, { services, borrowerId }) => {
    await setReminder(services, borrowerId, input);
    return { reminds: input.remind };
  }),
  answer(checkIn, ({ activityId }, { services, borrowerId }) => {
    return pressIn(services, borrowerId, activityId);
  }),
  answer(playTicket, (input, { services, borrowerId }) => {
    return playOneTicket(services, borrowerId, input);
  }),
  answer(pickOption, (input, { services, borrowerId, language }) => {
    return storePick(services, borrowerId, input, language);
  }),
  answer(pourEnergy, (input, { services, borrowerId }) => {
    return pourWater(services, borrowerId, input);
  }),
  answer(claimPrize, async ({ activityId, prizeKey, entryCode }, { services, trx, borrowerId, caller, language }) => {
    const { campaign, ...open } = await claimableCampaign(services, trx, borrowerId, activityId);
    const { rules } = campaign;
    if (rules.mechanic !== "CLAIM") return refuseAction("CAMPAIGN_UNKNOWN");
    // An empty field is not a try.
    if (rules.asksCode && entryCode === undefined)
      throw refusalOfField("entryCode", "ENTRY_CODE_FORMAT", language, entryCodeFieldProblems);
    if (rules.asksCode) await checkEntryCode(services, { activityId, borrowerId, address: caller.address, entryCode });
    const won = await claimOnePrize(services, trx, campaign, rules, { borrowerId, prizeKey, ...open });
    return (await findAward(trx, borrowerId, won.id))!;
  }),
];

export const domain: Domain = {
  subscribes: [
    ...taskSubscriptions,
    takingBack,
    after(accountClosed, "campaign-awards-refused", (services, trx, { borrowerId }) =>
      refuseOfClosed(services, trx, borrowerId),
    ),
  ],
  answers,
  work: campaignWork,
  answersTo: [
    personalDataHeld.by(personalData),
    bookChecks.by(campaignBookChecks),
    consoleWords.by(words),
    lifecycles.by([campaignLifecycle, drawLifecycle, awardLifecycle]),
    reviews.by([reopenedLoanReview]),
    proposals.by([budgetKind, moveKind, improvementKind, resultKind, permitKind]),
    mergeAssets.by([mergedCampaigns]),
    lostAtClosing.by(lostOfCampaigns),
    shopOffers.by(campaignShopItems),
    couponOffers.by(campaignCouponsOf),
    noticeKinds.by(notices),
    // Withdrawals wait until the review is done. // Product decisions, rewards 3
    withdrawalBlock.by(async (_services, reader, borrowerId) =>
      (await hasHeld(reader, borrowerId)) || (await isCashUnderReview(reader, borrowerId)) ? { until: null } : null,
    ),
  ],
};
