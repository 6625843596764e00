/**
 * Money in the account of a past day. Coupons won by chance were formerly held there, and cash that was taken back went
 * there: when such a coupon ends, its promise becomes free in an account that no longer gives prizes.
 * // docs/decisions/227
 */
import { transact } from "#server/database.server.ts";
import { account, balanceOf } from "#server/ledger/index.ts";
import type { Services } from "#server/services.ts";
import { eachDue } from "#server/work/sweeps.ts";
import { dateInWib } from "#shared/dates.ts";
import { costOfWaiting } from "./awards.ts";
import { lockDraw } from "./draws.ts";
import { moveBack, reserveOwnerOf } from "./money.ts";
import { campaignById } from "./store.ts";

const daysAtOnce = 100;
const dayMilliseconds = 86_400_000;

/** Moves money that no award waits for back to the campaign, and repeats daily until the account is empty. */
const settleDay = (services: Services, id: string): Promise<boolean> =>
  transact(services.database, async (trx) => {
    const now = services.clock.now();
    const draw = await lockDraw(trx, id);
    const campaign = draw && (await campaignById(trx, draw.campaignId));
    if (!campaign) return false;
    const { activityId } = campaign;
    // The full amount is kept for an award under review: a refused winner's money may be needed for a more expensive reserve.
    const isWaitedFor = (await costOfWaiting(services, trx, draw)) > 0;
    if (!isWaitedFor)
      await moveBack(services, trx, { activityId, epoch: draw.day, id: `left_${draw.drawId}_${dateInWib(now)}` });
    const balance = await balanceOf(trx, account("REWARD_BUDGET", reserveOwnerOf(activityId, draw.day)));
    await trx
      .updateTable("campaign_draw")
      .set({ settleDue: balance === 0 ? null : new Date(now.getTime() + dayMilliseconds) })
      .where("id", "=", id)
      .execute();
    return true;
  });

/** @returns number of days checked */
export async function settleDays(services: Services): Promise<number> {
  const rows = await services.database
    .selectFrom("campaign_draw")
    .select("id")
    .where("settleDue", "<=", services.clock.now())
    .orderBy("settleDue")
    .limit(daysAtOnce)
    .execute();
  return eachDue(rows, ({ id }) => settleDay(services, id), {
    log: services.log,
    failure: "money of a day not moved back",
    idOf: ({ id }) => id,
  });
}
