/**
 * The day from which money of a rail counts: the rail's own, or the day that the amount was written for. An amount on a code,
 * in a push or in an answer to a bank holds while that lives, also beyond midnight. // docs/decisions/081
 */
import type { Reader } from "#server/database.server.ts";
import type { ProviderPayment } from "#server/outside/notification.ts";
import { dateInWib, earlierDate, type BusinessDate } from "#shared/dates.ts";
import { dueToleranceRupiah } from "#features/credit/loan/server/index.ts";
import type { Bill } from "../contract.ts";
import { inquiriesAnswered, type BillInquiry } from "./bill-inquiry-store.ts";
import type { PaymentRequestRow } from "./collection-store.ts";

/** Time for which an answer to a bank's inquiry is valid: its amounts count as of its day. */
export const inquiryMinutes = 30;
const minute = 60_000;

/** The day as of which the amount of a code or push counts, by the bill (rupiah) of the day of the request. */
export function paymentRequestDaysOf(
  bill: Pick<Bill, "payoffRupiah" | "dueTodayRupiah" | "today">,
  amountRupiah: number,
): Pick<PaymentRequestRow, "payoffOn" | "dueOn"> {
  const isPayoff = amountRupiah === bill.payoffRupiah;
  return { payoffOn: isPayoff ? bill.today : null, dueOn: !isPayoff && bill.dueTodayRupiah > 0 ? bill.today : null };
}

type Written = Pick<PaymentRequestRow, "payoffOn" | "dueOn" | "expiresAt">;
type PaidAt = Pick<ProviderPayment, "paidAt" | "isPaidAtUnknown" | "amountRupiah">;

/** The day (WIB) from which a payment of a request counts. */
export async function valueDayOf(reader: Reader, request: PaymentRequestRow, payment: PaidAt): Promise<BusinessDate> {
  if (request.rail !== "VIRTUAL_ACCOUNT") return dayOfCode(request, payment);
  const since = new Date(payment.paidAt.getTime() - inquiryMinutes * minute);
  return dayOfAccount(await inquiriesAnswered(reader, request, since), payment);
}

/** Where the rail does not say when, it was while the code lived: afterwards it takes no money for it. */
export function dayOfCode({ payoffOn, dueOn, expiresAt }: Written, { paidAt, isPaidAtUnknown }: PaidAt): BusinessDate {
  const day = dateInWib(paidAt);
  const writtenFor = payoffOn ?? dueOn;
  return writtenFor && (isPaidAtUnknown || paidAt <= expiresAt) ? earlierDate(writtenFor, day) : day;
}

/** A payment of the payoff that was answered, or of the amount where that was due, counts as of the day of the answer; so does one that leaves less than is asked for. */
export function dayOfAccount(answered: readonly BillInquiry[], { paidAt, amountRupiah }: PaidAt): BusinessDate {
  const days = answered
    .filter(({ answeredAt }) => paidAt.getTime() <= answeredAt.getTime() + inquiryMinutes * minute)
    .filter((one) => {
      const covers = (askedRupiah: number): boolean =>
        askedRupiah - amountRupiah < Math.max(1, dueToleranceRupiah(one.countsOn));
      return covers(one.payoffRupiah) || (one.isDue && covers(one.amountRupiah));
    })
    .map(({ countsOn }) => countsOn);
  return days.reduce(earlierDate, dateInWib(paidAt));
}
