/** Rows of many loans at once, for the sweep that closes their days. */
import { sql } from "kysely";
import type { Transaction } from "#server/database.server.ts";
import type { BusinessDate } from "#shared/dates.ts";
import type { DayClosing } from "./books.ts";
import { accountColumns, type LoanName, type RepaymentAccount } from "./store.ts";

/**
 * The next rows whose day is to be closed by `last` and that no other transaction holds, locked until the transaction
 * ends. A loan that failed before is not among them: it would spoil the transaction for others.
 */
export async function lockNextDue(
  trx: Transaction,
  { last, most, without }: { last: BusinessDate; most: number; without: readonly string[] },
): Promise<RepaymentAccount[]> {
  return trx
    .selectFrom("repayment_account")
    .select(accountColumns)
    .where("nextBookingOn", "<=", last)
    .where("failures", "=", 0)
    .where(sql<boolean>`loan_id <> all(${without}::uuid[])`)
    .orderBy("nextBookingOn")
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute();
}

/** Writes the books' rows of loans whose day was closed, as `changeAccount` does for one. */
export async function changeClosed(
  trx: Transaction,
  closed: readonly (LoanName & Pick<DayClosing, "account">)[],
): Promise<void> {
  const rows = closed.map(({ borrowerId, loanId, account }) => ({
    borrower_id: borrowerId,
    loan_id: loanId,
    booked_on: account.bookedOn,
    next_booking_on: account.nextBookingOn,
    unpaid_principal_rupiah: account.exposure.unpaidPrincipalRupiah,
    unpaid_since: account.exposure.unpaidSince,
    position: account.position,
  }));
  // Another date since when it is unpaid starts another period of arrears.
  await sql`
    update repayment_account
    set booked_on = closed.booked_on, next_booking_on = closed.next_booking_on, position = closed.position,
      unpaid_principal_rupiah = closed.unpaid_principal_rupiah, unpaid_since = closed.unpaid_since,
      next_overdue_on = case when repayment_account.unpaid_since is not distinct from closed.unpaid_since
        then repayment_account.next_overdue_on else closed.unpaid_since + 1 end
    from json_to_recordset(${JSON.stringify(rows)}::json) as closed (borrower_id uuid, loan_id uuid, booked_on date,
      next_booking_on date, unpaid_principal_rupiah bigint, unpaid_since date, position json)
    where repayment_account.borrower_id = closed.borrower_id and repayment_account.loan_id = closed.loan_id`.execute(
    trx,
  );
}
