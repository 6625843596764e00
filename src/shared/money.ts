/**
 * Money is whole rupiah in a safe integer: sen are not used in the field and floating point is never used here.
 * Names end in `Rupiah`; rates are parts per million a day and end in `Ppm`.
 */
import { plainSigns } from "#shared/fields/cleaning.ts";
import type { Language } from "#shared/texts.ts";

/** One whole in parts per million. */
export const wholePpm = 1_000_000;

/** How a fraction of a rupiah is dropped: `down` favours the payer of the result, `up` its receiver. */
export type Rounding = "down" | "up";

/** Refuses anything that is not a whole, safe, non-negative amount. @throws RangeError: a wrong amount is a fault, not an input */
export function assertRupiah(amountRupiah: number, name = "amountRupiah"): number {
  if (!Number.isSafeInteger(amountRupiah) || amountRupiah < 0) {
    throw new RangeError(`${name} must be a whole, non-negative amount of rupiah, not ${amountRupiah}`);
  }
  return amountRupiah;
}

/**
 * `amount × rate × times` exactly, rounded once at the end. `times` is a number of days for a daily rate. Throws
 * RangeError when the result exceeds the safe integers.
 */
export function multiplyPpm(amountRupiah: number, ratePpm: number, times: number, rounding: Rounding): number {
  const product = BigInt(amountRupiah) * BigInt(ratePpm) * BigInt(times);
  return wholeNumber(divide(product, BigInt(wholePpm), rounding));
}

/** `amount × numerator ÷ denominator` exactly, rounded once: the share of an amount. @throws RangeError on a zero denominator */
export function shareOfRupiah(
  amountRupiah: number,
  numerator: number,
  denominator: number,
  rounding: Rounding,
): number {
  if (denominator <= 0) throw new RangeError("denominator must be positive");
  return wholeNumber(divide(BigInt(amountRupiah) * BigInt(numerator), BigInt(denominator), rounding));
}

/**
 * Equal parts in whole rupiah; the last part takes the rest. // Product decisions 4
 * @throws RangeError for an amount that is no whole, non-negative number of rupiah, or fewer than one part
 */
export function splitRupiah(amountRupiah: number, parts: number): number[] {
  assertRupiah(amountRupiah);
  if (!Number.isSafeInteger(parts) || parts < 1) throw new RangeError("parts must be a positive whole number");
  const each = shareOfRupiah(amountRupiah, 1, parts, "down");
  return Array.from({ length: parts }, (_, index) => (index === parts - 1 ? amountRupiah - each * (parts - 1) : each));
}

/** The sum of amounts (rupiah). @throws RangeError when it is no safe integer */
export function sumRupiah(amounts: Iterable<number>): number {
  let total = 0;
  for (const amount of amounts) total += amount;
  if (!Number.isSafeInteger(total)) throw new RangeError("the sum is not a safe integer");
  return total;
}

/**
 * `1234567` → `Rp 1.234.567`, the same in every language: it is how the currency is written. Throws RangeError for
 * a part of a rupiah. // Spec 1, product decisions 1
 */
export function formatRupiah(amountRupiah: number): string {
  if (!Number.isSafeInteger(amountRupiah)) throw new RangeError(`not a whole amount of rupiah: ${amountRupiah}`);
  return `${amountRupiah < 0 ? "-" : ""}Rp ${groupThousands(amountRupiah)}`;
}

/** The same for buttons and sentences: it never breaks over two lines. */
export function unbrokenRupiah(amountRupiah: number): string {
  return formatRupiah(amountRupiah).replace(" ", "\u00a0");
}

/** The same with its sign, which a line does not end with: an amount that a choice costs or brings compared with none. */
export function signedRupiah(amountRupiah: number): string {
  const sign = amountRupiah > 0 ? "+" : amountRupiah < 0 ? "−" : "";
  return `${sign}${unbrokenRupiah(Math.abs(amountRupiah))}`;
}

/** `1234567` → `1.234.567`: the content of an amount field, which shows `Rp` separately. The sign is not shown. */
export function groupThousands(amount: number): string {
  return String(Math.abs(amount)).replace(/\B(?=(\d{3})+$)/g, ".");
}

const maxTyped = 100;
/** Plain digits, or groups of three separated by one mark, not beginning with zero; then optional zero sen after the other mark. */
const asTyped =
  /^(?:(?:rp|idr)\.?\s*)?(?:(\d+)(?:,00)?|([1-9]\d{0,2}([.,\s])\d{3}(?:\3\d{3})*)(?:(?!\3)[.,]00?)?)\s*(?:rupiah|,-)?$/i;

/**
 * Parses a typed amount: `1000000`, `1.000.000`, `1,000,000`, `Rp 1.000.000`, `Rp1.000.000,00`, `1 000 000`. Undefined
 * when it is not one unambiguous whole amount of rupiah (`1.5`, `1.00`, `100000.00`, `1.0000`, `-5`, sen other than
 * `00`). Every typed amount is parsed by this; `tests/support/typed-amounts.ts` lists accepted and rejected forms.
 * // docs/decisions/031
 */
export function parseRupiah(typed: string): number | undefined {
  // People never type that much, but an address may hold it.
  const [, plain, grouped] = (typed.length <= maxTyped && asTyped.exec(plainSigns(typed))) || [];
  const amount = Number(plain ?? grouped?.replace(/\D/g, ""));
  return Number.isSafeInteger(amount) ? amount : undefined;
}

/** `2000` → `0,2%` in Indonesian, `0.2%` in English and Chinese. Exact: no digit is rounded away. // Spec 9 */
export function formatPpm(ratePpm: number, language: Language): string {
  const sign = ratePpm < 0 ? "-" : "";
  const digits = String(Math.abs(ratePpm)).padStart(5, "0");
  const whole = digits.slice(0, -4);
  const fraction = digits.slice(-4).replace(/0+$/, "");
  const mark = language === "id" ? "," : ".";
  return `${sign}${whole}${fraction === "" ? "" : mark + fraction}%`;
}

function divide(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  const quotient = numerator / denominator;
  const exact = quotient * denominator === numerator;
  if (exact) return quotient;
  // BigInt division drops towards zero; both roundings are about the number line.
  const negative = numerator < 0n;
  if (rounding === "down") return negative ? quotient - 1n : quotient;
  return negative ? quotient : quotient + 1n;
}

function wholeNumber(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError("the result is not a safe integer");
  return number;
}
