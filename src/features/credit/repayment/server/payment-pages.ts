/** Payments of a loan page by page, the newest first. */
import { sql } from "kysely";
import type { Reader } from "#server/database.server.ts";
import type { Rail } from "#server/outside/notification.ts";
import { cursorInTime, listPage } from "#server/records/list-page.ts";
import type { PaymentSource } from "#features/credit/loan/server/index.ts";
import { paymentsAPage, type PaymentItem } from "../contract.ts";
import { paymentItemOf } from "./bill.ts";
import type { LoanName } from "./store.ts";

export interface PaymentsPage {
  items: PaymentItem[];
  nextCursor: string | null;
  /** The newest payment, whichever page this is; null without one. */
  newestId: string | null;
}

/** The instant that orders a payment: when the payer paid, or when it was recorded. */
const paidAt = sql<Date>`coalesce(paid_at, recorded_at)`;

/** A page of payments after a cursor, or the newest ones; those that the bank took back are left out. */
export async function paymentsPageOf(
  reader: Reader,
  name: LoanName,
  cursor: string | undefined,
): Promise<PaymentsPage> {
  const place = placeOf(cursor);
  const [rows, newest] = await Promise.all([
    readPayments(reader, name, place, paymentsAPage + 1),
    place ? readPayments(reader, name, null, 1) : null,
  ]);
  const { page, nextCursor } = listPage(rows, paymentsAPage, ({ id, paidAt: at }) => cursorInTime(new Date(at), id));
  return { items: page, nextCursor, newestId: (newest ?? rows)[0]?.id ?? null };
}

async function readPayments(
  reader: Reader,
  { borrowerId, loanId }: LoanName,
  place: { at: Date; id: string } | null,
  max: number,
): Promise<PaymentItem[]> {
  let query = reader
    .selectFrom("repayment_event as paid")
    .select(["id", "valueDate", "amountRupiah", "source", "rail", "bankCode", "paidAt", "actor", "recordedAt"])
    .where("borrowerId", "=", borrowerId)
    .where("loanId", "=", loanId)
    .where("kind", "=", sql.lit("PAYMENT"))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("repayment_event as back")
            .select("back.id")
            .where("back.borrowerId", "=", borrowerId)
            .where("back.loanId", "=", loanId)
            .where("back.kind", "=", sql.lit("REVERSAL"))
            .whereRef("back.reversedEventId", "=", "paid.id"),
        ),
      ),
    );
  if (place) query = query.where(sql<boolean>`(${paidAt}, id) < (${place.at}, ${place.id})`);
  const rows = await query.orderBy(paidAt, "desc").orderBy("id", "desc").limit(max).execute();
  return rows.map(({ source, rail, amountRupiah, ...row }) =>
    paymentItemOf({
      ...row,
      kind: "PAYMENT",
      amountRupiah: amountRupiah ?? 0,
      from: source as PaymentSource,
      rail: rail as Rail | null,
    }),
  );
}

/** Ids of payments are names by their rail, and none contains the sign between both parts. */
function placeOf(cursor: string | undefined): { at: Date; id: string } | null {
  if (cursor === undefined) return null;
  const [milliseconds = "", id = ""] = cursor.split("~");
  return { at: new Date(Number(milliseconds)), id };
}
