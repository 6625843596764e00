/** Maker and checker: two people, and two screens. // Product decisions 5; threat B13 */
import type { Reader } from "#server/database.server.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import type { StaffSession } from "#server/call/session.server.ts";
import { formatRupiah } from "#shared/money.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import type { tierProblems } from "#shared/four-eyes.ts";

/** The maker of a proposal, and the browser (as a blind index; null when it had no label). */
export interface Maker {
  makerId: string;
  makerDevice: string | null;
}

export function makerOf({ keys }: Pick<Services, "keys">, staff: StaffSession): Maker {
  return {
    makerId: staff.staffId,
    makerDevice: staff.deviceToken ? keys.blindIndex("device", staff.deviceToken) : null,
  };
}

/**
 * Refuses the maker as checker, and a checker in the maker's browser: four eyes at one screen are two. A browser
 * without a label differs from every other, so the label can only refuse.
 * @throws Refusal MAKER_IS_CHECKER, SAME_DEVICE
 */
export function refuseSameHand(services: Pick<Services, "keys">, maker: Maker, checker: StaffSession): void {
  const own = makerOf(services, checker);
  if (own.makerId === maker.makerId) throw new Refusal("MAKER_IS_CHECKER");
  if (maker.makerDevice !== null && own.makerDevice === maker.makerDevice) throw new Refusal("SAME_DEVICE");
}

/** The rows whose amounts are added up for the tiers: earlier proposals of this maker, and proposals that this checker has confirmed. // docs/decisions/232 */
export interface Parts {
  /** The proposal itself: earlier ones are added to it. Ids are ordered by time. */
  id: string;
  makerId: string;
  checkerId: string;
  /** First moments of the time over which amounts are added up: before the proposal, and before now. */
  proposedFrom: Date;
  checkedFrom: Date;
}

/** `windowDays`: over how many days of 24 hours parts are added up. */
export const tierPartsOf = (
  now: Date,
  proposal: { id: string; makerId: string; madeAt: Date },
  checkerId: string,
  windowDays: number,
): Parts => ({
  id: proposal.id,
  makerId: proposal.makerId,
  checkerId,
  proposedFrom: daysBefore(proposal.madeAt, windowDays),
  checkedFrom: daysBefore(now, windowDays),
});

const daysBefore = (at: Date, days: number): Date => new Date(at.getTime() - days * 86_400_000);

export interface ApprovalTier {
  /** From this amount on (rupiah). */
  minRupiah: number;
  permission: string;
  /** Over how many days parts are added up. */
  windowDays: number;
}

/** The tiers in force at `now`, the highest first. Data with dates: table approval_tier. // docs/operations.md */
export async function approvalTiers(reader: Reader, now: Date): Promise<ApprovalTier[]> {
  const rows = await reader
    .selectFrom("approval_tier")
    .select(["leastRupiah", "permission", "windowDays"])
    .where("effectiveFrom", "=", (newest) =>
      newest
        .selectFrom("approval_tier")
        .select(({ fn }) => fn.max("effectiveFrom").as("at"))
        .where("effectiveFrom", "<=", now),
    )
    .orderBy("leastRupiah", "desc")
    .execute();
  return rows.map((row) => ({
    minRupiah: row.leastRupiah,
    permission: row.permission,
    windowDays: row.windowDays,
  }));
}

/** Days over which amounts are added up: the longest of these tiers, so that every tier is covered. 1 without tiers. */
export const windowOf = (tiers: readonly ApprovalTier[]): number =>
  Math.max(1, ...tiers.map((tier) => tier.windowDays));

/** The tier of an amount; null below all tiers. */
export const tierOf = (tiers: readonly ApprovalTier[], amountRupiah: number): ApprovalTier | null =>
  tiers.find((tier) => tier.minRupiah <= amountRupiah) ?? null;

/** Refuses a checker without the permission for this amount (rupiah). @throws Refusal CHECKER_TOO_LOW */
export function refuseBelowTier(tiers: readonly ApprovalTier[], checker: StaffSession, amountRupiah: number): void {
  const tier = tierOf(tiers, amountRupiah);
  if (tier && !mayStaff(checker.roles, tier.permission))
    throw new Refusal<typeof tierProblems>("CHECKER_TOO_LOW", { limit: formatRupiah(tier.minRupiah) });
}
