/** A report that a bank or payment company sends on its own initiative. Verified on the raw bytes before parsing. */

export type Rail = "VIRTUAL_ACCOUNT" | "QRIS" | "EWALLET";

/** Money that a payer sent us, known from a notification or from an inquiry. */
export interface ProviderPayment {
  /** The provider's id of this very payment, the same in every notification and inquiry about it: the key against counting it twice. */
  paymentId: string;
  rail: Rail;
  /** VIRTUAL_ACCOUNT: the virtual account number, digits only. QRIS and EWALLET: the reference that we gave. */
  reference: string;
  /** Whole rupiah, above 0. */
  amountRupiah: number;
  /** The rail's paid-at: by default the value date of the repayment. */
  paidAt: Date;
  /** The rail did not say when: `paidAt` is the instant of its report. */
  isPaidAtUnknown?: true;
}

/** The years in which a reported event may lie: other dates are a fault of the partner, and our calendars and indexes need not handle them. // Threat I7 */
const [firstInstant, lastInstant] = [Date.UTC(2000, 0, 1), Date.UTC(2101, 0, 1) - 1];
export const isPlausibleInstant = (instant: Date): boolean =>
  instant.getTime() >= firstInstant && instant.getTime() <= lastInstant;

export type BankNotification =
  | ({ kind: "PAYMENT_RECEIVED"; eventId: string } & ProviderPayment)
  /** Not final: the state may only move forward from it. */
  | { kind: "PAYMENT_PENDING"; eventId: string; rail: Rail; reference: string }
  /** `paymentId` when the rail names one payment among several of the reference: one that had succeeded before. */
  | {
      kind: "PAYMENT_FAILED";
      eventId: string;
      rail: Rail;
      reference: string;
      paymentId?: string | undefined;
      code: string;
      detail: string;
    }
  | { kind: "TRANSFER_PENDING"; eventId: string; transferId: string }
  | { kind: "TRANSFER_SETTLED"; eventId: string; transferId: string; providerReference: string; settledAt: Date }
  | { kind: "TRANSFER_FAILED"; eventId: string; transferId: string; code: string; detail: string };

/** An incoming request of a partner, untouched. */
export interface IncomingRequest {
  method: string;
  /** Path without query, as the partner signed it: `/api/webhook/sandbox-bank`. */
  path: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  rawBody: Uint8Array;
}

/** Bytes for the partner. For an accepted notification they are sent after the inbox row is committed. */
export interface PartnerAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** A bank asks for the bill of a virtual account, because its customer has entered the account. */
export interface BillQuestion {
  /** The bank's own id; the same question again gets the same answer. */
  inquiryId: string;
  /** The virtual account number, digits only. */
  reference: string;
}

export type BillReply =
  /** Today's whole rupiah: the amount due, and the amount that ends the loan. */
  | { outcome: "BILL"; payerName: string; amountRupiah: number; payoffRupiah: number }
  | { outcome: "NOTHING_TO_PAY" }
  | { outcome: "UNKNOWN" };

export type NotificationReading =
  /** `provider` + `eventId` is unique in the inbox; the same event twice is answered the same way. */
  | { outcome: "EVENT"; provider: string; event: BankNotification; answer: PartnerAnswer }
  /** Answered with the result of the payment domain; `answer` when the number is unknown. */
  | {
      outcome: "INQUIRY";
      question: BillQuestion;
      answer: PartnerAnswer;
      answerFor(reply: BillReply): PartnerAnswer;
    }
  /** Nothing to record (the partner fetched a token for its own calls): just answer. */
  | { outcome: "ANSWER_ONLY"; answer: PartnerAnswer }
  | { outcome: "REFUSED"; reason: "SIGNATURE" | "STALE" | "UNREADABLE" | "UNKNOWN_PARTNER"; answer: PartnerAnswer };
