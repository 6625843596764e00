/** All SQL of coupons. Every function takes the transaction (or the database, for reads) first. */
import type { Insertable, Selectable } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { Coupon, CouponDefinition } from "#server/database.types.ts";
import type { BusinessDate } from "#shared/dates.ts";
import type { Text } from "#shared/texts.ts";
import { fixedQuery } from "#server/postgres/fixed-query.ts";
import type { CouponEffect, CouponState, CouponUse } from "../contract.ts";

/** The effect of a coupon, wherever it is stored. */
export interface CouponTerms {
  couponKey: string;
  effect: CouponEffect;
  /** INTEREST_FIXED: the discount; otherwise the maximal discount, in rupiah. The whole promise. */
  maxRupiah: number;
  /** INTEREST_PERCENT: the share of the interest, in millionths. */
  ppm: number | null;
  minLoanRupiah: number;
  maxLoanRupiah: number | null;
  maxTenorDays: number | null;
  isFirstLoanOnly: boolean;
  /** Submitting the application uses it up, whatever the result. */
  isUsedBySubmission: boolean;
  usableFor: CouponUse;
}
export type DefinitionRow = CouponTerms & { validFrom: BusinessDate; validDays: number };

export interface CouponRow extends CouponTerms {
  borrowerId: string;
  id: string;
  state: CouponState;
  awardId: string;
  activityId: string;
  stockOwner: string;
  budgetOwner: string;
  title: Text;
  obtainedAt: Date;
  usableFrom: Date;
  expiresAt: Date;
  loanId: string | null;
  discountRupiah: number | null;
  reservedAt: Date | null;
  endedAt: Date | null;
  /** How often it became valid again after it had been redeemed. */
  revivals: number;
}

const termsOf = (row: Omit<Selectable<CouponDefinition>, "source" | "validDays" | "validFrom">): CouponTerms => ({
  couponKey: row.couponKey,
  effect: row.effect as CouponEffect,
  maxRupiah: row.maxRupiah,
  ppm: row.ppm,
  minLoanRupiah: row.minLoanRupiah,
  maxLoanRupiah: row.maxLoanRupiah,
  maxTenorDays: row.maxTenorDays,
  isFirstLoanOnly: row.isFirstLoanOnly,
  isUsedBySubmission: row.isUsedBySubmission,
  usableFor: row.usableFor as CouponUse,
});

const inForce = fixedQuery((reader, { day }: { day: BusinessDate }) =>
  reader
    .selectFrom("coupon_definition")
    .selectAll()
    .where("validFrom", "<=", day)
    .orderBy("couponKey")
    .orderBy("validFrom"),
);

/** The definitions in force on a day, by their key. */
export async function definitionsOn(reader: Reader, day: BusinessDate): Promise<Map<string, DefinitionRow>> {
  const rows = await inForce.execute(reader, { day });
  return new Map(
    rows.map((row) => [row.couponKey, { ...termsOf(row), validFrom: row.validFrom, validDays: row.validDays }]),
  );
}

export async function insertCoupon(
  trx: Transaction,
  row: Omit<CouponRow, "state" | "loanId" | "discountRupiah" | "reservedAt" | "endedAt" | "revivals">,
): Promise<void> {
  const values: Insertable<Coupon> = {
    borrowerId: row.borrowerId,
    id: row.id,
    couponKey: row.couponKey,
    state: "OBTAINED",
    effect: row.effect,
    maxRupiah: row.maxRupiah,
    ppm: row.ppm,
    minLoanRupiah: row.minLoanRupiah,
    maxLoanRupiah: row.maxLoanRupiah,
    maxTenorDays: row.maxTenorDays,
    isFirstLoanOnly: row.isFirstLoanOnly,
    isUsedBySubmission: row.isUsedBySubmission,
    usableFor: row.usableFor,
    awardId: row.awardId,
    activityId: row.activityId,
    stockOwner: row.stockOwner,
    budgetOwner: row.budgetOwner,
    title: JSON.stringify(row.title),
    obtainedAt: row.obtainedAt,
    usableFrom: row.usableFrom,
    expiresAt: row.expiresAt,
  };
  await trx.insertInto("coupon").values(values).execute();
}

export async function couponOfAward(reader: Reader, awardId: string): Promise<CouponRow | null> {
  const row = await reader.selectFrom("coupon").selectAll().where("awardId", "=", awardId).executeTakeFirst();
  return row ? couponOf(row) : null;
}

/** The state of an award's coupon; null when there is none. */
export const couponStateOfAward = async (reader: Reader, awardId: string): Promise<CouponRow["state"] | null> =>
  (await couponOfAward(reader, awardId))?.state ?? null;

/** Expiry of an award's coupon; null without one. */
export const couponEndOfAward = async (reader: Reader, awardId: string): Promise<Date | null> =>
  (await couponOfAward(reader, awardId))?.expiresAt ?? null;

/** One coupon of this borrower; null for another borrower's. */
export async function findCoupon(reader: Reader, borrowerId: string, id: string): Promise<CouponRow | null> {
  const row = await reader
    .selectFrom("coupon")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ? couponOf(row) : null;
}

/** The coupon, locked until the transaction ends. */
export async function lockCoupon(trx: Transaction, borrowerId: string, id: string): Promise<CouponRow | null> {
  const row = await trx
    .selectFrom("coupon")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row ? couponOf(row) : null;
}

/** The coupon that a loan took, locked until the transaction ends. */
export async function lockCouponOfLoan(
  trx: Transaction,
  borrowerId: string,
  loanId: string,
): Promise<CouponRow | null> {
  const row = await trx
    .selectFrom("coupon")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("loanId", "=", loanId)
    .forUpdate()
    .executeTakeFirst();
  return row ? couponOf(row) : null;
}

/** The borrower's coupons in some states; the first to end first. */
export async function borrowerCouponsOf(
  reader: Reader,
  borrowerId: string,
  states: readonly CouponState[],
  max: number,
): Promise<CouponRow[]> {
  const rows = await reader
    .selectFrom("coupon")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("state", "in", [...states])
    .orderBy("expiresAt")
    .orderBy("id")
    .limit(max)
    .execute();
  return rows.map(couponOf);
}

/** Every coupon of a borrower in whatever state, the newest first. */
export async function couponsOfBorrower(reader: Reader, borrowerId: string, max: number): Promise<CouponRow[]> {
  return couponsPage(reader, borrowerId, { state: undefined, before: undefined, max });
}

/** One page of the borrower's coupons, the newest first; `before` is the last id of the page before. */
export async function couponsPage(
  reader: Reader,
  borrowerId: string,
  { state, before, max }: { state: "USABLE" | "DONE" | undefined; before: string | undefined; max: number },
): Promise<CouponRow[]> {
  let query = reader
    .selectFrom("coupon")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .orderBy("id", "desc")
    .limit(max);
  if (state) query = query.where("state", state === "USABLE" ? "in" : "not in", ["OBTAINED", "RESERVED"]);
  if (before !== undefined) query = query.where("id", "<", before);
  return (await query.execute()).map(couponOf);
}

/** Gives an unused coupon another owner: after a merge, or its undoing. False when it was used or has ended. */
export async function passOn(
  trx: Transaction,
  { id, from, to, usableFrom }: { id: string; from: string; to: string; usableFrom: Date },
): Promise<boolean> {
  const row = await trx
    .updateTable("coupon")
    .set({ borrowerId: to, usableFrom })
    .where("borrowerId", "=", from)
    .where("id", "=", id)
    .where("state", "=", "OBTAINED")
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** OBTAINED coupons that have expired. */
export async function dueCoupons(reader: Reader, now: Date, max: number): Promise<CouponRow[]> {
  const rows = await reader
    .selectFrom("coupon")
    .selectAll()
    .where("state", "=", "OBTAINED")
    .where("expiresAt", "<=", now)
    .orderBy("expiresAt")
    .limit(max)
    .execute();
  return rows.map(couponOf);
}

/** OBTAINED coupons that end within a span, a page by their id. */
export async function endingCoupons(
  reader: Reader,
  { from, to, after }: { from: Date; to: Date; after: string | null },
  max: number,
): Promise<CouponRow[]> {
  let query = reader
    .selectFrom("coupon")
    .selectAll()
    .where("state", "=", "OBTAINED")
    .where("expiresAt", ">", from)
    .where("expiresAt", "<=", to)
    .orderBy("id")
    .limit(max);
  if (after) query = query.where("id", ">", after);
  return (await query.execute()).map(couponOf);
}

/** Ids of coupons that ended before a moment and were never used, to be deleted. */
export async function forgettableCoupons(reader: Reader, before: Date, max: number): Promise<string[]> {
  const rows = await reader
    .selectFrom("coupon")
    .select("id")
    .where("state", "in", ["EXPIRED", "WITHDRAWN"])
    .where("endedAt", "<", before)
    .orderBy("endedAt")
    .limit(max)
    .execute();
  return rows.map((row) => row.id);
}

export async function deleteCoupons(trx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await trx
      .deleteFrom("coupon")
      .where("id", "in", [...ids])
      .execute();
}

const couponOf = (row: Selectable<Coupon>): CouponRow => ({
  ...termsOf(row),
  borrowerId: row.borrowerId,
  id: row.id,
  state: row.state as CouponState,
  awardId: row.awardId,
  activityId: row.activityId,
  stockOwner: row.stockOwner,
  budgetOwner: row.budgetOwner,
  title: row.title as unknown as Text,
  obtainedAt: row.obtainedAt,
  usableFrom: row.usableFrom,
  expiresAt: row.expiresAt,
  loanId: row.loanId,
  discountRupiah: row.discountRupiah,
  reservedAt: row.reservedAt,
  endedAt: row.endedAt,
  revivals: row.revivals,
});
