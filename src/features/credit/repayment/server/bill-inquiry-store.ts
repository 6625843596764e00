/** SQL of the answers to banks that inquire about a virtual account's bill. */
import type { Reader, Transaction } from "#server/database.server.ts";
import type { BusinessDate } from "#shared/dates.ts";
import type { RequestName } from "./collection-store.ts";

export interface BillInquiry {
  /** The bank's id of its inquiry. */
  id: string;
  answeredAt: Date;
  /** The day for which the amounts are computed. */
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
    answeredAt,
    countsOn,
    amountRupiah,
    payoffRupiah,
    isDue,
  };
  await trx
    .insertInto("payment_bill_inquiry")
    .values({ borrowerId, loanId, requestId, id, ...values })
    .onConflict((conflict) => conflict.columns(["borrowerId", "loanId", "requestId", "id"]).doUpdateSet(values))
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
    .select(["id", "answeredAt", "countsOn", "amountRupiah", "payoffRupiah", "isDue"])
    .where("borrowerId", "=", borrowerId)
    .where("loanId", "=", loanId)
    .where("requestId", "=", id)
    .where("answeredAt", ">=", since)
    .orderBy("answeredAt", "desc")
    .limit(maxAnswered)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    answeredAt: row.answeredAt,
    countsOn: row.countsOn,
    amountRupiah: row.amountRupiah,
    payoffRupiah: row.payoffRupiah,
    isDue: row.isDue,
  }));
}
