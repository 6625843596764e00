/** Amounts as they are typed into a page: read by the server's own function, judged and stepped. */
import { parseRupiah } from "#shared/money.ts";

/** A typed amount in rupiah; NaN when the server would not accept it. */
export const typedAmountOf = (typed: string): number => parseRupiah(typed) ?? Number.NaN;

export interface AmountRule {
  minimum: number;
  maximum: number;
  step: number;
}

/** The rule that an amount breaks; empty when it is valid. Steps count from zero (spec 5: a multiple of 100,000). */
export function amountProblem(amount: number, rule: AmountRule): "" | "type" | "min" | "max" | "step" {
  if (Number.isNaN(amount)) return "type";
  if (amount < rule.minimum) return "min";
  if (amount > rule.maximum) return "max";
  return amount % rule.step === 0 ? "" : "step";
}

/** The next amount on the grid of steps in a direction, within the bounds. From between two steps it goes to the nearer one in that direction. */
export function stepped(amount: number, direction: number, rule: AmountRule): number {
  const { step } = rule;
  const from = Number.isNaN(amount) ? rule.minimum - (direction > 0 ? step : 0) : amount;
  const next = direction > 0 ? Math.floor(from / step) * step + step : Math.ceil(from / step) * step - step;
  return Math.min(Math.max(next, Math.ceil(rule.minimum / step) * step), Math.floor(rule.maximum / step) * step);
}
