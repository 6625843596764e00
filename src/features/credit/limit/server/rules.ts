/** Pure rules of limits. */

export interface LimitRow {
  creditRupiah: number;
  temporaryRupiah: number;
  temporaryUntil: Date | null;
  usedRupiah: number;
  /** Whether a freeze is in force: nothing can be borrowed then. */
  isFrozen: boolean;
}

/** The temporary limit that is in force at `now`, in rupiah: 0 from its end on. */
export function temporaryInForce(row: LimitRow, now: Date): number {
  return row.temporaryUntil && now < row.temporaryUntil ? row.temporaryRupiah : 0;
}

/** The amount that can still be borrowed at `now`, in rupiah: 0 while frozen. Never negative, although a loan may outlive the temporary limit it used. */
export function remainingRupiah(row: LimitRow, now: Date): number {
  if (row.isFrozen) return 0;
  return Math.max(0, row.creditRupiah + temporaryInForce(row, now) - row.usedRupiah);
}

export interface Affordability {
  /** Gross income a month. */
  monthlyIncomeRupiah: number;
  /** Instalments a month that the borrower pays elsewhere. */
  otherInstalmentsRupiah: number;
  /** The largest share of income that instalments may take, in ppm (field rules: repayment burden). */
  burdenPpm: number;
  /** Cost of the longest product over its whole life, in ppm of the principal. */
  productCostPpm: number;
  /** Number of monthly instalments of the longest product. */
  instalments: number;
  /** Largest amount that the product lends. */
  maximumRupiah: number;
  /** Amounts are multiples of this. */
  stepRupiah: number;
}

/**
 * The credit limit that a borrower can carry, in rupiah, rounded down to the product's step: what the free share of
 * income pays back over the longest tenor, cost included.
 */
export function affordableLimit(input: Affordability): number {
  const monthly =
    (BigInt(input.monthlyIncomeRupiah) * BigInt(input.burdenPpm)) / 1_000_000n - BigInt(input.otherInstalmentsRupiah);
  if (monthly <= 0n) return 0;
  const principal = (monthly * BigInt(input.instalments) * 1_000_000n) / BigInt(1_000_000 + input.productCostPpm);
  const stepped = (principal / BigInt(input.stepRupiah)) * BigInt(input.stepRupiah);
  return Number(stepped > BigInt(input.maximumRupiah) ? BigInt(input.maximumRupiah) : stepped);
}
