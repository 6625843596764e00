/** The life of a loan: which state follows which. // Product decisions 4: lifecycle */
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Transaction } from "#server/database.server.ts";
import { defineLifecycle } from "#server/records/lifecycle.ts";
import type { Services } from "#server/services.ts";
import type { LoanStateName } from "../contract.ts";
import { loanMoved } from "./events.ts";
import { addLoanEvent, type LoanEventRow } from "./event-store.ts";
import { lockLoan, type LoanChange } from "./store.ts";
import { storedTerms } from "./stored-terms.ts";

/** A loan changes state in no other way. `transition` writes each change to `loan_event`. */
export const loanLifecycle = defineLifecycle(
  "loan",
  {
    SUBMITTED: ["IN_REVIEW", "APPROVED", "REJECTED", "CANCELLED"],
    IN_REVIEW: ["APPROVED", "REJECTED", "CANCELLED"],
    APPROVED: ["SIGNED", "CANCELLED"],
    SIGNED: ["DISBURSING", "CANCELLED"],
    // A transfer that failed for good goes back, so that staff can settle it: another account, or an end.
    DISBURSING: ["ACTIVE", "SIGNED"],
    // A payout that the receiving bank sent back may undo a loan that ran: it counts as never paid out. // docs/decisions/080
    ACTIVE: ["PAID_OFF", "RESTRUCTURED", "WRITTEN_OFF", "CANCELLED"],
    // A payment that the bank reverses opens the loan again.
    PAID_OFF: ["ACTIVE", "WRITTEN_OFF", "CANCELLED"],
    REJECTED: [],
    CANCELLED: [],
    RESTRUCTURED: [],
    WRITTEN_OFF: ["PAID_OFF", "RESTRUCTURED", "CANCELLED"],
  },
  // The new loan of a restructuring is active from its first moment.
  { table: "loan", isBorrowers: true, initial: ["SUBMITTED", "ACTIVE"] },
);

/** Why an application ended: a loan that had been paid off is owed again. // docs/decisions/102 */
export const earlierLoanOwed = "EARLIER_LOAN_OWED";

export interface Transition {
  borrowerId: string;
  loanId: string;
  from: readonly LoanStateName[];
  to: LoanStateName;
  /** `BORROWER`, `STAFF:<id>`, `SYSTEM` or `BANK`. */
  actor: "BORROWER" | "SYSTEM" | "BANK" | `STAFF:${string}`;
  /** Why, as a code: `RULES_CLEAR`, `SIGN_DEADLINE_PASSED`. */
  cause: string;
  change?: LoanChange;
  /** Facts for the timeline; ids and figures only, nothing personal. */
  facts?: LoanEventRow["facts"];
  /** Only while (or only once) the signing deadline has (not) passed at this instant: sign and expire exclude each other. */
  deadline?: { after?: Date; notAfter?: Date };
  /** Also moves an application that is paused because its account is frozen; otherwise a paused one counts as not in `from`. */
  isPausedToo?: true;
}

/**
 * Moves a loan on and records the event. False when it is no longer in `from` (or past its deadline): another request
 * was first, and nothing was changed.
 */
export async function transition(services: Services, trx: Transaction, input: Transition): Promise<boolean> {
  const { change = {}, facts = {}, borrowerId, loanId, from, to, actor, cause } = input;
  // Locks the loan even if it does not move, so that the caller can continue with its current state.
  await lockLoan(trx, borrowerId, loanId);
  const { terms, ...columns } = change;
  const previous = await loanLifecycle.step(trx, {
    borrowerId,
    id: loanId,
    from,
    to,
    set: { ...columns, ...(terms ? { terms: storedTerms(terms) } : {}) },
    where: conditionOf(input),
  });
  if (previous === null) return false;
  const [id, at] = [services.random.uuid(), services.clock.now()];
  await addLoanEvent(trx, borrowerId, loanId, {
    id,
    kind: "STATE",
    fromState: previous,
    toState: to,
    actor,
    cause,
    facts,
    happenedAt: at,
  });
  await services.events.announce(trx, loanMoved, {
    id: `moved_${id}`,
    at,
    borrowerId,
    loanId,
    from: previous,
    to,
    cause,
  });
  return true;
}

/** Conditions on pause and deadline, as far as the caller sets them. */
function conditionOf({ deadline, isPausedToo }: Transition): RawBuilder<SqlBool> {
  const conditions = [
    ...(isPausedToo ? [] : [sql`paused_at is null`]),
    ...(deadline?.after ? [sql`sign_deadline > ${deadline.after}`] : []),
    ...(deadline?.notAfter ? [sql`sign_deadline <= ${deadline.notAfter}`] : []),
  ];
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}
