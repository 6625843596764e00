/** The discount of a coupon, and where it may be used: pure. // Product decisions, rewards 4 */
import { multiplyPpm, sumRupiah } from "#shared/money.ts";
import { scheduleOf, type LoanTerms } from "#features/credit/loan/server/index.ts";
import type { UnusableReason } from "../contract.ts";
import type { CouponRow, CouponTerms } from "./store.ts";

/** Off this much interest, in rupiah; a fraction of a rupiah counts for the borrower. */
export function discountOf({ effect, maxRupiah, ppm }: CouponTerms, interestRupiah: number): number {
  const discount =
    effect === "INTEREST_PERCENT" ? multiplyPpm(interestRupiah, ppm ?? 0, 1, "up") : Number.MAX_SAFE_INTEGER;
  return Math.min(discount, maxRupiah, interestRupiah);
}

/** The interest of the whole schedule. */
export const interestOf = (terms: LoanTerms): number =>
  sumRupiah(scheduleOf(terms).map(({ interestRupiah }) => interestRupiah));

type UsableCoupon = Pick<CouponRow, "state" | "usableFrom" | "expiresAt" | keyof CouponTerms>;

/** Why it cannot be used now, on any loan; null when it can. */
function unusableNow(coupon: UsableCoupon, now: Date): UnusableReason | null {
  if (coupon.state === "RESERVED") return "RESERVED";
  if (coupon.state === "USED") return "USED";
  if (coupon.state !== "OBTAINED" || coupon.expiresAt <= now) return "ENDED";
  return coupon.usableFrom > now ? "NOT_YET" : null;
}

/** Why it cannot be used on a loan with these terms; null when it can. */
export function unusableOn(
  coupon: UsableCoupon,
  about: { terms: LoanTerms; hadLoan: boolean; use: "APPLICATION" | "BILL"; now: Date },
): UnusableReason | null {
  const { terms, hadLoan, use, now } = about;
  const reason = unusableNow(coupon, now);
  if (reason) return reason;
  if (coupon.usableFor !== "BOTH" && coupon.usableFor !== use) return use === "BILL" ? "APPLICATION_ONLY" : "BILL_ONLY";
  if (terms.principalRupiah < coupon.minLoanRupiah) return "LOAN_TOO_SMALL";
  if (coupon.maxLoanRupiah !== null && terms.principalRupiah > coupon.maxLoanRupiah) return "LOAN_TOO_LARGE";
  if (coupon.maxTenorDays !== null && terms.tenorDays > coupon.maxTenorDays) return "TENOR_TOO_LONG";
  if (coupon.isFirstLoanOnly && hadLoan) return "NOT_FIRST_LOAN";
  return interestOf(terms) > 0 ? null : "NO_INTEREST";
}
