/**
 * The bank that pays loans out. One transfer belongs to one row of ours for ever: its id is the provider's key too, so
 * sending the same order twice is one payment, and after an unknown result we inquire instead of sending under a new
 * id.
 */

export interface AccountInquiry {
  /** Three-digit clearing code of `banks.ts`: "014". */
  bankCode: string;
  /** Digits only, as printed on the card or book. */
  accountNumber: string;
  /** The name that the borrower gave. Providers that match names want it; a plain inquiry ignores it. */
  expectedName?: string;
}

export type AccountInquiryResult =
  /** The name as the bank holds it: upper case, often shortened. */
  | { outcome: "FOUND"; accountName: string }
  | { outcome: "NOT_FOUND" }
  /** The bank did not answer. Nothing is known about the account: ask again later. */
  | { outcome: "UNAVAILABLE" };

/** Our account that pays: ESCROW holds lenders' and borrowers' money, OPERATING_CASH the company's own. */
export type SourceAccount = "ESCROW" | "OPERATING_CASH";

export interface TransferOrder {
  /** Id of our row (a UUID). The provider sees keys derived from it alone. */
  transferId: string;
  source: SourceAccount;
  bankCode: string;
  accountNumber: string;
  accountName: string;
  /** Whole rupiah, above 0. */
  amountRupiah: number;
  /** Shown on the receiver's statement; at most 30 plain characters arrive. */
  remark: string;
  /**
   * 1 at first. One more only after an inquiry answered NOT_FOUND: a bank that remembers the message but not the order
   * would refuse the same message all day. The order's own id stays, and guards against a second payment.
   */
  attempt?: number;
}

export type TransferAnswer =
  /** The bank has the order; the money may still be on its way. Its end comes by notification or inquiry. */
  | { status: "ACCEPTED"; providerReference: string }
  /** The bank refused the order and no money moved. `code` is the provider's. */
  | { status: "REJECTED"; code: string; detail: string }
  /** The order may or may not have arrived. Ask `inquireTransfer`. */
  | { status: "UNKNOWN"; detail: string };

export type TransferState =
  | { status: "PENDING" }
  | { status: "SETTLED"; providerReference: string; settledAt: Date }
  | { status: "FAILED"; code: string; detail: string }
  /** The bank never saw this id. Only now may the same order be sent again, under the same id. */
  | { status: "NOT_FOUND" }
  | { status: "UNKNOWN"; detail: string };

export interface BankPort {
  readonly adapter: string;
  /** Whose account is it? Never throws for an answer of the bank or its silence. */
  inquireName(account: AccountInquiry): Promise<AccountInquiryResult>;
  /** Orders a transfer. Idempotent by `transferId`. Never throws for a network failure: that is UNKNOWN, even when nothing was sent. */
  transfer(order: TransferOrder): Promise<TransferAnswer>;
  /** The current state of a transfer. Safe to call at any time. */
  inquireTransfer(transferId: string): Promise<TransferState>;
}
