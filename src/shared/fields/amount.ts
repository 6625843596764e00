/** Amounts of money that people enter, in whole rupiah. A loan's bounds and step (spec 5) belong to its product: `termsFor` of credit/loan holds them. */
import * as v from "valibot";

/** Any amount from zero on, such as an income; at most 10 billion, beyond which it is a slip of the finger. */
export const enteredRupiah = v.pipe(
  v.number("AMOUNT_FORMAT"),
  v.safeInteger("AMOUNT_FORMAT"),
  v.minValue(0, "AMOUNT_BELOW_MINIMUM"),
  v.maxValue(10_000_000_000, "AMOUNT_ABOVE_MAXIMUM"),
);

/** An amount that a person pays or promises, rupiah: more than zero; forms send it as digits. */
export const typedRupiah = v.union(
  [
    v.pipe(v.number("AMOUNT_FORMAT"), v.safeInteger("AMOUNT_FORMAT"), v.minValue(1, "AMOUNT_FORMAT")),
    v.pipe(v.string("AMOUNT_FORMAT"), v.regex(/^\d{1,12}$/, "AMOUNT_FORMAT"), v.transform(Number)),
  ],
  "AMOUNT_FORMAT",
);
