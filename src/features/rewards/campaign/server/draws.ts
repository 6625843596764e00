/** Days of a draw: committed to the day before, closed after midnight, shown with their seed. // Product decisions, rewards 8; docs/decisions/271 */
import { sql, type Selectable } from "kysely";
import { transact, type Transaction, type Reader } from "#server/database.server.ts";
import type { CampaignDraw } from "#server/database.types.ts";
import { account, availableOf } from "#server/ledger/index.ts";
import type { Services } from "#server/services.ts";
import { addDays, dateInWib, instantOf, type BusinessDate } from "#shared/dates.ts";
import type { DrawState } from "../draw-contract.ts";
import { prizesOf } from "../rules-contract.ts";
import { costOfWaiting } from "./awards.ts";
import { openStock } from "./counters.ts";
import { commitmentOf, sha256OfAscii, prizeLines, prizesHashOf, type PrizeLine } from "./fairness.ts";
import { drawLifecycle } from "./lifecycle.ts";
import { moveBack, reserveBudget } from "./money.ts";
import { costsByChance } from "./prizes.ts";
import type { CampaignRow } from "./store.ts";

export interface DrawRow {
  id: string;
  /** `toy-egg-1:2026-11-21` */
  drawId: string;
  campaignId: string;
  day: BusinessDate;
  state: DrawState;
  prizes: string;
  prizesHash: string;
  commitment: string;
  seedSealed: string | null;
  seed: string | null;
  beacon: string;
  /** The name of the public value that decides together with the seed; null without one. */
  beaconRound: string | null;
  entriesHash: string | null;
  /** Entries of a draw by weight, and their points; 0 in other draws. The table of entries keeps both by a trigger, and they are final once frozen. */
  entries: number;
  entryPoints: number;
  plays: number;
  madeAt: Date;
  frozenAt: Date | null;
  drawnAt: Date | null;
}

const rowOf = (row: Selectable<CampaignDraw>): DrawRow => ({
  id: row.id,
  drawId: row.drawId,
  campaignId: row.campaignId,
  day: row.day as unknown as string,
  state: row.state as DrawState,
  prizes: row.prizes,
  prizesHash: row.prizesHash,
  commitment: row.commitment,
  seedSealed: row.seedSealed,
  seed: row.seed,
  beacon: row.beacon,
  beaconRound: row.beaconRound,
  entriesHash: row.entriesHash,
  entries: row.entries,
  entryPoints: row.entryPoints,
  plays: row.plays,
  madeAt: row.madeAt,
  frozenAt: row.frozenAt,
  drawnAt: row.drawnAt,
});

const seedPlace = (id: string) => ({ table: "campaign_draw", column: "seedSealed", row: id });

/** The seed of a draw, for drawing only: no answer and no staff page shows it before the day is over. */
export function seedOf({ keys }: Pick<Services, "keys">, row: DrawRow): string {
  return row.seed ?? keys.open(row.seedSealed!, seedPlace(row.id));
}

/** The day's lines, as they are hashed. */
function prizeLinesOf({ rules }: CampaignRow): PrizeLine[] {
  if (rules.mechanic === "DRAW") return [{ prizeKey: "WISH", quantity: rules.winners, ppm: 0 }];
  return prizesOf(rules).map(({ prizeKey, perDay, ppm }) => ({ prizeKey, quantity: perDay, ppm }));
}

/** Maximal cost of a day in rupiah: the money is reserved before anyone can play. */
export async function costOfDay(services: Services, reader: Reader, { rules }: CampaignRow): Promise<number> {
  if (rules.mechanic === "DRAW") {
    const costs = await costsByChance(
      services,
      reader,
      rules.prizes.map(({ prize }) => prize),
    );
    return rules.winners * Math.max(...costs.map(({ netRupiah, taxRupiah }) => netRupiah + taxRupiah));
  }
  const lines = prizesOf(rules);
  const costs = await costsByChance(
    services,
    reader,
    lines.map(({ prize }) => prize),
  );
  return lines.reduce((sum, { perDay }, at) => sum + perDay * (costs[at]!.netRupiah + costs[at]!.taxRupiah), 0);
}

/** Cost of a day in rupiah that a campaign's budget covers now; null without cover. Nothing is reserved. */
export async function coveredCost(services: Services, campaign: CampaignRow): Promise<number | null> {
  const { database } = services;
  const rupiah = await costOfDay(services, database, campaign);
  if (rupiah === 0) return 0;
  return (await availableOf(database, account("REWARD_BUDGET", campaign.activityId))) >= rupiah ? rupiah : null;
}

/** The moment from which a day's draw is closed: a minute after its midnight. */
export const closesAt = (day: BusinessDate): Date => instantOf(addDays(day, 1), "WIB", { hour: 0, minute: 1 });

/**
 * Creates a day's row with a sealed seed, publishes its commitment and reserves its money; once. False when it exists,
 * or when the budget does not cover the day: then no plays are possible on it. `cost` of the day in rupiah, where it is
 * known.
 */
export async function makeDraw(
  services: Services,
  campaign: CampaignRow,
  day: BusinessDate,
  cost?: number,
): Promise<boolean> {
  return transact(services.database, async (trx) => {
    const { activityId } = campaign;
    const known = await trx
      .selectFrom("campaign_draw")
      .select("id")
      .where("campaignId", "=", campaign.id)
      .where("day", "=", day)
      .executeTakeFirst();
    if (known) return false;
    const drawId = `${activityId}:${day}`;
    const rupiah = cost ?? (await costOfDay(services, trx, campaign));
    if (!(await reserveBudget(services, trx, { activityId, epoch: day, rupiah, id: `aside_${drawId}` }))) return false;
    const id = services.random.uuid();
    const seed = services.random.bytes(32).toString("hex");
    const lines = prizeLinesOf(campaign);
    const at = services.clock.now();
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto("campaign_draw")
      .values({
        id,
        drawId,
        campaignId: campaign.id,
        day,
        state: "OPEN",
        prizes: prizeLines(lines),
        prizesHash: prizesHashOf(lines),
        commitment: commitmentOf(drawId, prizesHashOf(lines), seed),
        seedSealed: services.keys.seal(seed, seedPlace(id)),
        madeAt: at,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (Number(numInsertedOrUpdatedRows) === 0) return false;
    const limited = lines.filter(({ quantity }) => quantity > 0);
    await openStock(
      trx,
      campaign.id,
      day,
      limited.map(({ prizeKey, quantity }) => ({ prizeKey, max: quantity })),
    );
    await drawLifecycle.begin(trx, { id, actor: "SYSTEM", cause: "DAY_BEGUN", at });
    return true;
  });
}

/** The first open day from `day` on, locked until the transaction ends: players of one day wait for each other. */
export async function lockOpenDraw(trx: Transaction, campaignId: string, day: BusinessDate): Promise<DrawRow | null> {
  // A row that was closed during the wait for its lock is skipped, so the search is repeated.
  for (let tries = 0; tries < 2; tries++) {
    const row = await trx
      .selectFrom("campaign_draw")
      .selectAll()
      .where("campaignId", "=", campaignId)
      .where("day", ">=", day)
      .where("state", "=", "OPEN")
      .orderBy("day")
      .limit(1)
      .forUpdate()
      .executeTakeFirst();
    if (row) return rowOf(row);
  }
  return null;
}

/** Whether a day from `day` on is open with its money reserved. */
export async function hasOpenDraw(reader: Reader, campaignId: string, day: BusinessDate): Promise<boolean> {
  const row = await reader
    .selectFrom("campaign_draw")
    .select("id")
    .where("campaignId", "=", campaignId)
    .where("day", ">=", day)
    .where("state", "=", "OPEN")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns the play's number, from 1 */
export async function countPlay(trx: Transaction, id: string): Promise<number> {
  const row = await trx
    .updateTable("campaign_draw")
    .set(({ eb }) => ({ plays: eb("plays", "+", 1) }))
    .where("id", "=", id)
    .returning("plays")
    .executeTakeFirstOrThrow();
  return row.plays;
}

export async function drawOfDay(reader: Reader, campaignId: string, day: BusinessDate): Promise<DrawRow | null> {
  const row = await reader
    .selectFrom("campaign_draw")
    .selectAll()
    .where("campaignId", "=", campaignId)
    .where("day", "=", day)
    .executeTakeFirst();
  return row ? rowOf(row) : null;
}

/** Ids of the campaigns that have a day's row: other campaigns of chance have no money for the day. */
export async function coveredOn(reader: Reader, day: BusinessDate): Promise<ReadonlySet<string>> {
  const rows = await reader.selectFrom("campaign_draw").select("campaignId").where("day", "=", day).execute();
  return new Set(rows.map((row) => row.campaignId));
}

/** `campaignId:day` of the rows that these campaigns have from a day on. */
export async function daysMade(
  reader: Reader,
  campaignIds: readonly string[],
  from: BusinessDate,
): Promise<ReadonlySet<string>> {
  if (campaignIds.length === 0) return new Set();
  const rows = await reader
    .selectFrom("campaign_draw")
    .select(["campaignId", "day"])
    .where("campaignId", "in", [...campaignIds])
    .where("day", ">=", from)
    .execute();
  return new Set(rows.map((row) => `${row.campaignId}:${row.day as unknown as string}`));
}

/** The name of the newest day whose winners and seed are published; null before the first one. */
export async function lastShownDraw(reader: Reader, campaignId: string): Promise<string | null> {
  const row = await reader
    .selectFrom("campaign_draw")
    .select("drawId")
    .where("campaignId", "=", campaignId)
    .where("state", "=", "DRAWN")
    .orderBy("day", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.drawId ?? null;
}

export async function findDraw(reader: Reader, drawId: string): Promise<DrawRow | null> {
  const row = await reader.selectFrom("campaign_draw").selectAll().where("drawId", "=", drawId).executeTakeFirst();
  return row ? rowOf(row) : null;
}

export async function drawById(reader: Reader, id: string): Promise<DrawRow | null> {
  const row = await reader.selectFrom("campaign_draw").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? rowOf(row) : null;
}

/** Days of a campaign that are not closed: their money is reserved. */
export async function openDays(reader: Reader, campaignId: string): Promise<BusinessDate[]> {
  const rows = await reader
    .selectFrom("campaign_draw")
    .select("day")
    .where("campaignId", "=", campaignId)
    .where("state", "in", ["OPEN", "FROZEN"])
    .execute();
  return rows.map((row) => row.day as unknown as string);
}

export async function lockDraw(trx: Transaction, id: string): Promise<DrawRow | null> {
  const row = await trx.selectFrom("campaign_draw").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  return row ? rowOf(row) : null;
}

/** Open draws of INSTANT campaigns whose day is over, in the order of their days. */
export async function drawsToClose(reader: Reader, now: Date): Promise<{ id: string; campaignId: string }[]> {
  const today = dateInWib(now);
  const rows = await reader
    .selectFrom("campaign_draw")
    .innerJoin("campaign", "campaign.id", "campaign_draw.campaignId")
    .select(["campaign_draw.id", "campaign_draw.campaignId", "campaign_draw.day"])
    .where("campaign_draw.state", "in", ["OPEN", "FROZEN"])
    .where("campaign.mechanic", "=", "INSTANT")
    .where("campaign_draw.day", "<", today)
    .orderBy("campaign_draw.day")
    .limit(100)
    .execute();
  return rows
    .filter((row) => now >= closesAt(row.day as unknown as string))
    .map((row) => ({ id: row.id, campaignId: row.campaignId }));
}

/**
 * Closes a day of plays, publishes its seed, and moves its unused money back; once.
 * @throws LedgerRefusal where the ledger refuses the posting
 */
export async function closePlays(services: Services, campaign: CampaignRow, id: string): Promise<boolean> {
  return transact(services.database, async (trx) => {
    const draw = await lockDraw(trx, id);
    if (draw?.state !== "OPEN") return false;
    const at = services.clock.now();
    const seed = seedOf(services, draw);
    const entriesHash = sha256OfAscii(await playLines(trx, id));
    const common = { id, actor: "SYSTEM", at } as const;
    await drawLifecycle.move(trx, {
      ...common,
      from: ["OPEN"],
      to: "FROZEN",
      cause: "DAY_OVER",
      set: { frozenAt: at, entriesHash },
    });
    await drawLifecycle.move(trx, {
      ...common,
      from: ["FROZEN"],
      to: draw.plays > 0 ? "DRAWN" : "EMPTY",
      cause: "SEED_SHOWN",
      set: { seed, seedSealed: null, drawnAt: at },
    });
    await moveBack(services, trx, {
      activityId: campaign.activityId,
      epoch: draw.day,
      id: `back_${draw.drawId}`,
      keepRupiah: await costOfWaiting(services, trx, draw),
    });
    return true;
  });
}

/** `ticketId:choice:prizeKey`, a line each, in the order of the plays: the text of the entries' hash of an INSTANT. */
async function playLines(reader: Reader, id: string): Promise<string> {
  const { rows } = await sql<{ lines: string | null }>`
    select string_agg(ticket_id || ':' || choice || ':' || prize_key || E'\n', '' order by play_number) as lines
    from campaign_ticket where draw_id = ${id}`.execute(reader);
  return rows[0]?.lines ?? "";
}

export interface PublishedPlay {
  ticketId: string;
  number: number;
  choice: number;
  prizeKey: string;
}

/** Plays of a closed day from a number on. */
export async function publishedPlays(reader: Reader, id: string, after: number, max: number): Promise<PublishedPlay[]> {
  const rows = await reader
    .selectFrom("campaign_ticket")
    .select(["ticketId", "playNumber", "choice", "prizeKey"])
    .where("drawId", "=", id)
    .where("playNumber", ">", after)
    .orderBy("playNumber")
    .limit(max)
    .execute();
  return rows.map((row) => ({
    ticketId: row.ticketId,
    number: row.playNumber!,
    choice: row.choice!,
    prizeKey: row.prizeKey!,
  }));
}
