/** "Remind me": one notice when a campaign has opened, under the rules for promotion. // Product decisions, rewards 1, 11 */
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { eachDue } from "#server/work/sweeps.ts";
import type { remindOfCampaign } from "../reminder-contract.ts";
import { tellOpened } from "./notices.ts";
import { midnightAfter } from "./running.ts";
import { campaignById, findCampaign } from "./store.ts";
import { restOf } from "./entrant-store.ts";

/** Maximal promotions to one person: per day (WIB), and in seven days. // Product decisions, rewards 11 */
export const maxPromotions = { aDay: 1, aWeek: 3 } as const;
const hour = 3_600_000;
const week = 7 * 24 * hour;
const remindersAtOnce = 300;

/**
 * Sets or removes a reminder for a campaign's opening. A repeated call has no effect.
 * @throws Refusal CAMPAIGN_UNKNOWN, CAMPAIGN_OPENED when it has opened already
 */
export async function remind(
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
        .where("borrower_id", "=", borrowerId)
        .where("campaign_id", "=", campaign.id)
        .where("told_at", "is", null)
        .execute();
      return;
    }
    if (campaign.state === "ENDED" || campaign.opensAt <= now) refuse("CAMPAIGN_OPENED");
    await trx
      .insertInto("campaign_reminder")
      .values({ borrower_id: borrowerId, campaign_id: campaign.id, asked_at: now, due_at: campaign.opensAt })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

/** The campaigns for which this borrower has a reminder. */
export async function remindedOf(reader: Reader, borrowerId: string | null): Promise<ReadonlySet<string>> {
  if (borrowerId === null) return new Set();
  const rows = await reader
    .selectFrom("campaign_reminder")
    .select("campaign_id")
    .where("borrower_id", "=", borrowerId)
    .where("due_at", "is not", null)
    .execute();
  return new Set(rows.map((row) => row.campaign_id));
}

/** The earliest time for the next promotion to a borrower; null: now. */
async function promotionFrom(reader: Reader, borrowerId: string, now: Date): Promise<Date | null> {
  const rows = await reader
    .selectFrom("campaign_reminder")
    .select("told_at")
    .where("borrower_id", "=", borrowerId)
    .where("told_at", ">", new Date(now.getTime() - week))
    .orderBy("told_at", "desc")
    .limit(maxPromotions.aWeek)
    .execute();
  const told = rows.flatMap((row) => (row.told_at ? [row.told_at] : []));
  const oldest = told[maxPromotions.aWeek - 1];
  if (oldest) return new Date(oldest.getTime() + week);
  const last = told[maxPromotions.aDay - 1];
  const tomorrow = last && midnightAfter(last);
  return tomorrow && tomorrow > now ? tomorrow : null;
}

type Due = { borrower_id: string; campaign_id: string };

/** Handles one reminder: sent, postponed, or dropped when there is nothing to announce (any more). False when another process came first. */
const remindOne = (services: Services, due: Due): Promise<boolean> =>
  transact(services.database, async (trx) => {
    const now = services.clock.now();
    const { borrower_id: borrowerId, campaign_id: campaignId } = due;
    // Locks all rows of a person, in key order: two processes never send one person two promotions a day.
    const rows = await trx
      .selectFrom("campaign_reminder")
      .select(["campaign_id", "due_at"])
      .where("borrower_id", "=", borrowerId)
      .orderBy("campaign_id")
      .forUpdate()
      .execute();
    const row = rows.find((one) => one.campaign_id === campaignId);
    if (!row?.due_at || row.due_at > now) return false;
    const campaign = await campaignById(trx, campaignId);
    const isRunning = campaign?.state === "RUNNING" && campaign.closesAt > now;
    const own = trx
      .updateTable("campaign_reminder")
      .where("borrower_id", "=", borrowerId)
      .where("campaign_id", "=", campaignId);
    // A person on a break from campaigns gets no notice, and a campaign that is over needs none.
    if (
      !campaign ||
      campaign.state === "ENDED" ||
      campaign.closesAt <= now ||
      (await restOf(trx, borrowerId, now)) !== null
    ) {
      await own.set({ due_at: null }).execute();
      return true;
    }
    const from = isRunning ? await promotionFrom(trx, borrowerId, now) : new Date(now.getTime() + hour);
    if (from) {
      await own.set({ due_at: from }).execute();
      return true;
    }
    await own.set({ due_at: null, told_at: now }).execute();
    await tellOpened(services, trx, { borrowerId, campaign });
    return true;
  });

export async function sendReminders(services: Services): Promise<number> {
  const rows = await services.database
    .selectFrom("campaign_reminder")
    .select(["borrower_id", "campaign_id"])
    .where("due_at", "<=", services.clock.now())
    .orderBy("due_at")
    .limit(remindersAtOnce)
    .execute();
  return eachDue(rows, (row) => remindOne(services, row), {
    log: services.log,
    failure: "reminder of a campaign not sent",
    idOf: (row) => row.campaign_id,
  });
}
