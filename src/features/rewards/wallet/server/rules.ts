/**
 * The wallet's figures as data: each with the day from which it is in force and its source. A figure changes by adding a row.
 * // Product decisions, rewards 3
 */
import type { BusinessDate } from "#shared/dates.ts";

type Rule = "MIN_WITHDRAWAL_RUPIAH" | "MONTH_CAP_RUPIAH" | "VALIDITY_DAYS" | "ACCOUNT_AGE_HOURS" | "ARRIVAL_HOURS";

interface RuleRow {
  rule: Rule;
  from: BusinessDate;
  value: number;
  source: string;
}

const rows: readonly RuleRow[] = [
  { rule: "MIN_WITHDRAWAL_RUPIAH", from: "2026-01-01", value: 10_000, source: "Decided" },
  { rule: "MONTH_CAP_RUPIAH", from: "2026-01-01", value: 1_000_000, source: "Product specification" },
  { rule: "VALIDITY_DAYS", from: "2026-01-01", value: 365, source: "Decided" },
  { rule: "ACCOUNT_AGE_HOURS", from: "2026-01-01", value: 24, source: "Decided" },
  { rule: "ARRIVAL_HOURS", from: "2026-01-01", value: 24, source: "Product specification" },
];

const inForce = (rule: Rule, day: BusinessDate): number => {
  const row = rows.filter((one) => one.rule === rule && one.from <= day).at(-1);
  if (!row) throw new RangeError(`${rule} has no row for ${day}.`);
  return row.value;
};

/** The smallest withdrawal, in rupiah. */
export const minWithdrawalRupiah = (day: BusinessDate): number => inForce("MIN_WITHDRAWAL_RUPIAH", day);
/** Monthly limit for withdrawals (WIB), in rupiah. */
export const monthCapRupiah = (day: BusinessDate): number => inForce("MONTH_CAP_RUPIAH", day);
/** Days after the last credit or withdrawal on which the wallet ends. */
export const validityDays = (day: BusinessDate): number => inForce("VALIDITY_DAYS", day);
/** Hours after adding a bank account until it may receive money. */
export const accountAgeHours = (day: BusinessDate): number => inForce("ACCOUNT_AGE_HOURS", day);
/** Hours within which a withdrawal arrives. */
export const arrivalHours = (day: BusinessDate): number => inForce("ARRIVAL_HOURS", day);
