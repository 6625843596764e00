/** The figure in a claim's artwork: by the rules in force, never by those of the first campaign of the skin. */
import { formatPpm, formatRupiah } from "#shared/money.ts";
import type { Language } from "#shared/texts.ts";
import type { Campaign } from "../contract.ts";

export interface ArtFigure {
  /** "Rp 10.000", "20%", "+150"; null when no single figure describes it. */
  figure: string | null;
  isCoupon: boolean;
}

/** The figure of a campaign's only prize, or of the prize won; none for several prizes. */
export function artFigure({ prizes, award, view }: Campaign, language: Language): ArtFigure {
  const line = view === "WON" && award ? prizes.find(({ prizeKey }) => prizeKey === award.prizeKey) : prizes[0];
  if (!line || (view !== "WON" && prizes.length > 1)) return { figure: null, isCoupon: false };
  return { figure: prizeFigure(line, language), isCoupon: line.prize.kind === "COUPON" };
}

/** A prize as one figure; null without one. */
export function prizeFigure(
  { prize, coupon }: Pick<Campaign["prizes"][number], "prize" | "coupon">,
  language: Language,
): string | null {
  if (prize.kind === "CASH" || prize.kind === "VOUCHER") return formatRupiah(prize.rupiah);
  if (prize.kind === "POINTS") return `+${prize.points}`;
  if (!coupon) return null;
  if (coupon.effect === "INTEREST_FREE") return "0%";
  return coupon.effect === "INTEREST_PERCENT" ? formatPpm(coupon.ppm ?? 0, language) : formatRupiah(coupon.maxRupiah);
}
