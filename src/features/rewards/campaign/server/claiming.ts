/** Claims one prize of a list: conditions, price, and one piece of stock. // Product decisions, rewards 1 */
import { verifiedEmailIndexOf } from "#features/account/email/server/index.ts";
import { registrationOfBorrower } from "#features/account/login/server/index.ts";
import { givePoints, spendPoints } from "#features/rewards/points/server/index.ts";
import { findLoan } from "#features/credit/loan/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Transaction, Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import { repaidBeforeDays } from "#shared/promised-times.ts";
import type { ActionProblems } from "../contract.ts";
import { prizeWords } from "../prize-contract.ts";
import type { CampaignFact, RulesOf } from "../rules-contract.ts";
import type { AwardRow } from "./award-row.ts";
import { awardPrize, awardsOf } from "./awards.ts";
import { cardEpochOf, countsCardFor, takeCard } from "./card.ts";
import { openStock, takeCaps, takePiece, usedOf, wholeCampaign } from "./counters.ts";
import { isOldEnough, tooLatePrizes } from "./eligibility.ts";
import { campaignFactsOf, holdFacts, type CampaignRow, type CampaignFactRow } from "./store.ts";
import { insertClaimedAddress } from "./entrant-store.ts";
import { refuseAction, type Open } from "./running.ts";

/** Days after paying a loan off before a coupon for it can be used. // Product decisions, rewards 9, decency 3 */
const restDays = 3;

/** The conditions, each with the time at which it was met; null when unmet. */
export async function needsOf(
  reader: Reader,
  borrowerId: string,
  campaign: CampaignRow,
  rules: RulesOf<"CLAIM">,
): Promise<{ need: CampaignFact; since: Date | null }[]> {
  if (rules.needs.length === 0) return [];
  const [facts, until] = await Promise.all([
    campaignFactsOf(reader, borrowerId),
    rules.withinDays > 0 ? registeredPlus(reader, borrowerId, rules.withinDays) : null,
  ]);
  const judged = await Promise.all(
    facts.map(async (fact) => ({
      ...fact,
      fits:
        rules.needs.some((need) => need === fact.fact) &&
        (!until || fact.at <= until) &&
        (await isGood(reader, borrowerId, campaign, rules, fact)),
    })),
  );
  const found = [];
  for (const need of rules.needs) {
    const fitting = judged.filter(({ fact, fits }) => fits && fact === need).map(({ at }) => at);
    found.push({ need, since: fitting.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null });
  }
  return found;
}

/** Since when all conditions are met; null when one is not. */
export async function conditionsMet(
  reader: Reader,
  borrowerId: string,
  campaign: CampaignRow,
  rules: RulesOf<"CLAIM">,
): Promise<Date | null> {
  let last = campaign.opensAt;
  for (const { since } of await needsOf(reader, borrowerId, campaign, rules)) {
    if (since === null) return null;
    if (since > last) last = since;
  }
  return last;
}

async function registeredPlus(reader: Reader, borrowerId: string, days: number): Promise<Date | null> {
  const registration = await registrationOfBorrower(reader, borrowerId);
  return registration && new Date(registration.registeredAt.getTime() + days * 86_400_000);
}

/** Loans repaid up to this long before a campaign opened count in it: otherwise a new campaign could give no prize for months. // Product decisions, rewards 15.7 */
const countsFrom = ({ opensAt }: Pick<CampaignRow, "opensAt">): Date =>
  new Date(opensAt.getTime() - repaidBeforeDays * 86_400_000);

/** A fact about a loan counts only for loans paid out before the campaign opened, and only if never late when the rules ask for it. */
async function isGood(
  reader: Reader,
  borrowerId: string,
  campaign: CampaignRow,
  rules: RulesOf<"CLAIM">,
  { fact, loanId, inTime, at }: CampaignFactRow,
): Promise<boolean> {
  if (fact !== "LOAN_PAID_OFF" && fact !== "INSTALMENT_PAID") return true;
  if (loanId === null || at < countsFrom(campaign) || (rules.neverLate && inTime !== true)) return false;
  const loan = await findLoan(reader, borrowerId, loanId);
  return isOldEnough(loan, at) && loan!.disbursedOn! < dateInWib(campaign.opensAt);
}

/** Whether the newest claim still prevents another one, and until when; null: for ever, or until the campaign is over. */
export function claimStateOf(
  { closesAt }: Pick<CampaignRow, "closesAt">,
  { everyDays }: Pick<RulesOf<"CLAIM">, "everyDays">,
  newest: { wonAt: string } | undefined,
  now: Date,
): { isClaimed: boolean; nextAt: Date | null } {
  if (!newest) return { isClaimed: false, nextAt: null };
  if (everyDays === 0) return { isClaimed: true, nextAt: null };
  const nextAt = new Date(Date.parse(newest.wonAt) + everyDays * 86_400_000);
  return { isClaimed: now < nextAt, nextAt: now < nextAt && nextAt < closesAt ? nextAt : null };
}

/**
 * Claims a prize in the caller's transaction. After the campaign's end, and during a break, only prizes earned before
 * are given.
 * @throws Refusal NOT_ELIGIBLE when its conditions are not met, CAMPAIGN_ENDED when they were not met before its end,
 * DONE_ALREADY, OUT_OF_STOCK, POINTS_SHORT, BUDGET_OUT
 */
export async function claimOnePrize(
  services: Services,
  trx: Transaction,
  campaign: CampaignRow,
  rules: RulesOf<"CLAIM">,
  { borrowerId, prizeKey, earnedBy, refuseLater }: { borrowerId: string; prizeKey: string } & Omit<Open, "campaign">,
): Promise<AwardRow> {
  const now = services.clock.now();
  const line = rules.prizes.find((one) => one.prizeKey === prizeKey);
  if (!line) return refuseAction("CAMPAIGN_UNKNOWN");
  // A concurrent chargeback waits for this claim, and then finds it.
  await holdFacts(trx, borrowerId, rules.needs);
  const since = await conditionsMet(trx, borrowerId, campaign, rules);
  if (earnedBy && (!since || since > earnedBy)) return refuseLater();
  if (!since) throw new Refusal<ActionProblems>("NOT_ELIGIBLE", { reason: "AUDIENCE" });
  // It would take a piece, and be refused when it is used.
  if ((await tooLatePrizes(services, trx, { borrowerId, rules: { ...rules, prizes: [line] } })).size > 0)
    throw new Refusal<ActionProblems>("NOT_ELIGIBLE", { reason: "FIRST_LOAN_ONLY" });
  // One prize of a list can be claimed: claiming another one afterwards counts as the same claim. In a shop each prize is bought separately.
  const cause =
    rules.timesAMonth > 0
      ? await monthlyCause(trx, campaign, {
          borrowerId,
          prizeKey,
          max: rules.timesAMonth,
          month: dateInWib(now).slice(0, 7),
        })
      : await nextCause(trx, campaign, rules, { borrowerId, now });
  if (rules.needs.includes("EMAIL_VERIFIED")) await takeAddress(services, trx, campaign, borrowerId);
  if (countsCardFor(line)) await takeCard(services, trx, campaign, { borrowerId, epoch: cardEpochOf(rules, now) });
  const afterLoan = rules.needs.includes("LOAN_PAID_OFF") && line.prize.kind === "COUPON";
  await takePieces(trx, campaign, line, dateInWib(now));
  const won = await awardPrize(services, trx, campaign, {
    borrowerId,
    cause,
    prizeKey,
    prize: line.prize,
    isByChance: false,
    epoch: null,
    drawId: null,
    ...(afterLoan ? { usableFrom: new Date(since.getTime() + restDays * 86_400_000) } : {}),
  });
  if (!won) return refuseDone(campaign, rules, (await awardsOf(trx, borrowerId, campaign.id, 1))[0], now);
  if (rules.plusPoints)
    await givePoints(services, trx, {
      borrowerId,
      source: `plus_${won.id}`,
      points: rules.plusPoints,
      activityId: campaign.activityId,
      title: campaign.title,
    });
  if (line.costPoints > 0) await payPoints(services, trx, campaign, line.costPoints, won);
  return won;
}

const refuseDone = (...of: Parameters<typeof claimStateOf>): never => {
  throw new Refusal<ActionProblems>("DONE_ALREADY", { nextAt: claimStateOf(...of).nextAt?.toISOString() ?? null });
};

/**
 * The cause of the next claim: the only one, or the one after the newest. Two concurrent claims get the same cause, and
 * one of them counts.
 * @throws Refusal DONE_ALREADY when the newest is not old enough
 */
async function nextCause(
  trx: Transaction,
  campaign: CampaignRow,
  rules: RulesOf<"CLAIM">,
  { borrowerId, now }: { borrowerId: string; now: Date },
): Promise<string> {
  if (rules.everyDays === 0) return "claim_ONCE";
  const newest = (await awardsOf(trx, borrowerId, campaign.id, 1))[0];
  if (claimStateOf(campaign, rules, newest, now).isClaimed) refuseDone(campaign, rules, newest, now);
  return newest ? `claim_after_${newest.awardId}` : "claim_0";
}

/** A proven mail address gives a prize once, in whichever account. @throws Refusal DONE_ALREADY */
async function takeAddress(
  services: Services,
  trx: Transaction,
  { id }: CampaignRow,
  borrowerId: string,
): Promise<void> {
  const addressIndex = await verifiedEmailIndexOf(trx, borrowerId);
  const at = services.clock.now();
  if (addressIndex === null || !(await insertClaimedAddress(trx, { campaignId: id, addressIndex, borrowerId, at })))
    throw new Refusal<ActionProblems>("DONE_ALREADY", { nextAt: null });
}

/** Key of the counter for claims of a prize per person and month. */
export const claimsKey = (of: { activityId: string; borrowerId: string; prizeKey: string; month: string }): string =>
  `${of.activityId}:claims:${of.borrowerId}:${of.prizeKey}:${of.month}`;

async function monthlyCause(
  trx: Transaction,
  { activityId }: CampaignRow,
  { borrowerId, prizeKey, max, month }: { borrowerId: string; prizeKey: string; max: number; month: string },
): Promise<string> {
  const key = claimsKey({ activityId, borrowerId, prizeKey, month });
  if ((await takeCaps(trx, [{ key, borrowerId, max }])) !== null) refuseAction("CAP_REACHED");
  return `claim_${prizeKey}_${month}_${await usedOf(trx, key)}`;
}

/** Takes one piece of the campaign's stock and of the day's; rolled back with everything else when the claim fails. */
async function takePieces(
  trx: Transaction,
  campaign: CampaignRow,
  { prizeKey, stock, perDay }: { prizeKey: string; stock: number; perDay: number },
  today: string,
): Promise<void> {
  if (perDay > 0) {
    await openStock(trx, campaign.id, today, [{ prizeKey, max: perDay }]);
    if (!(await takePiece(trx, campaign.id, today, prizeKey))) throw new Refusal("OUT_OF_STOCK");
  }
  if (stock > 0 && !(await takePiece(trx, campaign.id, wholeCampaign, prizeKey))) throw new Refusal("OUT_OF_STOCK");
}

async function payPoints(
  services: Services,
  trx: Transaction,
  { activityId }: CampaignRow,
  points: number,
  { borrowerId, id, prize }: AwardRow,
): Promise<void> {
  // The title of the points record names the prize.
  const title = { id: prizeWords(prize, "id"), en: prizeWords(prize, "en"), zh: prizeWords(prize, "zh") };
  const outcome = await spendPoints(services, trx, { borrowerId, source: `claim_${id}`, points, activityId, title });
  if (outcome === "POINTS_SHORT") throw new Refusal("POINTS_SHORT");
}
