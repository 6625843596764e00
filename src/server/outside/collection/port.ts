/** The company that collects repayments: virtual accounts, QRIS and e-wallet. Idempotent by our own numbers and references. */
import type { IncomingRequest, NotificationReading, ProviderPayment, Rail } from "../notification.ts";

export interface VirtualAccountOrder {
  /** Bank that holds the account: one of `virtualAccountBanks()`. */
  bankCode: string;
  /** Our own number for the borrower or loan, 1 to 20 digits. The same number gives the same account for ever. */
  customerNo: string;
  /** Name shown to the payer. */
  name: string;
  /** Whole rupiah for a closed amount; without it the payer may send any amount. */
  amountRupiah?: number;
  expiresAt: Date;
}
export type VirtualAccountAnswer =
  | { outcome: "OPEN"; bankCode: string; virtualAccountNumber: string; expiresAt: Date }
  | { outcome: "REJECTED"; code: string; detail: string }
  /** Ask again with the same order: it opens or finds the same account. */
  | { outcome: "UNAVAILABLE" };

export interface VirtualAccountClosing {
  bankCode: string;
  /** The number used at its opening. */
  customerNo: string;
}
export type VirtualAccountClosingAnswer =
  /** It accepts nothing any more; also when it was closed before, or never existed. */
  | { outcome: "CLOSED" }
  | { outcome: "REJECTED"; code: string; detail: string }
  /** May be repeated: closing twice has the effect of closing once. */
  | { outcome: "UNAVAILABLE" };

export interface QrisOrder {
  /** Ours, 1 to 25 letters and digits, unique per code. */
  reference: string;
  /** Whole rupiah, above 0. */
  amountRupiah: number;
  expiresAt: Date;
}
export type QrisAnswer =
  /** `qris` is the EMVCo string that `qris.ts` draws as a picture. */
  | { outcome: "OPEN"; qris: string; reference: string; expiresAt: Date }
  | { outcome: "REJECTED"; code: string; detail: string }
  | { outcome: "UNAVAILABLE" };

export interface EwalletOrder {
  /** Ours, 1 to 25 letters and digits, unique per push. */
  reference: string;
  wallet: "OVO";
  /** `08…`, 10 to 14 digits. */
  mobileNumber: string;
  amountRupiah: number;
}
export type EwalletAnswer =
  /** The wallet asks its owner on the phone; the end comes by notification or inquiry, within `answerWithinSeconds`. */
  | { outcome: "PUSHED"; answerWithinSeconds: number }
  | { outcome: "REJECTED"; code: string; detail: string }
  /** The phone may or may not have rung: inquire, never push under a new reference while this one may be paid. */
  | { outcome: "UNKNOWN"; detail: string };

export type PaymentInquiry =
  /** Every payment to the reference so far, without refunded ones; none if the list is empty. `open` says whether more may come. */
  | { outcome: "KNOWN"; payments: ProviderPayment[]; open: boolean; failed?: { code: string; detail: string } }
  | { outcome: "UNAVAILABLE" };

export interface PaymentListing {
  /** Bank of the virtual accounts. */
  bankCode: string;
  /** Both included, on one day in WIB. */
  from: Date;
  until: Date;
}
export type PaymentListAnswer =
  /** Every payment to our virtual accounts at this bank in that time, without refunded ones. */
  | { outcome: "LISTED"; payments: ProviderPayment[] }
  /** This bank gives no lists. */
  | { outcome: "NOT_OFFERED" }
  | { outcome: "UNAVAILABLE" };

export interface CollectionPort {
  readonly adapter: string;
  /** Clearing codes of the banks that can hold a virtual account here, best known first. */
  virtualAccountBanks(): readonly string[];
  openVirtualAccount(order: VirtualAccountOrder): Promise<VirtualAccountAnswer>;
  closeVirtualAccount(closing: VirtualAccountClosing): Promise<VirtualAccountClosingAnswer>;
  createQris(order: QrisOrder): Promise<QrisAnswer>;
  pushEwallet(order: EwalletOrder): Promise<EwalletAnswer>;
  /** The payment so far. `reference` as in `ProviderPayment`; `bankCode` when the rail is a virtual account. */
  inquirePayment(payment: { rail: Rail; reference: string; bankCode?: string }): Promise<PaymentInquiry>;
  listPayments(listing: PaymentListing): Promise<PaymentListAnswer>;
  /** Verifies the signature over the raw bytes, then parses. Never throws. */
  readNotification(request: IncomingRequest): Promise<NotificationReading>;
}
