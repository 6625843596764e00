/** Ways to pay: virtual accounts, QRIS codes and pushes to a wallet. Nothing waits for the network inside a transaction. */
import * as v from "valibot";
import type { Transaction } from "#server/database.server.ts";
import { transact } from "#server/database.server.ts";
import { defineJob } from "#server/work/jobs.ts";
import { bankByCode } from "#server/outside/bank/banks.ts";
import type { Rail } from "#server/outside/notification.ts";
import { limitRate } from "#server/call/rate-limit.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import { dateInWib, type BusinessDate } from "#shared/dates.ts";
import { formatRupiah } from "#shared/money.ts";
import { pushSeconds } from "#shared/promised-times.ts";
import type { LoanRow } from "#features/credit/loan/server/index.ts";
import { pushLimits, type pushEwallet, type VirtualAccount } from "../contract.ts";
import { minPaymentRupiah, type payProblems, type PaymentRequest } from "../request-contract.ts";
import { billOfLoan, loanToPay } from "./bill.ts";
import {
  changeRequest,
  findPaymentRequest,
  insertPaymentRequest,
  moveRequest,
  requestByReference,
  requestsOf,
  type PaymentRequestRow,
} from "./collection-store.ts";
import { followListOf } from "./payment-lists.ts";
import { maxByRail } from "./rail-limits.ts";
import { findRepaymentAccount } from "./store.ts";
import { paymentRequestDaysOf } from "./value-day.ts";

/** A virtual account is kept alive long after the last instalment, so that late money finds its loan. */
const accountDays = 400;
const qrisMinutes = 30;
/** Time that a returned open code is still valid, at least. */
const freshMinutes = 10;
/** The poller takes over when OVO's owner has no time left. */
const walletSeconds = pushSeconds + 5;
const pollSeconds = { VIRTUAL_ACCOUNT: 60, QRIS: 60, EWALLET: 15 } as const;

const inSeconds = (from: Date, seconds: number): Date => new Date(from.getTime() + seconds * 1000);

/** A loan that is owed, with its figures (rupiah) of today. */
interface Owed {
  loan: LoanRow;
  payoffRupiah: number;
  dueTodayRupiah: number;
  suggestedRupiah: number;
  today: BusinessDate;
}

/** The amount (rupiah) that a payer asks to pay, and the day whose amounts the payer was shown. */
interface PaymentInput {
  amountRupiah: number;
  asOf?: BusinessDate | undefined;
}

/** The loan to pay. @throws Refusal NOTHING_TO_PAY */
async function owedLoan(
  services: Services,
  reader: Transaction | Services["database"],
  borrowerId: string,
): Promise<Owed> {
  const loan = await loanToPay(reader, borrowerId);
  const bill = loan && (await billOfLoan(services, reader, loan));
  if (!loan || !bill || bill.payoffRupiah === 0) throw new Refusal("NOTHING_TO_PAY");
  const { payoffRupiah, dueTodayRupiah, suggestedRupiah, today } = bill;
  return { loan, payoffRupiah, dueTodayRupiah, suggestedRupiah, today };
}

/**
 * An amount that the loan and the rail can take: not below what rails carry, not above what ends the loan or one
 * payment holds, and not yesterday's.
 */
async function checkAmount(
  services: Services,
  reader: Transaction | Services["database"],
  rail: Rail,
  { amountRupiah, asOf }: PaymentInput,
  { payoffRupiah, suggestedRupiah, today }: Owed,
): Promise<void> {
  if (asOf !== undefined && asOf < today && amountRupiah !== payoffRupiah && amountRupiah !== suggestedRupiah)
    throw new Refusal<typeof payProblems>("AMOUNT_OUTDATED", {
      due: suggestedRupiah,
      dueText: formatRupiah(suggestedRupiah),
      payoff: payoffRupiah,
      payoffText: formatRupiah(payoffRupiah),
    });
  const minimum = Math.min(minPaymentRupiah, payoffRupiah);
  if (amountRupiah < minimum)
    throw new Refusal<typeof payProblems>("AMOUNT_BELOW_LEAST", { minimum, minimumText: formatRupiah(minimum) });
  if (amountRupiah > payoffRupiah)
    throw new Refusal<typeof payProblems>("AMOUNT_ABOVE_PAYOFF", {
      maximum: payoffRupiah,
      maximumText: formatRupiah(payoffRupiah),
    });
  const maximum = (await maxByRail(reader, dateInWib(services.clock.now())))[rail];
  if (maximum !== null && amountRupiah > maximum)
    throw new Refusal<typeof payProblems>("AMOUNT_ABOVE_RAIL", { maximum, maximumText: formatRupiah(maximum) });
}

/**
 * The borrower's virtual account at a bank for the open loan, without an amount: opened at the partner, or its
 * 400 days begin again.
 * @throws Refusal NOTHING_TO_PAY, BANK_NOT_OFFERED, RAIL_UNAVAILABLE
 */
export async function virtualAccountAt(
  services: Services,
  borrowerId: string,
  bankCode: string,
): Promise<VirtualAccount> {
  const { database, outside, clock, random } = services;
  const { loan } = await owedLoan(services, database, borrowerId);
  const account = await findRepaymentAccount(database, { borrowerId, loanId: loan.id });
  if (!account || !outside.collection.virtualAccountBanks().includes(bankCode))
    throw new Refusal(account ? "BANK_NOT_OFFERED" : "NOTHING_TO_PAY");
  const now = clock.now();
  const expiresAt = inSeconds(now, accountDays * 86_400);
  const answer = await outside.collection.openVirtualAccount({
    bankCode,
    customerNo: account.customerNo,
    name: `Pinjaman ${loan.number}`,
    expiresAt,
  });
  if (answer.outcome === "REJECTED") throw new Refusal("BANK_NOT_OFFERED");
  if (answer.outcome === "UNAVAILABLE") throw new Refusal("RAIL_UNAVAILABLE");
  const row: PaymentRequestRow = {
    borrowerId,
    loanId: loan.id,
    id: random.uuid(),
    rail: "VIRTUAL_ACCOUNT",
    bankCode,
    reference: answer.virtualAccountNumber,
    amountRupiah: null,
    state: "OPEN",
    content: null,
    walletSealed: null,
    failureCode: null,
    payoffOn: null,
    dueOn: null,
    requestedAt: now,
    expiresAt: answer.expiresAt,
    endedAt: null,
    nextInquiryAt: inSeconds(now, pollSeconds.VIRTUAL_ACCOUNT),
  };
  await transact(database, async (trx) => {
    await followListOf(trx, bankCode, now);
    if (await insertPaymentRequest(trx, row)) return;
    const known = await requestByReference(trx, "VIRTUAL_ACCOUNT", row.reference);
    // Another loan's number can only come of a partner's fault: money to it would be credited to that loan.
    if (known?.loanId !== loan.id) throw new Error("The partner gave one virtual account to two loans.");
    const { requestedAt, expiresAt, nextInquiryAt } = row;
    const change = { requestedAt, expiresAt, nextInquiryAt };
    if (!(await moveRequest(trx, known, ["OPENING", "EXPIRED"], "OPEN", change)))
      await changeRequest(trx, known, ["OPEN"], change);
  });
  return {
    bankCode,
    bankName: bankName(bankCode),
    virtualAccountNumber: row.reference,
    expiresAt: row.expiresAt.toISOString(),
  };
}

export const bankName = (code: string): string => bankByCode(code)?.shortName ?? code;

/** 25 letters and digits from a UUID: almost all of its random bits. */
const referenceFrom = (uuid: string): string => `T${uuid.replaceAll("-", "").slice(8).toUpperCase()}`;

/**
 * A QRIS code for an amount (rupiah); a code of today for the same amount and purpose is given again while it is fresh.
 * @throws Refusal NOTHING_TO_PAY, AMOUNT_OUTDATED, AMOUNT_BELOW_LEAST, AMOUNT_ABOVE_PAYOFF, AMOUNT_ABOVE_RAIL,
 * RAIL_UNAVAILABLE
 */
export async function qrisFor(
  services: Services,
  borrowerId: string,
  { amountRupiah, asOf }: PaymentInput,
): Promise<PaymentRequest & { qris: string }> {
  const { database, outside, clock, random } = services;
  const loanToRepay = await owedLoan(services, database, borrowerId);
  const { loan } = loanToRepay;
  await checkAmount(services, database, "QRIS", { amountRupiah, asOf }, loanToRepay);
  const days = paymentRequestDaysOf(loanToRepay, amountRupiah);
  const now = clock.now();
  const open = (await requestsOf(database, borrowerId, loan.id, { rail: "QRIS", states: ["OPEN"] })).find(
    (one) =>
      one.amountRupiah === amountRupiah &&
      one.content &&
      one.expiresAt > inSeconds(now, freshMinutes * 60) &&
      // Only on its own day, and written for the same purpose.
      dateInWib(one.requestedAt) === loanToRepay.today &&
      one.payoffOn === days.payoffOn &&
      one.dueOn === days.dueOn,
  );
  if (open?.content) return { ...requestView(open), qris: open.content };
  const id = random.uuid();
  const row: PaymentRequestRow = {
    borrowerId,
    loanId: loan.id,
    id,
    rail: "QRIS",
    bankCode: null,
    reference: referenceFrom(id),
    amountRupiah,
    state: "OPENING",
    content: null,
    walletSealed: null,
    failureCode: null,
    ...days,
    requestedAt: now,
    expiresAt: inSeconds(now, qrisMinutes * 60),
    endedAt: null,
    nextInquiryAt: inSeconds(now, pollSeconds.QRIS),
  };
  // Noted before the partner knows it: a payment to it always finds its loan.
  await transact(database, (trx) => insertPaymentRequest(trx, row));
  const answer = await outside.collection.createQris({
    reference: row.reference,
    amountRupiah,
    expiresAt: row.expiresAt,
  });
  if (answer.outcome !== "OPEN") {
    await transact(database, (trx) =>
      moveRequest(trx, row, ["OPENING"], "FAILED", {
        failureCode: answer.outcome,
        endedAt: now,
        nextInquiryAt: null,
      }),
    );
    throw new Refusal("RAIL_UNAVAILABLE");
  }
  await transact(database, (trx) =>
    moveRequest(trx, row, ["OPENING"], "OPEN", { content: answer.qris, expiresAt: answer.expiresAt }),
  );
  return { ...requestView({ ...row, state: "OPEN", expiresAt: answer.expiresAt }), qris: answer.qris };
}

export function requestView(row: PaymentRequestRow): PaymentRequest {
  return {
    requestId: row.id,
    rail: row.rail,
    reference: row.reference,
    amountRupiah: row.amountRupiah,
    state: row.state,
    failureCode: row.failureCode,
    payoffOn: row.payoffOn,
    countsOn: row.payoffOn ?? row.dueOn,
    requestedAt: row.requestedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
}

const pushJob = defineJob("repayment-push", v.object({ borrowerId: v.string(), requestId: v.string() }));
const walletPlace = (id: string) => ({ table: "payment_request", column: "walletSealed", row: id });

/**
 * Writes a payment request (rupiah) for an e-wallet; a job sends it after the commit. One at a time for a loan.
 * @throws Refusal NOTHING_TO_PAY, the refusals of an amount, PUSH_OPEN, RATE_LIMITED
 */
export async function orderPush(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  input: PaymentInput & { mobileNumber: string },
): Promise<PaymentRequest> {
  const { clock, random, keys } = services;
  const loanToRepay = await owedLoan(services, trx, borrowerId);
  const { loan } = loanToRepay;
  await checkAmount(services, trx, "EWALLET", input, loanToRepay);
  // Never a second push while the first may still be paid.
  const open = (await requestsOf(trx, borrowerId, loan.id, { rail: "EWALLET", states: ["OPENING", "OPEN"] }))[0];
  if (open) throw new Refusal<typeof pushEwallet.problems>("PUSH_OPEN", { requestId: open.id });
  await limitRate(services, trx, pushLimits.ofBorrower, borrowerId);
  await limitRate(services, trx, pushLimits.ofNumber, keys.blindIndex("mobile", input.mobileNumber));
  const id = random.uuid();
  const now = clock.now();
  const row: PaymentRequestRow = {
    borrowerId,
    loanId: loan.id,
    id,
    rail: "EWALLET",
    bankCode: null,
    reference: referenceFrom(id),
    amountRupiah: input.amountRupiah,
    state: "OPENING",
    content: null,
    walletSealed: await keys.borrowerKeys.seal(trx, borrowerId, input.mobileNumber, walletPlace(id)),
    failureCode: null,
    ...paymentRequestDaysOf(loanToRepay, input.amountRupiah),
    requestedAt: now,
    expiresAt: inSeconds(now, walletSeconds),
    endedAt: null,
    nextInquiryAt: inSeconds(now, walletSeconds),
  };
  if (!(await insertPaymentRequest(trx, row))) {
    // The index of open pushes allows only one of two concurrent requests; the other one has committed when this one fails.
    const other = (await requestsOf(trx, borrowerId, loan.id, { rail: "EWALLET", states: ["OPENING", "OPEN"] }))[0];
    throw new Refusal<typeof pushEwallet.problems>("PUSH_OPEN", { requestId: other?.id ?? id });
  }
  await services.jobs.send(trx, pushJob, { borrowerId, requestId: id });
  return requestView(row);
}

/** Sends the push, at most once: a request that is recorded as sent is only inquired about afterwards. */
async function push(services: Services, borrowerId: string, requestId: string): Promise<void> {
  const ready = await transact(services.database, async (trx) => {
    const request = await findPaymentRequest(trx, borrowerId, requestId);
    if (request?.state !== "OPENING" || !request.walletSealed) return null;
    const now = services.clock.now();
    const change = {
      expiresAt: inSeconds(now, walletSeconds),
      nextInquiryAt: inSeconds(now, pollSeconds.EWALLET),
    };
    if (!(await moveRequest(trx, request, ["OPENING"], "OPEN", change))) return null;
    return {
      request,
      mobileNumber: await services.keys.borrowerKeys.open(
        trx,
        borrowerId,
        request.walletSealed,
        walletPlace(requestId),
      ),
    };
  });
  if (!ready) return;
  const { request, mobileNumber } = ready;
  const answer = await services.outside.collection.pushEwallet({
    reference: request.reference,
    wallet: "OVO",
    mobileNumber,
    amountRupiah: request.amountRupiah ?? 0,
  });
  if (answer.outcome !== "REJECTED") return;
  const now = services.clock.now();
  await transact(services.database, (trx) =>
    moveRequest(trx, request, ["OPEN"], "FAILED", {
      failureCode: answer.code,
      endedAt: now,
      nextInquiryAt: null,
    }),
  );
}

export function paymentMethodWork(services: Services): void {
  services.jobs.handle(pushJob, ({ borrowerId, requestId }) => push(services, borrowerId, requestId));
}
