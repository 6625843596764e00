/** SQL of the deadline for signing: where it ends and where it is moved in the borrower's favour. */
import { sql } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";

/**
 * Extends the signing deadline of a borrower's approved loan to at least this time, if it has not passed: we
 * refused the code that the signature needs. By `maxSeconds` in total at most.
 */
export async function moveSignDeadline(
  trx: Transaction,
  borrowerId: string,
  { notBefore, now, maxSeconds }: { notBefore: Date; now: Date; maxSeconds: number },
): Promise<void> {
  const seconds = sql<number>`least(
    ${maxSeconds}::integer - sign_deadline_moved_seconds,
    ceil(extract(epoch from ${notBefore}::timestamptz - sign_deadline))::integer)`;
  await trx
    .updateTable("loan")
    .set({
      signDeadline: sql<Date>`sign_deadline + make_interval(secs => ${seconds})`,
      signDeadlineMovedSeconds: sql<number>`sign_deadline_moved_seconds + ${seconds}`,
    })
    .where("borrowerId", "=", borrowerId)
    .where("state", "=", "APPROVED")
    .where("pausedAt", "is", null)
    .where("signDeadline", ">", now)
    .where("signDeadline", "<", notBefore)
    .where("signDeadlineMovedSeconds", "<", maxSeconds)
    .execute();
}

/** Loans that were approved and not signed by their deadline, for the sweep. */
export async function unsignedAfterDeadline(
  reader: Reader,
  now: Date,
  most: number,
): Promise<{ borrowerId: string; loanId: string }[]> {
  const rows = await reader
    .selectFrom("loan")
    .select(["borrowerId", "id"])
    .where("state", "=", "APPROVED")
    .where("pausedAt", "is", null)
    .where("signDeadline", "<=", now)
    .limit(most)
    .execute();
  return rows.map((row) => ({ borrowerId: row.borrowerId, loanId: row.id }));
}
