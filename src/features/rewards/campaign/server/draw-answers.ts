/** The proof of a draw, for anybody. Nothing of it says who somebody is. // Product decisions, rewards 8 */
import { answer, type Api } from "#server/call/pipeline.ts";
import { say } from "#shared/texts.ts";
import { getDraw, listDrawEntries } from "../draw-contract.ts";
import { findDraw, publishedPlays } from "./draws.ts";
import { campaignById } from "./store.ts";

const entriesAPage = 1_000;

export function drawAnswers(api: Api): void {
  answer(
    api,
    getDraw,
  )(async ({ drawId }, { database, language, refuse }) => {
    const row = await findDraw(database, drawId);
    const campaign = row && (await campaignById(database, row.campaignId));
    if (!row || !campaign) return refuse("DRAW_UNKNOWN");
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
      entriesHash: row.entriesHash,
      frozenAt: row.frozenAt?.toISOString() ?? null,
      drawnAt: row.drawnAt?.toISOString() ?? null,
      entries: row.plays,
      drawn: [],
    };
  });

  answer(
    api,
    listDrawEntries,
  )(async ({ drawId, cursor }, { database, refuse }) => {
    const row = await findDraw(database, drawId);
    if (!row) return refuse("DRAW_UNKNOWN");
    // Before the day is over a play would say what its owner alone knows.
    if (row.seed === null) return { items: [], nextCursor: null };
    const after = cursor && /^\d{1,12}$/.test(cursor) ? Number(cursor) : 0;
    const plays = await publishedPlays(database, row.id, after, entriesAPage + 1);
    const page = plays.slice(0, entriesAPage);
    return {
      items: page.map(({ ticketId, number, choice, prizeKey }) => ({
        entryId: ticketId,
        weight: null,
        number,
        choice,
        prizeKey,
      })),
      nextCursor: plays.length > entriesAPage ? String(page.at(-1)!.number) : null,
    };
  });
}
