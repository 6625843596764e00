/** Asks the rails what was paid: callbacks may be lost, money must not be. // Security rules 6; threat B6 */
import { transact } from "#server/database.server.ts";
import type { PaymentInquiry } from "#server/outside/collection/port.ts";
import type { Services } from "#server/services.ts";
import { eachDue } from "#server/work/sweeps.ts";
import {
  changeRequest,
  claimRequests,
  findReceipt,
  moveRequest,
  type RequestChange,
  type PaymentRequestRow,
  receiptIdOf,
} from "./collection-store.ts";
import { banksListed } from "./payment-lists.ts";
import { receivePayment } from "./payments.ts";

const minute = 60_000;
const claimedAtOnce = 60;
/** Inquiries under way at once from one process: some sixty a second at a rail that takes 150 ms, and no more than a partner bears. */
const inquiryLanes = 12;
/** How long after its end a code or push is still asked for. */
const afterEndMilliseconds = 10 * minute;

/**
 * When to ask next. A virtual account is asked for often while the borrower is likely to pay, seldom later, and once a
 * day where its bank's list of payments is read.
 */
function nextInquiry(
  request: Pick<PaymentRequestRow, "rail" | "requestedAt" | "expiresAt">,
  now: Date,
  isListed: boolean,
): Date | null {
  const at = (milliseconds: number): Date => new Date(now.getTime() + milliseconds);
  if (request.rail === "VIRTUAL_ACCOUNT") {
    if (now >= request.expiresAt) return null;
    const age = now.getTime() - request.requestedAt.getTime();
    if (age < 24 * 60 * minute) return at(minute);
    if (isListed) return at(24 * 60 * minute);
    return at(age < 7 * 24 * 60 * minute ? 15 * minute : 6 * 60 * minute);
  }
  if (now.getTime() > request.expiresAt.getTime() + afterEndMilliseconds) return null;
  return at(request.rail === "EWALLET" && now < request.expiresAt ? 15_000 : minute);
}

/** Asks the rails about every due request; returns their number. */
export async function inquireRequests(services: Services): Promise<number> {
  const now = services.clock.now();
  const claimed = await transact(services.database, (trx) =>
    claimRequests(trx, now, new Date(now.getTime() + minute), claimedAtOnce),
  );
  const listed = claimed.length > 0 ? await banksListed(services.database, now) : new Set<string>();
  await eachDue(claimed, (request) => ask(services, request, listed.has(request.bankCode ?? "")), {
    log: services.log,
    failure: "payment request not asked for",
    idOf: ({ id }) => id,
    lanes: inquiryLanes,
  });
  // The claimed requests are done, also those that could not be asked about: the next round continues after them.
  return claimed.length;
}

async function ask(services: Services, request: PaymentRequestRow, isListed: boolean): Promise<boolean> {
  const { rail, reference, bankCode } = request;
  const answer = await services.outside.collection.inquirePayment({
    rail,
    reference,
    ...(bankCode ? { bankCode } : {}),
  });
  if (answer.outcome === "KNOWN") {
    for (const payment of answer.payments) {
      // Most inquiries report money that was booked long ago: a read costs less than a transaction.
      if (await findReceipt(services.database, receiptIdOf(services.outside.collection.adapter, payment.paymentId)))
        continue;
      await transact(services.database, (trx) => receivePayment(services, trx, payment));
    }
  }
  const now = services.clock.now();
  const next = nextInquiry(request, now, isListed);
  const openStates = ["OPENING", "OPEN"] as const;
  const end = endBy(answer, request, next, now);
  await transact<unknown>(services.database, (trx) =>
    end
      ? moveRequest(trx, request, openStates, end.to, { ...end.change, endedAt: now, nextInquiryAt: null })
      : changeRequest(trx, request, openStates, { nextInquiryAt: next ?? new Date(now.getTime() + 60 * minute) }),
  );
  return true;
}

/** The end of a request by the rail's answer; null while it must be asked for again. */
function endBy(
  answer: PaymentInquiry,
  request: PaymentRequestRow,
  next: Date | null,
  now: Date,
): { to: "FAILED" | "EXPIRED"; change?: RequestChange } | null {
  if (answer.outcome !== "KNOWN") return null;
  if (request.rail !== "VIRTUAL_ACCOUNT" && answer.failed)
    return { to: "FAILED", change: { failureCode: answer.failed.code } };
  // A missing answer ends nothing: a request ends when the rail has no payment for it and accepts none any more.
  const isOver = !answer.open && answer.payments.length === 0 && now > request.expiresAt;
  return isOver || next === null ? { to: "EXPIRED" } : null;
}
