/** SQL of awards that staff review one by one: those with a deadline. The others belong to reviews of their domains. */
import { countWaiting, type CountedRows } from "#server/records/count-waiting.ts";
import type { Transaction, Reader } from "#server/database.server.ts";
import type { Text } from "#shared/texts.ts";
import { fixedQuery } from "#server/postgres/fixed-query.ts";
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
    .innerJoin("campaign", "campaign.id", "campaign_award.campaignId")
    .leftJoin("campaign_draw", "campaign_draw.id", "campaign_award.drawId")
    .selectAll("campaign_award")
    .select(["campaign.activityId", "campaign.title", "campaign_draw.drawId as drawName"]);
type Selected = Awaited<ReturnType<ReturnType<typeof all>["executeTakeFirstOrThrow"]>>;

const rowOf = (row: Selected): HeldRow => ({
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
  activityId: row.activityId,
  title: row.title as unknown as Text,
  drawName: row.drawName,
  heldFor: row.heldFor as HoldReason[],
  heldAt: row.heldAt,
  dueAt: row.dueAt,
  claimedBy: row.claimedBy,
  claimedUntil: row.claimedUntil,
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
    .innerJoin("campaign", "campaign.id", "campaign_award.campaignId")
    .select(["campaign_award.prize", "campaign.title", "campaign.skin", "campaign.activityId"])
    .where("campaign_award.id", "=", awardId)
    .executeTakeFirstOrThrow();
  return {
    prize: row.prize as unknown as Prize,
    title: row.title as unknown as Text,
    skin: row.skin,
    activityId: row.activityId,
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
    .where("campaign_award.dueAt", "is not", null)
    .orderBy("campaign_award.dueAt")
    .orderBy("campaign_award.id")
    .limit(max);
  if (after)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple("campaign_award.dueAt", "campaign_award.id"), ">", tuple(after.at, after.id)),
    );
  return (await query.execute()).map(rowOf);
}

/** All awards of one person, newest first. */
export async function everyAwardOf(reader: Reader, borrowerId: string, max: number): Promise<HeldRow[]> {
  const rows = await all(reader)
    .where("campaign_award.borrowerId", "=", borrowerId)
    .orderBy("campaign_award.wonAt", "desc")
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
      .where("campaign_award.borrowerId", "in", [...borrowerIds])
      .where("campaign_award.campaignId", "=", campaignId)
      .orderBy("campaign_award.wonAt", "desc")
      .limit(max)
      .execute(),
    reader
      .selectFrom("campaign_entrant")
      .select(["borrowerId", "joinedAt"])
      .where("campaignId", "=", campaignId)
      .where("borrowerId", "in", [...borrowerIds])
      .execute(),
  ]);
  return {
    awards: awards.map(rowOf),
    joinedAt: new Map(joined.map((row) => [row.borrowerId, row.joinedAt])),
  };
}

/** Prizes of these accounts that wait for a day, a review or a code. */
export function awardsWaiting(reader: Reader, borrowerIds: readonly string[]): Promise<{ id: string }[]> {
  return reader
    .selectFrom("campaign_award")
    .select("id")
    .where("borrowerId", "in", [...borrowerIds])
    .where("state", "in", ["PENDING", "HELD"])
    .orderBy("id")
    .execute();
}

/** Whether a prize of this person is under review. */
export async function hasHeld(reader: Reader, borrowerId: string): Promise<boolean> {
  return (await oneHeld.executeTakeFirst(reader, { borrowerId })) !== undefined;
}

const oneHeld = fixedQuery((reader, { borrowerId }: { borrowerId: string }) =>
  reader
    .selectFrom("campaign_award")
    .select("id")
    .where("borrowerId", "=", borrowerId)
    .where("state", "=", "HELD")
    .limit(1),
);

export async function countHeldAwards(reader: Reader): Promise<CountedRows> {
  return countWaiting(
    reader,
    reader
      .selectFrom("campaign_award")
      .select("heldAt as at")
      .where("state", "=", "HELD")
      .where("dueAt", "is not", null),
  );
}
