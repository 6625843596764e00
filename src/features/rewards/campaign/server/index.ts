/** Campaigns: answers to the domain's calls, and what other domains may ask of it. */
import { accountClosed } from "#features/account/cancellation/server/index.ts";
import { answer, answerOnce, type Api } from "#server/call/pipeline.ts";
import type { Domain } from "#server/domain.ts";
import { after } from "#server/domain-events.ts";
import { listPage } from "#server/list-page.ts";
import type { Services } from "#server/services.ts";
import type { Database } from "#server/database.server.ts";
import { dateInWib } from "#shared/dates.ts";
import {
  checkIn,
  claimPrize,
  getCampaign,
  getCampaignBreak,
  joinCampaign,
  pickOption,
  setCampaignBreak,
  type CampaignView,
} from "../contract.ts";
import { listCampaigns, type CampaignSummary } from "../list-contract.ts";
import { playTicket, pourEnergy } from "../play-contract.ts";
import { pathOfEnded, type Skin } from "../skins-contract.ts";
import { listCampaignRecords } from "../records-contract.ts";
import { remindOfCampaign } from "../reminder-contract.ts";
import { campaignBookChecks } from "./book-checks.ts";
import { awardsOf, findAward } from "./awards.ts";
import { budgetKind, moveKind } from "./approval.ts";
import { claim } from "./claiming.ts";
import { drawAnswers } from "./draw-answers.ts";
import { coveredOn } from "./draws.ts";
import { refuseOfClosed } from "./deciding.ts";
import { checkEntryCode } from "./entry-code.ts";
import { hasHeld } from "./held-store.ts";
import { improvementKind } from "./improvement.ts";
import { awardStates, campaignStates, drawStates } from "./lifecycle.ts";
import { notices } from "./notices.ts";
import { lostOfCampaigns, mergedCampaigns } from "./merging.ts";
import { personalData } from "./personal-data.ts";
import { pick } from "./picking.ts";
import { isCashLookedAt, owedAgainReview } from "./owed-again.ts";
import { permitKind } from "./permit.ts";
import { resultKind } from "./pick-result.ts";
import { play } from "./playing.ts";
import { readCampaign, standingOf, summaryOf } from "./reading.ts";
import { obtainableCoupons, shopItems } from "./shop.ts";
import { previewAnswers } from "./preview.ts";
import { pointsRecords, ticketRecords } from "./records.ts";
import { remind, remindedOf } from "./reminders.ts";
import { staffAnswers } from "./staff.ts";
import { findCampaign, visibleCampaigns, type CampaignRow } from "./store.ts";
import { breakOf, tasksDone } from "./entrant-store.ts";
import { work } from "./sweeps.ts";
import { ruleTextOf } from "./rule-text.ts";
import { refuseAction, claimableCampaign } from "./running.ts";
import { join, pour, pressToday, rest } from "./taking-part.ts";
import { takingBack } from "./taking-back.ts";
import { taskSubscriptions } from "./tasks.ts";
import { playsOf } from "./tickets.ts";
import { words } from "./words.ts";

export { awardOfCause } from "./awards.ts";
export { giveWaiting, holdWaiting, refuseWaiting } from "./deciding.ts";
export {
  awardInvite,
  coversCoupons,
  inviteCampaignAt,
  inviteCampaignById,
  promisesOf,
  type InviteCampaign,
} from "./inviting.ts";
export { derivedId } from "./money.ts";
export { readCampaign } from "./reading.ts";
export { sandboxCampaigns } from "./seeds.ts";
export { creditEverywhere, type DoneTask } from "./tasks.ts";
export { helpWish } from "./wishing.ts";
export type { AwardRow, Winning } from "./awards.ts";
export { reviewDueAt } from "./review-clock.ts";
export { sandboxEntryCodes } from "./entry-code.ts";
export { decideHeld, heldAwards, holdAward, holdPending } from "./held.ts";
export { costOf } from "./prizes.ts";
export { revokeAward } from "./revoking.ts";
export { anyAward, countHeld, everyAwardOf, listHeld, lockAward, type HeldRow } from "./held-store.ts";

/** Days after its end on which the activity centre still shows a campaign. */
const shownDays = 14;

const groups = ["RUNNING", "SOON", "ENDED"] as const;
const groupOf = (view: CampaignView): (typeof groups)[number] =>
  view === "SOON" || view === "ENDED" ? view : "RUNNING";
/** Where a campaign stands in the list of all: those that run first, in each group the earliest opening first. */
const placeInList = ({ view, opensAt, activityId }: CampaignSummary): string =>
  `${groups.indexOf(groupOf(view))} ${opensAt} ${activityId}`;
const byPlace = (one: CampaignSummary, other: CampaignSummary): number =>
  placeInList(one) < placeInList(other) ? -1 : 1;

/** What the screen of a skin shows: what runs, then what comes, then what has ended, the latest end first. */
const standingOrder: readonly CampaignView[] = ["RUNNING", "LOGIN", "BUDGET_OUT", "PAUSED", "SOON"];

async function standingOfSkin(services: Services, reader: Database, skin: Skin): Promise<CampaignRow | null> {
  const now = services.clock.now();
  const [rows, covered] = await Promise.all([
    visibleCampaigns(reader, new Date(now.getTime() - shownDays * 86_400_000), skin),
    coveredOn(reader, dateInWib(now)),
  ]);
  const rankOf = (row: CampaignRow): number => {
    const place = standingOrder.indexOf(standingOf(row, { now, isLoggedIn: true, covered }));
    return place < 0 ? standingOrder.length : place;
  };
  return (
    rows.toSorted(
      (one, other) => rankOf(one) - rankOf(other) || other.closesAt.getTime() - one.closesAt.getTime(),
    )[0] ?? null
  );
}

function readAnswers(api: Api, services: Services): void {
  answer(
    api,
    listCampaigns,
  )(async ({ state, skin, cursor, limit }, { database, caller, language }) => {
    const now = services.clock.now();
    const borrowerId = (await caller.session())?.borrowerId ?? null;
    const isLoggedIn = borrowerId !== null;
    const [rows, covered, reminded] = await Promise.all([
      visibleCampaigns(database, new Date(now.getTime() - shownDays * 86_400_000), skin),
      coveredOn(database, dateInWib(now)),
      remindedOf(database, borrowerId),
    ]);
    const items = rows
      .map((row) => summaryOf(row, language, standingOf(row, { now, isLoggedIn, covered }), reminded.has(row.id)))
      .map((item) => (item.view === "ENDED" ? { ...item, path: pathOfEnded(item.skin, item.activityId) } : item))
      .filter((item) => (!state || groupOf(item.view) === state) && (!cursor || placeInList(item) > cursor))
      .toSorted(byPlace);
    const { page, nextCursor } = listPage(items, limit, placeInList);
    return { items: page, nextCursor };
  });

  answer(
    api,
    getCampaign,
  )(
    async (
      { activityId: named, skin, award: awardId, ticket: ticketId, rules },
      { database, caller, language, refuse },
    ) => {
      const row = skin ? await standingOfSkin(services, database, skin) : await findCampaign(database, named);
      if (!row || row.state === "DRAFT") return refuse("CAMPAIGN_UNKNOWN");
      const { activityId } = row;
      const borrowerId = (await caller.session())?.borrowerId ?? null;
      const [seen, ruleText] = await Promise.all([
        readCampaign(services, database, row, { borrowerId, language, awardId, ticketId }),
        rules === undefined ? null : ruleTextOf(services, { activityId, language, brand: caller.brand }),
      ]);
      return { ...seen, ruleText };
    },
  );

  answer(
    api,
    listCampaignRecords,
  )(async ({ activityId }, { database, borrowerId, refuse }) => {
    const row = await findCampaign(database, activityId);
    if (!row || row.state === "DRAFT") return refuse("CAMPAIGN_UNKNOWN");
    const [points, tickets, tasks, plays, awards] = await Promise.all([
      pointsRecords(database, row, borrowerId),
      ticketRecords(database, row, borrowerId),
      tasksDone(database, borrowerId, row.id),
      playsOf(database, borrowerId, row.id),
      awardsOf(database, borrowerId, row.id),
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
    };
  });
}

function answers(api: Api): void {
  const { services } = api;
  // Before the calls of one campaign, whose name could stand there.
  drawAnswers(api);
  answer(
    api,
    getCampaignBreak,
  )(async (_input, { database, borrowerId }) => {
    const until = await breakOf(database, borrowerId, services.clock.now());
    return { rest: until && { until: until === "FOR_GOOD" ? null : until.toISOString() } };
  });
  answer(
    api,
    setCampaignBreak,
  )(async ({ days }, { borrowerId }) => ({
    until: (await rest(services, borrowerId, days))?.toISOString() ?? null,
  }));
  readAnswers(api, services);
  staffAnswers(api);
  previewAnswers(api);
  answer(
    api,
    joinCampaign,
  )(async (input, { borrowerId }) => {
    await join(services, borrowerId, input);
    return { joined: true };
  });
  answer(
    api,
    remindOfCampaign,
  )(async (input, { borrowerId }) => {
    await remind(services, borrowerId, input);
    return { reminds: input.remind };
  });
  answer(api, checkIn)(({ activityId }, { borrowerId }) => pressToday(services, borrowerId, activityId));
  answer(api, playTicket)((input, { borrowerId }) => play(services, borrowerId, input));
  answer(api, pickOption)((input, { borrowerId }) => pick(services, borrowerId, input));
  answer(api, pourEnergy)((input, { borrowerId }) => pour(services, borrowerId, input));
  answerOnce(
    api,
    claimPrize,
  )(async ({ activityId, prizeKey, entryCode }, { trx, borrowerId, caller }) => {
    const { campaign, endedAt } = await claimableCampaign(services, trx, borrowerId, activityId);
    const { rules } = campaign;
    if (rules.mechanic !== "CLAIM") return refuseAction("CAMPAIGN_UNKNOWN");
    if (rules.asksCode) await checkEntryCode(services, { activityId, borrowerId, address: caller.address, entryCode });
    const won = await claim(services, trx, campaign, rules, { borrowerId, prizeKey, endedAt });
    return (await findAward(trx, borrowerId, won.id))!;
  });
}

export const domain: Domain = {
  personalData,
  bookChecks: campaignBookChecks,
  words,
  lifecycles: [campaignStates, drawStates, awardStates],
  reviews: [owedAgainReview],
  proposals: [budgetKind, moveKind, improvementKind, resultKind, permitKind],
  subscribes: [
    ...taskSubscriptions,
    takingBack,
    after(accountClosed, "campaign-awards-refused", (services, trx, { borrowerId }) =>
      refuseOfClosed(services, trx, borrowerId),
    ),
  ],
  mergeAssets: [mergedCampaigns],
  lostAtClosing: lostOfCampaigns,
  answers,
  work,
  shopItems,
  obtainableCoupons,
  notices,
  // What leaves the wallet waits until somebody has looked. // Product decisions, rewards 3
  withdrawalBlock: async (_services, reader, borrowerId) =>
    (await hasHeld(reader, borrowerId)) || (await isCashLookedAt(reader, borrowerId)) ? { until: null } : null,
};
