/** Everything that was recorded about a loan, messages too. */
import type { Reader } from "#server/database.server.ts";

export interface RecordedEvent {
  kind: string;
  cause: string;
  facts: Record<string, unknown>;
}

/** Oldest first. */
export async function loanTimeline(reader: Reader, borrowerId: string, loanId: string): Promise<RecordedEvent[]> {
  const rows = await reader
    .selectFrom("loan_event")
    .select(["kind", "cause", "facts"])
    .where("borrowerId", "=", borrowerId)
    .where("loanId", "=", loanId)
    .orderBy("id")
    .execute();
  return rows.map(({ kind, cause, facts }) => ({ kind, cause, facts: facts as RecordedEvent["facts"] }));
}
