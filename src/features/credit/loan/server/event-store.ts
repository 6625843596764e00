/** SQL of what happened to loans. */
import { sql } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import { fixedQuery } from "#server/postgres/fixed-query.ts";
import type { LoanStateName } from "../contract.ts";

export interface LoanEventRow {
  id: string;
  kind: string;
  fromState: LoanStateName | null;
  toState: LoanStateName;
  actor: string;
  cause: string;
  facts: Record<string, string | number | boolean | null>;
  happenedAt: Date;
}

export async function addLoanEvent(
  trx: Transaction,
  borrowerId: string,
  loanId: string,
  event: LoanEventRow,
): Promise<void> {
  await trx
    .insertInto("loan_event")
    .values({
      borrowerId,
      loanId,
      id: event.id,
      kind: event.kind,
      fromState: event.fromState,
      toState: event.toState,
      actor: event.actor,
      cause: event.cause,
      facts: JSON.stringify(event.facts),
      happenedAt: event.happenedAt,
    })
    .execute();
}

const maxEvents = 200;

/** The condition is that of the index without messages. */
const steps = fixedQuery((reader, { borrowerId, loanId }: { borrowerId: string; loanId: string }) =>
  reader
    .selectFrom("loan_event")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("loanId", "=", loanId)
    .where("kind", "<>", sql.lit("MESSAGE"))
    .orderBy("id", "desc")
    .limit(maxEvents),
);

/** The newest events of a loan, oldest first, without messages, which come with every payment. */
export async function loanSteps(reader: Reader, borrowerId: string, loanId: string): Promise<LoanEventRow[]> {
  return (await steps.execute(reader, { borrowerId, loanId })).map(eventRow).toReversed();
}

/** The newest events of some loans of a borrower, oldest first, by loan; a loan without events is absent. */
export async function listEventsOfLoans(
  reader: Reader,
  borrowerId: string,
  loanIds: readonly string[],
): Promise<Map<string, LoanEventRow[]>> {
  if (loanIds.length === 0) return new Map();
  const rows = await reader
    .selectFrom("loan_event")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("loanId", "in", [...loanIds])
    .orderBy("id", "desc")
    .limit(maxEvents * loanIds.length)
    .execute();
  const byLoan = Map.groupBy(rows.toReversed(), (row) => row.loanId);
  return new Map([...byLoan].map(([loanId, ofLoan]) => [loanId, ofLoan.map(eventRow)]));
}

function eventRow(row: {
  id: string;
  kind: string;
  fromState: string | null;
  toState: string;
  actor: string;
  cause: string;
  facts: unknown;
  happenedAt: Date;
}): LoanEventRow {
  return {
    id: row.id,
    kind: row.kind,
    fromState: row.fromState as LoanStateName | null,
    toState: row.toState as LoanStateName,
    actor: row.actor,
    cause: row.cause,
    facts: row.facts as LoanEventRow["facts"],
    happenedAt: row.happenedAt,
  };
}
