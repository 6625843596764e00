/** SQL of the answers to banks that inquire about a virtual account's bill. */
import type { Reader, Transaction } from "#server/database.server.ts";
import type { BusinessDate } from "#shared/dates.ts";
import type { RequestName } from "./collection-store.ts";

export interface BillInquiry {
  /** The bank's own. */
  id: string;
  answeredAt: Date;
  /** The day that the amounts are of. */
  countsOn: BusinessDate;
  amountRupiah: number;
  payoffRupiah: number;
  isDue: boolean;
}

/** Notes an answer before it is given. Returns the answer to give: an inquiry that was answered since `holdsFrom` gets the same one again. */
export async function noteInquiry(
  trx: Transaction,
  request: RequestName,
  inquiry: BillInquiry,
  holdsFrom: Date,
): Promise<Pick<BillInquiry, "amountRupiah" | "payoffRupiah">> {
  const { borrowerId, loanId, id: requestId } = request;
  const known = (await inquiriesAnswered(trx, request, holdsFrom)).find(({ id }) => id === inquiry.id);
  if (known) return known;
  const { id, answeredAt, countsOn, amountRupiah, payoffRupiah, isDue } = inquiry;
  const values = {
    answered_at: answeredAt,
    counts_on: countsOn,
    amount_rupiah: amountRupiah,
    payoff_rupiah: payoffRupiah,
    is_due: isDue,
  };
  await trx
    .insertInto("payment_bill_inquiry")
    .values({ borrower_id: borrowerId, loan_id: loanId, request_id: requestId, id, ...values })
    .onConflict((conflict) => conflict.columns(["borrower_id", "loan_id", "request_id", "id"]).doUpdateSet(values))
    .execute();
  return inquiry;
}

const maxAnswered = 100;

/** The answers for a virtual account since an instant, newest first. */
export async function inquiriesAnswered(
  reader: Reader,
  { borrowerId, loanId, id }: RequestName,
  since: Date,
): Promise<BillInquiry[]> {
  const rows = await reader
    .selectFrom("payment_bill_inquiry")
    .select(["id", "answered_at", "counts_on", "amount_rupiah", "payoff_rupiah", "is_due"])
    .where("borrower_id", "=", borrowerId)
    .where("loan_id", "=", loanId)
    .where("request_id", "=", id)
    .where("answered_at", ">=", since)
    .orderBy("answered_at", "desc")
    .limit(maxAnswered)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    answeredAt: row.answered_at,
    countsOn: row.counts_on,
    amountRupiah: row.amount_rupiah,
    payoffRupiah: row.payoff_rupiah,
    isDue: row.is_due,
  }));
}
