/** One person's record in a campaign: points by source, tickets, tasks. // Product decisions, rewards 1, 7 */
import type { Reader } from "#server/database.server.ts";
import { type BusinessDate, dateInWib } from "#shared/dates.ts";
import type { RecordType, RulesOf, TicketSource } from "../rules-contract.ts";
import type { CampaignRow } from "./store.ts";
import { tasksDone } from "./entrant-store.ts";

const shownRecords = 100;

export interface PointsRecord {
  type: RecordType;
  points: number;
  day: BusinessDate;
  at: Date | null;
}

type Help = RulesOf<"DRAW">["help"];

/** Help received for one's wish, and help given to others, on one day or on all. */
async function helpRecords(
  reader: Reader,
  {
    borrowerId,
    campaignId,
    help,
    day,
  }: {
    borrowerId: string;
    campaignId: string;
    help: Help;
    day?: BusinessDate;
  },
): Promise<PointsRecord[]> {
  const helps = () => {
    const query = reader
      .selectFrom("campaign_help")
      .select(["helpedOn", "points", "helpedPoints", "helpedAt"])
      .where("campaignId", "=", campaignId)
      .orderBy("helpedOn", "desc")
      .limit(shownRecords);
    return day === undefined ? query : query.where("helpedOn", "=", day);
  };
  const [got, gave] = await Promise.all([
    helps().where("helpedId", "=", borrowerId).execute(),
    helps().where("borrowerId", "=", borrowerId).execute(),
  ]);
  const common = (row: (typeof got)[number]) => ({ day: row.helpedOn as unknown as string, at: row.helpedAt });
  return [
    ...got.map((row) => ({
      ...common(row),
      type: gotType(row.helpedPoints, help),
      points: row.helpedPoints,
    })),
    ...gave.map((row) => ({
      ...common(row),
      type: row.points === help.toNew ? ("HELP_NEW" as const) : ("HELP_OLD" as const),
      points: row.points,
    })),
  ];
}

/** Help for a wish that was in no draw at that time brought it nothing. */
const gotType = (points: number, { byNew }: Help): RecordType =>
  points === 0 ? "HELPED_NOT_COUNTED" : points === byNew ? "HELPED_BY_NEW" : "HELPED_BY_OLD";

/** A wish's points of one day or of all: the first login of each day, and help in both directions. */
async function wishRecords(
  reader: Reader,
  campaign: CampaignRow,
  { help }: RulesOf<"DRAW">,
  borrowerId: string,
  day?: BusinessDate,
): Promise<PointsRecord[]> {
  const tasks = await tasksDone(reader, borrowerId, campaign.id);
  const presses = tasks.map(({ given, epoch, at }) => ({
    type: "FIRST_LOGIN" as const,
    points: given,
    day: epoch,
    at,
  }));
  const about = { borrowerId, campaignId: campaign.id, help };
  const helps = await helpRecords(reader, day === undefined ? about : { ...about, day });
  return [...presses.filter((press) => day === undefined || press.day === day), ...helps];
}

async function checkInRecords(reader: Reader, { id }: CampaignRow, borrowerId: string): Promise<PointsRecord[]> {
  const rows = await reader
    .selectFrom("campaign_check_in")
    .select(["checkedOn", "points"])
    .where("borrowerId", "=", borrowerId)
    .where("campaignId", "=", id)
    .orderBy("checkedOn", "desc")
    .limit(shownRecords)
    .execute();
  return rows.map((row) => ({
    type: "CHECK_IN",
    points: row.points,
    day: row.checkedOn as unknown as string,
    at: null,
  }));
}

/** Points of a campaign by source, newest first; none for tasks that bring tickets instead. */
export async function pointsRecords(
  reader: Reader,
  campaign: CampaignRow,
  borrowerId: string,
): Promise<PointsRecord[]> {
  const { rules } = campaign;
  if (rules.mechanic === "CHECK_IN") return checkInRecords(reader, campaign, borrowerId);
  if (rules.mechanic === "GROW")
    return (await tasksDone(reader, borrowerId, campaign.id)).map(({ task, given, at }) => ({
      type: task,
      points: given,
      day: dateInWib(at),
      at,
    }));
  if (rules.mechanic !== "DRAW") return [];
  const records = await wishRecords(reader, campaign, rules, borrowerId);
  return records
    .toSorted((a, b) => (a.day === b.day ? b.at!.getTime() - a.at!.getTime() : a.day < b.day ? 1 : -1))
    .slice(0, shownRecords);
}

export interface WishSource {
  type: RecordType;
  times: number;
  points: number;
}

/** The sources of a wish's points of a day, one line for each kind. */
export async function wishSources(
  reader: Reader,
  campaign: CampaignRow,
  borrowerId: string,
  day: BusinessDate,
): Promise<WishSource[]> {
  const { rules } = campaign;
  if (rules.mechanic !== "DRAW") return [];
  const lines = new Map<RecordType, WishSource>();
  for (const { type, points } of await wishRecords(reader, campaign, rules, borrowerId, day)) {
    const line = lines.get(type) ?? { type, times: 0, points: 0 };
    lines.set(type, { type, times: line.times + 1, points: line.points + points });
  }
  return [...lines.values()];
}

/** One's own names in the draws of a campaign, the newest first. */
export async function entryRecords(
  reader: Reader,
  { id, rules }: CampaignRow,
  borrowerId: string,
): Promise<{ drawId: string; entryId: string }[]> {
  if (rules.mechanic !== "DRAW") return [];
  const rows = await reader
    .selectFrom("campaign_draw_entry")
    .innerJoin("campaign_draw", "campaign_draw.id", "campaign_draw_entry.drawId")
    .select(["campaign_draw.drawId as drawName", "entryId"])
    .where("campaign_draw_entry.borrowerId", "=", borrowerId)
    .where("campaign_draw.campaignId", "=", id)
    .orderBy("campaign_draw.day", "desc")
    .limit(shownRecords)
    .execute();
  return rows.map((row) => ({ drawId: row.drawName, entryId: row.entryId }));
}

export interface TicketRecord {
  ticketId: string;
  task: TicketSource;
  gotAt: Date;
  play: { drawId: string; choice: number; prizeKey: string; at: Date } | null;
}

/** Tickets of a campaign, newest first, with the results of played ones. */
export async function ticketRecords(reader: Reader, { id }: CampaignRow, borrowerId: string): Promise<TicketRecord[]> {
  const rows = await reader
    .selectFrom("campaign_ticket")
    .leftJoin("campaign_draw", "campaign_draw.id", "campaign_ticket.drawId")
    .select(["ticketId", "task", "gotAt", "choice", "prizeKey", "playedAt", "campaign_draw.drawId as drawName"])
    .where("borrowerId", "=", borrowerId)
    .where("campaign_ticket.campaignId", "=", id)
    .orderBy("gotAt", "desc")
    .orderBy("ticketId")
    .limit(shownRecords)
    .execute();
  return rows.map((row) => ({
    ticketId: row.ticketId,
    task: row.task as TicketSource,
    gotAt: row.gotAt,
    play:
      row.playedAt === null || row.drawName === null
        ? null
        : { drawId: row.drawName, choice: row.choice!, prizeKey: row.prizeKey!, at: row.playedAt },
  }));
}
