/** How many loans stand at once: for lists of staff. A valuation keeps these columns up to the day. */
import type { Selectable } from "kysely";
import type { Reader } from "#server/database.server.ts";
import type { RepaymentAccount } from "#server/database.types.ts";
import { ascending, inOrder, type OrderedInput } from "#server/records/list-order.ts";
import type { BusinessDate } from "#shared/dates.ts";
import type { LoanName } from "./store.ts";

/** How a loan stands: rupiah of principal that is unpaid, and the due date of the first instalment that is not paid. */
export interface Standing extends LoanName {
  unpaidPrincipalRupiah: number | null;
  unpaidSince: BusinessDate | null;
}
const standingColumns = ["borrower_id", "loan_id", "unpaid_principal_rupiah", "unpaid_since"] as const;
const standingOf = (row: Pick<Selectable<RepaymentAccount>, (typeof standingColumns)[number]>): Standing => ({
  borrowerId: row.borrower_id,
  loanId: row.loan_id,
  unpaidPrincipalRupiah: row.unpaid_principal_rupiah,
  unpaidSince: row.unpaid_since,
});

/** How these loans stand; without those whose money has not gone out. */
export async function standingsOf(reader: Reader, names: readonly LoanName[]): Promise<Map<string, Standing>> {
  if (names.length === 0) return new Map();
  const rows = await reader
    .selectFrom("repayment_account")
    .select(standingColumns)
    .where((row) =>
      row(
        row.refTuple("borrower_id", "loan_id"),
        "in",
        names.map(({ borrowerId, loanId }) => row.tuple(borrowerId, loanId)),
      ),
    )
    .execute();
  return new Map(rows.map((row) => [row.loan_id, standingOf(row)]));
}

const byLateness = ascending({ column: "unpaid_since", holds: "DAY", id: "loan_id" });

/** Loans with an instalment that was due before `today` and is not paid, the longest late first; the period names days since when. */
export async function pageOfLate(reader: Reader, today: BusinessDate, page: OrderedInput): Promise<Standing[]> {
  const query = reader
    .selectFrom("repayment_account")
    .select(standingColumns)
    .where("unpaid_principal_rupiah", ">", 0)
    .where("unpaid_since", "<", today);
  return (await inOrder(query, byLateness, page).execute()).map(standingOf);
}
