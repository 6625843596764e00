/** Eligibility: no one on a break, and for campaigns of chance or with cash only a verified adult without overdue loans or blocks. // Product decisions, rewards 9 */
import type { Reader } from "#server/database.server.ts";
import { ripeLoanDays } from "#shared/promised-times.ts";
import { identityOf } from "#features/account/identity/server/index.ts";
import { blockedAmong } from "#features/account/login/server/index.ts";
import { applicantsAmong, listLoans, type LoanRow } from "#features/credit/loan/server/index.ts";
import { stateOfLoan } from "#features/credit/repayment/server/index.ts";
import { isTooLateFor } from "#features/rewards/coupon/server/index.ts";
import type { Services } from "#server/services.ts";
import { addDays, ageOn, dateInWib } from "#shared/dates.ts";
import type { IneligibleReason } from "../contract.ts";
import { prizesOf, type CampaignRules } from "../rules-contract.ts";
import { countsCard, isCardElsewhere } from "./card.ts";
import { hasHeld } from "./held-store.ts";
import type { CampaignRow } from "./store.ts";
import { campaignBreakOf, restingAmong, type Rest } from "./entrant-store.ts";

const adultYears = 18;
/** Time after a rejected application in which games of chance are closed. // Product decisions, rewards 9, decency 4 */
const refusedDays = 30;

/** Decided by luck. A pick needs a permit and is taxed in the same way: the result of a match decides. // Product decisions, rewards 9 */
const isOfChance = ({ mechanic }: CampaignRow): boolean =>
  mechanic === "INSTANT" || mechanic === "DRAW" || mechanic === "PICK";

/** Whether something here is won by luck, or paid out in money. */
export function asksIdentity(campaign: CampaignRow): boolean {
  const { rules } = campaign;
  if (isOfChance(campaign)) return true;
  if (rules.mechanic === "CLAIM" && rules.needs.includes("IDENTITY_VERIFIED")) return true;
  return prizesOf(rules).some(({ prize }) => prize.kind === "CASH");
}

/** The reason why this borrower may not take part now; null when eligible. NOT_NOW reveals no debt. */
export async function ineligibility(
  services: Services,
  reader: Reader,
  borrowerId: string,
  campaign: CampaignRow,
): Promise<IneligibleReason | null> {
  const { rest, reason } = await eligibilityOf(services, reader, borrowerId, campaign);
  return rest === null ? reason : "BREAK";
}

/** A borrower's break, and the reason why he may not take part, independent of it. */
export async function eligibilityOf(
  services: Services,
  reader: Reader,
  borrowerId: string,
  campaign: CampaignRow,
): Promise<{ rest: Rest | null; reason: IneligibleReason | null }> {
  const [rest, reason] = await Promise.all([
    campaignBreakOf(reader, borrowerId, services.clock.now()),
    ineligibilityOfRested(services, reader, borrowerId, campaign),
  ]);
  return { rest, reason };
}

/**
 * Those of these people who may not play for luck now: they are on a break, blocked, or overdue with a loan. An award
 * under review excludes no one: a further prize waits for the same review. // Product decisions, rewards 15.1
 */
export async function shutOutAmong(
  services: Services,
  reader: Reader,
  borrowerIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (borrowerIds.length === 0) return new Set();
  const out = new Set([
    ...(await restingAmong(reader, borrowerIds, services.clock.now())),
    ...(await blockedAmong(reader, borrowerIds)),
  ]);
  for (const borrowerId of await applicantsAmong(reader, borrowerIds))
    if (!out.has(borrowerId) && (await isInTrouble(services, reader, borrowerId))) out.add(borrowerId);
  return out;
}

/** The same for a person who is known not to be on a break. */
export async function ineligibilityOfRested(
  services: Services,
  reader: Reader,
  borrowerId: string,
  campaign: CampaignRow,
): Promise<IneligibleReason | null> {
  const now = services.clock.now();
  const isAsked = asksIdentity(campaign);
  const [identity, isHeld, isTroubled, isBlocked, isTooLate] = await Promise.all([
    isAsked ? identityOf(services, reader, borrowerId) : null,
    isAsked && hasHeld(reader, borrowerId),
    isOfChance(campaign) && isInTrouble(services, reader, borrowerId),
    isOfChance(campaign) && blockedAmong(reader, [borrowerId]).then(({ length }) => length > 0),
    hasNothingFor(services, reader, borrowerId, campaign),
  ]);
  if (isAsked) {
    if (!identity?.faceVerified) return "IDENTITY_NEEDED";
    if (ageOn(identity.birthDate, dateInWib(now)) < adultYears) return "AUDIENCE";
    if (isHeld) return "REVIEW";
  }
  if (isTooLate) return "FIRST_LOAN_ONLY";
  if (
    countsCard(campaign) &&
    (await isCardElsewhere(services, reader, campaign, {
      borrowerId,
      identity: identity ?? (await identityOf(services, reader, borrowerId)),
    }))
  )
    return "CARD_TAKEN";
  return isTroubled || isBlocked ? "NOT_NOW" : null;
}

/** Whether all claimable prizes are for a first loan, and this person has had one: the coupon would take a piece and be refused when used. */
async function hasNothingFor(
  services: Services,
  reader: Reader,
  borrowerId: string,
  { rules }: CampaignRow,
): Promise<boolean> {
  if (rules.mechanic !== "CLAIM" || rules.prizes.some(({ prize }) => prize.kind !== "COUPON")) return false;
  return (await tooLatePrizes(services, reader, { borrowerId, rules })).size === rules.prizes.length;
}

/** Keys of claimable prizes that this person could never use: coupons for a first loan, when there was one. */
export async function tooLatePrizes(
  services: Services,
  reader: Reader,
  { borrowerId, rules }: { borrowerId: string; rules: CampaignRules },
): Promise<ReadonlySet<string>> {
  if (rules.mechanic !== "CLAIM") return new Set();
  const tooLate = await Promise.all(
    rules.prizes.map(async ({ prizeKey, prize }) =>
      prize.kind === "COUPON" && (await isTooLateFor(services, reader, { borrowerId, couponKey: prize.couponKey }))
        ? [prizeKey]
        : [],
    ),
  );
  return new Set(tooLate.flat());
}

async function isInTrouble(services: Services, reader: Reader, borrowerId: string): Promise<boolean> {
  const now = services.clock.now();
  const loans = await listLoans(reader, borrowerId, undefined, 50);
  const running = loans.filter(({ state }) => state === "ACTIVE");
  const isTrouble = ({ state, endedAt, restructures }: LoanRow): boolean =>
    state === "WRITTEN_OFF" ||
    // A restructuring is trouble while the loan that it led to runs.
    (state === "ACTIVE" && restructures !== null) ||
    (state === "REJECTED" && endedAt !== null && daysSince(endedAt, now) < refusedDays);
  if (loans.some(isTrouble)) return true;
  return (await Promise.all(running.map((loan) => isOverdue(services, reader, loan)))).includes(true);
}

const daysSince = (then: Date, now: Date): number => (now.getTime() - then.getTime()) / 86_400_000;

async function isOverdue(services: Services, reader: Reader, loan: LoanRow): Promise<boolean> {
  const found = await stateOfLoan(services, reader, loan);
  return found !== null && found.state.rows.some(({ status, dueOn }) => status !== "PAID" && dueOn < found.today);
}

/** Whether a loan was paid out long enough before the rewarded event. // Product decisions, rewards 9, decency 2 */
export function isOldEnough(loan: Pick<LoanRow, "disbursedOn"> | null, at: Date): boolean {
  const ripeDays = ripeLoanDays;
  return loan?.disbursedOn != null && addDays(loan.disbursedOn, ripeDays) <= dateInWib(at);
}
