/** The domain events that the lender's backend receives, and the data sent. Each is written in the transaction of the event. // docs/decisions/331 */
import { within } from "#server/events/domain-events.ts";
import type { Subscription } from "#server/events/event-subscription.ts";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { brandOfBorrower } from "#features/account/login/server/index.ts";
import { findChange, limitChanged } from "#features/credit/limit/server/index.ts";
import { findLoan, loanMoved, loanSubmitted, successorOf, type LoanRow } from "#features/credit/loan/server/index.ts";
import type { LoanStateName } from "#features/credit/loan/contract.ts";
import { findPayment, loanOverdue, paymentBooked, paymentReversed } from "#features/credit/repayment/server/index.ts";
import { restructureOffersOf, restructureOffered } from "#features/credit/restructure/server/index.ts";
import type { DataOf, WebhookType } from "../contract.ts";
import { borrowerRefOf, writeWebhookEvent } from "./outbox.ts";

type LoanData = DataOf<"loan.submitted">;

/** The public name of a loan's change of state; null for internal changes. */
function typeOfMove(from: LoanStateName, to: LoanStateName): WebhookType | null {
  if (from === "PAID_OFF" && (to === "ACTIVE" || to === "WRITTEN_OFF")) return "loan.reopened";
  switch (to) {
    case "APPROVED":
      return "loan.approved";
    case "REJECTED":
      return "loan.rejected";
    case "CANCELLED":
      return "loan.cancelled";
    case "SIGNED":
      // After a failed transfer the loan is signed again, as before: no event.
      return from === "APPROVED" ? "loan.signed" : null;
    case "ACTIVE":
      return "loan.disbursed";
    case "PAID_OFF":
      return "loan.paid_off";
    case "RESTRUCTURED":
      return "loan.restructured";
    case "WRITTEN_OFF":
      return "loan.written_off";
    default:
      return null;
  }
}

interface About {
  name: string;
  id: string;
  at: Date;
  borrowerId: string;
  loanId: string;
}

/** Writes an event of a loan; does nothing if the borrower or the loan was deleted. */
async function tell<Type extends WebhookType>(
  services: Services,
  trx: Transaction,
  { name, id, at, borrowerId, loanId }: About,
  type: Type,
  more: (loan: LoanRow, data: LoanData) => Promise<DataOf<Type> | null> | DataOf<Type>,
): Promise<"DONE"> {
  const brand = await brandOfBorrower(trx, borrowerId);
  const loan = await findLoan(trx, borrowerId, loanId);
  if (brand === null || !loan) return "DONE";
  const data = await more(loan, {
    loanId,
    loanNumber: loan.number,
    borrowerRef: borrowerRefOf(services, brand, borrowerId),
    state: loan.state,
    productKey: loan.productKey,
    principalRupiah: loan.principalRupiah,
    tenorDays: loan.tenorDays,
  });
  if (data) await writeWebhookEvent(services, trx, { type, source: { name, id }, brand, borrowerId, loanId, at, data });
  return "DONE";
}

async function paymentIn(reader: Reader, about: About, paymentId: string) {
  const found = await findPayment(reader, about, paymentId);
  if (!found) return null;
  const { amountRupiah, valueDate, source } = found;
  const isOtherLoan = source === "RESTRUCTURE" || source === "REPLACEMENT";
  const from = isOtherLoan ? ("OTHER_LOAN" as const) : source === "BALANCE" ? ("BALANCE" as const) : ("BANK" as const);
  return { paymentId, amountRupiah, valueDate, from };
}

export const subscribes: readonly Subscription[] = [
  within(loanSubmitted, "webhook-loan-submitted", (services, trx, about) =>
    tell(services, trx, { ...about, name: loanSubmitted.name }, "loan.submitted", (_loan, data) => data),
  ),
  within(loanMoved, "webhook-loan-moved", async (services, trx, { from, to, ...moved }) => {
    const type = typeOfMove(from, to);
    const about = { ...moved, name: loanMoved.name };
    if (type === "loan.disbursed")
      await tell(services, trx, about, type, ({ disbursedOn }, data) => ({ ...data, disbursedOn }));
    else if (type === "loan.restructured")
      await tell(services, trx, about, type, async (_loan, data) => ({
        ...data,
        successorLoanId: (await successorOf(trx, about.borrowerId, about.loanId))?.id ?? null,
      }));
    else if (type) await tell(services, trx, about, type as "loan.approved", (_loan, data) => data);
    return "DONE";
  }),
  within(loanOverdue, "webhook-loan-overdue", (services, trx, { daysPastDue, unpaidSince, ...about }) =>
    tell(services, trx, { ...about, name: loanOverdue.name }, "loan.overdue", (_loan, data) => ({
      ...data,
      daysPastDue,
      unpaidSince,
    })),
  ),
  within(paymentBooked, "webhook-payment-booked", (services, trx, { paymentId, ...booked }) => {
    const about = { ...booked, name: paymentBooked.name };
    return tell(services, trx, about, "payment.received", async (_loan, data) => {
      const payment = await paymentIn(trx, about, paymentId);
      return payment && { ...data, ...payment };
    });
  }),
  within(paymentReversed, "webhook-payment-reversed", (services, trx, { paymentId, ...reversed }) => {
    const about = { ...reversed, name: paymentReversed.name };
    return tell(services, trx, about, "payment.reversed", async (_loan, data) => {
      const payment = await paymentIn(trx, about, paymentId);
      return payment && { ...data, ...payment };
    });
  }),
  within(limitChanged, "webhook-limit-changed", async (services, trx, { id, at, borrowerId, changeId }) => {
    const brand = await brandOfBorrower(trx, borrowerId);
    const change = await findChange(trx, borrowerId, changeId);
    if (brand === null || !change) return "DONE";
    const { kind, cause, fromRupiah, toRupiah } = change;
    const borrowerRef = borrowerRefOf(services, brand, borrowerId);
    await writeWebhookEvent(services, trx, {
      type: "limit.changed",
      source: { name: limitChanged.name, id },
      brand,
      borrowerId,
      loanId: null,
      at,
      data: { borrowerRef, changeId, kind, cause, fromRupiah, toRupiah },
    });
    return "DONE";
  }),
  within(restructureOffered, "webhook-offer-opened", (services, trx, { askId, programme, ...offered }) => {
    const about = { ...offered, name: restructureOffered.name };
    return tell(services, trx, about, "offer.opened", async (_loan, data) => {
      const offers = (await restructureOffersOf(trx, about.borrowerId)).filter(
        (offer) => offer.askId === askId && offer.programme === programme && offer.state === "OFFERED",
      );
      const [first] = offers;
      if (!first) return null;
      const tenorsDays = offers.map(({ tenorDays }) => tenorDays).toSorted((a, b) => a - b);
      return { ...data, programme, tenorsDays, expiresAt: first.expiresAt.toISOString() };
    });
  }),
];
