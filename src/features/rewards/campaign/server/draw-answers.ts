/** The public proof of a draw. It identifies no person. // Product decisions, rewards 8 */
import type { Reader } from "#server/database.server.ts";
import { identityOf } from "#features/account/identity/server/index.ts";
import { numberOf } from "#features/account/verification/server/index.ts";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { BorrowerShredded } from "#server/keys/keys.server.ts";
import type { Services } from "#server/services.ts";
import { listPage } from "#server/records/list-page.ts";
import { say } from "#shared/texts.ts";
import { getDraw, listDrawEntries } from "../draw-contract.ts";
import { findDraw, publishedPlays, type DrawRow } from "./draws.ts";
import { drawnPlaces, publishedEntries } from "./entries.ts";
import { campaignById } from "./store.ts";

const entriesAPage = 1_000;

const isByWeight = async (reader: Reader, { campaignId }: DrawRow): Promise<boolean> =>
  (await campaignById(reader, campaignId))?.mechanic === "DRAW";

/** Winners under a name that only they and people who know them recognise: `B••• ••90`. */
async function winnersOf(services: Services, reader: Reader, id: string) {
  const places = await drawnPlaces(reader, id);
  return Promise.all(
    places.map(async ({ place, entryId, borrowerId, isWinner }) => ({
      place,
      entryId,
      isReserve: !isWinner,
      name: isWinner ? await maskedName(services, reader, borrowerId) : null,
    })),
  );
}

async function maskedName(services: Services, reader: Reader, borrowerId: string): Promise<string | null> {
  try {
    const [identity, number] = await Promise.all([
      identityOf(services, reader, borrowerId),
      numberOf(services, reader, borrowerId),
    ]);
    return identity && number ? `${identity.fullName.slice(0, 1)}••• ••${number.slice(-2)}` : null;
  } catch (error) {
    // A borrower whose data was deleted has no name any more.
    if (error instanceof BorrowerShredded) return null;
    throw error;
  }
}

export const drawAnswers: readonly CallAnswer[] = [
  answer(getDraw, async ({ drawId }, { services, database, language, refuse }) => {
    const row = await findDraw(database, drawId);
    if (!row) return refuse("DRAW_UNKNOWN");
    const [campaign, drawn] = await Promise.all([
      campaignById(database, row.campaignId),
      winnersOf(services, database, row.id),
    ]);
    if (!campaign) return refuse("DRAW_UNKNOWN");
    return {
      drawId,
      activityId: campaign.activityId,
      mechanic: campaign.mechanic,
      title: say(campaign.title, language),
      day: row.day,
      state: row.state,
      prizes: row.prizes,
      prizesHash: row.prizesHash,
      commitment: row.commitment,
      madeAt: row.madeAt.toISOString(),
      seed: row.seed,
      beacon: row.beacon,
      beaconRound: row.beaconRound,
      entriesHash: row.entriesHash,
      frozenAt: row.frozenAt?.toISOString() ?? null,
      drawnAt: row.drawnAt?.toISOString() ?? null,
      entries: campaign.mechanic === "DRAW" ? row.entries : row.plays,
      drawn,
    };
  }),
  answer(listDrawEntries, async ({ drawId, cursor }, { database, refuse }) => {
    const row = await findDraw(database, drawId);
    if (!row) return refuse("DRAW_UNKNOWN");
    if (row.entriesHash !== null && (await isByWeight(database, row))) {
      const entries = await publishedEntries(database, row.id, cursor ?? "", entriesAPage + 1);
      const { page, nextCursor } = listPage(entries, entriesAPage, ({ entryId }) => entryId);
      const items = page.map((entry) => ({ ...entry, number: null, choice: null, prizeKey: null }));
      return { items, nextCursor };
    }
    // Before the day is over, a play would reveal what only its owner may know.
    if (row.seed === null) return { items: [], nextCursor: null };
    const after = cursor && /^\d{1,12}$/.test(cursor) ? Number(cursor) : 0;
    const plays = await publishedPlays(database, row.id, after, entriesAPage + 1);
    const { page, nextCursor } = listPage(plays, entriesAPage, ({ number }) => String(number));
    return {
      items: page.map(({ ticketId, number, choice, prizeKey }) => ({
        entryId: ticketId,
        weight: null,
        number,
        choice,
        prizeKey,
      })),
      nextCursor,
    };
  }),
];
