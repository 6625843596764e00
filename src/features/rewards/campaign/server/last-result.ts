/** The newest result of a person's wish or play in a campaign. // Product decisions, rewards 15.6 */
import type { Reader } from "#server/database.server.ts";
import type { Award, Campaign } from "../contract.ts";
import { findAward } from "./awards.ts";
import { findDraw } from "./draws.ts";
import { playsOf } from "./tickets.ts";
import type { CampaignRow } from "./store.ts";

type LastResult = NonNullable<Campaign["lastResult"]>;

const ofPlay = { entryId: null, points: 0, allPoints: 0, entries: 0, winners: 0 } as const;

/** @param lastDrawId the newest draw with published winners */
export async function lastResultOf(
  reader: Reader,
  campaign: CampaignRow,
  { borrowerId, lastDrawId }: { borrowerId: string; lastDrawId: string | null },
): Promise<LastResult | null> {
  if (campaign.rules.mechanic === "INSTANT") return lastPlay(reader, campaign, borrowerId);
  if (campaign.rules.mechanic !== "DRAW" || lastDrawId === null) return null;
  const draw = await findDraw(reader, lastDrawId);
  if (!draw) return null;
  const own = await reader
    .selectFrom("campaign_draw_entry")
    .select(["entryId", "weight", "awardId"])
    .where("drawId", "=", draw.id)
    .where("borrowerId", "=", borrowerId)
    .executeTakeFirst();
  if (!own) return null;
  const award = await awardOf(reader, borrowerId, own.awardId);
  return {
    drawId: draw.drawId,
    day: draw.day,
    award,
    ticketId: null,
    entryId: own.entryId,
    points: own.weight,
    allPoints: draw.entryPoints,
    entries: draw.entries,
    winners: Math.min(campaign.rules.winners, draw.entries),
  };
}

async function lastPlay(reader: Reader, campaign: CampaignRow, borrowerId: string): Promise<LastResult | null> {
  const [newest] = await playsOf(reader, borrowerId, campaign.id);
  if (!newest) return null;
  const { drawName, ticketId, awardId } = newest;
  const award = await awardOf(reader, borrowerId, awardId);
  return { ...ofPlay, drawId: drawName, day: drawName.slice(-"0000-00-00".length), award, ticketId };
}

const awardOf = async (reader: Reader, borrowerId: string, awardId: string | null): Promise<Award | null> =>
  awardId === null ? null : findAward(reader, borrowerId, awardId);
