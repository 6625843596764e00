/** What a transfer is for decides what its beginning and its end mean. Each purpose belongs to one domain, which registers it in `work`. */
import type { Database, Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { LoanRow } from "#features/credit/loan/server/index.ts";
import type { TransferPurpose, TransferRow } from "./store.ts";

/** A transfer is not ready to leave: thrown by `begin`, whose writing is undone; it is tried again later. */
export class NotYet extends Error {
  override readonly name = "NotYet";
  /** A code for staff: `FUNDING`. */
  readonly waitsFor: string;
  constructor(waitsFor: string) {
    super(waitsFor);
    this.waitsFor = waitsFor;
  }
}

/** What the transfer was for has ended: thrown by `begin`; the transfer never leaves. */
export class NoLonger extends Error {
  override readonly name = "NoLonger";
}

/** All of these run in the transaction that moves the transfer on, each at most once per transfer. */
export interface PurposeRules {
  /** Just before it may leave. Throws NotYet or NoLonger. */
  begin(services: Services, trx: Transaction, transfer: TransferRow): Promise<void>;
  /** The money has arrived; `settledAt` is the rail's time. */
  settled(services: Services, trx: Transaction, transfer: TransferRow, settledAt: Date): Promise<void>;
  /** The bank refused or returned it, for good. */
  failed(services: Services, trx: Transaction, transfer: TransferRow, code: string): Promise<void>;
  /** It never left, because what it was for has ended: gives back what an earlier one for the same subject had set aside. */
  dropped?(services: Services, trx: Transaction, transfer: TransferRow): Promise<void>;
  /** Whether staff settle a failed one by hand; then a late success may still be taken. */
  staffSettles: boolean;
  /**
   * A failed one that was given up turns out to be paid: whether its money still has its place, so that it counts by itself.
   * Whatever would have been sent in its stead is stopped here; left out where that can never be.
   */
  stillWaits?(services: Services, trx: Transaction, transfer: TransferRow): Promise<boolean>;
  /**
   * Two of the staff decided that such a one counts: moves the money from suspense (`LATE_PAYOUT`) to where it belongs.
   * False when there is no such place (any more): nothing was written then.
   */
  countLate?(services: Services, trx: Transaction, transfer: TransferRow, settledAt: Date): Promise<boolean>;
  /** A settled one came back from the receiving bank; its money stands in suspense (`RETURNED_PAYOUT`). The receiver is told. */
  cameBack?(services: Services, trx: Transaction, transfer: TransferRow): Promise<void>;
  /**
   * Two of the staff decided to give such money back: moves it from suspense to where it had come from. `actor` confirmed it.
   * False when it cannot be put there (any more): the proposal is refused, and nothing stays written.
   */
  giveBack(services: Services, trx: Transaction, transfer: TransferRow, actor: `STAFF:${string}`): Promise<boolean>;
  /** Whether such money may be sent again as things stand; left out where it never is. */
  mayResend?(reader: Database | Transaction, transfer: TransferRow): Promise<boolean>;
  /** It was sent again and arrived. */
  arrivedAgain?(services: Services, trx: Transaction, transfer: TransferRow, settledAt: Date): Promise<void>;
}

/** What the keeper of a running loan's books does when its payout comes back; each in the transaction that notes or decides it. */
export interface PayoutKeeper {
  /** The money is back in escrow: the borrower is told. */
  cameBack(services: Services, trx: Transaction, loan: LoanRow, transferId: string): Promise<void>;
  /** It arrived by another transfer: the loan counts from that day. */
  arrivedAgain(services: Services, trx: Transaction, loan: LoanRow, settledAt: Date, transferId: string): Promise<void>;
  /** The loan counts as never paid out: its books are undone. */
  undone(services: Services, trx: Transaction, loan: LoanRow): Promise<void>;
}

type ActiveHook = (services: Services, trx: Transaction, loan: LoanRow) => Promise<void>;
interface Registry {
  rules: Map<TransferPurpose, PurposeRules>;
  active: ActiveHook[];
  keeper: PayoutKeeper | null;
}
// Kept per installation, so that two of them in one process (tests) do not meet.
const registries = new WeakMap<Services["sweeps"], Registry>();

function registryOf(services: Services): Registry {
  let registry = registries.get(services.sweeps);
  if (!registry) registries.set(services.sweeps, (registry = { rules: new Map(), active: [], keeper: null }));
  return registry;
}

/** Names the rules of a purpose, once. */
export function registerPurpose(services: Services, purpose: TransferPurpose, rules: PurposeRules): void {
  const { rules: known } = registryOf(services);
  if (known.has(purpose)) throw new Error(`The purpose ${purpose} has two owners.`);
  known.set(purpose, rules);
}

export function rulesOf(services: Services, purpose: TransferPurpose): PurposeRules {
  const rules = registryOf(services).rules.get(purpose);
  if (!rules) throw new Error(`Nobody owns transfers for ${purpose}.`);
  return rules;
}

/** What else happens when a loan becomes active, in the same transaction: repayment opens its books. */
export function whenLoanActive(services: Services, hook: ActiveHook): void {
  registryOf(services).active.push(hook);
}

/** Names the keeper of running loans' books, once. */
export function keepPayouts(services: Services, keeper: PayoutKeeper): void {
  const registry = registryOf(services);
  if (registry.keeper) throw new Error("The books of running loans have two keepers.");
  registry.keeper = keeper;
}

export function payoutKeeper(services: Services): PayoutKeeper {
  const { keeper } = registryOf(services);
  if (!keeper) throw new Error("Nobody keeps the books of running loans.");
  return keeper;
}

export async function runActiveHooks(services: Services, trx: Transaction, loan: LoanRow): Promise<void> {
  for (const hook of registryOf(services).active) await hook(services, trx, loan);
}
