/** What time does: campaigns open and end, days of chance are committed to and shown, what is left is released. */
import { transact } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { eachDue } from "#server/work/sweeps.ts";
import { addDays, dateInWib } from "#shared/dates.ts";
import { pendingAwards } from "./awards.ts";
import { asksPermit } from "./approval-rules.ts";
import { settleDays } from "./day-money.ts";
import { closePlays, daysMade, drawById, drawsToClose, makeDraw } from "./draws.ts";
import { campaignStates } from "./lifecycle.ts";
import { release } from "./money.ts";
import { tellPrize } from "./notices.ts";
import { releasePool, sharePools } from "./picking.ts";
import { sendReminders } from "./reminders.ts";
import { tellStops } from "./stopping.ts";
import { giveWaiting } from "./deciding.ts";
import { campaignById, campaignsInState, witheredTrees, type CampaignRow } from "./store.ts";
import { wither } from "./taking-part.ts";
import { endUnits } from "./unit-ends.ts";
import { cannotGiveYet } from "./waiting.ts";
import { drawWinners, freeze, weightedDrawsDue } from "./weighted-draws.ts";

/** Days after the last claim on which what is left is released. // Product decisions, rewards 1 */
const releaseDays = 14;

const awardsAtOnce = 300;

/** In prod nothing of chance begins on a sample's permit. // Product decisions, rewards 9 */
const mayStart = ({ config }: Services, campaign: CampaignRow): boolean =>
  config.appEnv !== "prod" || !asksPermit(campaign) || campaign.permit?.isSample === false;

async function moveStates(services: Services): Promise<number> {
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
        const common = { id, actor: "SYSTEM", at: now, set: { changed_at: now } } as const;
        return to === "RUNNING"
          ? campaignStates.move(trx, { ...common, from: ["APPROVED"], to, cause: "OPENED" })
          : campaignStates.move(trx, { ...common, from: ["APPROVED", "RUNNING", "PAUSED"], to, cause: "TIME_OVER" });
      }),
    { log: services.log, failure: "campaign not moved", idOf: ({ campaign }) => campaign.activityId },
  );
}

/** Today's and tomorrow's rows of what is decided by the day. A day without cover stays without one, and nobody plays on it. */
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
  return eachDue(missing, ({ campaign, day }) => makeDraw(services, campaign, day), {
    log: services.log,
    failure: "day of a draw not made",
    idOf: ({ campaign, day }) => `${campaign.activityId}:${day}`,
  });
}

async function closeDays(services: Services): Promise<number> {
  return eachDue(
    await drawsToClose(services.database, services.clock.now()),
    async (id) => {
      const draw = await drawById(services.database, id);
      const campaign = draw && (await campaignById(services.database, draw.campaignId));
      return campaign ? closePlays(services, campaign, id) : false;
    },
    { log: services.log, failure: "day of a draw not closed", idOf: (id) => id },
  );
}

/** Freezes and draws what is decided by weight; a day's draw after the one before it. */
async function drawDays(services: Services): Promise<number> {
  return eachDue(
    await weightedDrawsDue(services.database, services.clock.now()),
    async ({ id, campaignId, state }) => {
      if (state === "OPEN") return freeze(services, id);
      const campaign = await campaignById(services.database, campaignId);
      return campaign ? drawWinners(services, campaign, id) : false;
    },
    { log: services.log, failure: "day of a draw not drawn", idOf: ({ id }) => id },
  );
}

/** What was won in a draw is given by the award's id, whenever it is come to: it was set aside. */
async function giveAwards(services: Services): Promise<number> {
  return eachDue(
    await pendingAwards(services.database, awardsAtOnce),
    (row) =>
      transact(services.database, async (trx) => {
        if (await cannotGiveYet(trx, row)) return false;
        if (!(await giveWaiting(services, trx, row, { actor: "SYSTEM", cause: "PAID" }))) return false;
        const { borrowerId, id: awardId, prize, drawId } = row;
        if (drawId !== null || (await campaignById(trx, row.campaignId))?.mechanic === "PICK")
          await tellPrize(services, trx, { borrowerId, awardId, prize });
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
      return campaign ? wither(services, campaign, borrowerId) : false;
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
        return (await release(services, trx, campaign.activityId, dateInWib(now))) + pooled > 0;
      }),
    { log: services.log, failure: "budget not released", idOf: ({ activityId }) => activityId },
  );
}

export function work(services: Services): void {
  const add = (name: string, everySeconds: number, run: (services: Services) => Promise<number>): void =>
    services.sweeps.add({ name: `campaign-${name}`, everySeconds, run });
  add("states", 15, moveStates);
  add("days", 30, makeDays);
  add("day-close", 30, closeDays);
  add("draw", 15, drawDays);
  add("shares", 15, sharePools);
  add("awards", 15, giveAwards);
  add("trees", 300, witherTrees);
  add("release", 3_600, releaseLeft);
  add("day-money", 3_600, settleDays);
  add("units", 3_600, endUnits);
  add("reminders", 60, sendReminders);
  add("stops", 60, tellStops);
}
