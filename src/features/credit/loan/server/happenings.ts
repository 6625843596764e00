/** Events of a loan that do not change its state: a message was sent, a transfer was retried, a payment arrived. */
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { LoanStateName } from "../contract.ts";
import { addLoanEvent, type LoanEventRow } from "./event-store.ts";

export interface LoanHappening {
  borrowerId: string;
  loanId: string;
  /** `MESSAGE`, `TRANSFER`, `PAYMENT` … */
  kind: string;
  /** The loan's state. */
  state: LoanStateName;
  actor: "BORROWER" | "SYSTEM" | "BANK" | `STAFF:${string}`;
  /** A code: `APPROVED_TOLD`. */
  cause: string;
  /** Ids and figures only, nothing personal. */
  facts?: LoanEventRow["facts"];
}

/** Adds an event to the loan's timeline that changes no state. */
export async function recordLoanEvent(services: Services, trx: Transaction, happening: LoanHappening): Promise<void> {
  const { borrowerId, loanId, kind, state, actor, cause, facts = {} } = happening;
  await addLoanEvent(trx, borrowerId, loanId, {
    id: services.random.uuid(),
    kind,
    fromState: state,
    toState: state,
    actor,
    cause,
    facts,
    happenedAt: services.clock.now(),
  });
}
