/** A coupon is never given between an approval and its signature, so that it does not press the borrower to sign. It waits. // Product decisions, rewards 9, decency 3 */
import { Refusal } from "#server/call/refusal.ts";
import { listLoans } from "#features/credit/loan/server/index.ts";
import { hasVoucherCode } from "#features/rewards/voucher/server/index.ts";
import type { Transaction, Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { ActionProblems } from "../contract.ts";
import type { AwardRow, Winning } from "./award-row.ts";
import { moveBack, reserveBudget } from "./money.ts";
import { costOf } from "./prizes.ts";
import type { CampaignRow } from "./store.ts";

/** Owner part of the ledger account that reserves money for waiting coupons. */
export const pendingReserveOwner = "waiting";

const recentLoans = 20;

/** Whether an approved application of this person waits for its signature. */
async function isSigning(reader: Reader, borrowerId: string): Promise<boolean> {
  const loans = await listLoans(reader, borrowerId, undefined, recentLoans);
  return loans.some(({ state }) => state === "APPROVED");
}

/** Whether this prize waits: a coupon until its winner has signed, or will not. */
export async function hasRecentWin(
  reader: Reader,
  { borrowerId, prize }: Pick<Winning, "borrowerId" | "prize">,
): Promise<boolean> {
  return prize.kind === "COUPON" && isSigning(reader, borrowerId);
}

/** Whether a due award cannot be given yet: it waits, or its voucher has no code. */
export const cannotGiveYet = async (reader: Reader, award: Pick<Winning, "borrowerId" | "prize">): Promise<boolean> =>
  award.prize.kind === "VOUCHER" ? !(await hasVoucherCode(reader, award.prize)) : hasRecentWin(reader, award);

/** Reserves the cost of a waiting award, so that it is guaranteed. @throws Refusal BUDGET_OUT */
export async function reserveForPending(
  services: Services,
  trx: Transaction,
  { activityId }: CampaignRow,
  { id, prize, isByChance }: Pick<AwardRow, "id" | "prize" | "isByChance">,
  from: string | null,
): Promise<void> {
  const { netRupiah, taxRupiah } = await costOf(services, trx, prize, isByChance);
  const rupiah = netRupiah + taxRupiah;
  // Money reserved for a day moves back first: otherwise it would end with the day.
  if (from !== null) await moveBack(services, trx, { activityId, epoch: from, rupiah, id: `wait_from_${id}` });
  if (!(await reserveBudget(services, trx, { activityId, epoch: pendingReserveOwner, rupiah, id: `wait_${id}` })))
    throw new Refusal<ActionProblems>("BUDGET_OUT");
}
