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
      borrowerId,
      ticketId,
      campaignId,
      task,
      gotAt: services.clock.now(),
    })
    .execute();
  return ticketId;
}

/** Gives tickets won with another ticket, once per award. @throws LedgerRefusal where the ledger refuses the posting */
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

export interface CampaignTicketState {
  ticketId: string;
  /** Null before it was played. */
  play: { drawId: string; choice: number; prizeKey: string; awardId: string | null; at: Date } | null;
}

const ticketOf = (row: {
  ticketId: string;
  drawId: string | null;
  choice: number | null;
  prizeKey: string | null;
  awardId: string | null;
  playedAt: Date | null;
}): CampaignTicketState => ({
  ticketId: row.ticketId,
  play:
    row.drawId === null || row.choice === null || row.prizeKey === null || row.playedAt === null
      ? null
      : { drawId: row.drawId, choice: row.choice, prizeKey: row.prizeKey, awardId: row.awardId, at: row.playedAt },
});

/** A ticket of this borrower in this campaign, locked until the transaction ends. */
export async function lockTicket(
  trx: Transaction,
  borrowerId: string,
  campaignId: string,
  ticketId: string,
): Promise<CampaignTicketState | null> {
  const row = await trx
    .selectFrom("campaign_ticket")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("ticketId", "=", ticketId)
    .where("campaignId", "=", campaignId)
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
      drawId: play.drawId,
      choice: play.choice,
      playNumber: play.number,
      prizeKey: play.prizeKey,
      awardId: play.awardId,
      playedAt: play.at,
    })
    .where("borrowerId", "=", borrowerId)
    .where("ticketId", "=", ticketId)
    .execute();
}

/** Which of these people have played in this draw. */
export async function playersAmong(reader: Reader, drawId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await reader
    .selectFrom("campaign_ticket")
    .select("borrowerId")
    .distinct()
    .where("borrowerId", "in", [...ids])
    .where("drawId", "=", drawId)
    .execute();
  return rows.map((row) => row.borrowerId);
}

/** Unplayed tickets, oldest first. */
export async function remainingTickets(reader: Reader, borrowerId: string, campaignId: string): Promise<string[]> {
  const rows = await reader
    .selectFrom("campaign_ticket")
    .select("ticketId")
    .where("borrowerId", "=", borrowerId)
    .where("campaignId", "=", campaignId)
    .where("playedAt", "is", null)
    .orderBy("gotAt")
    .orderBy("ticketId")
    .limit(100)
    .execute();
  return rows.map((row) => row.ticketId);
}

/** Removes unplayed tickets of a task, the newest first. @returns how many */
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
    .where("borrowerId", "=", borrowerId)
    .where("ticketId", "in", ({ selectFrom }) =>
      selectFrom("campaign_ticket")
        .select("ticketId")
        .where("borrowerId", "=", borrowerId)
        .where("campaignId", "=", campaignId)
        .where("task", "=", task)
        .where("playedAt", "is", null)
        .orderBy("gotAt", "desc")
        .orderBy("ticketId")
        .limit(max)
        .forUpdate(),
    )
    .returning("ticketId")
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
    .innerJoin("campaign_draw", "campaign_draw.id", "campaign_ticket.drawId")
    .select(["ticketId", "campaign_draw.drawId", "choice", "prizeKey", "awardId", "playedAt"])
    .where("borrowerId", "=", borrowerId)
    .where("campaign_ticket.campaignId", "=", campaignId)
    .where("playedAt", "is not", null)
    .orderBy("playedAt", "desc")
    .orderBy("playNumber", "desc")
    .limit(50)
    .execute();
  return rows.map((row) => ({
    ticketId: row.ticketId,
    drawName: row.drawId,
    choice: row.choice!,
    prizeKey: row.prizeKey!,
    awardId: row.awardId,
    at: row.playedAt!,
  }));
}
