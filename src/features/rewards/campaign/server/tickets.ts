/** SQL of tickets: chances to play, and their results. */
import type { Transaction, Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { crockfordLetters } from "#shared/fields/crockford.ts";
import type { CampaignTask, TicketSource } from "../rules-contract.ts";
import { energyOwner, moveUnits } from "./money.ts";
import type { CampaignRow } from "./store.ts";

const nameLength = 10;

/** A random name of 50 bits that does not identify its owner. */
export const drawnName = ({ random }: Pick<Services, "random">): string =>
  Array.from({ length: nameLength }, () => crockfordLetters[random.integer(crockfordLetters.length)]).join("");

export async function issueTicket(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  campaignId: string,
  task: TicketSource,
): Promise<string> {
  const ticketId = drawnName(services);
  await trx
    .insertInto("campaign_ticket")
    .values({
      borrower_id: borrowerId,
      ticket_id: ticketId,
      campaign_id: campaignId,
      task,
      got_at: services.clock.now(),
    })
    .execute();
  return ticketId;
}

/** Gives tickets won with another ticket, once per award. */
export async function giveTickets(
  services: Services,
  trx: Transaction,
  { id, activityId }: Pick<CampaignRow, "id" | "activityId">,
  { borrowerId, awardId, tickets }: { borrowerId: string; awardId: string; tickets: number },
): Promise<void> {
  for (let ticket = 0; ticket < tickets; ticket++) await issueTicket(services, trx, borrowerId, id, "PRIZE");
  await moveUnits(services, trx, "TICKET_EARNED", {
    id: `award_${awardId}`,
    owner: energyOwner(borrowerId, activityId),
    amount: tickets,
    reference: `campaign_${activityId}`,
  });
}

export interface Ticket {
  ticketId: string;
  /** Null before it was played. */
  play: { drawId: string; choice: number; prizeKey: string; awardId: string | null; at: Date } | null;
}

const ticketOf = (row: {
  ticket_id: string;
  draw_id: string | null;
  choice: number | null;
  prize_key: string | null;
  award_id: string | null;
  played_at: Date | null;
}): Ticket => ({
  ticketId: row.ticket_id,
  play:
    row.draw_id === null || row.choice === null || row.prize_key === null || row.played_at === null
      ? null
      : { drawId: row.draw_id, choice: row.choice, prizeKey: row.prize_key, awardId: row.award_id, at: row.played_at },
});

/** A ticket of this borrower in this campaign, locked until the transaction ends. */
export async function lockTicket(
  trx: Transaction,
  borrowerId: string,
  campaignId: string,
  ticketId: string,
): Promise<Ticket | null> {
  const row = await trx
    .selectFrom("campaign_ticket")
    .selectAll()
    .where("borrower_id", "=", borrowerId)
    .where("ticket_id", "=", ticketId)
    .where("campaign_id", "=", campaignId)
    .forUpdate()
    .executeTakeFirst();
  return row ? ticketOf(row) : null;
}

export async function writePlay(
  trx: Transaction,
  borrowerId: string,
  ticketId: string,
  play: { drawId: string; choice: number; number: number; prizeKey: string; awardId: string | null; at: Date },
): Promise<void> {
  await trx
    .updateTable("campaign_ticket")
    .set({
      draw_id: play.drawId,
      choice: play.choice,
      play_number: play.number,
      prize_key: play.prizeKey,
      award_id: play.awardId,
      played_at: play.at,
    })
    .where("borrower_id", "=", borrowerId)
    .where("ticket_id", "=", ticketId)
    .execute();
}

/** Which of these people have played in this draw. */
export async function playersAmong(reader: Reader, drawId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await reader
    .selectFrom("campaign_ticket")
    .select("borrower_id")
    .distinct()
    .where("borrower_id", "in", [...ids])
    .where("draw_id", "=", drawId)
    .execute();
  return rows.map((row) => row.borrower_id);
}

/** Unplayed tickets, oldest first. */
export async function ticketsLeft(reader: Reader, borrowerId: string, campaignId: string): Promise<string[]> {
  const rows = await reader
    .selectFrom("campaign_ticket")
    .select("ticket_id")
    .where("borrower_id", "=", borrowerId)
    .where("campaign_id", "=", campaignId)
    .where("played_at", "is", null)
    .orderBy("got_at")
    .orderBy("ticket_id")
    .limit(100)
    .execute();
  return rows.map((row) => row.ticket_id);
}

/** Takes tickets of a task that were not played away, the newest first. @returns how many */
export async function removeTickets(
  trx: Transaction,
  borrowerId: string,
  campaignId: string,
  task: CampaignTask,
  max: number,
): Promise<number> {
  if (max <= 0) return 0;
  const rows = await trx
    .deleteFrom("campaign_ticket")
    .where("borrower_id", "=", borrowerId)
    .where("ticket_id", "in", ({ selectFrom }) =>
      selectFrom("campaign_ticket")
        .select("ticket_id")
        .where("borrower_id", "=", borrowerId)
        .where("campaign_id", "=", campaignId)
        .where("task", "=", task)
        .where("played_at", "is", null)
        .orderBy("got_at", "desc")
        .orderBy("ticket_id")
        .limit(max)
        .forUpdate(),
    )
    .returning("ticket_id")
    .execute();
  return rows.length;
}

/** A person's plays in a campaign, newest first. */
export async function playsOf(
  reader: Reader,
  borrowerId: string,
  campaignId: string,
): Promise<
  { ticketId: string; drawName: string; choice: number; prizeKey: string; awardId: string | null; at: Date }[]
> {
  const rows = await reader
    .selectFrom("campaign_ticket")
    .innerJoin("campaign_draw", "campaign_draw.id", "campaign_ticket.draw_id")
    .select(["ticket_id", "campaign_draw.draw_id", "choice", "prize_key", "award_id", "played_at"])
    .where("borrower_id", "=", borrowerId)
    .where("campaign_ticket.campaign_id", "=", campaignId)
    .where("played_at", "is not", null)
    .orderBy("played_at", "desc")
    .orderBy("play_number", "desc")
    .limit(50)
    .execute();
  return rows.map((row) => ({
    ticketId: row.ticket_id,
    drawName: row.draw_id,
    choice: row.choice!,
    prizeKey: row.prize_key!,
    awardId: row.award_id,
    at: row.played_at!,
  }));
}
