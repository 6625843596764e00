/** The life of a loan: which state follows which. // Product decisions 4: lifecycle */
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { LoanStateName } from "../contract.ts";
import { loanMoved } from "./events.ts";
import { addLoanEvent, moveLoan, type LoanChange, type LoanEventRow } from "./store.ts";

/** Nothing moves in another way; the database holds the same list by the guarded update. */
const follows: Record<LoanStateName, readonly LoanStateName[]> = {
  SUBMITTED: ["IN_REVIEW", "APPROVED", "REJECTED", "CANCELLED"],
  IN_REVIEW: ["APPROVED", "REJECTED", "CANCELLED"],
  APPROVED: ["SIGNED", "CANCELLED"],
  SIGNED: ["DISBURSING", "CANCELLED"],
  // A transfer that failed for good goes back, so that staff can settle it: another account, or an end.
  DISBURSING: ["ACTIVE", "SIGNED"],
  // A payout that the receiving bank sent back may undo a loan that ran: it counts as never paid out. // docs/decisions/150
  ACTIVE: ["PAID_OFF", "RESTRUCTURED", "WRITTEN_OFF", "CANCELLED"],
  // A payment that the bank takes back opens the loan again.
  PAID_OFF: ["ACTIVE", "WRITTEN_OFF", "CANCELLED"],
  REJECTED: [],
  CANCELLED: [],
  RESTRUCTURED: [],
  WRITTEN_OFF: ["PAID_OFF", "RESTRUCTURED", "CANCELLED"],
};

/** Why an application ended: a loan that had been paid off is owed again. // docs/decisions/174 */
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
  /** Also one that stands still while its account is frozen; else that is as if it stood elsewhere. */
  isPausedToo?: true;
}

/**
 * Moves a loan on and records the event. False when it no longer stands in `from` (or beyond its deadline): somebody else
 * was first, and nothing was changed.
 */
export async function transition(services: Services, trx: Transaction, input: Transition): Promise<boolean> {
  for (const from of input.from) {
    if (!follows[from].includes(input.to)) throw new RangeError(`A loan cannot go from ${from} to ${input.to}.`);
  }
  const { change = {}, facts = {}, borrowerId, loanId, to, actor, cause } = input;
  const left = await moveLoan(trx, {
    borrowerId,
    loanId,
    from: input.from,
    to,
    change,
    ...(input.deadline ? { deadline: input.deadline } : {}),
    ...(input.isPausedToo ? { isPausedToo: true } : {}),
  });
  if (left === null) return false;
  const [id, at] = [services.random.uuid(), services.clock.now()];
  await addLoanEvent(trx, borrowerId, loanId, {
    id,
    kind: "STATE",
    fromState: left,
    toState: to,
    actor,
    cause,
    facts,
    happenedAt: at,
  });
  await services.events.announce(trx, loanMoved, { id: `moved_${id}`, at, borrowerId, loanId, from: left, to, cause });
  return true;
}
