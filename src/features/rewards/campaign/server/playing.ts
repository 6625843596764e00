/** Playing a ticket: the choice decides by the day's sealed seed, once. // Product decisions, rewards 8 */
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Transaction, type Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import type { PrizeRule, RulesOf } from "../rules-contract.ts";
import type { AwardRow, Winning } from "./award-row.ts";
import { awardPrize } from "./awards.ts";
import { countsCard, takeCard } from "./card.ts";
import { remainingPieces, takeCaps, takePiece } from "./counters.ts";
import { countPlay, drawById, findDraw, lockOpenDraw, seedOf, type DrawRow } from "./draws.ts";
import { lineAt, playPoint } from "./fairness.ts";
import { holdAward } from "./held.ts";
import { isMoney, labelsOf } from "./labels.ts";
import { energyOwner, moveUnits } from "./money.ts";
import { findCampaign, type CampaignRow } from "./store.ts";
import { findEntrant } from "./entrant-store.ts";
import { refuseAction, runningCampaign } from "./running.ts";
import { lockTicket, playersAmong, playsOf, writePlay, type CampaignTicketState } from "./tickets.ts";

export interface PlayResult {
  prizeKey: string;
  awardId: string | null;
  drawId: string;
  choice: number;
  /** The content of each choice, in order. */
  held: string[];
}

/**
 * Plays one of the caller's tickets. Plays of a day wait for each other on its row: they are published in that order,
 * which shows who took the last piece of a prize.
 * @throws Refusal TICKET_UNKNOWN, BUDGET_OUT when the day has no money, CAP_REACHED after the day's plays, and the
 * reasons of campaign or borrower
 */
export async function playOneTicket(
  services: Services,
  borrowerId: string,
  { activityId, ticketId, choice }: { activityId: string; ticketId: string; choice: number },
): Promise<PlayResult> {
  return transact(services.database, async (trx) => {
    const known = await findCampaign(trx, activityId);
    if (known?.rules.mechanic !== "INSTANT" || known.state === "DRAFT") return refuseAction("CAMPAIGN_UNKNOWN");
    const ticket = await lockTicket(trx, borrowerId, known.id, ticketId);
    if (!ticket) throw new Refusal("TICKET_UNKNOWN");
    if (ticket.play) return storedPlay(services, trx, known.rules, { ticketId, play: ticket.play });
    const campaign = await runningCampaign(services, trx, borrowerId, activityId);
    return newPlay(services, trx, campaign, known.rules, { borrowerId, ticketId, choice });
  });
}

async function newPlay(
  services: Services,
  trx: Transaction,
  campaign: CampaignRow,
  rules: RulesOf<"INSTANT">,
  { borrowerId, ticketId, choice }: { borrowerId: string; ticketId: string; choice: number },
): Promise<PlayResult> {
  const now = services.clock.now();
  const { activityId } = campaign;
  if (rules.asksAgreement && (await findEntrant(trx, borrowerId, campaign.id))?.agreedVersion !== campaign.rulesVersion)
    return refuseAction("AGREEMENT_NEEDED");
  const key = `${activityId}:plays:${borrowerId}:${dateInWib(now)}`;
  if ((await takeCaps(trx, [{ key, borrowerId, max: rules.playsADay }])) !== null) return refuseAction("CAP_REACHED");
  const draw = await lockOpenDraw(trx, campaign.id, dateInWib(now));
  if (!draw) return refuseAction("BUDGET_OUT");
  if (countsCard(campaign)) await takeCard(services, trx, campaign, { borrowerId, epoch: draw.day });
  const pieces = await remainingPieces(trx, campaign.id, draw.day);
  const point = playPoint({ seed: seedOf(services, draw), beacon: draw.beacon }, ticketId, choice);
  const line = lineAt(quantities(rules.prizes), point, ({ prizeKey }) => pieces.get(prizeKey) === 0);
  if (!line) return refuseAction("BUDGET_OUT");
  if (pieces.has(line.prizeKey) && !(await takePiece(trx, campaign.id, draw.day, line.prizeKey)))
    throw new Error(`A piece of ${line.prizeKey} went while the day's row was held.`);
  await moveUnits(services, trx, "TICKET_USED", {
    id: `play_${ticketId}`,
    owner: energyOwner(borrowerId, activityId),
    amount: 1,
    reference: `campaign_${activityId}`,
  });
  const isWin = line.prize.kind !== "NOTHING";
  const winning = {
    borrowerId,
    cause: `play_${ticketId}`,
    prizeKey: line.prizeKey,
    prize: line.prize,
    isByChance: true,
    epoch: draw.day,
    drawId: draw.id,
  };
  const won = isWin ? await giveOrHold(services, trx, campaign, winning) : null;
  const number = await countPlay(trx, draw.id);
  const play = { drawId: draw.id, choice, prizeKey: line.prizeKey, awardId: won?.id ?? null, at: now };
  await writePlay(trx, borrowerId, ticketId, { ...play, number });
  return playedOf(services, rules, draw, ticketId, play);
}

/** Holds prizes that are worth money and need a review, with the day's money reserved; gives others at once. */
async function giveOrHold(
  services: Services,
  trx: Transaction,
  campaign: CampaignRow,
  winning: Winning & { drawId: string },
): Promise<AwardRow | null> {
  const { borrowerId, drawId, prize } = winning;
  const players = (ids: readonly string[]) => playersAmong(trx, drawId, ids);
  const reasons = isMoney(prize) ? await labelsOf(services, trx, borrowerId, players) : [];
  return reasons.length > 0
    ? holdAward(services, trx, campaign, winning, reasons)
    : awardPrize(services, trx, campaign, winning);
}

async function storedPlay(
  services: Services,
  trx: Transaction,
  rules: RulesOf<"INSTANT">,
  { ticketId, play }: { ticketId: string; play: NonNullable<CampaignTicketState["play"]> },
): Promise<PlayResult> {
  const draw = await drawById(trx, play.drawId);
  return playedOf(services, rules, draw!, ticketId, play);
}

/** The caller's play of a ticket, as it was answered; null without one. */
export async function playOf(
  services: Services,
  reader: Reader,
  campaign: CampaignRow,
  borrowerId: string,
  ticketId: string,
): Promise<PlayResult | null> {
  if (campaign.rules.mechanic !== "INSTANT") return null;
  const play = (await playsOf(reader, borrowerId, campaign.id)).find((one) => one.ticketId === ticketId);
  const draw = play && (await findDraw(reader, play.drawName));
  return draw ? playedOf(services, campaign.rules, draw, ticketId, play) : null;
}

/** The content of the other choices follows from their points alone; the chosen one shows the prize given. */
function playedOf(
  services: Services,
  rules: RulesOf<"INSTANT">,
  draw: DrawRow,
  ticketId: string,
  { choice, prizeKey, awardId }: { choice: number; prizeKey: string; awardId: string | null },
): PlayResult {
  const secret = { seed: seedOf(services, draw), beacon: draw.beacon };
  const lines = quantities(rules.prizes);
  const held = Array.from({ length: rules.choices }, (_, index) =>
    index + 1 === choice ? prizeKey : lineAt(lines, playPoint(secret, ticketId, index + 1))!.prizeKey,
  );
  return { prizeKey, awardId, drawId: draw.drawId, choice, held };
}

const quantities = (prizes: readonly PrizeRule[]) => prizes.map((line) => ({ ...line, quantity: line.perDay }));
