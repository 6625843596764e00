/** Amounts of money in whole rupiah. Spec 5: a loan amount is a multiple of 100,000 between a minimum and a maximum. */
import * as v from "valibot";

/** Spec 9: loan amount step. */
export const loanStepRupiah = 100_000;

/** A loan amount between two bounds (rupiah, inclusive), in steps counted from zero. */
export function loanAmount(bounds: { minimumRupiah: number; maximumRupiah: number; stepRupiah?: number }) {
  return v.pipe(
    v.number("AMOUNT_FORMAT"),
    v.safeInteger("AMOUNT_FORMAT"),
    v.minValue(bounds.minimumRupiah, "AMOUNT_BELOW_MINIMUM"),
    v.maxValue(bounds.maximumRupiah, "AMOUNT_ABOVE_MAXIMUM"),
    v.multipleOf(bounds.stepRupiah ?? loanStepRupiah, "AMOUNT_STEP"),
  );
}

/** Any amount of rupiah from zero on, such as an income; at most 10 billion, beyond which it is a slip of the finger. */
export const rupiah = v.pipe(
  v.number("AMOUNT_FORMAT"),
  v.safeInteger("AMOUNT_FORMAT"),
  v.minValue(0, "AMOUNT_BELOW_MINIMUM"),
  v.maxValue(10_000_000_000, "AMOUNT_ABOVE_MAXIMUM"),
);
