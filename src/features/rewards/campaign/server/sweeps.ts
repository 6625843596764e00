/** Timed work of campaigns: open and end them, commit to and publish days of chance, release unused money. */
import { sql } from "kysely";
import { transact } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { eachDue, type Sweep } from "#server/work/sweeps.ts";
import { addDays, dateInWib } from "#shared/dates.ts";
import { pendingAwards } from "./awards.ts";
import { settleDays } from "./day-money.ts";
import { closePlays, coveredCost, daysMade, drawsToClose, makeDraw } from "./draws.ts";
import { addNotes, claimAddingUp, hasNotes } from "./given-store.ts";
import { campaignLifecycle } from "./lifecycle.ts";
import { releaseUnusedBudget } from "./money.ts";
import { notifyPrize } from "./notices.ts";
import { mayStart } from "./permit.ts";
import { addChoiceNotes } from "./pick-store.ts";
import { releasePool, sharePools } from "./picking.ts";
import { sendReminders } from "./reminders.ts";
import { notifyStopped } from "./stopping.ts";
import { giveWaiting, refuseWaiting } from "./deciding.ts";
import { prizeOwnerOf } from "./owner.ts";
import { campaignById, campaignsInState, type CampaignRow } from "./store.ts";
import { witheredTrees } from "./entrant-store.ts";
import { witherTree } from "./taking-part.ts";
import { endUnits } from "./unit-ends.ts";
import { cannotGiveYet } from "./waiting.ts";
import { drawWinners, freezeDraw, readBeacons, weightedDrawsDue } from "./weighted-draws.ts";

/** Days after the last claim until unused money is released. // Product decisions, rewards 1 */
const releaseDays = 14;

const awardsAtOnce = 300;
const notesAtOnce = 5_000;

/** Opens and ends campaigns that are due. */
export async function moveStates(services: Services): Promise<number> {
  const now = services.clock.now();
  const isDue = (campaign: CampaignRow) =>
    campaign.state === "APPROVED" && campaign.opensAt <= now && mayStart(services, campaign);
  const due = (await campaignsInState(services.database, ["APPROVED", "RUNNING", "PAUSED"]))
    .filter((campaign) => campaign.closesAt <= now || isDue(campaign))
    .map((campaign) => ({ campaign, to: campaign.closesAt <= now ? ("ENDED" as const) : ("RUNNING" as const) }));
  return eachDue(
    due,
    ({ campaign: { id }, to }) =>
      transact(services.database, (trx) => {
        const common = { id, actor: "SYSTEM", at: now, set: { changedAt: now } } as const;
        return to === "RUNNING"
          ? campaignLifecycle.move(trx, { ...common, from: ["APPROVED"], to, cause: "OPENED" })
          : campaignLifecycle.move(trx, { ...common, from: ["APPROVED", "RUNNING", "PAUSED"], to, cause: "TIME_OVER" });
      }),
    { log: services.log, failure: "campaign not moved", idOf: ({ campaign }) => campaign.activityId },
  );
}

/** Creates the rows of today and tomorrow for daily draws. A day without cover gets no row, and no plays are possible on it. */
export async function makeDays(services: Services): Promise<number> {
  const now = services.clock.now();
  const today = dateInWib(now);
  const daily = (await campaignsInState(services.database, ["APPROVED", "RUNNING", "PAUSED"])).filter(
    ({ mechanic }) => mechanic === "INSTANT" || mechanic === "DRAW",
  );
  const days = daily.flatMap((campaign) =>
    [today, addDays(today, 1)]
      .filter(
        (day) => day >= dateInWib(campaign.opensAt) && day <= dateInWib(new Date(campaign.closesAt.getTime() - 1)),
      )
      .map((day) => ({ campaign, day })),
  );
  const made = await daysMade(
    services.database,
    daily.map(({ id }) => id),
    today,
  );
  const missing = days.filter(({ campaign, day }) => !made.has(`${campaign.id}:${day}`));
  // A campaign without money stays without its days, and is asked again twice a minute: a read is enough for that.
  const costs = new Map<CampaignRow, Promise<number | null>>();
  const costFor = (campaign: CampaignRow): Promise<number | null> => {
    const cost = costs.get(campaign) ?? coveredCost(services, campaign);
    costs.set(campaign, cost);
    return cost;
  };
  return eachDue(
    missing,
    async ({ campaign, day }) => {
      const cost = await costFor(campaign);
      return cost !== null && makeDraw(services, campaign, day, cost);
    },
    {
      log: services.log,
      failure: "day of a draw not made",
      idOf: ({ campaign, day }) => `${campaign.activityId}:${day}`,
    },
  );
}

async function closeDays(services: Services): Promise<number> {
  return eachDue(
    await drawsToClose(services.database, services.clock.now()),
    async ({ id, campaignId }) => {
      const campaign = await campaignById(services.database, campaignId);
      return campaign ? closePlays(services, campaign, id) : false;
    },
    { log: services.log, failure: "day of a draw not closed", idOf: ({ id }) => id },
  );
}

/** Freezes and runs draws by weight; a day's draw comes after the one before it. */
async function drawDays(services: Services): Promise<number> {
  return eachDue(
    await weightedDrawsDue(services.database, services.clock.now()),
    async ({ id, campaignId, state }) => {
      if (state === "OPEN") return freezeDraw(services, id);
      const campaign = await campaignById(services.database, campaignId);
      return campaign ? drawWinners(services, campaign, id) : false;
    },
    { log: services.log, failure: "day of a draw not drawn", idOf: ({ id }) => id },
  );
}

/** Gives awards of draws by their ids, at any later time: their money is reserved. */
async function giveAwards(services: Services): Promise<number> {
  return eachDue(
    await pendingAwards(services.database, awardsAtOnce),
    (row) =>
      transact(services.database, async (trx) => {
        // The award was created while its account closed: its wallet has no owner.
        if (!(await prizeOwnerOf(trx, row.borrowerId)))
          return refuseWaiting(services, trx, row, { actor: "SYSTEM", cause: "ACCOUNT_CLOSED" });
        if (await cannotGiveYet(trx, row)) return false;
        if (!(await giveWaiting(services, trx, row, { actor: "SYSTEM", cause: "PAID" }))) return false;
        const { borrowerId, id: awardId, prize, drawId } = row;
        // A coupon that waited for a signature sends its own notice.
        if (drawId !== null || prize.kind !== "COUPON") await notifyPrize(services, trx, { borrowerId, awardId });
        return true;
      }),
    { log: services.log, failure: "award not given", idOf: ({ id }) => id },
  );
}

async function witherTrees(services: Services): Promise<number> {
  return eachDue(
    await witheredTrees(services.database, services.clock.now()),
    async ({ borrowerId, campaignId }) => {
      const campaign = await campaignById(services.database, campaignId);
      return campaign ? witherTree(services, campaign, borrowerId) : false;
    },
    { log: services.log, failure: "tree not ended", idOf: ({ campaignId }) => campaignId },
  );
}

async function releaseLeft(services: Services): Promise<number> {
  const now = services.clock.now();
  const ripe = (await campaignsInState(services.database, ["ENDED"])).filter(
    ({ claimsUntil }) => now.getTime() >= claimsUntil.getTime() + releaseDays * 86_400_000,
  );
  return eachDue(
    ripe,
    (campaign) =>
      transact(services.database, async (trx) => {
        const pooled = await releasePool(services, trx, campaign);
        return (await releaseUnusedBudget(services, trx, campaign.activityId, dateInWib(now))) + pooled > 0;
      }),
    { log: services.log, failure: "budget not released", idOf: ({ activityId }) => activityId },
  );
}

/** Adds the notes of awards and choices to the sums. Readers read the notes too, so this keeps them few. */
export async function addUp(services: Services): Promise<number> {
  if (!(await hasNotes(services.database))) return 0;
  return transact(services.database, async (trx) =>
    (await claimAddingUp(trx)) ? (await addNotes(trx, notesAtOnce)) + (await addChoiceNotes(trx, notesAtOnce)) : 0,
  );
}

/** Days of campaigns that decide by the play, or by weight. */
const isOf = (mechanic: "INSTANT" | "DRAW") =>
  sql`exists (select from campaign c where c.id = campaign_id and c.mechanic = ${sql.lit(mechanic)})`;

const sweeps: readonly Sweep[] = [
  {
    name: "campaign-states",
    everySeconds: 15,
    run: moveStates,
    waits: {
      text: { id: "Kampanye: mulai dan berakhir", en: "Campaigns: openings and ends", zh: "活动：开始与结束" },
      rows: [
        { table: "campaign", at: "opensAt", where: sql<boolean>`state = 'APPROVED'` },
        { table: "campaign", at: "closesAt", where: sql<boolean>`state in ('APPROVED', 'RUNNING', 'PAUSED')` },
      ],
    },
  },
  {
    name: "campaign-days",
    everySeconds: 30,
    run: makeDays,
    finds: [
      {
        table: "campaign",
        at: "opensAt",
        // The day before it opens.
        afterSeconds: -2 * 86_400,
        where: sql<boolean>`state in ('APPROVED', 'RUNNING', 'PAUSED') and mechanic in ('INSTANT', 'DRAW')`,
      },
    ],
  },
  {
    name: "campaign-day-close",
    everySeconds: 30,
    run: closeDays,
    waits: {
      text: { id: "Kampanye: penutupan hari", en: "Campaigns: days to close", zh: "活动：当日结算" },
      rows: [
        {
          table: "campaign_draw",
          at: "day",
          due: "AFTER_DAY",
          where: sql<boolean>`state in ('OPEN', 'FROZEN') and ${isOf("INSTANT")}`,
        },
      ],
    },
  },
  {
    name: "campaign-draw",
    everySeconds: 15,
    run: drawDays,
    waits: {
      text: { id: "Kampanye: undian", en: "Campaigns: draws", zh: "活动：抽奖" },
      rows: [
        {
          table: "campaign_draw",
          at: "day",
          due: "AFTER_DAY",
          where: sql<boolean>`state = 'OPEN' and ${isOf("DRAW")}`,
        },
        // A frozen draw waits for its hour on the next day.
        {
          table: "campaign_draw",
          at: "day",
          due: "AFTER_DAY",
          afterSeconds: 86_400,
          where: sql<boolean>`state = 'FROZEN' and ${isOf("DRAW")}`,
        },
      ],
    },
    finds: [
      {
        table: "campaign_draw",
        at: "day",
        due: "AFTER_DAY",
        where: sql<boolean>`state in ('OPEN', 'FROZEN') and ${isOf("DRAW")}`,
      },
    ],
  },
  {
    name: "campaign-beacons",
    everySeconds: 60,
    run: readBeacons,
    waits: {
      text: { id: "Kampanye: nilai umum undian", en: "Campaigns: public values of draws", zh: "活动：抽奖公共数值" },
      rows: [
        {
          table: "campaign_draw",
          at: "frozenAt",
          where: sql<boolean>`state = 'FROZEN' and beacon_round is not null and beacon = '-'`,
        },
      ],
    },
  },
  { name: "campaign-shares", everySeconds: 15, run: sharePools },
  {
    name: "campaign-awards",
    everySeconds: 15,
    run: giveAwards,
    waits: {
      text: { id: "Kampanye: hadiah yang belum diberikan", en: "Campaigns: prizes to give", zh: "活动：待发放奖品" },
      rows: [{ table: "campaign_award", at: "wonAt", where: sql<boolean>`state = 'PENDING' and given_from is null` }],
    },
  },
  { name: "campaign-sums", everySeconds: 5, run: addUp },
  {
    name: "campaign-trees",
    everySeconds: 300,
    run: witherTrees,
    waits: {
      text: {
        id: "Kampanye: pohon yang habis waktunya",
        en: "Campaigns: trees whose time is over",
        zh: "活动：到期的树",
      },
      rows: [{ table: "campaign_entrant", at: "growsUntil" }],
    },
  },
  {
    name: "campaign-release",
    everySeconds: 3_600,
    run: releaseLeft,
    finds: [
      {
        table: "campaign",
        at: "claimsUntil",
        afterSeconds: releaseDays * 86_400,
        where: sql<boolean>`state = 'ENDED'`,
      },
    ],
  },
  {
    name: "campaign-day-money",
    everySeconds: 3_600,
    run: settleDays,
    finds: [{ table: "campaign_draw", at: "settleDue" }],
  },
  {
    name: "campaign-units",
    everySeconds: 3_600,
    run: endUnits,
    waits: {
      text: { id: "Kampanye: tiket yang berakhir", en: "Campaigns: tickets that end", zh: "活动：到期的抽奖券" },
      rows: [{ table: "campaign", at: "claimsUntil", where: sql<boolean>`state = 'ENDED' and units_ended_at is null` }],
    },
  },
  {
    name: "campaign-reminders",
    everySeconds: 60,
    run: sendReminders,
    waits: {
      text: { id: "Kampanye: pengingat", en: "Campaigns: reminders", zh: "活动：提醒" },
      rows: [{ table: "campaign_reminder", at: "dueAt" }],
    },
  },
  {
    name: "campaign-stops",
    everySeconds: 60,
    run: notifyStopped,
    waits: {
      text: { id: "Kampanye: kabar penghentian", en: "Campaigns: news of a stop", zh: "活动：终止通知" },
      rows: [{ table: "campaign_stop", at: "stoppedAt", where: sql<boolean>`done_at is null` }],
    },
  },
];

export function campaignWork(services: Services): void {
  for (const sweep of sweeps) services.sweeps.add(sweep);
}
