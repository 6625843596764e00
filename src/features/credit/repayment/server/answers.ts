/** The borrower's calls, with a session or from a signed link: the same answers, the same borrower's rows only. */
import { refuseFrozen } from "#features/account/login/server/index.ts";
import { refuseOnHold } from "#features/account/hold/server/index.ts";
import { answer, Binary, type CallAnswer } from "#server/call/pipeline.ts";
import type { Database } from "#server/database.server.ts";
import { qrisPng, readQris } from "#server/outside/collection/qris.ts";
import type { Services } from "#server/services.ts";
import type { Call, ProblemKinds } from "#shared/contract.ts";
import { dateInWib } from "#shared/dates.ts";
import { listLoans, loansInView, type LoanRow, type LoanView } from "#features/credit/loan/server/index.ts";
import {
  createLinkQris,
  createQris,
  getBills,
  getLinkBills,
  getLinkQrisPicture,
  getPaymentRequest,
  getQrisPicture,
  openLinkVirtualAccount,
  openVirtualAccount,
  pushEwallet,
  type Bill,
  type Bills,
  type PaymentMethod,
} from "../contract.ts";
import { getLinkResult, getResult, type PaymentResult } from "../result-contract.ts";
import { refundBalance, useBalance } from "../balance-contract.ts";
import { balanceOfBorrower, orderRefund, payFromBalance } from "./balance.ts";
import { otherDebtOf, billFrom, billOf, inHouse, loansToPay, stateOfLoan } from "./bill.ts";
import {
  findReceipt,
  findPaymentRequest,
  newestReceipt,
  requestsOf,
  type ReceiptRow,
  type PaymentRequestRow,
} from "./collection-store.ts";
import { coveredByBalance } from "./cover.ts";
import { paymentsPageOf } from "./payment-pages.ts";
import { maxByRail } from "./rail-limits.ts";
import { servicingPlan } from "./servicing-plan.ts";
import { loanEventsOf } from "./store.ts";
import { newestRefund } from "./refund-store.ts";
import { bankName, orderPush, qrisFor, requestView, virtualAccountAt } from "./payment-methods.ts";

type PayersPolicy = typeof getBills.policy | typeof getLinkBills.policy;
/** A call of the borrower's own and its twin by a signed link: both know whose bills they are about, and are answered alike. */
const payersCalls = <Sent, Heard, Reply, Problems extends ProblemKinds>(
  calls: readonly Call<Sent, Heard, Reply, Problems, PayersPolicy>[],
) => calls;

export const borrowerAnswers: readonly CallAnswer[] = [
  ...payersCalls([getBills, getLinkBills]).map((call) =>
    answer(call, ({ cursor }, { services, database, borrowerId }) => billsOf(services, database, borrowerId, cursor)),
  ),
  ...payersCalls([openVirtualAccount, openLinkVirtualAccount]).map((call) =>
    answer(call, ({ bankCode }, { services, borrowerId }) => {
      return virtualAccountAt(services, borrowerId, bankCode);
    }),
  ),
  ...payersCalls([createQris, createLinkQris]).map((call) =>
    answer(call, (input, { services, borrowerId }) => {
      return qrisFor(services, borrowerId, input);
    }),
  ),
  ...payersCalls([getQrisPicture, getLinkQrisPicture]).map((call) =>
    answer(call, async ({ requestId }, { database, borrowerId, refuse }) => {
      const request = await findPaymentRequest(database, borrowerId, requestId);
      if (!request?.content) return refuse("REQUEST_UNKNOWN");
      return new Binary(await qrisPng(request.content), "image/png", {
        "Content-Disposition": `inline; filename="qris-${request.reference}.png"`,
      });
    }),
  ),
  ...payersCalls([getResult, getLinkResult]).map((call) =>
    answer(
      call,
      async ({ reference }, { services, borrowerId, refuse }) =>
        (await resultOf(services, borrowerId, reference)) ?? refuse("REQUEST_UNKNOWN"),
    ),
  ),
  answer(pushEwallet, (input, { services, trx, borrowerId }) => {
    return orderPush(services, trx, borrowerId, input);
  }),
  answer(getPaymentRequest, async ({ requestId }, { database, borrowerId, refuse }) => {
    const request = await findPaymentRequest(database, borrowerId, requestId);
    return request ? requestView(request) : refuse("REQUEST_UNKNOWN");
  }),
  answer(useBalance, (_input, { services, trx, borrowerId }) => payFromBalance(services, trx, borrowerId)),
  answer(refundBalance, async (_input, { services, trx, borrowerId, language }) => {
    await refuseFrozen(trx, borrowerId);
    await refuseOnHold(services, trx, borrowerId, language);
    return orderRefund(services, trx, borrowerId);
  }),
];

/** Facts shown next to a code, so that the payer can compare them with the app before paying. */
function merchantOf(qris: string): NonNullable<Bills["qris"]>["merchant"] {
  const read = readQris(qris);
  if (read.outcome !== "READ") return null;
  const { merchantName: name, nationalMerchantId } = read.fields;
  return name === "" || nationalMerchantId === "" ? null : { name, nationalMerchantId };
}

async function billsOf(
  services: Services,
  database: Database,
  borrowerId: string,
  cursor: string | undefined,
): Promise<Bills> {
  const { clock, outside } = services;
  const [[loan, other], refund, balanceRupiah, most] = await Promise.all([
    loansToPay(database, borrowerId),
    newestRefund(database, borrowerId),
    balanceOfBorrower(database, borrowerId),
    maxByRail(database, dateInWib(clock.now())),
  ]);
  // By the kept position, so that neither the figures nor the page of payments grow with all that was paid.
  const figures = loan ? stateOfLoan(services, database, loan) : Promise.resolve(null);
  const [requests, found, payments, owedBeside, paidOff, plan] = await Promise.all([
    loan ? requestsOf(database, borrowerId, loan.id) : [],
    figures,
    loan ? paymentsPageOf(database, { borrowerId: loan.borrowerId, loanId: loan.id }, cursor) : null,
    otherDebtOf(services, database, other ?? null),
    loan ? null : newestPaidOff(database, borrowerId),
    loan ? figures.then((known) => planOf(services, database, loan, known)) : [],
  ]);
  const bill = loan && found ? billFrom(loan, found.state, found.today) : null;
  const qris = requests.find((one) => one.rail === "QRIS" && one.state === "OPEN" && one.expiresAt > clock.now());
  const numberAt = new Map(
    requests.flatMap((one) =>
      one.rail === "VIRTUAL_ACCOUNT" && one.bankCode && one.expiresAt > clock.now()
        ? [[one.bankCode, one.reference] as const]
        : [],
    ),
  );
  const fromBalance = loan && bill && balanceRupiah > 0 ? await fromBalanceOf(services, database, loan, bill) : null;
  return {
    bill,
    alsoOwed: owedBeside,
    banks: outside.collection.virtualAccountBanks().map((bankCode) => ({
      bankCode,
      bankName: bankName(bankCode),
      virtualAccountNumber: numberAt.get(bankCode) ?? null,
    })),
    most: { qrisRupiah: most.QRIS, ewalletRupiah: most.EWALLET },
    accountMaxRupiah: most.VIRTUAL_ACCOUNT,
    qris: qris?.amountRupiah
      ? {
          requestId: qris.id,
          reference: qris.reference,
          amountRupiah: qris.amountRupiah,
          payoffOn: qris.payoffOn,
          countsOn: qris.payoffOn ?? qris.dueOn,
          expiresAt: qris.expiresAt.toISOString(),
          merchant: merchantOf(qris.content ?? ""),
        }
      : null,
    payments: payments?.items ?? [],
    paymentsNextCursor: payments?.nextCursor ?? null,
    newestPaymentId: payments?.newestId ?? null,
    balanceRupiah,
    fromBalance,
    refund: refund
      ? { amountRupiah: refund.amountRupiah, state: refund.state, requestedAt: refund.requestedAt.toISOString() }
      : null,
    plan,
    paidOff,
  };
}

async function planOf(
  services: Services,
  database: Database,
  loan: LoanRow,
  found: { state: LoanView } | null,
): Promise<Bills["plan"]> {
  if (!found || loan.state !== "ACTIVE") return [];
  return services.ask(servicingPlan).shown(services, database, loan, found.state);
}

/** The same figures as in the reminder of that instalment. */
async function fromBalanceOf(
  services: Services,
  database: Database,
  loan: LoanRow,
  { nextDueDate, nextDueRupiah, daysPastDue }: Bill,
): Promise<Bills["fromBalance"]> {
  if (!nextDueDate || daysPastDue > 0) return null;
  const coveredRupiah = await coveredByBalance(services, database, loan, nextDueDate);
  return coveredRupiah > 0 ? { dueOn: nextDueDate, coveredRupiah, restRupiah: nextDueRupiah - coveredRupiah } : null;
}

async function newestPaidOff(database: Database, borrowerId: string): Promise<Bills["paidOff"]> {
  const loan = (await loansInView(database, borrowerId)).find((one) => one.state === "PAID_OFF");
  return loan ? { loanId: loan.id, loanNumber: loan.number } : null;
}

interface Found {
  loanId: string;
  way: PaymentMethod;
  amountRupiah: number | null;
  state: PaymentResult["state"];
  paidAt: Date | null;
  failureCode: string | null;
}

/** Reports a payment as received only if the ledger holds the money for this borrower. */
async function resultOf(services: Services, borrowerId: string, reference: string): Promise<PaymentResult | null> {
  const found = await findPayment(services, borrowerId, reference);
  const bill = found && (await billOf(services, services.database, borrowerId, found.loanId));
  if (!found || !bill) return null;
  return {
    ...found,
    reference,
    paidAt: found.paidAt?.toISOString() ?? null,
    loanNumber: bill.loanNumber,
    remainingRupiah: bill.payoffRupiah,
    nextDueDate: bill.nextDueDate,
    nextDueRupiah: bill.nextDueRupiah,
    isPaidOff: bill.paidOffOn !== null,
    balanceRupiah: await balanceOfBorrower(services.database, borrowerId),
  };
}

async function findPayment(services: Services, borrowerId: string, reference: string): Promise<Found | null> {
  if (/^(pay|bal)_/.test(reference)) return recordedPayment(services, borrowerId, reference);
  for (const loan of await listLoans(services.database, borrowerId, undefined, 20)) {
    const request = (await requestsOf(services.database, borrowerId, loan.id)).find(
      (one) => one.reference === reference || one.id === reference,
    );
    if (request) return requestedPayment(services, request);
  }
  return null;
}

async function requestedPayment(services: Services, request: PaymentRequestRow): Promise<Found> {
  const receipt = await newestReceipt(services.database, request.borrowerId, request.rail, request.reference);
  const base = {
    loanId: request.loanId,
    way: request.rail,
    failureCode: null,
    paidAt: null,
    amountRupiah: request.amountRupiah,
  };
  // Money in suspense has come in, but it is not in the loan's books yet.
  if (receipt) return { ...base, amountRupiah: receipt.amountRupiah, paidAt: receipt.paidAt, ...endOf(receipt) };
  const isOver = request.state === "FAILED" || request.state === "EXPIRED";
  return {
    ...base,
    state: isOver ? "FAILED" : "WAITING",
    failureCode: isOver ? (request.failureCode ?? "EXPIRED") : null,
  };
}

function endOf({ state }: ReceiptRow): Pick<Found, "state" | "failureCode"> {
  if (state === "RETURNED" || state === "TAKEN_BACK") return { state: "FAILED", failureCode: state };
  return { state: state === "UNMATCHED" || state === "RETURNING" ? "WAITING" : "RECEIVED", failureCode: null };
}

async function recordedPayment(services: Services, borrowerId: string, id: string): Promise<Found | null> {
  const receipt = id.startsWith("pay_") ? await findReceipt(services.database, id) : null;
  if (receipt && receipt.borrowerId !== borrowerId) return null;
  const loanIds = receipt
    ? [receipt.loanId ?? ""]
    : (await listLoans(services.database, borrowerId, undefined, 20)).map((loan) => loan.id);
  for (const loanId of loanIds) {
    const event = (await loanEventsOf(services.database, { borrowerId, loanId })).find((one) => one.id === id);
    if (event?.kind !== "PAYMENT") continue;
    return {
      loanId,
      way: event.rail ?? inHouse(event) ?? "BALANCE",
      amountRupiah: event.amountRupiah,
      paidAt: event.paidAt ?? event.recordedAt,
      ...(receipt ? endOf(receipt) : { state: "RECEIVED", failureCode: null }),
    };
  }
  return null;
}
