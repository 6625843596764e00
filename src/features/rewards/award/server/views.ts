/** Staff views: awards, and everything one borrower holds of rewards. */
import type { Database } from "#server/database.server.ts";
import { account, availableOf } from "#server/ledger/index.ts";
import type { Services } from "#server/services.ts";
import { say, type Language } from "#shared/texts.ts";
import type { Award } from "#features/rewards/campaign/contract.ts";
import { awardsIn, everyAwardOf, tiedTo, type HeldRow } from "#features/rewards/campaign/server/index.ts";
import { couponsOfBorrower } from "#features/rewards/coupon/server/index.ts";
import { pointsExpiryOf } from "#features/rewards/points/server/index.ts";
import { walletOf, walletRecordsOf } from "#features/rewards/wallet/server/index.ts";
import type { BorrowerRewards, HeldAward, TiedAccount } from "../staff-contract.ts";

/** Rows shown of each kind. */
const shownRows = 50;

export const awardOf = (row: HeldRow): Award => ({
  awardId: row.id,
  activityId: row.activityId,
  prizeKey: row.prizeKey,
  prize: row.prize,
  state: row.state,
  wonAt: row.wonAt.toISOString(),
  drawId: row.drawName,
});

export function heldOf(row: HeldRow, language: Language): HeldAward {
  const { heldAt, dueAt, claimedUntil } = row;
  const remindAt =
    heldAt && dueAt && new Date(heldAt.getTime() + ((dueAt.getTime() - heldAt.getTime()) * 2) / 3).toISOString();
  return {
    ...awardOf(row),
    borrowerId: row.borrowerId,
    title: say(row.title, language),
    heldFor: row.heldFor,
    heldAt: heldAt?.toISOString() ?? null,
    dueAt: dueAt?.toISOString() ?? null,
    remindAt,
    claimedBy: row.claimedBy,
    claimedUntil: claimedUntil?.toISOString() ?? null,
  };
}

/** Accounts that share a device, a bank account or a network with the owner of an award, and their awards in its campaign. */
export async function tiedAccountsOf(
  services: Services,
  reader: Database,
  { borrowerId, campaignId }: Pick<HeldRow, "borrowerId" | "campaignId">,
): Promise<TiedAccount[]> {
  const ties = [...(await tiedTo(services, reader, borrowerId))].slice(0, shownRows);
  const borrowerIds = ties.map(([id]) => id);
  const { awards, joinedAt } = await awardsIn(reader, campaignId, { borrowerIds, max: shownRows });
  return ties.map(([id, shared]) => ({
    borrowerId: id,
    ties: shared,
    joinedAt: joinedAt.get(id)?.toISOString() ?? null,
    awards: awards.filter((row) => row.borrowerId === id).map(awardOf),
  }));
}

export async function rewardsOf(
  services: Services,
  reader: Database,
  borrowerId: string,
  language: Language,
): Promise<BorrowerRewards> {
  const [wallet, points, pointsUntil, coupons, awards, records] = await Promise.all([
    walletOf(services, reader, borrowerId),
    availableOf(reader, account("POINTS", borrowerId)),
    pointsExpiryOf(reader, borrowerId),
    couponsOfBorrower(reader, borrowerId, shownRows),
    everyAwardOf(reader, borrowerId, shownRows),
    walletRecordsOf(reader, borrowerId, shownRows, language),
  ]);
  return {
    walletRupiah: wallet.balanceRupiah,
    availableRupiah: wallet.availableRupiah,
    isBlocked: wallet.isBlocked,
    points,
    pointsUntil: points > 0 ? (pointsUntil?.toISOString() ?? null) : null,
    coupons: coupons.map((coupon) => ({
      couponId: coupon.id,
      couponKey: coupon.couponKey,
      title: say(coupon.title, language),
      state: coupon.state,
      maxRupiah: coupon.maxRupiah,
      discountRupiah: coupon.discountRupiah,
      loanId: coupon.loanId,
      expiresAt: coupon.expiresAt.toISOString(),
    })),
    awards: awards.map((row) => heldOf(row, language)),
    records,
  };
}
