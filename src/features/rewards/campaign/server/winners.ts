/** The winners of a campaign for staff: a list, and the whole list as CSV. */
import { answerExport } from "#server/list-export/exporting.ts";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { cursorIn } from "#server/records/list-order.ts";
import { listPage } from "#server/records/list-page.ts";
import { exportWinners, listWinners } from "../staff-contract.ts";
import { winnersOf } from "./awards.ts";
import { csvColumns } from "./csv-columns.ts";
import { findCampaign } from "./store.ts";

const title = { id: "Pemenang event", en: "Winners of a campaign", zh: "活动获奖者" };

export const winnerAnswers: readonly CallAnswer[] = [
  answer(listWinners, async ({ activityId, cursor, limit, from, to, order, state }, { database, refuse }) => {
    const { id } = (await findCampaign(database, activityId)) ?? refuse("CAMPAIGN_UNKNOWN");
    const awards = await winnersOf(database, id, { order, state, page: { cursor, from, to, max: limit + 1 } });
    const { page, nextCursor } = listPage(awards, limit, ({ wonAt, awardId }) => cursorIn(new Date(wonAt), awardId));
    return { items: page, nextCursor };
  }),
  answerExport(exportWinners, listWinners, { name: "winners", title, columns: csvColumns }),
];
