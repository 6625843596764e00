/** One identity card takes part once, in whichever account: for cash and vouchers, in picks and draws. // Product decisions, rewards 15.10 */
import { mergedWith } from "#features/account/account-merge/server/index.ts";
import { identityOf, type VerifiedIdentity } from "#features/account/identity/server/index.ts";
import { blockCause } from "#features/account/login/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import { prizesOf, type CampaignRules, type PrizeRule } from "../rules-contract.ts";
import { wholeCampaign } from "./counters.ts";
import { isMoney } from "./labels.ts";
import type { CampaignRow } from "./store.ts";

/** Whether an identity card counts once in this campaign. In a claim each prize decides separately; an invitation compares people in its own way. */
export function countsCard({ rules }: Pick<CampaignRow, "rules">): boolean {
  if (rules.mechanic === "DRAW" || rules.mechanic === "PICK") return true;
  if (rules.mechanic === "CLAIM") return rules.prizes.every(({ prize }) => isMoney(prize));
  return rules.mechanic !== "INVITE" && prizesOf(rules).some(({ prize }) => isMoney(prize));
}

/** Whether the card counts once for this prize of a claim. */
export const countsCardFor = ({ prize }: Pick<PrizeRule, "prize">): boolean => isMoney(prize);

/** The unit in which a card counts once: the day of a draw, the month of a shop, or the whole campaign. */
export function cardEpochOf(rules: CampaignRules, now: Date): string {
  const today = dateInWib(now);
  if (rules.mechanic === "INSTANT" || rules.mechanic === "DRAW") return today;
  return rules.mechanic === "CLAIM" && rules.timesAMonth > 0 ? today.slice(0, 7) : wholeCampaign;
}

/** Only a verified card counts: a number that was merely typed may belong to another person. */
const indexOf = ({ keys }: Services, identity: VerifiedIdentity | null): string | null =>
  identity?.faceVerified ? keys.blindIndex("nik", identity.nik) : null;

interface Place {
  campaignId: string;
  epoch: string;
  cardIndex: string;
}

const rowAt = (reader: Reader, { campaignId, epoch, cardIndex }: Place) =>
  reader
    .selectFrom("campaign_card")
    .select("borrowerId")
    .where("campaignId", "=", campaignId)
    .where("epoch", "=", epoch)
    .where("cardIndex", "=", cardIndex);

/** Whether the holder blocks this person: it is another person's account, and its owner does not contest it. */
const isInTheWay = async (reader: Reader, holderId: string, borrowerId: string): Promise<boolean> =>
  holderId !== borrowerId &&
  !(await mergedWith(reader, borrowerId)).includes(holderId) &&
  (await blockCause(reader, holderId)) === null;

/** Whether this person's card takes part with another account already. */
export async function isCardElsewhere(
  services: Services,
  reader: Reader,
  campaign: CampaignRow,
  { borrowerId, identity }: { borrowerId: string; identity: VerifiedIdentity | null },
): Promise<boolean> {
  const cardIndex = indexOf(services, identity);
  if (cardIndex === null) return false;
  const epoch = cardEpochOf(campaign.rules, services.clock.now());
  const row = await rowAt(reader, { campaignId: campaign.id, epoch, cardIndex }).executeTakeFirst();
  return row !== undefined && (await isInTheWay(reader, row.borrowerId, borrowerId));
}

/**
 * Takes part with the borrower's verified card, in the same transaction; of two concurrent accounts one waits for the
 * other. An account that its owner contests does not use the card up: it gives way.
 * @returns the account that gave way, whose part in a draw or pick has to end; null when none did
 * @throws Refusal CARD_TAKEN
 */
export async function takeCard(
  services: Services,
  trx: Transaction,
  campaign: CampaignRow,
  { borrowerId, epoch }: { borrowerId: string; epoch: string },
): Promise<string | null> {
  const cardIndex = indexOf(services, await identityOf(services, trx, borrowerId));
  if (cardIndex === null) return null;
  const place = { campaignId: campaign.id, epoch, cardIndex };
  const takenAt = services.clock.now();
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("campaign_card")
    .values({ campaignId: campaign.id, epoch, cardIndex, borrowerId, takenAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (Number(numInsertedOrUpdatedRows) === 1) return null;
  const { borrowerId: holderId } = await rowAt(trx, place).forUpdate().executeTakeFirstOrThrow();
  if (await isInTheWay(trx, holderId, borrowerId)) throw new Refusal("CARD_TAKEN");
  if ((await blockCause(trx, holderId)) === null) return null;
  await trx
    .updateTable("campaign_card")
    .set({ borrowerId, takenAt })
    .where("campaignId", "=", campaign.id)
    .where("epoch", "=", epoch)
    .where("cardIndex", "=", cardIndex)
    .execute();
  return holderId;
}
