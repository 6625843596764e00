/** "Remind me": one notice when a campaign has opened, under the rules for promotion. // Product decisions, rewards 1, 11 */
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { eachDue } from "#server/work/sweeps.ts";
import type { remindOfCampaign } from "../reminder-contract.ts";
import { notifyCampaignOpened } from "./notices.ts";
import { midnightAfter } from "./running.ts";
import { campaignById, findCampaign } from "./store.ts";
import { campaignBreakOf } from "./entrant-store.ts";

/** Maximal promotions to one person: per day (WIB), and in seven days. // Product decisions, rewards 11 */
const maxPromotions = { aDay: 1, aWeek: 3 } as const;
const hour = 3_600_000;
const week = 7 * 24 * hour;
const remindersAtOnce = 300;

/**
 * Sets or removes a reminder for a campaign's opening. A repeated call has no effect.
 * @throws Refusal CAMPAIGN_UNKNOWN, CAMPAIGN_OPENED when it has opened already
 */
export async function setReminder(
  services: Services,
  borrowerId: string,
  { activityId, remind: isWanted }: { activityId: string; remind: boolean },
): Promise<void> {
  const refuse = (code: keyof (typeof remindOfCampaign)["problems"]): never => {
    throw new Refusal<(typeof remindOfCampaign)["problems"]>(code);
  };
  await transact(services.database, async (trx) => {
    const campaign = await findCampaign(trx, activityId);
    if (!campaign || campaign.state === "DRAFT") return refuse("CAMPAIGN_UNKNOWN");
    const now = services.clock.now();
    if (!isWanted) {
      await trx
        .deleteFrom("campaign_reminder")
        .where("borrowerId", "=", borrowerId)
        .where("campaignId", "=", campaign.id)
        .where("toldAt", "is", null)
        .execute();
      return;
    }
    if (campaign.state === "ENDED" || campaign.opensAt <= now) refuse("CAMPAIGN_OPENED");
    await trx
      .insertInto("campaign_reminder")
      .values({ borrowerId, campaignId: campaign.id, askedAt: now, dueAt: campaign.opensAt })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

/** The campaigns for which this borrower has a reminder. */
export async function remindedOf(reader: Reader, borrowerId: string | null): Promise<ReadonlySet<string>> {
  if (borrowerId === null) return new Set();
  const rows = await reader
    .selectFrom("campaign_reminder")
    .select("campaignId")
    .where("borrowerId", "=", borrowerId)
    .where("dueAt", "is not", null)
    .execute();
  return new Set(rows.map((row) => row.campaignId));
}

/** The earliest time for the next promotion to a borrower; null: now. */
async function promotionFrom(reader: Reader, borrowerId: string, now: Date): Promise<Date | null> {
  const rows = await reader
    .selectFrom("campaign_reminder")
    .select("toldAt")
    .where("borrowerId", "=", borrowerId)
    .where("toldAt", ">", new Date(now.getTime() - week))
    .orderBy("toldAt", "desc")
    .limit(maxPromotions.aWeek)
    .execute();
  const sentTimes = rows.flatMap((row) => (row.toldAt ? [row.toldAt] : []));
  const oldest = sentTimes[maxPromotions.aWeek - 1];
  if (oldest) return new Date(oldest.getTime() + week);
  const last = sentTimes[maxPromotions.aDay - 1];
  const tomorrow = last && midnightAfter(last);
  return tomorrow && tomorrow > now ? tomorrow : null;
}

type Due = { borrowerId: string; campaignId: string };

/** Handles one reminder: sent, postponed, or dropped when there is nothing to announce (any more). False when another process came first. */
const remindOne = (services: Services, due: Due): Promise<boolean> =>
  transact(services.database, async (trx) => {
    const now = services.clock.now();
    const { borrowerId, campaignId } = due;
    // Locks all rows of a person, in key order: two processes never send one person two promotions a day.
    const rows = await trx
      .selectFrom("campaign_reminder")
      .select(["campaignId", "dueAt"])
      .where("borrowerId", "=", borrowerId)
      .orderBy("campaignId")
      .forUpdate()
      .execute();
    const row = rows.find((one) => one.campaignId === campaignId);
    if (!row?.dueAt || row.dueAt > now) return false;
    const campaign = await campaignById(trx, campaignId);
    const isRunning = campaign?.state === "RUNNING" && campaign.closesAt > now;
    const own = trx
      .updateTable("campaign_reminder")
      .where("borrowerId", "=", borrowerId)
      .where("campaignId", "=", campaignId);
    // A person on a break from campaigns gets no notice, and a campaign that is over needs none.
    if (
      !campaign ||
      campaign.state === "ENDED" ||
      campaign.closesAt <= now ||
      (await campaignBreakOf(trx, borrowerId, now)) !== null
    ) {
      await own.set({ dueAt: null }).execute();
      return true;
    }
    const from = isRunning ? await promotionFrom(trx, borrowerId, now) : new Date(now.getTime() + hour);
    if (from) {
      await own.set({ dueAt: from }).execute();
      return true;
    }
    await own.set({ dueAt: null, toldAt: now }).execute();
    await notifyCampaignOpened(services, trx, { borrowerId, campaign });
    return true;
  });

export async function sendReminders(services: Services): Promise<number> {
  const rows = await services.database
    .selectFrom("campaign_reminder")
    .select(["borrowerId", "campaignId"])
    .where("dueAt", "<=", services.clock.now())
    .orderBy("dueAt")
    .limit(remindersAtOnce)
    .execute();
  return eachDue(rows, (row) => remindOne(services, row), {
    log: services.log,
    failure: "reminder of a campaign not sent",
    idOf: (row) => row.campaignId,
  });
}
