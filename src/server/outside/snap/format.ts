/** How SNAP BI writes times, amounts, numbers and answers. */
import { createHash } from "node:crypto";
import { isPlausibleInstant } from "../notification.ts";

/** `2026-11-21T10:15:00+07:00`: Jakarta's local time, whole seconds. */
export function snapTimestamp(instant: Date): string {
  return `${new Date(instant.getTime() + 7 * 3_600_000).toISOString().slice(0, 19)}+07:00`;
}

/**
 * An instant with its zone, or undefined. A time without a zone is refused: it could be off by hours. IMPLAUSIBLE is one outside the
 * years in which anything of ours can have happened.
 */
function readSnapInstant(text: unknown): Date | "IMPLAUSIBLE" | undefined {
  if (typeof text !== "string" || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/.test(text))
    return undefined;
  const instant = new Date(text.replace(/([+-]\d\d)(\d\d)$/, "$1:$2"));
  if (Number.isNaN(instant.getTime())) return undefined;
  return isPlausibleInstant(instant) ? instant : "IMPLAUSIBLE";
}

/** The same for an answer to a question of ours: undefined for anything else. */
export function readSnapTimestamp(text: unknown): Date | undefined {
  const instant = readSnapInstant(text);
  return instant === "IMPLAUSIBLE" ? undefined : instant;
}

/** The instant of a payment: the first of the times that can be read, else that of its report. */
export function snapPaidAt(times: readonly unknown[], toldAt: Date): { paidAt: Date; isPaidAtUnknown?: true } {
  const paidAt = times.map(readSnapTimestamp).find((time) => time !== undefined);
  return paidAt ? { paidAt } : { paidAt: toldAt, isPaidAtUnknown: true };
}

/** Whether the first time that can be read lies outside the years in which anything of ours can have happened. */
export const isImplausiblePaidAt = (times: readonly unknown[]): boolean =>
  times.map(readSnapInstant).find((time) => time !== undefined) === "IMPLAUSIBLE";

export interface SnapAmount {
  value: string;
  currency: "IDR";
}
export const snapAmount = (amountRupiah: number): SnapAmount => ({ value: `${amountRupiah}.00`, currency: "IDR" });

/** Whole rupiah of `{ value: "10000.00", currency: "IDR" }`; undefined for anything else, cents included. */
export function readSnapAmount(amount: unknown): number | undefined {
  const { value, currency } = (amount ?? {}) as { value?: unknown; currency?: unknown };
  if (typeof value !== "string" || currency !== "IDR" || !/^\d{1,15}(\.00?)?$/.test(value)) return undefined;
  const rupiah = Number(value.split(".")[0]);
  return Number.isSafeInteger(rupiah) ? rupiah : undefined;
}

/**
 * X-EXTERNAL-ID: 36 digits derived from our row. An effect has no `nonce`, so that a retry on the same day gets the
 * bank's own refusal of a used number; an inquiry, which may be repeated, adds one.
 */
export function externalId(purpose: string, rowId: string, nonce = ""): string {
  const hash = createHash("sha256").update(`${purpose}|${rowId}|${nonce}`).digest("hex").slice(0, 30);
  // 119 bits are at most 36 decimal digits.
  return (BigInt(`0x${hash}`) >> 1n).toString().padStart(36, "0");
}

/** Company code in front of a virtual account: 8 characters, padded with spaces on the left. */
export const partnerServiceId = (companyCode: string): string => companyCode.padStart(8, " ");

/** Service codes: the middle two digits of every answer's code. */
export const snapServices = {
  accessToken: { code: "73", method: "POST", path: "/v1.0/access-token/b2b" },
  accountInquiry: { code: "16", method: "POST", path: "/v1.0/account-inquiry-external" },
  transferInterbank: { code: "18", method: "POST", path: "/v1.0/transfer-interbank" },
  transferStatus: { code: "36", method: "POST", path: "/v1.0/transfer/status" },
  createVa: { code: "27", method: "POST", path: "/v1.0/transfer-va/create-va" },
  updateVa: { code: "28", method: "PUT", path: "/v1.0/transfer-va/update-va" },
  deleteVa: { code: "31", method: "DELETE", path: "/v1.0/transfer-va/delete-va" },
  vaStatus: { code: "26", method: "POST", path: "/v1.0/transfer-va/status" },
  vaReport: { code: "35", method: "POST", path: "/v1.0/transfer-va/report" },
  vaInquiry: { code: "24", method: "POST", path: "/v1.0/transfer-va/inquiry" },
  vaPayment: { code: "25", method: "POST", path: "/v1.0/transfer-va/payment" },
  qrGenerate: { code: "47", method: "POST", path: "/v1.0/qr/qr-mpm-generate" },
  qrQuery: { code: "51", method: "POST", path: "/v1.0/qr/qr-mpm-query" },
  qrNotify: { code: "52", method: "POST", path: "/v1.0/qr/qr-mpm-notify" },
  debitPayment: { code: "54", method: "POST", path: "/v1.0/debit/payment-host-to-host" },
  debitStatus: { code: "55", method: "POST", path: "/v1.0/debit/status" },
  debitNotify: { code: "56", method: "POST", path: "/v1.0/debit/notify" },
} as const satisfies Record<string, { code: string; method: "POST" | "PUT" | "DELETE"; path: string }>;
export type SnapService = keyof typeof snapServices;

/** latestTransactionStatus of a payment that had succeeded and went back to its payer. */
export const refundedStatus = "04";

/** latestTransactionStatus of transfers, QRIS and debit. */
export type SnapProgress = "DONE" | "UNDER_WAY" | "FAILED" | "NOT_FOUND";
export function snapProgress(status: unknown): SnapProgress | undefined {
  switch (status) {
    case "00":
      return "DONE";
    case "01":
    case "02":
    case "03":
      return "UNDER_WAY";
    // Refunded, cancelled, failed: in all of them the receiver does not have the money.
    case "04":
    case "05":
    case "06":
      return "FAILED";
    case "07":
      return "NOT_FOUND";
    default:
      return undefined;
  }
}
