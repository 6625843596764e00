/** SQL of awards that staff review one by one: those with a deadline. The others belong to reviews of their domains. */
import type { Transaction, Reader } from "#server/database.server.ts";
import type { Text } from "#shared/texts.ts";
import type { AwardState, HoldReason } from "../contract.ts";
import type { Prize } from "../rules-contract.ts";
import type { AwardRow } from "./award-row.ts";

export interface HeldRow extends AwardRow {
  activityId: string;
  title: Text;
  /** `wish-dream:2026-11-21`; null without a draw. */
  drawName: string | null;
  heldFor: HoldReason[];
  heldAt: Date | null;
  dueAt: Date | null;
  claimedBy: string | null;
  claimedUntil: Date | null;
}

const all = (reader: Reader) =>
  reader
    .selectFrom("campaign_award")
    .innerJoin("campaign", "campaign.id", "campaign_award.campaign_id")
    .leftJoin("campaign_draw", "campaign_draw.id", "campaign_award.draw_id")
    .selectAll("campaign_award")
    .select(["campaign.activity_id", "campaign.title", "campaign_draw.draw_id as draw_name"]);
type Selected = Awaited<ReturnType<ReturnType<typeof all>["executeTakeFirstOrThrow"]>>;

const rowOf = (row: Selected): HeldRow => ({
  borrowerId: row.borrower_id,
  id: row.id,
  campaignId: row.campaign_id,
  cause: row.cause,
  prizeKey: row.prize_key,
  prize: row.prize as unknown as Prize,
  isByChance: row.by_chance,
  epoch: row.epoch,
  state: row.state as AwardState,
  drawId: row.draw_id,
  wonAt: row.won_at,
  usableFrom: row.usable_from,
  activityId: row.activity_id,
  title: row.title as unknown as Text,
  drawName: row.draw_name,
  heldFor: row.held_for as HoldReason[],
  heldAt: row.held_at,
  dueAt: row.due_at,
  claimedBy: row.claimed_by,
  claimedUntil: row.claimed_until,
});

/** For staff, who have only an award's id. */
export async function anyAward(reader: Reader, awardId: string): Promise<HeldRow | null> {
  const row = await all(reader).where("campaign_award.id", "=", awardId).executeTakeFirst();
  return row ? rowOf(row) : null;
}

/** A prize with the event that it is of. @throws NoResultError for an unknown award */
export async function awardWithEvent(
  reader: Reader,
  awardId: string,
): Promise<{ prize: Prize; title: Text; skin: string; activityId: string }> {
  const row = await reader
    .selectFrom("campaign_award")
    .innerJoin("campaign", "campaign.id", "campaign_award.campaign_id")
    .select(["campaign_award.prize", "campaign.title", "campaign.skin", "campaign.activity_id"])
    .where("campaign_award.id", "=", awardId)
    .executeTakeFirstOrThrow();
  return {
    prize: row.prize as unknown as Prize,
    title: row.title as unknown as Text,
    skin: row.skin,
    activityId: row.activity_id,
  };
}

/** An award by its id, locked until the transaction ends. */
export async function lockAward(trx: Transaction, awardId: string): Promise<HeldRow | null> {
  const row = await all(trx).where("campaign_award.id", "=", awardId).forUpdate("campaign_award").executeTakeFirst();
  return row ? rowOf(row) : null;
}

/** Held awards, the most urgent first, behind a place in the queue. */
export async function listHeld(
  reader: Reader,
  { after, max }: { after: { at: Date; id: string } | undefined; max: number },
): Promise<HeldRow[]> {
  let query = all(reader)
    .where("campaign_award.state", "=", "HELD")
    .where("campaign_award.due_at", "is not", null)
    .orderBy("campaign_award.due_at")
    .orderBy("campaign_award.id")
    .limit(max);
  if (after)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple("campaign_award.due_at", "campaign_award.id"), ">", tuple(after.at, after.id)),
    );
  return (await query.execute()).map(rowOf);
}

/** All awards of one person, newest first. */
export async function everyAwardOf(reader: Reader, borrowerId: string, max: number): Promise<HeldRow[]> {
  const rows = await all(reader)
    .where("campaign_award.borrower_id", "=", borrowerId)
    .orderBy("campaign_award.won_at", "desc")
    .limit(max)
    .execute();
  return rows.map(rowOf);
}

/** These people's awards in one campaign, newest first, and when each joined it if it can be joined. */
export async function awardsIn(
  reader: Reader,
  campaignId: string,
  { borrowerIds, max }: { borrowerIds: readonly string[]; max: number },
): Promise<{ awards: HeldRow[]; joinedAt: Map<string, Date> }> {
  if (borrowerIds.length === 0) return { awards: [], joinedAt: new Map() };
  const [awards, joined] = await Promise.all([
    all(reader)
      .where("campaign_award.borrower_id", "in", [...borrowerIds])
      .where("campaign_award.campaign_id", "=", campaignId)
      .orderBy("campaign_award.won_at", "desc")
      .limit(max)
      .execute(),
    reader
      .selectFrom("campaign_entrant")
      .select(["borrower_id", "joined_at"])
      .where("campaign_id", "=", campaignId)
      .where("borrower_id", "in", [...borrowerIds])
      .execute(),
  ]);
  return {
    awards: awards.map(rowOf),
    joinedAt: new Map(joined.map((row) => [row.borrower_id, row.joined_at])),
  };
}

/** Prizes of these accounts that wait for a day, a review or a code. */
export function awardsWaiting(reader: Reader, borrowerIds: readonly string[]): Promise<{ id: string }[]> {
  return reader
    .selectFrom("campaign_award")
    .select("id")
    .where("borrower_id", "in", [...borrowerIds])
    .where("state", "in", ["PENDING", "HELD"])
    .orderBy("id")
    .execute();
}

/** Whether a prize of this person is under review. */
export async function hasHeld(reader: Reader, borrowerId: string): Promise<boolean> {
  const row = await reader
    .selectFrom("campaign_award")
    .select("id")
    .where("borrower_id", "=", borrowerId)
    .where("state", "=", "HELD")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function countHeld(reader: Reader): Promise<{ count: number; oldestAt: Date | null }> {
  const row = await reader
    .selectFrom("campaign_award")
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.min("held_at").as("oldest")])
    .where("state", "=", "HELD")
    .where("due_at", "is not", null)
    .executeTakeFirstOrThrow();
  return { count: row.count, oldestAt: row.oldest };
}
