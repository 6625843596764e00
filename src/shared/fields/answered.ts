/** Field types of answers: instants, dates, amounts. Input fields have error texts and are in the other files of this folder. */
import * as v from "valibot";

/** A moment in UTC: `2026-11-21T03:00:00.000Z`. */
export const instant = v.pipe(v.string(), v.isoTimestamp(), v.description("An instant in UTC, ISO 8601."));

/** A business date: `2026-11-21`. */
export const answeredDate = v.pipe(
  v.string(),
  v.isoDate(),
  v.description("A business date in Asia/Jakarta, YYYY-MM-DD."),
);

/** Whole rupiah, from zero on. */
export const answeredRupiah = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** Whole rupiah without limits, such as a profit that may be a loss. */
export const unboundedRupiah = v.pipe(v.number(), v.safeInteger());
