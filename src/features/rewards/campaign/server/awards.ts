/** Awards prizes: once for each cause, with its prize, in one transaction. // Product decisions, rewards 1 */
import { Refusal } from "#server/call/refusal.ts";
import type { Transaction, Reader } from "#server/database.server.ts";
import { ascending, descending, inOrder, type ListOrder, type OrderedInput } from "#server/records/list-order.ts";
import type { Services } from "#server/services.ts";
import type { ActionProblems, Award, AwardState } from "../contract.ts";
import type { Prize } from "../rules-contract.ts";
import type { winnerOrders } from "../staff-contract.ts";
import type { AwardRow, Hold, Winning } from "./award-row.ts";
import { awardLifecycle } from "./lifecycle.ts";
import { derivedId, moveBack, reserveOwnerOf } from "./money.ts";
import { notifyPrize } from "./notices.ts";
import { costOf, givePrize } from "./prizes.ts";
import type { CampaignRow } from "./store.ts";
import { giveTickets } from "./tickets.ts";
import { hasRecentWin, reserveForPending, pendingReserveOwner } from "./waiting.ts";

export const awardIdOf = (campaignId: string, borrowerId: string, cause: string): string =>
  derivedId("award", campaignId, borrowerId, cause);

/**
 * The account that pays. A coupon's promise is held for weeks, and the unused part returns to the account that it was
 * held on. The money therefore moves out of the reserved account first; otherwise it would stay on the account of a
 * past day for ever.
 */
async function budgetOf(
  services: Services,
  trx: Transaction,
  { activityId }: CampaignRow,
  { id, epoch, prize, isByChance }: AwardRow,
): Promise<string> {
  if (epoch === null) return activityId;
  if (prize.kind !== "COUPON") return reserveOwnerOf(activityId, epoch);
  const { netRupiah, taxRupiah } = await costOf(services, trx, prize, isByChance);
  await moveBack(services, trx, { activityId, epoch, rupiah: netRupiah + taxRupiah, id: `coupon_from_${id}` });
  return activityId;
}

/**
 * Creates an award and gives its prize; a coupon waits while an approved application waits for its signature. Null when
 * this cause was awarded before; then nothing is written.
 * @throws Refusal BUDGET_OUT, and OUT_OF_STOCK of a coupon, which undo the transaction
 */
export async function awardPrize(
  services: Services,
  trx: Transaction,
  campaign: CampaignRow,
  winning: Winning,
): Promise<AwardRow | null> {
  if (await hasRecentWin(trx, winning)) {
    const { epoch } = winning;
    const later = await insertAward(services, trx, campaign, { ...winning, epoch: pendingReserveOwner }, "PENDING");
    if (later) await reserveForPending(services, trx, campaign, later, epoch);
    return later;
  }
  // An earned or won voucher is guaranteed even while no code is available: its money is reserved.
  if (winning.prize.kind === "VOUCHER" && winning.epoch !== null)
    return insertAward(services, trx, campaign, winning, "PENDING");
  const row = await insertAward(services, trx, campaign, winning, "GIVEN");
  if (row) {
    await payAward(services, trx, campaign, row);
    await tellGiven(services, trx, campaign, row);
  }
  return row;
}

/**
 * Notifies the winner of money and vouchers that are given at once, as after a draw. Coupons send their own notice,
 * points have their own record and would mean a message for each egg, and an invitation names the reward itself.
 */
async function tellGiven(services: Services, trx: Transaction, campaign: CampaignRow, row: AwardRow): Promise<void> {
  const { borrowerId, id: awardId, prize } = row;
  if ((prize.kind === "CASH" || prize.kind === "VOUCHER") && campaign.rules.mechanic !== "INVITE")
    await notifyPrize(services, trx, { borrowerId, awardId });
}

/**
 * Creates an award that is given later by its id, or HELD for a review: in the queue of held awards, or in the review
 * of the domain that gives it. Null when this cause was awarded before.
 */
export async function insertAward(
  services: Services,
  trx: Transaction,
  campaign: CampaignRow,
  { borrowerId, cause, prizeKey, prize, isByChance, epoch, drawId, usableFrom, givenFrom }: Winning,
  to: "GIVEN" | "PENDING" | "HELD" | Hold,
): Promise<AwardRow | null> {
  const now = services.clock.now();
  const hold = typeof to === "string" ? null : to;
  const state = typeof to === "string" ? to : "HELD";
  const id = awardIdOf(campaign.id, borrowerId, cause);
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("campaign_award")
    .values({
      borrowerId,
      id,
      campaignId: campaign.id,
      cause,
      prizeKey,
      prize: JSON.stringify(prize),
      byChance: isByChance,
      epoch,
      state,
      drawId,
      wonAt: now,
      givenFrom: givenFrom ?? null,
      usableFrom: usableFrom ?? null,
      changedAt: now,
      heldAt: state === "HELD" ? now : null,
      ...(hold ? { heldFor: [...hold.reasons], dueAt: hold.dueAt } : {}),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (Number(numInsertedOrUpdatedRows) === 0) return null;
  await awardLifecycle.begin(trx, { id, borrowerId, to: state, actor: "SYSTEM", cause: "AWARDED", at: now });
  return {
    borrowerId,
    id,
    campaignId: campaign.id,
    cause,
    prizeKey,
    prize,
    isByChance,
    epoch,
    state,
    drawId,
    wonAt: now,
    usableFrom: usableFrom ?? null,
  };
}

/** Gives the prize of an award. @throws Refusal BUDGET_OUT, OUT_OF_STOCK */
export async function payAward(
  services: Services,
  trx: Transaction,
  campaign: CampaignRow,
  row: AwardRow,
): Promise<void> {
  const { borrowerId, id: awardId, prize, isByChance, usableFrom } = row;
  if (prize.kind === "TICKET" && campaign.rules.mechanic === "INSTANT")
    return giveTickets(services, trx, campaign, { borrowerId, awardId, tickets: prize.tickets });
  const outcome = await givePrize(services, trx, {
    borrowerId,
    awardId,
    activityId: campaign.activityId,
    budget: await budgetOf(services, trx, campaign, row),
    prize,
    isByChance,
    title: campaign.title,
    ...(usableFrom ? { usableFrom } : {}),
  });
  if (outcome === "BUDGET_OUT") throw new Refusal<ActionProblems>("BUDGET_OUT");
  if (outcome === "OUT_OF_STOCK") throw new Refusal("OUT_OF_STOCK");
}

/** The cost of a draw's awards that are not given yet: vouchers without a code, prizes under review. In rupiah with their tax. */
export async function costOfWaiting(
  services: Services,
  reader: Reader,
  { id, madeAt }: { id: string; madeAt: Date },
): Promise<number> {
  let rupiah = 0;
  // Each state has its own index.
  for (const state of ["PENDING", "HELD"] as const) {
    const rows = await reader
      .selectFrom("campaign_award")
      .select("prize")
      .where("state", "=", state)
      .where("wonAt", ">=", madeAt)
      .where("drawId", "=", id)
      .where("epoch", "!=", pendingReserveOwner)
      .execute();
    for (const { prize } of rows) {
      const { netRupiah, taxRupiah } = await costOf(services, reader, prize as unknown as Prize, true);
      rupiah += netRupiah + taxRupiah;
    }
  }
  return rupiah;
}

const all = (reader: Reader) =>
  reader
    .selectFrom("campaign_award")
    .innerJoin("campaign", "campaign.id", "campaign_award.campaignId")
    .leftJoin("campaign_draw", "campaign_draw.id", "campaign_award.drawId")
    .select([
      "campaign_award.borrowerId",
      "campaign_award.id",
      "campaign_award.campaignId",
      "campaign_award.cause",
      "campaign_award.prizeKey",
      "campaign_award.prize",
      "campaign_award.byChance",
      "campaign_award.epoch",
      "campaign_award.state",
      "campaign_award.wonAt",
      "campaign_award.usableFrom",
      "campaign.activityId",
      "campaign_draw.drawId as drawName",
      "campaign_award.drawId",
    ]);
type Selected = Awaited<ReturnType<ReturnType<typeof all>["executeTakeFirstOrThrow"]>>;

/** An award as its owner sees it. */
const awardOf = (row: Selected): Award => ({
  awardId: row.id,
  activityId: row.activityId,
  prizeKey: row.prizeKey,
  prize: row.prize as unknown as Prize,
  state: row.state as AwardState,
  wonAt: row.wonAt.toISOString(),
  drawId: row.drawName,
});

/** One's own awards of a campaign, newest first. */
export async function awardsOf(reader: Reader, borrowerId: string, campaignId: string, max = 50): Promise<Award[]> {
  const rows = await all(reader)
    .where("campaign_award.borrowerId", "=", borrowerId)
    .where("campaign_award.campaignId", "=", campaignId)
    .orderBy("campaign_award.wonAt", "desc")
    .limit(max)
    .execute();
  return rows.map(awardOf);
}

export async function findAward(reader: Reader, borrowerId: string, id: string): Promise<Award | null> {
  const row = await all(reader)
    .where("campaign_award.borrowerId", "=", borrowerId)
    .where("campaign_award.id", "=", id)
    .executeTakeFirst();
  return row ? awardOf(row) : null;
}

/** Awards that the engine will give, oldest first. */
export async function pendingAwards(reader: Reader, max: number): Promise<AwardRow[]> {
  const rows = await all(reader)
    .where("campaign_award.state", "=", "PENDING")
    .where("campaign_award.givenFrom", "is", null)
    .orderBy("campaign_award.wonAt")
    .limit(max)
    .execute();
  return rows.map(rowOf);
}

const rowOf = (row: Selected): AwardRow => ({
  borrowerId: row.borrowerId,
  id: row.id,
  campaignId: row.campaignId,
  cause: row.cause,
  prizeKey: row.prizeKey,
  prize: row.prize as unknown as Prize,
  isByChance: row.byChance,
  epoch: row.epoch,
  state: row.state as AwardState,
  drawId: row.drawId,
  wonAt: row.wonAt,
  usableFrom: row.usableFrom,
});

/** The award of a cause, in one account or in any of several; null without one. */
export async function awardOfCause(
  reader: Reader,
  campaignId: string,
  borrowerId: string | readonly string[],
  cause: string,
): Promise<AwardRow | null> {
  const row = await all(reader)
    .where("campaign_award.borrowerId", "in", [borrowerId].flat())
    .where("campaign_award.campaignId", "=", campaignId)
    .where("campaign_award.cause", "=", cause)
    .executeTakeFirst();
  return row ? rowOf(row) : null;
}

const won = { column: "campaign_award.wonAt", id: "campaign_award.id", holds: "INSTANT" } as const;
const winnerOrder: Readonly<Record<(typeof winnerOrders)[number], ListOrder>> = {
  NEWEST: descending(won),
  OLDEST: ascending(won),
};

/** Awards of a campaign by when they were won. */
export async function winnersOf(
  reader: Reader,
  campaignId: string,
  { order, state, page }: { order: keyof typeof winnerOrder; state?: AwardState | undefined; page: OrderedInput },
): Promise<(Award & { borrowerId: string })[]> {
  let query = inOrder(all(reader).where("campaign_award.campaignId", "=", campaignId), winnerOrder[order], page);
  if (state) query = query.where("campaign_award.state", "=", state);
  return (await query.execute()).map((row) => ({ ...awardOf(row), borrowerId: row.borrowerId }));
}
