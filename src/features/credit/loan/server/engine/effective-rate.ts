/**
 * The yearly effective rate: the daily rate at which the instalments are worth the amount received, compounded over 365
 * days. Worked out in fixed point on BigInt, so that every machine shows the same digits.
 */
import { LRUCache } from "lru-cache";

const scale = 10n ** 24n;
/** The rate is shown with two decimals of a per cent. */
const shownStepPpm = 100n;
const daysInYear = 365;
/** Quotes compute the same few hundred sets of instalments many times: each amount with each tenor, at today's rates. */
const remembered = new LRUCache<string, number>({ max: 2_000 });

export interface Flow {
  /** Days after the money was received. */
  day: number;
  amountRupiah: number;
}

/** Parts per million a year, rounded to 0.01 %. @throws RangeError when the payments do not return what was received */
export function effectiveYearlyRatePpm(receivedRupiah: number, payments: readonly Flow[]): number {
  const total = payments.reduce((sum, payment) => sum + payment.amountRupiah, 0);
  if (receivedRupiah <= 0 || total < receivedRupiah) throw new RangeError("the payments must return what was received");
  const key = [receivedRupiah, ...payments.flatMap(({ day, amountRupiah }) => [day, amountRupiah])].join(" ");
  let rate = remembered.get(key);
  if (rate === undefined) remembered.set(key, (rate = workedOut(receivedRupiah, payments)));
  return rate;
}

function workedOut(receivedRupiah: number, payments: readonly Flow[]): number {
  // Between nothing and 100 % a day; 80 halvings leave less than the last digit of the scale.
  let low = 0n;
  let high = scale;
  for (let step = 0; step < 80; step++) {
    const middle = (low + high) / 2n;
    if (presentValue(payments, middle) > BigInt(receivedRupiah) * scale) low = middle;
    else high = middle;
  }
  const yearly = power(scale + low, daysInYear) - scale;
  const unit = (scale / 1_000_000n) * shownStepPpm;
  return Number(((yearly + unit / 2n) / unit) * shownStepPpm);
}

function presentValue(payments: readonly Flow[], dailyRate: bigint): bigint {
  return payments.reduce(
    (sum, payment) => sum + (BigInt(payment.amountRupiah) * scale * scale) / power(scale + dailyRate, payment.day),
    0n,
  );
}

function power(base: bigint, exponent: number): bigint {
  let result = scale;
  let square = base;
  for (let remaining = exponent; remaining > 0; remaining = Math.floor(remaining / 2)) {
    if (remaining % 2 === 1) result = (result * square) / scale;
    square = (square * square) / scale;
  }
  return result;
}
