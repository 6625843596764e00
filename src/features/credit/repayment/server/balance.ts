/** The borrower's balance: overpaid money, used for an instalment or paid out. // Product decisions 4: engine */
import type { Transaction, Reader } from "#server/database.server.ts";
import {
  LedgerRefusal,
  account,
  availableOf,
  hold,
  lockBalance,
  post,
  settle,
  voidHold,
} from "#server/ledger/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import { dateInWib, earlierDate, laterDate, type BusinessDate } from "#shared/dates.ts";
import { bankAccountsOf } from "#features/account/bank-account/server/index.ts";
import {
  countLateFrom,
  orderTransfer,
  returnInForce,
  type PurposeRules,
  type TransferRow,
} from "#features/credit/disbursement/server/index.ts";
import { findLoan, loanTerms, newestLoan, stateOf } from "#features/credit/loan/server/index.ts";
import { billOfLoan, loanToPay, loansToPay, stateOfLoan } from "./bill.ts";
import { lockHistory, recordEvent, type LoanEventOutcome } from "./books.ts";
import { notifyLater } from "./notices.ts";
import { lockRepaymentAccounts, type LoanName } from "./store.ts";
import { endRefund, failRefund, insertRefund, reviveRefund } from "./refund-store.ts";

/** The amount that can be used or paid back, without money on its way to the bank. */
export async function balanceOfBorrower(reader: Reader, borrowerId: string): Promise<number> {
  return availableOf(reader, account("BORROWER_BALANCE", borrowerId));
}

/** Pays what is due, else the next instalment, as far as the balance goes. @throws Refusal NOTHING_TO_PAY, BALANCE_EMPTY */
export async function payFromBalance(
  services: Services,
  trx: Transaction,
  borrowerId: string,
): Promise<{ paymentId: string; amountRupiah: number }> {
  const loan = await loanToPay(trx, borrowerId);
  const bill = loan && (await billOfLoan(services, trx, loan));
  if (!loan || !bill || bill.suggestedRupiah === 0) throw new Refusal("NOTHING_TO_PAY");
  const amountRupiah = Math.min(await balanceOfBorrower(trx, borrowerId), bill.suggestedRupiah);
  if (amountRupiah <= 0) throw new Refusal("BALANCE_EMPTY");
  const paymentId = `bal_${services.random.uuid()}`;
  await pay(
    services,
    trx,
    { borrowerId, loanId: loan.id },
    { paymentId, amountRupiah, valueDate: dateInWib(services.clock.now()), actor: "BORROWER" },
  );
  return { paymentId, amountRupiah };
}

/**
 * At the end of a due date the balance pays the rest of the instalment, so that a borrower with enough balance is not
 * late.
 * @throws Refusal BALANCE_EMPTY, NOTHING_TO_PAY when a concurrent payment came first
 */
export async function payDueFromBalance(
  services: Services,
  trx: Transaction,
  name: LoanName,
  dueOn: BusinessDate,
): Promise<void> {
  if ((await balanceOfBorrower(trx, name.borrowerId)) > 0)
    await payDueOn(services, trx, name, {
      day: dueOn,
      today: dateInWib(services.clock.now()),
      id: `bal_${name.loanId}_${dueOn}`,
    });
}

/**
 * A payment's excess pays what is due on the borrower's loans, in the transaction that takes the payment in, and counts from the day of
 * the payment: a borrower who pays the wrong number in time is not late. Then the borrower is notified of the payment.
 * @throws Refusal as `payDueOfBorrower`
 */
export async function followPayment(
  services: Services,
  trx: Transaction,
  name: LoanName,
  { id, valueDate, outcome }: { id: string; valueDate: BusinessDate; outcome: LoanEventOutcome },
): Promise<void> {
  const isTooMuch = (await balanceOfBorrower(trx, name.borrowerId)) > 0;
  if (isTooMuch && (await loansToPay(trx, name.borrowerId)).length > 0) {
    const loan = await findLoan(trx, name.borrowerId, name.loanId);
    const overOn = loan && (await stateOfLoan(services, trx, loan))?.state.paidOffOn;
    await payDueOfBorrower(services, trx, name.borrowerId, id, overOn ? laterDate(valueDate, overOn) : null);
  }
  await notifyLater(services, trx, {
    borrowerId: name.borrowerId,
    loanId: name.loanId,
    kind: outcome === "AFTER_END" ? "KEPT" : "RECEIVED",
    about: id,
  });
}

/**
 * Pays what is due on the running loans as soon as the balance has grown or more is due, oldest due date first: what
 * would be paid by the end of the day, and late fees with it. `from` is the day since when the money is there (today
 * when omitted), `cause` an id that no other growth has. A refund under way is not touched, nor is a loan whose money
 * came back.
 * @throws Refusal BALANCE_EMPTY, NOTHING_TO_PAY when a concurrent payment came first
 */
export async function payDueOfBorrower(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  cause: string,
  from: BusinessDate | null = null,
): Promise<void> {
  if ((await balanceOfBorrower(trx, borrowerId)) <= 0) return;
  await lockRepaymentAccounts(trx, borrowerId);
  const today = dateInWib(services.clock.now());
  for (const loan of await loansToPay(trx, borrowerId)) {
    if (loan.state !== "ACTIVE" || !loan.disbursedOn || (await returnInForce(trx, borrowerId, "LOAN", loan.id)))
      continue;
    const since = laterDate(loan.disbursedOn, earlierDate(from ?? today, today));
    const { rows } = stateOf(loanTerms(loan), [], today);
    // Each day is booked as it would have been if the money had been reported in time.
    const days = new Set([
      since,
      ...rows.map(({ dueOn }) => dueOn).filter((dueOn) => dueOn > since && dueOn < today),
      today,
    ]);
    for (const day of days)
      await payDueOn(services, trx, { borrowerId, loanId: loan.id }, { day, today, id: `bal_${cause}_${day}` });
  }
}

/** Pays from the balance what was due on a day and still is; never what is not due yet. */
async function payDueOn(
  services: Services,
  trx: Transaction,
  name: LoanName,
  { day, today, id }: { day: BusinessDate; today: BusinessDate; id: string },
): Promise<void> {
  const history = await lockHistory(trx, name);
  if (!history) return;
  const dueOn = (date: BusinessDate): number => stateOf(loanTerms(history.loan), history.events, date).dueNowRupiah;
  const dueRupiah = Math.min(dueOn(day), dueOn(today));
  if (dueRupiah <= 0) return;
  // A concurrent refund is either in this reading or not: the posting finds the same balance as this reading.
  await lockBalance(trx, account("BORROWER_BALANCE", name.borrowerId));
  const amountRupiah = Math.min(await balanceOfBorrower(trx, name.borrowerId), dueRupiah);
  if (amountRupiah <= 0) return;
  const outcome = await pay(services, trx, name, { paymentId: id, amountRupiah, valueDate: day, actor: "SYSTEM" });
  if (outcome === "RECORDED")
    await notifyLater(services, trx, {
      borrowerId: name.borrowerId,
      loanId: name.loanId,
      kind: "FROM_BALANCE",
      about: id,
    });
}

async function pay(
  services: Services,
  trx: Transaction,
  name: LoanName,
  payment: { paymentId: string; amountRupiah: number; valueDate: BusinessDate; actor: string },
): Promise<LoanEventOutcome> {
  const { paymentId, amountRupiah, valueDate, actor } = payment;
  const event = { kind: "PAYMENT", id: paymentId, valueDate, amountRupiah, from: "BALANCE" } as const;
  try {
    const outcome = await recordEvent(services, trx, name, event, {
      rail: null,
      bankCode: null,
      paidAt: services.clock.now(),
      actor,
    });
    if (outcome === "NOT_RUNNING") throw new Refusal("NOTHING_TO_PAY");
    return outcome;
  } catch (error) {
    // Another request spent it between the check and the posting; the ledger decides.
    if (error instanceof LedgerRefusal && error.code === "INSUFFICIENT") throw new Refusal("BALANCE_EMPTY");
    throw error;
  }
}

const holdOf = (refundId: string): string => `refund_${refundId}`;

/** Reserves the whole balance and orders its transfer to the borrower's main account. @throws Refusal BALANCE_EMPTY, REFUND_OPEN, NO_BANK_ACCOUNT */
export async function orderRefund(
  services: Services,
  trx: Transaction,
  borrowerId: string,
): Promise<{ refundId: string; amountRupiah: number }> {
  const amountRupiah = await balanceOfBorrower(trx, borrowerId);
  if (amountRupiah <= 0) throw new Refusal("BALANCE_EMPTY");
  const [main] = await bankAccountsOf(services, trx, borrowerId);
  if (!main) throw new Refusal("NO_BANK_ACCOUNT");
  const refundId = services.random.uuid();
  const now = services.clock.now();
  if (!(await insertRefund(trx, { borrowerId, id: refundId, amountRupiah, bankAccountId: main.id, requestedAt: now })))
    throw new Refusal("REFUND_OPEN");
  try {
    await hold(trx, now, {
      id: holdOf(refundId),
      kind: "BALANCE_REFUND",
      debit: account("BORROWER_BALANCE", borrowerId),
      credit: account("ESCROW"),
      amount: amountRupiah,
      reference: refundId,
      valueDate: dateInWib(now),
    });
  } catch (error) {
    if (error instanceof LedgerRefusal && error.code === "INSUFFICIENT") throw new Refusal("BALANCE_EMPTY");
    throw error;
  }
  await orderTransfer(services, trx, {
    borrowerId,
    purpose: "BALANCE_REFUND",
    subjectId: refundId,
    bankAccountId: main.id,
    amountRupiah,
    remark: "Pengembalian saldo",
  });
  return { refundId, amountRupiah };
}

/** The bank refused it first and paid it after all: the balance, where the money is again, pays for it. */
async function countRefund(services: Services, trx: Transaction, transfer: TransferRow): Promise<boolean> {
  if (!(await countLateFrom(services, trx, transfer, account("BORROWER_BALANCE", transfer.borrowerId)))) return false;
  await reviveRefund(trx, transfer.borrowerId, transfer.subjectId, services.clock.now());
  return true;
}

export const refundPurpose: PurposeRules = {
  countLate: countRefund,
  async mayResend(_reader, transfer) {
    return transfer.bankAccountId !== null;
  },
  /** The borrower is notified of it together with the loan that the balance came from. */
  async cameBack(services, trx, { borrowerId, id }) {
    const loan = await newestLoan(trx, borrowerId);
    if (loan) await notifyLater(services, trx, { borrowerId, loanId: loan.id, kind: "REFUND_RETURNED", about: id });
  },
  /** The receiving bank sent it back: it is the borrower's balance again. */
  async giveBack(services, trx, { borrowerId, id: reference, subjectId, amountRupiah }) {
    const now = services.clock.now();
    await lockRepaymentAccounts(trx, borrowerId);
    const [debit, credit] = [account("RETURNED_PAYOUT", reference), account("BORROWER_BALANCE", borrowerId)];
    await post(trx, now, [
      {
        id: `returned_given_${reference}`,
        kind: "RETURNED_PAYOUT_ENDED",
        debit,
        credit,
        amount: amountRupiah,
        reference,
        valueDate: dateInWib(now),
      },
    ]);
    await payDueOfBorrower(services, trx, borrowerId, services.random.uuid());
    return failRefund(trx, borrowerId, subjectId, now);
  },
  staffSettles: false,
  // The money was reserved when the refund was ordered.
  async begin() {},
  async settled(services, trx, transfer, settledAt) {
    await endRefund(trx, transfer.borrowerId, transfer.subjectId, "SUCCEEDED", services.clock.now());
    await settle(trx, services.clock.now(), holdOf(transfer.subjectId), dateInWib(settledAt));
  },
  async failed(services, trx, transfer) {
    const now = services.clock.now();
    await lockRepaymentAccounts(trx, transfer.borrowerId);
    await endRefund(trx, transfer.borrowerId, transfer.subjectId, "FAILED", now);
    await voidHold(trx, now, holdOf(transfer.subjectId), dateInWib(now));
    await payDueOfBorrower(services, trx, transfer.borrowerId, services.random.uuid());
  },
};
