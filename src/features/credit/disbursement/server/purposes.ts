/** A transfer's purpose decides the effect of its start and its end. Each purpose belongs to one domain, which passes its rules in. */
import type { Transaction, Reader } from "#server/database.server.ts";
import type { SourceAccount } from "#server/outside/bank/port.ts";
import type { Services } from "#server/services.ts";
import type { LoanRow } from "#features/credit/loan/server/index.ts";
import type { TransferPurpose, TransferRow } from "./store.ts";
import { defineQuestion } from "#server/questions.ts";

/** A transfer is not ready to leave: thrown by `begin`, whose changes are rolled back; it is tried again later. */
export class NotYet extends Error {
  override readonly name = "NotYet";
  /** A code for staff: `FUNDING`. */
  readonly waitsFor: string;
  constructor(waitsFor: string) {
    super(waitsFor);
    this.waitsFor = waitsFor;
  }
}

/** The transfer's reason has ended: thrown by `begin`; the transfer never leaves. */
export class NoLonger extends Error {
  override readonly name = "NoLonger";
}

/** All of these run in the transaction that moves the transfer on, each at most once per transfer. */
export interface PurposeRules {
  /** Our bank account that the money leaves and returns to, by its name in the ledger; ESCROW by default. */
  bankSide?: SourceAccount;
  /** Just before it may leave. Throws NotYet or NoLonger. */
  begin(services: Services, trx: Transaction, transfer: TransferRow): Promise<void>;
  /** The money has arrived; `settledAt` is the rail's time. */
  settled(services: Services, trx: Transaction, transfer: TransferRow, settledAt: Date): Promise<void>;
  /** The bank refused or returned it, for good. */
  failed(services: Services, trx: Transaction, transfer: TransferRow, code: string): Promise<void>;
  /** The transfer never left, because its reason has ended: returns the money that an earlier transfer for the same subject had reserved. */
  dropped?(services: Services, trx: Transaction, transfer: TransferRow): Promise<void>;
  /** Whether staff settle a failed transfer by hand; then a late success may still count. */
  staffSettles: boolean;
  /**
   * A failed transfer that was given up turns out to be paid: whether its money still has its place, so that it counts
   * without staff. Stops any order that would have replaced it; omitted where this cannot happen.
   */
  stillWaits?(services: Services, trx: Transaction, transfer: TransferRow): Promise<boolean>;
  /**
   * Two members of staff decided that such a transfer counts: moves the money from suspense (`LATE_PAYOUT`) to its
   * place. False if there is no such place (any more): then nothing was written.
   */
  countLate?(services: Services, trx: Transaction, transfer: TransferRow, settledAt: Date): Promise<boolean>;
  /** A settled transfer came back from the receiving bank; its money is in suspense (`RETURNED_PAYOUT`). Notifies the receiver. */
  cameBack?(services: Services, trx: Transaction, transfer: TransferRow): Promise<void>;
  /**
   * Two members of staff decided to give such money back: moves it from suspense to its source. `actor` confirmed it.
   * False if that is not possible (any more): the proposal is refused, and no change remains.
   */
  giveBack(services: Services, trx: Transaction, transfer: TransferRow, actor: `STAFF:${string}`): Promise<boolean>;
  /** Whether such money can be given back now; omitted where it always can. */
  mayGiveBack?(reader: Reader, transfer: TransferRow): Promise<boolean>;
  /** Whether such money may be sent again now; omitted where it never may. */
  mayResend?(reader: Reader, transfer: TransferRow): Promise<boolean>;
  /** It was sent again and arrived. */
  arrivedAgain?(services: Services, trx: Transaction, transfer: TransferRow, settledAt: Date): Promise<void>;
}

/** Steps of the domain that keeps a running loan's books when its payout comes back; each runs in the transaction that notes or decides it. */
export interface PayoutKeeper {
  /** The money is back in escrow: notifies the borrower. */
  cameBack(services: Services, trx: Transaction, loan: LoanRow, transferId: string): Promise<void>;
  /** It arrived by another transfer: the loan counts from that day. */
  arrivedAgain(services: Services, trx: Transaction, loan: LoanRow, settledAt: Date, transferId: string): Promise<void>;
  /** The loan counts as never paid out: its books are undone. */
  undone(services: Services, trx: Transaction, loan: LoanRow): Promise<void>;
  /** Locks the books of all loans of a borrower until the transaction ends: before a repeat loan's own row is moved. */
  hold(trx: Transaction, borrowerId: string): Promise<void>;
  /** The repeat loan's money has arrived and its books are open: its part for the earlier loan pays that one off. */
  payReplaced(services: Services, trx: Transaction, loan: LoanRow): Promise<void>;
}

/** Asked by disbursement: the rules of each transfer purpose. Each purpose belongs to one domain. */
export const transferPurposes = defineQuestion<Partial<Record<TransferPurpose, PurposeRules>>>(
  "transfer-purposes",
  "MANY",
);
/** Asked by disbursement: the single domain that keeps the books of running loans. */
export const payoutBooks = defineQuestion<PayoutKeeper>("payout-books", "ONE");

export function purposeRulesOf({ ask }: Services, purpose: TransferPurpose): PurposeRules {
  for (const rulesBy of ask(transferPurposes)) {
    const rules = rulesBy[purpose];
    if (rules) return rules;
  }
  throw new Error(`No domain owns transfers for ${purpose}.`);
}

/** The bank account that transfers of a purpose leave. */
export const bankSideOf = (services: Services, purpose: TransferPurpose): SourceAccount =>
  purposeRulesOf(services, purpose).bankSide ?? "ESCROW";

export const payoutKeeper = ({ ask }: Services): PayoutKeeper => ask(payoutBooks);
