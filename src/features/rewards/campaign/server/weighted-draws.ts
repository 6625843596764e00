/** Draws by weight: frozen a minute after midnight, drawn at their hour, winners and seed in one transaction. // Product decisions, rewards 8 */
import { transact, type Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { eachDue } from "#server/work/sweeps.ts";
import { addDays, instantOf, type BusinessDate } from "#shared/dates.ts";
import { closesAt, lockDraw, seedOf, type DrawRow } from "./draws.ts";
import { drawEntries, entriesHashOf, reserveWinners } from "./fairness.ts";
import { shutOutAmong } from "./eligibility.ts";
import { drawLifecycle } from "./lifecycle.ts";
import { moveBack } from "./money.ts";
import { entrantsAmong, entriesOf, entryOf, ownersOfEntries, removeEntries, writePlace } from "./entries.ts";
import { labelsOf } from "./labels.ts";
import type { PrizeOwner } from "./owner.ts";
import { winEntry } from "./reserves.ts";
import type { CampaignRow } from "./store.ts";
import type { Transaction } from "#server/database.server.ts";

/** Draws of DRAW campaigns that wait for their freeze or their hour, in the order of their days. */
export async function weightedDrawsDue(
  reader: Reader,
  now: Date,
): Promise<{ id: string; campaignId: string; day: BusinessDate; state: string }[]> {
  const rows = await reader
    .selectFrom("campaign_draw")
    .innerJoin("campaign", "campaign.id", "campaign_draw.campaignId")
    .select(["campaign_draw.id", "campaign_draw.campaignId", "campaign_draw.day", "campaign_draw.state"])
    .where("campaign.mechanic", "=", "DRAW")
    .where("campaign_draw.state", "in", ["OPEN", "FROZEN"])
    .orderBy("campaign_draw.day")
    .limit(100)
    .execute();
  return rows
    .map((row) => ({ id: row.id, campaignId: row.campaignId, day: row.day as unknown as string, state: row.state }))
    .filter(({ day }) => now >= closesAt(day));
}

/** Time from the freeze to the public value: it is unknown when the entries are closed. */
const beaconMinutes = 10;
/** For a draw without a public value (yet). */
const none = "-";
const roundsAtOnce = 50;

/** Takes in the public values that frozen draws wait for, as far as they are published. */
export async function readBeacons(services: Services): Promise<number> {
  const rows = await services.database
    .selectFrom("campaign_draw")
    .select(["id", "drawId", "beaconRound"])
    .where("state", "=", "FROZEN")
    .where("beaconRound", "is not", null)
    .where("beacon", "=", none)
    .orderBy("frozenAt")
    .limit(roundsAtOnce)
    .execute();
  return eachDue(rows, (row) => readBeacon(services, row.id, row.beaconRound!), {
    log: services.log,
    failure: "public value of a draw not read",
    idOf: ({ drawId }) => drawId,
  });
}

async function readBeacon(services: Services, id: string, round: string): Promise<boolean> {
  const answer = await services.outside.beacon.valueOf(round);
  if (answer.outcome !== "KNOWN") return false;
  const { numUpdatedRows } = await services.database
    .updateTable("campaign_draw")
    .set({ beacon: answer.value })
    .where("id", "=", id)
    .where("state", "=", "FROZEN")
    .where("beacon", "=", none)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) > 0;
}

/** Removes the entries of people who may not play any more: before the freeze, because none is removed after it. // Product decisions, rewards 15.1 */
async function leaveOut(services: Services, trx: Transaction, id: string): Promise<void> {
  for (let page = await ownersOfEntries(trx, id, null); page.length > 0;) {
    await removeEntries(trx, id, [...(await shutOutAmong(services, trx, page))]);
    page = await ownersOfEntries(trx, id, page.at(-1)!);
  }
}

/** Closes a day's entries, names the public value that decides together with the seed, and publishes the entries' hash, before the draw. False when another process came first. */
export async function freezeDraw(services: Services, id: string): Promise<boolean> {
  return transact(services.database, async (trx) => {
    const draw = await lockDraw(trx, id);
    if (draw?.state !== "OPEN") return false;
    const at = services.clock.now();
    await leaveOut(services, trx, id);
    const entries = await entriesOf(trx, id);
    // The partner's network knows no moved clock.
    const later = new Date(services.clock.realNow().getTime() + beaconMinutes * 60_000);
    return drawLifecycle.move(trx, {
      id,
      from: ["OPEN"],
      to: "FROZEN",
      actor: "SYSTEM",
      cause: "DAY_OVER",
      at,
      set: {
        frozenAt: at,
        entriesHash: entriesHashOf(entries),
        // As published; the same as what was kept, which the books are checked for.
        entries: entries.length,
        entryPoints: entries.reduce((sum, { weight }) => sum + weight, 0),
        beaconRound: services.outside.beacon.roundAt(later),
      },
    });
  });
}

/** Draws a frozen day once its hour has come and its public value is available. False otherwise, or when another process came first. */
export async function drawWinners(services: Services, campaign: CampaignRow, id: string): Promise<boolean> {
  const { rules } = campaign;
  if (rules.mechanic !== "DRAW") throw new RangeError(`${campaign.activityId} draws nothing by weight.`);
  return transact(services.database, async (trx) => {
    const draw = await lockDraw(trx, id);
    const at = services.clock.now();
    if (draw?.state !== "FROZEN" || at < instantOf(addDays(draw.day, 1), "WIB", { hour: rules.drawHour })) return false;
    // A draw without the value would let us choose between two results.
    if (draw.beaconRound !== null && draw.beacon === none) return false;
    const seed = seedOf(services, draw);
    const entries = await entriesOf(trx, id);
    const drawn = drawEntries(entries, rules.winners + reserveWinners, { seed, beacon: draw.beacon });
    const reasonsFor = ({ borrowerId, accounts }: PrizeOwner) =>
      labelsOf(services, trx, borrowerId, (ids) =>
        entrantsAmong(
          trx,
          id,
          ids.filter((one) => !accounts.includes(one)),
        ),
      );
    let spent = 0;
    let winners = 0;
    for (const [index, { entryId }] of drawn.entries()) {
      const entry = await entryOf(trx, id, entryId);
      // No entry is removed after the freeze: a person who has left keeps the place, and the next reserve wins.
      const won =
        winners < rules.winners ? await winEntry(services, trx, { campaign, rules, draw }, entry, reasonsFor) : null;
      if (won) winners++;
      spent += won?.rupiah ?? 0;
      await writePlace(trx, id, entryId, index + 1, won?.awardId ?? null);
    }
    await keepOnly(services, trx, campaign, draw, spent);
    return drawLifecycle.move(trx, {
      id,
      from: ["FROZEN"],
      to: drawn.length > 0 ? "DRAWN" : "EMPTY",
      actor: "SYSTEM",
      cause: "SEED_SHOWN",
      at,
      set: { seed, seedSealed: null, drawnAt: at },
    });
  });
}

/** Returns the day's money that the winners do not need; the rest waits for their awards. */
async function keepOnly(
  services: Services,
  trx: Transaction,
  { activityId }: CampaignRow,
  draw: DrawRow,
  rupiah: number,
): Promise<void> {
  await moveBack(services, trx, { activityId, epoch: draw.day, id: `back_${draw.drawId}`, keepRupiah: rupiah });
}
