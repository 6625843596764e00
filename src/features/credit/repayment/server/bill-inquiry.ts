/** Answers banks that inquire about a virtual account's bill. The amounts hold for half an hour, also beyond midnight. // docs/decisions/081 */
import { transact } from "#server/database.server.ts";
import type { BillQuestion, BillReply } from "#server/outside/notification.ts";
import type { Services } from "#server/services.ts";
import { returnInForce } from "#features/credit/disbursement/server/index.ts";
import { findLoan, successorOf } from "#features/credit/loan/server/index.ts";
import { billOfLoan } from "./bill.ts";
import { noteInquiry } from "./bill-inquiry-store.ts";
import { requestByReference } from "./collection-store.ts";
import { inquiryMinutes } from "./value-day.ts";

/** States of a loan whose bill may be paid. */
const billed: ReadonlySet<string> = new Set(["ACTIVE", "WRITTEN_OFF"]);

/** The loan's bill of today, noted before it is given out. The same inquiry again gets the same answer while that holds. */
export async function answerInquiry(services: Services, { inquiryId, reference }: BillQuestion): Promise<BillReply> {
  return transact(services.database, async (trx): Promise<BillReply> => {
    const request = await requestByReference(trx, "VIRTUAL_ACCOUNT", reference);
    const requestedLoan = request && (await findLoan(trx, request.borrowerId, request.loanId));
    // The virtual account of a restructured loan inquires about the bill of the loan that continues it.
    const next =
      requestedLoan?.state === "RESTRUCTURED"
        ? await successorOf(trx, requestedLoan.borrowerId, requestedLoan.id)
        : null;
    const loan = next ?? requestedLoan;
    const bill = loan && (await billOfLoan(services, trx, loan));
    if (!request || !loan || !bill) return { outcome: "UNKNOWN" };
    const isAway = (await returnInForce(trx, loan.borrowerId, "LOAN", loan.id)) !== null;
    if (!billed.has(loan.state) || bill.payoffRupiah === 0 || isAway) return { outcome: "NOTHING_TO_PAY" };
    const answeredAt = services.clock.now();
    const noted = await noteInquiry(
      trx,
      request,
      {
        id: inquiryId,
        answeredAt,
        countsOn: bill.today,
        amountRupiah: bill.suggestedRupiah,
        payoffRupiah: bill.payoffRupiah,
        isDue: bill.dueTodayRupiah > 0,
      },
      new Date(answeredAt.getTime() - inquiryMinutes * 60_000),
    );
    const { amountRupiah, payoffRupiah } = noted;
    return { outcome: "BILL", payerName: `Pinjaman ${loan.number}`, amountRupiah, payoffRupiah };
  });
}
