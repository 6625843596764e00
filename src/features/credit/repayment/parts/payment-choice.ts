/** Reads the choice of payment from the address of the bills screens, and computes the amount. */
import { parseRupiah } from "#shared/money.ts";
import type { Bill, Bills } from "../contract.ts";
import { minPaymentRupiah } from "../request-contract.ts";

export type PayKind = "due" | "payoff" | "other";

export interface PaymentChoice {
  pay: PayKind;
  /** Typed, for `other`. */
  amountRupiah: number | null;
  /** Show how to pay at this bank. */
  bank: string | null;
  /** Show this code: its reference. */
  qris: string | null;
  /** The newest payment when the way was chosen, or `none`: what came before it is not what is waited for. */
  seen: string | null;
  /** List the payments before this position. */
  before: string | null;
}

export function paymentChoiceOf(address: string): PaymentChoice {
  const query = new URL(address, "http://own.invalid").searchParams;
  const pay = query.get("pay");
  return {
    pay: pay === "payoff" || pay === "other" ? pay : "due",
    amountRupiah: parseRupiah(query.get("amount") ?? "") ?? null,
    bank: /^\d{3}$/.exec(query.get("bank") ?? "")?.[0] ?? null,
    qris: /^[A-Za-z0-9]{1,25}$/.exec(query.get("qris") ?? "")?.[0] ?? null,
    seen: /^[\w:-]{1,80}$/.exec(query.get("seen") ?? "")?.[0] ?? null,
    before: /^[\w\-.~=]{1,512}$/.exec(query.get("before") ?? "")?.[0] ?? null,
  };
}

/** The rest of the next instalment that rails carry after the balance has paid a part. */
export function restAfterBalance({
  fromBalance,
}: Pick<Bills, "fromBalance">): { dueOn: string; restRupiah: number } | null {
  return fromBalance && fromBalance.restRupiah >= minPaymentRupiah ? fromBalance : null;
}

/** The amount to pay: by default the amount due today, or the next instalment; if the balance pays a part of it, the rest. */
export function chosenAmountOf(
  { pay, amountRupiah }: PaymentChoice,
  bill: Bill,
  bills: Pick<Bills, "fromBalance">,
): number {
  if (pay === "payoff") return bill.payoffRupiah;
  if (pay === "other" && amountRupiah) return Math.min(amountRupiah, bill.payoffRupiah);
  return Math.min(restAfterBalance(bills)?.restRupiah ?? bill.suggestedRupiah, bill.suggestedRupiah);
}

/** Whether the amount changes tomorrow: a payoff, or an overdue amount with its late fee. */
export function endsWithDay({ pay }: PaymentChoice, bill: Bill): boolean {
  if (pay === "other") return false;
  const isPayoff = pay === "payoff" || (bill.dueTodayRupiah === 0 && bill.suggestedRupiah === bill.payoffRupiah);
  return isPayoff || bill.daysPastDue > 0;
}

/** The address of the same screen for another choice. */
export function paymentAddressOf(base: string, choice: Partial<PaymentChoice>): string {
  const query = new URLSearchParams();
  if (choice.pay && choice.pay !== "due") query.set("pay", choice.pay);
  if (choice.pay === "other" && choice.amountRupiah) query.set("amount", String(choice.amountRupiah));
  if (choice.bank) query.set("bank", choice.bank);
  if (choice.qris) query.set("qris", choice.qris);
  if (choice.bank && choice.seen) query.set("seen", choice.seen);
  if (choice.before) query.set("before", choice.before);
  return query.size > 0 ? `${base}?${query}` : base;
}

/** The bank of a choice, if its account is open. */
export function openBank(
  bills: Bills,
  { bank }: PaymentChoice,
): { bankCode: string; bankName: string; virtualAccountNumber: string } | null {
  const found = bills.banks.find((one) => one.bankCode === bank);
  return found?.virtualAccountNumber ? { ...found, virtualAccountNumber: found.virtualAccountNumber } : null;
}

/** The payments that came in after the way was chosen, newest first. */
export function paymentsSince(payments: Bills["payments"], { seen }: PaymentChoice): Bills["payments"] {
  if (seen === "none") return payments;
  return payments.slice(
    0,
    Math.max(
      0,
      payments.findIndex((payment) => payment.id === seen),
    ),
  );
}

/** `88801123456789012` → `88801 1234 5678 9012`. */
export function groupDigits(digits: string): string {
  return digits.length === 17
    ? digits.replace(/^(\d{5})(\d{4})(\d{4})(\d{4})$/, "$1 $2 $3 $4")
    : digits.replace(/(\d{4})(?=\d)/g, "$1 ");
}
