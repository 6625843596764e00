/** How a credit limit follows from the band, and how far it moves in a month. Pure; amounts in whole rupiah. */
import type { LimitBound } from "../contract.ts";
import type { ScoreBand } from "../score-contract.ts";
import type { LimitRows } from "./score-rows.ts";

export interface LimitInput {
  band: ScoreBand;
  /** The highest limit that the income allows. */
  affordableRupiah: number;
  usedRupiah: number;
  /** A limit from before there was a score; it does not fall because the score begins. */
  keptRupiah: number;
  /** The limit now and at the beginning of the month; null at the first assessment. */
  standing: { nowRupiah: number; monthRupiah: number } | null;
}

const floored = (rupiah: number, step: number): number => Math.floor(rupiah / step) * step;
const lifted = (rupiah: number, step: number): number => Math.ceil(rupiah / step) * step;
/** Whole percents of whole rupiah, rounded down. */
const share = (rupiah: number, percent: number): number => Number((BigInt(rupiah) * BigInt(percent)) / 100n);

const isKept = (band: ScoreBand): boolean => band === "A" || band === "B" || band === "C";

/** The target limit of a band, without the bounds of a month. */
function limitOfBand({ band, affordableRupiah, keptRupiah }: LimitInput, rows: LimitRows): number {
  const ofBand = floored(share(affordableRupiah, rows.sharePercent[band]), rows.stepRupiah);
  if (!isKept(band)) return ofBand;
  return Math.max(ofBand, Math.min(affordableRupiah, Math.max(rows.minRupiah, keptRupiah)));
}

/**
 * The credit limit from now on. Never above what the income allows, unless that much is in use; in band E it falls at
 * once, in any other by the share of a month at most.
 */
export function nextLimit(input: LimitInput, rows: LimitRows): { rupiah: number; bound: LimitBound | null } {
  const { affordableRupiah, usedRupiah, standing, band } = input;
  const target = limitOfBand(input, rows);
  if (!standing) return { rupiah: target, bound: null };
  const { nowRupiah, monthRupiah } = standing;
  const highest = floored(
    monthRupiah + Math.max(share(monthRupiah, rows.risePercent), rows.riseRupiah),
    rows.stepRupiah,
  );
  const lowest =
    band === "E" ? 0 : Math.min(nowRupiah, lifted(monthRupiah - share(monthRupiah, rows.fallPercent), rows.stepRupiah));
  let rupiah = target;
  let bound: LimitBound | null = null;
  // A limit above this month's allowed rise does not fall because of it.
  if (rupiah > Math.max(highest, nowRupiah)) [rupiah, bound] = [Math.max(highest, nowRupiah), "RISE_OF_MONTH"];
  if (rupiah < lowest) [rupiah, bound] = [Math.min(lowest, affordableRupiah), "FALL_OF_MONTH"];
  const inUse = Math.min(usedRupiah, nowRupiah);
  if (rupiah < inUse) [rupiah, bound] = [inUse, "IN_USE"];
  return { rupiah, bound };
}

export interface TemporaryInput {
  band: ScoreBand;
  creditRupiah: number;
  affordableRupiah: number;
  usedRupiah: number;
  /** Whole days since anything was late; null where nothing ever was. */
  daysSinceLate: number | null;
  /** Whole days since the last temporary limit ended; null where there was none, 0 while one is in force. */
  daysSinceTemporary: number | null;
}

/** The temporary limit that is given by itself: 0 where none is. Nothing is given while something is borrowed: it could not be used. */
export function temporaryOffer(input: TemporaryInput, { temporary }: LimitRows): number {
  const { band, creditRupiah, affordableRupiah, usedRupiah, daysSinceLate, daysSinceTemporary } = input;
  if ((band !== "A" && band !== "B") || usedRupiah > 0) return 0;
  if (daysSinceLate !== null && daysSinceLate < temporary.cleanDays) return 0;
  if (daysSinceTemporary !== null && daysSinceTemporary < temporary.restDays) return 0;
  const rupiah = Math.min(
    temporary.maxRupiah,
    affordableRupiah - creditRupiah,
    Math.max(temporary.minRupiah, share(creditRupiah, temporary.percent)),
  );
  return rupiah < temporary.minRupiah ? 0 : floored(rupiah, 100_000);
}
