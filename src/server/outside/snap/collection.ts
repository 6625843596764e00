/** The collection port over SNAP BI: virtual accounts, QRIS and the push to an e-wallet, each with its status inquiry. */
import type {
  CollectionPort,
  EwalletAnswer,
  EwalletOrder,
  PaymentInquiry,
  PaymentListAnswer,
  PaymentListing,
  QrisAnswer,
  QrisOrder,
  VirtualAccountAnswer,
  VirtualAccountClosing,
  VirtualAccountClosingAnswer,
  VirtualAccountOrder,
} from "../collection/port.ts";
import type { IncomingRequest, NotificationReading, ProviderPayment } from "../notification.ts";
import type { SnapAnswer, SnapClient } from "./client.ts";
import {
  externalId,
  partnerServiceId,
  readSnapAmount,
  snapAmount,
  snapPaidAt,
  snapProgress,
  snapServices,
  snapTimestamp,
} from "./format.ts";
import { pushSeconds } from "#shared/promised-times.ts";

export interface SnapCollectionSettings {
  /** Our company code at each bank that opens virtual accounts for us, best known bank first: `{ "014": "88899" }`. */
  companyCodes: Readonly<Record<string, string>>;
  /** Our merchant id for QRIS and e-wallet. */
  merchantId: string;
  /** Terminal that QRIS codes name; banks that have none leave it empty. */
  terminalId: string;
}

/** The time OVO gives its user to confirm, plus some seconds for the way back. */
const walletSeconds = pushSeconds + 5;

export function createSnapCollection(
  client: SnapClient,
  settings: SnapCollectionSettings,
  realNow: () => Date,
  readNotification: (request: IncomingRequest) => Promise<NotificationReading>,
): CollectionPort {
  let requests = 0;
  const nonce = (): string => `${realNow().getTime()}-${(requests += 1)}`;
  const ask: Ask = (service, body, rowId) => client.call(service, body, externalId(service, rowId, nonce()));
  return {
    adapter: "snap",
    virtualAccountBanks: () => Object.keys(settings.companyCodes),
    openVirtualAccount: (order) => openVirtualAccount(ask, settings, order),
    closeVirtualAccount: (closing) => closeVirtualAccount(ask, settings, closing),
    createQris: (order) => createQris(ask, settings, order),
    pushEwallet: (order) => pushEwallet(client, settings, order, realNow()),
    inquirePayment({ rail, reference, bankCode }) {
      switch (rail) {
        case "VIRTUAL_ACCOUNT":
          return inquireVirtualAccount(ask, settings, reference, bankCode, realNow());
        case "QRIS":
          return inquireByReference(ask, "qrQuery", "qrGenerate", settings, reference, realNow());
        case "EWALLET":
          return inquireByReference(ask, "debitStatus", "debitPayment", settings, reference, realNow());
      }
    },
    listPayments: (listing) => listVirtualAccounts(ask, settings, listing, realNow()),
    readNotification,
  };
}

type Ask = (service: Parameters<SnapClient["call"]>[0], body: object, rowId: string) => Promise<SnapAnswer>;
/** The provider's id of the only payment that a QRIS or e-wallet reference can have; the same from notification and inquiry. */
export const paymentIdOf = (rail: "QRIS" | "EWALLET", reference: string): string => `${rail}:${reference}`;
/** Each bank numbers its own payments: two banks may use one number, and the account distinguishes them. */
export const accountPaymentIdOf = (virtualAccountNumber: string, paymentRequestId: string): string =>
  `${virtualAccountNumber}:${paymentRequestId}`;

async function openVirtualAccount(
  ask: Ask,
  settings: SnapCollectionSettings,
  order: VirtualAccountOrder,
): Promise<VirtualAccountAnswer> {
  const companyCode = settings.companyCodes[order.bankCode];
  if (companyCode === undefined)
    return { outcome: "REJECTED", code: "BANK_NOT_OFFERED", detail: `No virtual accounts at bank ${order.bankCode}.` };
  const serviceId = partnerServiceId(companyCode);
  const body = {
    partnerServiceId: serviceId,
    customerNo: order.customerNo,
    virtualAccountNo: serviceId + order.customerNo,
    virtualAccountName: order.name.slice(0, 255),
    trxId: order.customerNo,
    ...(order.amountRupiah === undefined ? {} : { totalAmount: snapAmount(order.amountRupiah) }),
    // C: only this amount; O: any amount.
    virtualAccountTrxType: order.amountRupiah === undefined ? "O" : "C",
    expiredDate: snapTimestamp(order.expiresAt),
  };
  const row = `${order.bankCode}${order.customerNo}`;
  let answer = await ask("createVa", body, row);
  // The number is stable: if the bank has it already, its amount, name and end are updated.
  if (answer.kind === "DUPLICATE") answer = await ask("updateVa", body, row);
  if (answer.kind === "REFUSED" && !answer.code.startsWith("401"))
    return { outcome: "REJECTED", code: answer.code, detail: answer.message };
  if (answer.kind !== "SUCCESS") return { outcome: "UNAVAILABLE" };
  return {
    outcome: "OPEN",
    bankCode: order.bankCode,
    virtualAccountNumber: (serviceId + order.customerNo).trim(),
    expiresAt: order.expiresAt,
  };
}

async function closeVirtualAccount(
  ask: Ask,
  settings: SnapCollectionSettings,
  { bankCode, customerNo }: VirtualAccountClosing,
): Promise<VirtualAccountClosingAnswer> {
  const companyCode = settings.companyCodes[bankCode];
  // We no longer work with this bank, so the account is closed.
  if (companyCode === undefined) return { outcome: "CLOSED" };
  const serviceId = partnerServiceId(companyCode);
  const body = {
    partnerServiceId: serviceId,
    customerNo,
    virtualAccountNo: serviceId + customerNo,
    trxId: customerNo,
  };
  const answer = await ask("deleteVa", body, `${bankCode}${customerNo}`);
  if (answer.kind === "SUCCESS" || answer.kind === "DUPLICATE") return { outcome: "CLOSED" };
  if (answer.kind !== "REFUSED" || answer.code.startsWith("401")) return { outcome: "UNAVAILABLE" };
  // 404: no such account, or one that has ended.
  if (answer.code.startsWith("404")) return { outcome: "CLOSED" };
  return { outcome: "REJECTED", code: answer.code, detail: answer.message };
}

async function createQris(ask: Ask, settings: SnapCollectionSettings, order: QrisOrder): Promise<QrisAnswer> {
  const answer = await ask(
    "qrGenerate",
    {
      partnerReferenceNo: order.reference,
      amount: snapAmount(order.amountRupiah),
      merchantId: settings.merchantId,
      ...(settings.terminalId ? { terminalId: settings.terminalId } : {}),
      validityPeriod: snapTimestamp(order.expiresAt),
    },
    order.reference,
  );
  if (answer.kind === "REFUSED" && !answer.code.startsWith("401"))
    return { outcome: "REJECTED", code: answer.code, detail: answer.message };
  const qris = answer.kind === "SUCCESS" ? answer.body["qrContent"] : undefined;
  return typeof qris === "string" && qris
    ? { outcome: "OPEN", qris, reference: order.reference, expiresAt: order.expiresAt }
    : { outcome: "UNAVAILABLE" };
}

async function pushEwallet(
  client: SnapClient,
  settings: SnapCollectionSettings,
  order: EwalletOrder,
  now: Date,
): Promise<EwalletAnswer> {
  const amount = snapAmount(order.amountRupiah);
  const answer = await client.call(
    "debitPayment",
    {
      partnerReferenceNo: order.reference,
      merchantId: settings.merchantId,
      amount,
      validUpTo: snapTimestamp(new Date(now.getTime() + walletSeconds * 1000)),
      payOptionDetails: [{ payMethod: order.wallet, payOption: order.wallet, transAmount: amount }],
      additionalInfo: { phoneNo: order.mobileNumber },
    },
    // The partner refuses a used number, so a repeated push has no second effect.
    externalId("ewallet", order.reference),
  );
  if (answer.kind === "SUCCESS") return { outcome: "PUSHED", answerWithinSeconds: walletSeconds };
  if (answer.kind === "REFUSED" && !answer.code.startsWith("401"))
    return { outcome: "REJECTED", code: answer.code, detail: answer.message };
  return { outcome: "UNKNOWN", detail: answer.kind === "UNKNOWN" ? answer.detail : answer.code };
}

async function inquireVirtualAccount(
  ask: Ask,
  settings: SnapCollectionSettings,
  number: string,
  bankCode: string | undefined,
  now: Date,
): Promise<PaymentInquiry> {
  const entry = Object.entries(settings.companyCodes).find(
    ([bank, code]) => (bankCode === undefined || bank === bankCode) && number.startsWith(code),
  );
  if (!entry) return { outcome: "UNAVAILABLE" };
  const serviceId = partnerServiceId(entry[1]);
  const answer = await ask(
    "vaStatus",
    {
      partnerServiceId: serviceId,
      customerNo: number.slice(entry[1].length),
      virtualAccountNo: serviceId + number.slice(entry[1].length),
    },
    number,
  );
  if (answer.kind === "REFUSED" && answer.code.startsWith("404"))
    return { outcome: "KNOWN", payments: [], open: false };
  if (answer.kind !== "SUCCESS") return { outcome: "UNAVAILABLE" };
  return { outcome: "KNOWN", payments: entriesOf(answer).flatMap((paid) => paymentOf(paid, number, now)), open: true };
}

type Entry = Readonly<Record<string, unknown>>;

/** Banks answer with one payment or with a list; reports spell the field with a small d as well. */
function entriesOf({ body }: SnapAnswer & { kind: "SUCCESS" }): Entry[] {
  const data = body["virtualAccountData"] ?? body["virtualAccountdata"];
  return [data ?? []].flat().map((entry: unknown) => (entry ?? {}) as Entry);
}

function paymentOf(paid: Entry, number: string, now: Date): ProviderPayment[] {
  const amountRupiah = readSnapAmount(paid["paidAmount"]);
  const paymentRequestId = paid["paymentRequestId"];
  if (paid["paymentFlagStatus"] !== "00" || !amountRupiah || typeof paymentRequestId !== "string") return [];
  return [
    {
      paymentId: accountPaymentIdOf(number, paymentRequestId),
      rail: "VIRTUAL_ACCOUNT",
      reference: number,
      amountRupiah,
      ...snapPaidAt([paid["trxDateTime"], paid["transactionDate"]], now),
    },
  ];
}

async function listVirtualAccounts(
  ask: Ask,
  settings: SnapCollectionSettings,
  { bankCode, from, until }: PaymentListing,
  now: Date,
): Promise<PaymentListAnswer> {
  const companyCode = settings.companyCodes[bankCode];
  if (companyCode === undefined) return { outcome: "NOT_OFFERED" };
  const [first, last] = [snapTimestamp(from), snapTimestamp(until)];
  const answer = await ask(
    "vaReport",
    {
      partnerServiceId: partnerServiceId(companyCode),
      startDate: first.slice(0, 10),
      startTime: first.slice(11),
      endDate: last.slice(0, 10),
      endTime: last.slice(11),
    },
    `${bankCode}${first}`,
  );
  // 404 with the case 01, "transaction not found": no payments in that time. Any other refusal but of our token: no lists.
  if (answer.kind === "REFUSED" && answer.code.startsWith("404") && answer.caseCode === "01")
    return { outcome: "LISTED", payments: [] };
  if (answer.kind === "REFUSED" && !answer.code.startsWith("401")) return { outcome: "NOT_OFFERED" };
  if (answer.kind !== "SUCCESS") return { outcome: "UNAVAILABLE" };
  const payments: ProviderPayment[] = [];
  for (const paid of entriesOf(answer)) {
    // A report lists payments alone; the status of one is optional there.
    const { paymentFlagStatus: status = "00", virtualAccountNo: number } = paid;
    if (status !== "00" || Object.keys(paid).length === 0) continue;
    const read =
      typeof number === "string" ? paymentOf({ ...paid, paymentFlagStatus: status }, number.trim(), now) : [];
    // Money that cannot be read: each account is asked about by itself, as without a list.
    if (read.length === 0) return { outcome: "UNAVAILABLE" };
    payments.push(...read);
  }
  return { outcome: "LISTED", payments };
}

async function inquireByReference(
  ask: Ask,
  inquiry: "qrQuery" | "debitStatus",
  original: "qrGenerate" | "debitPayment",
  settings: SnapCollectionSettings,
  reference: string,
  now: Date,
): Promise<PaymentInquiry> {
  const answer = await ask(
    inquiry,
    {
      originalPartnerReferenceNo: reference,
      serviceCode: snapServices[original].code,
      merchantId: settings.merchantId,
    },
    reference,
  );
  if (answer.kind === "REFUSED" && answer.code.startsWith("404"))
    return { outcome: "KNOWN", payments: [], open: false };
  if (answer.kind !== "SUCCESS" || answer.body["originalPartnerReferenceNo"] !== reference)
    return { outcome: "UNAVAILABLE" };
  const { body } = answer;
  const rail = inquiry === "qrQuery" ? "QRIS" : "EWALLET";
  switch (snapProgress(body["latestTransactionStatus"])) {
    case "DONE": {
      const amountRupiah = readSnapAmount(body["amount"] ?? body["transAmount"]);
      if (!amountRupiah) return { outcome: "UNAVAILABLE" };
      const paid = snapPaidAt([body["paidTime"], body["transactionDate"]], now);
      return {
        outcome: "KNOWN",
        open: false,
        payments: [{ paymentId: paymentIdOf(rail, reference), rail, reference, amountRupiah, ...paid }],
      };
    }
    case "UNDER_WAY":
      return { outcome: "KNOWN", payments: [], open: true };
    case "FAILED":
      return {
        outcome: "KNOWN",
        payments: [],
        open: false,
        failed: { code: String(body["latestTransactionStatus"]), detail: String(body["transactionStatusDesc"] ?? "") },
      };
    case "NOT_FOUND":
      return { outcome: "KNOWN", payments: [], open: false };
    case undefined:
      return { outcome: "UNAVAILABLE" };
  }
}
