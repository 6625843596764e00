/** Written-off debt by loan, from the transfers themselves, so that the register agrees with the trial balance. */
import { sql } from "kysely";
import type { Reader } from "#server/database.server.ts";
import { ascending, inOrder, type OrderedInput } from "#server/records/list-order.ts";
import { addDays, instantOf, type BusinessDate } from "#shared/dates.ts";

export interface WrittenOff {
  loanId: string;
  /** The first booking within the days. */
  at: Date;
  /** Rupiah; later recoveries are not subtracted. */
  principalRupiah: number;
  interestRupiah: number;
  feesRupiah: number;
  amountRupiah: number;
  /** Rupiah that is still owed of all that was ever written off of this loan. */
  owedRupiah: number;
}

const byTime = ascending({ column: "w.at", id: "w.loanId", holds: "INSTANT" });

/** Loans of which something was written off on these days (WIB, both included), in the order of booking. */
export async function writtenOffOn(
  reader: Reader,
  days: { from: BusinessDate; to: BusinessDate },
  { cursor, max }: Pick<OrderedInput, "cursor" | "max">,
): Promise<WrittenOff[]> {
  const ofAccount = (kinds: readonly string[]) =>
    sql<number>`coalesce(sum(amount) filter (where split_part(credit_account_id, '/', 1) = any(${kinds}::text[])), 0)::bigint`;
  const written = reader
    .selectFrom("ledger_transfer")
    .select((row) => [
      "reference as loanId",
      row.fn.min("postedAt").as("at"),
      ofAccount(["RECEIVABLE_PRINCIPAL"]).as("principalRupiah"),
      ofAccount(["RECEIVABLE_INTEREST"]).as("interestRupiah"),
      ofAccount(["RECEIVABLE_FEE", "RECEIVABLE_LATE_FEE"]).as("feesRupiah"),
      sql<number>`sum(amount)::bigint`.as("amountRupiah"),
    ])
    // Written out: by a parameter the plan could not know that the index holds this kind. The account's kind is asked for in a
    // way that no index serves, or the plan might go through all debt that was ever written off.
    .where(sql<boolean>`kind = 'WRITE_OFF' and split_part(debit_account_id, '/', 1) = 'WRITTEN_OFF'`)
    .where(sql<boolean>`phase in ('PLAIN', 'POSTED')`)
    .where("postedAt", ">=", instantOf(days.from))
    .where("postedAt", "<", instantOf(addDays(days.to, 1)))
    .groupBy("reference");
  const rows = await inOrder(reader.selectFrom(written.as("w")).selectAll("w"), byTime, { cursor, max }).execute();
  const debts = await owedOf(
    reader,
    rows.map(({ loanId }) => loanId),
  );
  return rows.map((row) => ({ ...row, at: row.at!, owedRupiah: debts.get(row.loanId) ?? 0 }));
}

/** Balances of the accounts of written-off debt of these loans. */
async function owedOf(reader: Reader, loanIds: readonly string[]): Promise<Map<string, number>> {
  if (loanIds.length === 0) return new Map();
  const { rows } = await sql<{ loanId: string; owed: number }>`
    select asked.id as "loanId",
      ((select coalesce(sum(amount), 0) from ledger_transfer
          where debit_account_id = 'WRITTEN_OFF/' || asked.id and phase in ('PLAIN', 'POSTED'))
        - (select coalesce(sum(amount), 0) from ledger_transfer
          where credit_account_id = 'WRITTEN_OFF/' || asked.id and phase in ('PLAIN', 'POSTED')))::bigint as owed
    from unnest(${loanIds}::text[]) as asked (id)`.execute(reader);
  return new Map(rows.map(({ loanId, owed }) => [loanId, owed]));
}
