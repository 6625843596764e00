import { groupThousands } from "./money.ts";

/** Rows are counted up to this number and no further, so that a count never costs more than reading these. */
export const maxCounted = 1_000;

/** `12`; `1.000+` where there may be more than are counted. */
export const countedText = (count: number): string => groupThousands(count) + (count >= maxCounted ? "+" : "");
