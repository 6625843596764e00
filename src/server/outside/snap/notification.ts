/**
 * Notifications of SNAP partners: they fetch a token from us (asymmetric signature), then notify with it (symmetric
 * signature over the raw bytes). The token is stateless, so any process of the installation can verify it.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { isStorable } from "#server/call/storable.ts";
import { formatRupiah } from "#shared/money.ts";
import type { BankNotification, IncomingRequest, NotificationReading, PartnerAnswer } from "../notification.ts";
import { readObject } from "./client.ts";
import { accountPaymentIdOf, paymentIdOf } from "./collection.ts";
import {
  isImplausiblePaidAt,
  readSnapAmount,
  readSnapTimestamp,
  refundedStatus,
  snapAmount,
  snapPaidAt,
  snapProgress,
  snapServices,
  snapTimestamp,
  type SnapService,
} from "./format.ts";
import { tokenRequestIsSigned, transactionIsSigned } from "./signature.ts";

export interface SnapNotificationSettings {
  /** X-CLIENT-KEY that the partner uses towards us. */
  partnerClientId: string;
  /** X-PARTNER-ID that its notifications carry. */
  partnerId: string;
  partnerPublicKeyPem: string;
  /** Live secrets, the newest first: two while one replaces the other (threat B5). */
  secrets: readonly string[];
}

/** A signature older or newer than this is refused (threat B5). */
const freshMs = 5 * 60_000;
const tokenSeconds = 900;
const provider = "snap";
/** The standard's bound on paymentRequestId; a key of any length would find no place in an index. */
const maxRequestId = 128;

/** Reads requests below our webhook address: `…/v1.0/access-token/b2b`, `…/transfer-va/inquiry`, `…/transfer-va/payment`, `…/qr/qr-mpm-notify`, `…/debit/notify`. */
export function createSnapNotifications(
  settings: SnapNotificationSettings,
  realNow: () => Date,
): (request: IncomingRequest) => Promise<NotificationReading> {
  return async (request) => {
    const service = serviceOf(request);
    if (!service) return refused("UNREADABLE", "vaPayment", "404", "00", "Not found", realNow());
    const timestamp = request.headers["x-timestamp"] ?? "";
    const signedAt = readSnapTimestamp(timestamp);
    const now = realNow();
    if (!signedAt || Math.abs(now.getTime() - signedAt.getTime()) > freshMs)
      return refused("STALE", service, "401", "00", "Unauthorized. Timestamp", now);
    if (service === "accessToken") return issueToken(settings, request, timestamp, now);
    const accessToken = /^Bearer (\S+)$/i.exec(request.headers["authorization"] ?? "")?.[1] ?? "";
    if (!tokenIsLive(settings, accessToken, now))
      return refused("SIGNATURE", service, "401", "01", "Invalid Token (B2B)", now);
    if (request.headers["x-partner-id"] !== settings.partnerId)
      return refused("UNKNOWN_PARTNER", service, "401", "00", "Unauthorized. Partner", now);
    const parts = { method: request.method, path: request.path, accessToken, body: request.rawBody, timestamp };
    if (!transactionIsSigned(settings.secrets, parts, request.headers["x-signature"] ?? ""))
      return refused("SIGNATURE", service, "401", "00", "Unauthorized. Signature", now);
    const header = headerFault(request);
    if (header) return refused("UNREADABLE", service, "400", header.caseCode, header.message, now);
    const body = readObject(request.rawBody);
    if (service === "vaInquiry") return vaInquiry(body, now);
    const event =
      body &&
      (service === "vaPayment"
        ? vaEvent(body, signedAt)
        : referenceEvent(service === "qrNotify" ? "QRIS" : "EWALLET", body, signedAt));
    if (!body || !event) return refused("UNREADABLE", service, "400", "02", "Invalid Mandatory Field", now);
    if (!isStorable(event)) return refused("UNREADABLE", service, "400", "01", "Invalid Field Format", now);
    return { outcome: "EVENT", provider, event, answer: accepted(service, body, now) };
  };
}

/**
 * Headers that the standard requires in addition to the signed ones. X-EXTERNAL-ID is unique per day at its sender; a
 * repeated number is not refused, because no signature covers it and the report may be about money: the inbox
 * recognises repeated reports. // docs/decisions/189
 */
const wantedHeaders = { "X-EXTERNAL-ID": /^\d{1,36}$/, "CHANNEL-ID": /^[A-Za-z0-9]{1,5}$/ } as const;

function headerFault({ headers }: IncomingRequest): { caseCode: "01" | "02"; message: string } | undefined {
  for (const [name, form] of Object.entries(wantedHeaders)) {
    const value = headers[name.toLowerCase()] ?? "";
    if (value === "") return { caseCode: "02", message: `Invalid Mandatory Field ${name}` };
    if (!form.test(value)) return { caseCode: "01", message: `Invalid Field Format ${name}` };
  }
  return undefined;
}

function serviceOf(
  request: IncomingRequest,
): "accessToken" | "vaInquiry" | "vaPayment" | "qrNotify" | "debitNotify" | undefined {
  const services = ["accessToken", "vaInquiry", "vaPayment", "qrNotify", "debitNotify"] as const;
  return request.method === "POST"
    ? services.find((service) => request.path.endsWith(snapServices[service].path))
    : undefined;
}

function issueToken(
  settings: SnapNotificationSettings,
  request: IncomingRequest,
  timestamp: string,
  now: Date,
): NotificationReading {
  const clientId = request.headers["x-client-key"] ?? "";
  if (clientId !== settings.partnerClientId)
    return refused("UNKNOWN_PARTNER", "accessToken", "401", "00", "Unauthorized. Client", now);
  if (!tokenRequestIsSigned(settings.partnerPublicKeyPem, clientId, timestamp, request.headers["x-signature"] ?? ""))
    return refused("SIGNATURE", "accessToken", "401", "00", "Unauthorized. Signature", now);
  if (readObject(request.rawBody)?.["grantType"] !== "client_credentials")
    return refused("UNREADABLE", "accessToken", "400", "02", "Invalid Mandatory Field grantType", now);
  const until = Math.floor(now.getTime() / 1000) + tokenSeconds;
  const body = {
    responseCode: "2007300",
    responseMessage: "Successful",
    accessToken: `${until}.${tokenCheck(settings, until)}`,
    tokenType: "Bearer",
    expiresIn: String(tokenSeconds),
  };
  return { outcome: "ANSWER_ONLY", answer: answerOf(200, body, now) };
}

/** Signed with the oldest valid secret, so that a token stays valid while a new secret is added before it. */
function tokenCheck(settings: SnapNotificationSettings, until: number, secret = settings.secrets.at(-1) ?? ""): string {
  return createHmac("sha256", secret).update(`token|${settings.partnerClientId}|${until}`).digest("base64url");
}
function tokenIsLive(settings: SnapNotificationSettings, token: string, now: Date): boolean {
  const [, until, check] = /^(\d{1,12})\.([\w-]{43})$/.exec(token) ?? [];
  if (until === undefined || check === undefined || Number(until) * 1000 <= now.getTime()) return false;
  return settings.secrets.some((secret) =>
    timingSafeEqual(Buffer.from(check), Buffer.from(tokenCheck(settings, Number(until), secret))),
  );
}

/** The fields of an inquiry that are answered as they came. */
const inquiryEchoes = ["partnerServiceId", "customerNo", "virtualAccountNo", "inquiryRequestId"] as const;

/** The bank's customer has entered one of our virtual accounts: any amount may be paid, and the screen shows the bill's. */
function vaInquiry(body: Record<string, unknown> | undefined, now: Date): NotificationReading {
  const { inquiryRequestId, virtualAccountNo } = body ?? {};
  const isNamed =
    typeof inquiryRequestId === "string" && inquiryRequestId !== "" && typeof virtualAccountNo === "string";
  if (!body || !isNamed) return refused("UNREADABLE", "vaInquiry", "400", "02", "Invalid Mandatory Field", now);
  const reference = virtualAccountNo.trim();
  if (inquiryRequestId.length > maxRequestId || !/^\d{1,28}$/.test(reference) || !isStorable(body))
    return refused("UNREADABLE", "vaInquiry", "400", "01", "Invalid Field Format", now);
  const echoed = Object.fromEntries(inquiryEchoes.flatMap((name) => (name in body ? [[name, body[name]]] : [])));
  const { code } = snapServices.vaInquiry;
  const reply = (status: 200 | 404, caseCode: string, responseMessage: string, data: object): PartnerAnswer => {
    const base = { responseCode: `${status}${code}${caseCode}`, responseMessage };
    return answerOf(status, { ...base, virtualAccountData: { ...echoed, ...data } }, now);
  };
  const failed = (english: string, indonesia: string) => ({
    inquiryStatus: "01",
    inquiryReason: { english, indonesia },
  });
  const unknown = reply(404, "12", "Invalid Bill/Virtual Account", failed("Not found", "Tidak ditemukan"));
  return {
    outcome: "INQUIRY",
    question: { inquiryId: inquiryRequestId, reference },
    answer: unknown,
    answerFor(bill) {
      if (bill.outcome === "UNKNOWN") return unknown;
      if (bill.outcome === "NOTHING_TO_PAY")
        return reply(404, "14", "Paid Bill", failed("Nothing to pay", "Tidak ada tagihan"));
      const payoff = formatRupiah(bill.payoffRupiah);
      return reply(200, "00", "Successful", {
        inquiryStatus: "00",
        inquiryReason: { english: "Success", indonesia: "Sukses" },
        virtualAccountName: bill.payerName,
        totalAmount: snapAmount(bill.amountRupiah),
        virtualAccountTrxType: "O",
        freeTexts: [{ english: `Pays the loan off today: ${payoff}`, indonesia: `Untuk melunasi hari ini: ${payoff}` }],
      });
    },
  };
}

function vaEvent(body: Record<string, unknown>, signedAt: Date): BankNotification | undefined {
  const { paymentRequestId, virtualAccountNo } = body;
  const amountRupiah = readSnapAmount(body["paidAmount"]);
  // The standard leaves the time to the bank; a report is not refused because it is missing.
  const times = [body["trxDateTime"]];
  if (isImplausiblePaidAt(times)) return undefined;
  if (typeof paymentRequestId !== "string" || !paymentRequestId || paymentRequestId.length > maxRequestId)
    return undefined;
  if (typeof virtualAccountNo !== "string") return undefined;
  const reference = virtualAccountNo.trim();
  if (!/^\d{1,28}$/.test(reference) || !amountRupiah) return undefined;
  const paymentId = accountPaymentIdOf(reference, paymentRequestId);
  return {
    kind: "PAYMENT_RECEIVED",
    eventId: `va:${paymentId}`,
    paymentId,
    rail: "VIRTUAL_ACCOUNT",
    reference,
    amountRupiah,
    ...snapPaidAt(times, signedAt),
  };
}

function referenceEvent(
  rail: "QRIS" | "EWALLET",
  body: Record<string, unknown>,
  signedAt: Date,
): BankNotification | undefined {
  const reference = body["originalPartnerReferenceNo"];
  const status = body["latestTransactionStatus"];
  const progress = snapProgress(status);
  if (typeof reference !== "string" || !/^[A-Za-z0-9]{1,64}$/.test(reference) || !progress) return undefined;
  const eventId = `${rail}:${reference}:${String(status)}`;
  if (progress === "UNDER_WAY") return { kind: "PAYMENT_PENDING", eventId, rail, reference };
  // Only a completed payment can be refunded.
  const ofPayment = status === refundedStatus ? { paymentId: paymentIdOf(rail, reference) } : {};
  if (progress !== "DONE")
    return {
      kind: "PAYMENT_FAILED",
      eventId,
      rail,
      reference,
      ...ofPayment,
      code: String(status),
      detail: String(body["transactionStatusDesc"] ?? ""),
    };
  const amountRupiah = readSnapAmount(body["amount"]);
  if (!amountRupiah) return undefined;
  const more = (body["additionalInfo"] ?? {}) as Record<string, unknown>;
  const times = [body["paidTime"], more["paidTime"], body["finishedTime"]];
  if (isImplausiblePaidAt(times)) return undefined;
  return {
    kind: "PAYMENT_RECEIVED",
    eventId,
    paymentId: paymentIdOf(rail, reference),
    rail,
    reference,
    amountRupiah,
    ...snapPaidAt(times, signedAt),
  };
}

/** A virtual account's payment is answered with its own data, so that the bank prints it on the payer's receipt. */
function accepted(service: SnapService, body: Record<string, unknown>, now: Date): PartnerAnswer {
  const base = { responseCode: `200${snapServices[service].code}00`, responseMessage: "Successful" };
  if (service !== "vaPayment") return answerOf(200, base, now);
  const names = [
    "partnerServiceId",
    "customerNo",
    "virtualAccountNo",
    "virtualAccountName",
    "paymentRequestId",
    "paidAmount",
    "trxDateTime",
    "referenceNo",
  ];
  const data = Object.fromEntries(names.flatMap((name) => (name in body ? [[name, body[name]]] : [])));
  return answerOf(200, { ...base, virtualAccountData: { ...data, paymentFlagStatus: "00" } }, now);
}

function refused(
  reason: (NotificationReading & { outcome: "REFUSED" })["reason"],
  service: SnapService,
  status: "400" | "401" | "404",
  caseCode: string,
  message: string,
  now: Date,
): NotificationReading {
  const answer = answerOf(
    Number(status),
    { responseCode: `${status}${snapServices[service].code}${caseCode}`, responseMessage: message },
    now,
  );
  return { outcome: "REFUSED", reason, answer };
}

const answerOf = (status: number, body: object, now: Date): PartnerAnswer => ({
  status,
  headers: { "content-type": "application/json", "x-timestamp": snapTimestamp(now) },
  body: JSON.stringify(body),
});
