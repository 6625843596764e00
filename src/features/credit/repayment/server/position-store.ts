/** The status of many loans at once: for lists of staff. A valuation keeps these columns up to the day. */
import { sql, type Selectable } from "kysely";
import type { Reader } from "#server/database.server.ts";
import type { RepaymentAccount } from "#server/database.types.ts";
import { ascending, inOrder, type OrderedInput } from "#server/records/list-order.ts";
import { addDays, type BusinessDate } from "#shared/dates.ts";
import type { LoanName } from "./store.ts";

/** The status of a loan: unpaid principal in rupiah, and the due date of the first unpaid instalment. */
export interface RepaymentPosition extends LoanName {
  unpaidPrincipalRupiah: number | null;
  unpaidSince: BusinessDate | null;
}
const standingColumns = ["borrowerId", "loanId", "unpaidPrincipalRupiah", "unpaidSince"] as const;
const standingOf = (row: Pick<Selectable<RepaymentAccount>, (typeof standingColumns)[number]>): RepaymentPosition => ({
  borrowerId: row.borrowerId,
  loanId: row.loanId,
  unpaidPrincipalRupiah: row.unpaidPrincipalRupiah,
  unpaidSince: row.unpaidSince,
});

/** The status of these loans, without those whose money has not gone out. */
export async function repaymentPositionsOf(
  reader: Reader,
  names: readonly LoanName[],
): Promise<Map<string, RepaymentPosition>> {
  if (names.length === 0) return new Map();
  const rows = await reader
    .selectFrom("repayment_account")
    .select(standingColumns)
    .where((row) =>
      row(
        row.refTuple("borrowerId", "loanId"),
        "in",
        names.map(({ borrowerId, loanId }) => row.tuple(borrowerId, loanId)),
      ),
    )
    .execute();
  return new Map(rows.map((row) => [row.loanId, standingOf(row)]));
}

const byLateness = ascending({ column: "unpaidSince", holds: "DAY", id: "loanId" });

/** Loans with an instalment that was due before `today` and is not paid, the longest late first; the period names days since when. */
export async function pageOfLate(
  reader: Reader,
  today: BusinessDate,
  page: OrderedInput,
): Promise<RepaymentPosition[]> {
  const query = reader
    .selectFrom("repayment_account")
    .select(standingColumns)
    .where("unpaidPrincipalRupiah", ">", 0)
    .where("unpaidSince", "<", today);
  return (await inOrder(query, byLateness, page).execute()).map(standingOf);
}

/** The days past due of an instalment, from and to, both within; without `to` there is no upper end. */
export interface DaysLate {
  from: number;
  to: number | null;
}

/**
 * Loans that are owed, by the oldest instalment that is not paid: one for each borrower, the one that is unpaid the longest.
 * The period filters by the due date of that instalment.
 */
export async function debtPage(
  reader: Reader,
  today: BusinessDate,
  late: DaysLate | null,
  page: OrderedInput,
): Promise<RepaymentPosition[]> {
  const query = reader
    .selectFrom("repayment_account as owing")
    .select(standingColumns.map((column) => `owing.${column}` as const))
    .where("owing.unpaidPrincipalRupiah", ">", 0)
    .where("owing.unpaidSince", "is not", null)
    .$if(late !== null, (of) => of.where("owing.unpaidSince", "<=", addDays(today, -late!.from)))
    .$if(late !== null && late.to !== null, (of) => of.where("owing.unpaidSince", ">=", addDays(today, -late!.to!)))
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom("repayment_account as other")
            .select("other.loanId")
            .whereRef("other.borrowerId", "=", "owing.borrowerId")
            .where("other.unpaidPrincipalRupiah", ">", 0)
            .where(sql<boolean>`(other.unpaid_since, other.loan_id) < (owing.unpaid_since, owing.loan_id)`),
        ),
      ),
    );
  const order = ascending({ column: "owing.unpaidSince", holds: "DAY", id: "owing.loanId" });
  return (await inOrder(query, order, page).execute()).map(standingOf);
}

/** The loan of each of these borrowers that is unpaid the longest, by the borrower's id; borrowers who owe nothing are missing. */
export async function debtsOf(reader: Reader, borrowerIds: readonly string[]): Promise<Map<string, RepaymentPosition>> {
  if (borrowerIds.length === 0) return new Map();
  const rows = await reader
    .selectFrom("repayment_account")
    .distinctOn("borrowerId")
    .select(standingColumns)
    .where("borrowerId", "in", borrowerIds)
    .where("unpaidPrincipalRupiah", ">", 0)
    .where("unpaidSince", "is not", null)
    .orderBy("borrowerId")
    .orderBy("unpaidSince")
    .orderBy("loanId")
    .execute();
  return new Map(rows.map((row) => [row.borrowerId, standingOf(row)]));
}
