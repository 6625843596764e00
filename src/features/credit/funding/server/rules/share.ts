/** The lenders' part of a month's interest, in whole rupiah. // Spec credit-support 7 */
import { sumRupiah, wholePpm } from "#shared/money.ts";

export interface ShareInput {
  lenderId: string;
  /** Interest of the month that this lender shares in; below zero if more was reversed than received. */
  interestRupiah: number;
  /** Loss carried over from earlier months: zero or less. */
  broughtRupiah: number;
}

export interface Share {
  lenderId: string;
  shareRupiah: number;
  /** Carried on to the next month: zero or less. */
  leftOverRupiah: number;
}

export interface Shares {
  /** Base of the sharing: the positive interest of all lenders. */
  baseRupiah: number;
  /** The lenders' part: floor of base × ppm. The rest is the company's. */
  sharedRupiah: number;
  /** In the order of the input. */
  shares: Share[];
}

/**
 * Divides a month's interest. The lenders together get the floor of `sharePpm` of the base; each gets the floor of its
 * own part, and the rupiah that are left go to the largest remainders, equal ones by the lender's id. So the shares add
 * up to the lenders' part exactly. A lender below zero gets nothing and brings the amount into the next month.
 */
export function shareIncome(inputs: readonly ShareInput[], sharePpm: number): Shares {
  const bases = inputs.map(({ interestRupiah, broughtRupiah }) => interestRupiah + broughtRupiah);
  const positive = bases.map((base) => Math.max(0, base));
  const baseRupiah = sumRupiah(positive);
  const part = (rupiah: number): { whole: number; rest: bigint } => {
    const product = BigInt(rupiah) * BigInt(sharePpm);
    return { whole: Number(product / BigInt(wholePpm)), rest: product % BigInt(wholePpm) };
  };
  const sharedRupiah = part(baseRupiah).whole;
  const parts = positive.map(part);
  const order = parts
    .map(({ rest }, index) => ({ rest, index, lenderId: inputs[index]!.lenderId }))
    .toSorted((a, b) => (a.rest === b.rest ? (a.lenderId < b.lenderId ? -1 : 1) : a.rest > b.rest ? -1 : 1));
  const remaining = sharedRupiah - sumRupiah(parts.map(({ whole }) => whole));
  const extra = new Set(order.slice(0, remaining).map(({ index }) => index));
  return {
    baseRupiah,
    sharedRupiah,
    shares: inputs.map(({ lenderId }, index) => ({
      lenderId,
      shareRupiah: parts[index]!.whole + (extra.has(index) ? 1 : 0),
      leftOverRupiah: Math.min(0, bases[index]!),
    })),
  };
}
