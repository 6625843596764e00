/**
 * A bank that speaks SNAP BI, for tests: an independent implementation of the standard that shares no code with the
 * product's adapter. It verifies every signature byte for byte, refuses what a bank refuses, and misbehaves on demand.
 */
import { createHash, createHmac, createSign, createVerify, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface SnapPeerOptions {
  clientId: string;
  clientPublicKeyPem: string;
  clientSecret: string;
  partnerId: string;
  now: () => Date;
}
/**
 * The error of the next call of a path. SILENT_AFTER_EFFECT: the call has its effect, but the connection closes without
 * an answer.
 */
export type Mischief =
  | "SILENT_AFTER_EFFECT"
  | "SILENT_BEFORE_EFFECT"
  | "ERROR_500"
  | "TIMEOUT_504"
  | "TOKEN_FORGOTTEN"
  | "NOT_JSON"
  | "WRONG_SERVICE_CODE"
  | "REDIRECT";

type Json = Record<string, unknown>;
interface Transfer {
  body: Json;
  status: string;
  referenceNo: string;
}

export interface SnapPeer {
  url: string;
  /** Every accepted request: path, body and X-EXTERNAL-ID. */
  seen: { path: string; method: string; body: Json; raw: string; externalId: string }[];
  transfers: Map<string, Transfer>;
  accounts: Map<string, string>;
  virtualAccounts: Map<string, Json>;
  codes: Map<string, { body: Json; status: string }>;
  pushes: Map<string, { body: Json; status: string }>;
  /** Payments to a virtual account number (padded), for its status inquiry. */
  payments: Map<string, Json>;
  /** The entries of its report of a company's virtual accounts; null where it gives none. */
  reported: Json[] | null;
  tokensIssued: number;
  next(path: string, mischief: Mischief): void;
  close(): Promise<void>;
}

/**
 * Drops spaces outside strings; written with a regular expression, so a bug in the product's byte scanner would show.
 */
const tight = (text: string): string => text.replace(/("(?:[^"\\]|\\[\s\S])*")|[ \t\r\n]+/g, "$1");
export const snapTime = (instant: Date): string =>
  new Date(instant.getTime() + 25_200_000).toISOString().replace(/\.\d+Z$/, "+07:00");

export async function startSnapPeer(options: SnapPeerOptions): Promise<SnapPeer> {
  const tokens = new Map<string, number>();
  const externalIds = new Set<string>();
  const mischiefs = new Map<string, Mischief[]>();
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const peer: SnapPeer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: [],
    transfers: new Map(),
    accounts: new Map(),
    virtualAccounts: new Map(),
    codes: new Map(),
    pushes: new Map(),
    payments: new Map(),
    reported: [],
    tokensIssued: 0,
    next: (path, mischief) => void mischiefs.set(path, [...(mischiefs.get(path) ?? []), mischief]),
    close: () => new Promise((closed) => (server.closeAllConnections(), server.close(() => closed()))),
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const raw = Buffer.concat(parts).toString("utf8");
    const path = request.url ?? "";
    const mischief = mischiefs.get(path)?.shift();
    if (path === "/v1.0/access-token/b2b") return send(response, ...issueToken(request, raw));
    const service = services[`${request.method} ${path}`];
    if (!service) return send(response, 404, { responseCode: "4040000", responseMessage: "Not found" });
    if (mischief === "TOKEN_FORGOTTEN") tokens.clear();
    const refusal = refuse(request, path, raw, service.code);
    if (refusal) return send(response, ...refusal);
    if (mischief === "SILENT_BEFORE_EFFECT") return void request.socket.destroy();
    if (mischief === "ERROR_500")
      return send(response, 500, { responseCode: `500${service.code}00`, responseMessage: "General Error" });
    if (mischief === "NOT_JSON") return send(response, 200, "<html>maintenance</html>");
    if (mischief === "REDIRECT") return void response.writeHead(302, { location: `${peer.url}/elsewhere` }).end();
    const body = JSON.parse(raw) as Json;
    peer.seen.push({
      path,
      method: request.method ?? "",
      body,
      raw,
      externalId: String(request.headers["x-external-id"]),
    });
    const [status, caseCode, answer] = service.work(body);
    if (mischief === "SILENT_AFTER_EFFECT") return void request.socket.destroy();
    if (mischief === "TIMEOUT_504")
      return send(response, 504, { responseCode: `504${service.code}00`, responseMessage: "Timeout" });
    const code = mischief === "WRONG_SERVICE_CODE" ? "99" : service.code;
    send(response, status, {
      responseCode: `${status}${code}${caseCode}`,
      responseMessage: status < 300 ? "Successful" : "Refused",
      ...answer,
    });
  }

  function issueToken(request: IncomingMessage, raw: string): [number, Json] {
    const timestamp = String(request.headers["x-timestamp"]);
    const key = String(request.headers["x-client-key"]);
    const good = createVerify("RSA-SHA256")
      .update(`${key}|${timestamp}`)
      .verify(options.clientPublicKeyPem, String(request.headers["x-signature"]), "base64");
    if (key !== options.clientId || !good || !timely(timestamp))
      return [401, { responseCode: "4017300", responseMessage: "Unauthorized. [Signature]" }];
    if ((JSON.parse(raw) as Json)["grantType"] !== "client_credentials")
      return [400, { responseCode: "4007302", responseMessage: "Invalid Mandatory Field grantType" }];
    const accessToken = randomUUID();
    tokens.set(accessToken, options.now().getTime() + 900_000);
    peer.tokensIssued += 1;
    return [
      200,
      { responseCode: "2007300", responseMessage: "Successful", accessToken, tokenType: "Bearer", expiresIn: "900" },
    ];
  }

  const timely = (timestamp: string): boolean =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+07:00$/.test(timestamp) &&
    Math.abs(Date.parse(timestamp) - options.now().getTime()) <= 300_000;

  function refuse(request: IncomingMessage, path: string, raw: string, code: string): [number, Json] | undefined {
    const header = (name: string): string => String(request.headers[name] ?? "");
    const token = header("authorization").replace(/^Bearer /, "");
    if ((tokens.get(token) ?? 0) <= options.now().getTime())
      return [401, { responseCode: `401${code}01`, responseMessage: "Invalid Token (B2B)" }];
    const bodyHash = createHash("sha256").update(tight(raw), "utf8").digest("hex").toLowerCase();
    const text = [request.method, path, token, bodyHash, header("x-timestamp")].join(":");
    const expected = createHmac("sha512", options.clientSecret).update(text).digest("base64");
    const fits =
      expected === header("x-signature") &&
      timely(header("x-timestamp")) &&
      header("x-partner-id") === options.partnerId;
    if (!fits) return [401, { responseCode: `401${code}00`, responseMessage: "Unauthorized. [Signature]" }];
    if (!/^\d{1,36}$/.test(header("x-external-id")) || !/^.{1,5}$/.test(header("channel-id")))
      return [400, { responseCode: `400${code}01`, responseMessage: "Invalid Field Format" }];
    const day = header("x-timestamp").slice(0, 10) + header("x-external-id");
    if (externalIds.has(day)) return [409, { responseCode: `409${code}00`, responseMessage: "Conflict" }];
    externalIds.add(day);
    return undefined;
  }

  const isAmount = (amount: unknown): boolean =>
    /^\d+\.\d\d$/.test(String((amount as Json | undefined)?.["value"])) && (amount as Json)["currency"] === "IDR";
  type Outcome = [status: number, caseCode: string, answer?: Json];
  const invalid: Outcome = [400, "02"];
  const services: Record<string, { code: string; work: (body: Json) => Outcome }> = {
    "POST /v1.0/account-inquiry-external": {
      code: "16",
      work(body) {
        const name = peer.accounts.get(
          `${String(body["beneficiaryBankCode"])}:${String(body["beneficiaryAccountNo"])}`,
        );
        return name
          ? [
              200,
              "00",
              {
                beneficiaryAccountName: name,
                beneficiaryAccountNo: body["beneficiaryAccountNo"],
                beneficiaryBankCode: body["beneficiaryBankCode"],
              },
            ]
          : [404, "11"];
      },
    },
    "POST /v1.0/transfer-interbank": {
      code: "18",
      work(body) {
        const reference = String(body["partnerReferenceNo"]);
        if (
          !isAmount(body["amount"]) ||
          !body["sourceAccountNo"] ||
          !body["beneficiaryAccountName"] ||
          reference.length > 64
        )
          return invalid;
        if (peer.transfers.has(reference)) return [409, "01"];
        if (!peer.accounts.has(`${String(body["beneficiaryBankCode"])}:${String(body["beneficiaryAccountNo"])}`))
          return [404, "11"];
        const referenceNo = `BANK${peer.transfers.size + 1}`;
        peer.transfers.set(reference, { body, status: "03", referenceNo });
        return [202, "00", { referenceNo, partnerReferenceNo: reference, amount: body["amount"] }];
      },
    },
    "POST /v1.0/transfer/status": {
      code: "36",
      work(body) {
        const reference = String(body["originalPartnerReferenceNo"]);
        const transfer = peer.transfers.get(reference);
        if (!transfer || body["serviceCode"] !== "18") return [404, "01"];
        return [
          200,
          "00",
          {
            originalPartnerReferenceNo: reference,
            originalReferenceNo: transfer.referenceNo,
            serviceCode: "18",
            transactionDate: snapTime(options.now()),
            amount: transfer.body["amount"],
            latestTransactionStatus: transfer.status,
            transactionStatusDesc: "as it is",
          },
        ];
      },
    },
    "POST /v1.0/transfer-va/create-va": { code: "27", work: (body) => virtualAccount(body, false) },
    "PUT /v1.0/transfer-va/update-va": { code: "28", work: (body) => virtualAccount(body, true) },
    "DELETE /v1.0/transfer-va/delete-va": {
      code: "31",
      work: (body) => (peer.virtualAccounts.delete(String(body["virtualAccountNo"])) ? [200, "00", {}] : [404, "12"]),
    },
    "POST /v1.0/transfer-va/status": {
      code: "26",
      work(body) {
        const number = String(body["virtualAccountNo"]);
        if (!peer.virtualAccounts.has(number)) return [404, "12"];
        return [
          200,
          "00",
          { virtualAccountData: peer.payments.get(number) ?? { virtualAccountNo: number, paymentFlagStatus: "03" } },
        ];
      },
    },
    "POST /v1.0/transfer-va/report": {
      code: "35",
      work(body) {
        const text = ["startDate", "startTime", "endDate", "endTime"].map((name) => String(body[name])).join(" ");
        const isTimed = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d\+07:00) \1 \d\d:\d\d:\d\d\+07:00$/.test(text);
        if (!isTimed || !/^ *\d+$/.test(String(body["partnerServiceId"]))) return invalid;
        if (peer.reported === null) return [403, "18"];
        const [first, last] = [`${text.slice(0, 10)}T${text.slice(11, 25)}`, `${text.slice(26, 36)}T${text.slice(37)}`];
        const listed = peer.reported.filter((paid) => {
          const at = String(paid["trxDateTime"]);
          return String(paid["partnerServiceId"]) === body["partnerServiceId"] && at >= first && at <= last;
        });
        return listed.length === 0 ? [404, "01"] : [200, "00", { virtualAccountData: listed }];
      },
    },
    "POST /v1.0/qr/qr-mpm-generate": {
      code: "47",
      work(body) {
        if (!isAmount(body["amount"]) || !body["merchantId"]) return invalid;
        const reference = String(body["partnerReferenceNo"]);
        const earlier = peer.codes.get(reference);
        if (!earlier) peer.codes.set(reference, { body, status: "01" });
        return [
          200,
          "00",
          {
            partnerReferenceNo: reference,
            referenceNo: `QR${peer.codes.size}`,
            qrContent: `00020101021226QR${reference}6304ABCD`,
          },
        ];
      },
    },
    "POST /v1.0/qr/qr-mpm-query": { code: "51", work: (body) => progress(peer.codes, body, "47") },
    "POST /v1.0/debit/payment-host-to-host": {
      code: "54",
      work(body) {
        if (!isAmount(body["amount"])) return invalid;
        const reference = String(body["partnerReferenceNo"]);
        if (peer.pushes.has(reference)) return [409, "01"];
        peer.pushes.set(reference, { body, status: "02" });
        return [202, "00", { partnerReferenceNo: reference, referenceNo: `DD${peer.pushes.size}` }];
      },
    },
    "POST /v1.0/debit/status": { code: "55", work: (body) => progress(peer.pushes, body, "54") },
  };

  function virtualAccount(body: Json, update: boolean): Outcome {
    const number = String(body["virtualAccountNo"]);
    const serviceId = String(body["partnerServiceId"]);
    // Eight characters with their padding, then the customer: the signature covers the spaces too.
    if (serviceId.length !== 8 || !/^ *\d+$/.test(serviceId) || number !== serviceId + String(body["customerNo"]))
      return invalid;
    if (peer.virtualAccounts.has(number) !== update) return update ? [404, "12"] : [409, "01"];
    peer.virtualAccounts.set(number, body);
    return [200, "00", { virtualAccountData: body }];
  }
  function progress(store: Map<string, { body: Json; status: string }>, body: Json, code: string): Outcome {
    const reference = String(body["originalPartnerReferenceNo"]);
    const found = store.get(reference);
    if (!found || body["serviceCode"] !== code) return [404, "01"];
    return [
      200,
      "00",
      {
        originalPartnerReferenceNo: reference,
        serviceCode: code,
        latestTransactionStatus: found.status,
        transactionStatusDesc: "as it is",
        amount: found.body["amount"],
        ...(found.status === "00" ? { paidTime: snapTime(options.now()) } : {}),
      },
    ];
  }
  return peer;
}

function send(response: ServerResponse, status: number, body: Json | string): void {
  response
    .writeHead(status, { "content-type": "application/json" })
    .end(typeof body === "string" ? body : JSON.stringify(body));
}

/** Builds the bank's requests to us. `body` is sent as given: a test may format it with any spaces. */
export function signedNotification(
  kind: "token" | "notify",
  options: {
    privateKeyPem: string;
    clientId: string;
    secret: string;
    partnerId: string;
    path: string;
    now: Date;
    accessToken?: string;
    body: string;
  },
): { method: "POST"; path: string; headers: Record<string, string>; rawBody: Buffer } {
  const timestamp = snapTime(options.now);
  const headers: Record<string, string> = { "content-type": "application/json", "x-timestamp": timestamp };
  if (kind === "token") {
    headers["x-client-key"] = options.clientId;
    headers["x-signature"] = createSign("RSA-SHA256")
      .update(`${options.clientId}|${timestamp}`)
      .sign(options.privateKeyPem, "base64");
  } else {
    const hash = createHash("sha256").update(tight(options.body), "utf8").digest("hex");
    headers["authorization"] = `Bearer ${options.accessToken ?? ""}`;
    headers["x-partner-id"] = options.partnerId;
    headers["x-external-id"] = "1";
    headers["channel-id"] = "95221";
    headers["x-signature"] = createHmac("sha512", options.secret)
      .update(`POST:${options.path}:${options.accessToken ?? ""}:${hash}:${timestamp}`)
      .digest("base64");
  }
  return { method: "POST", path: options.path, headers, rawBody: Buffer.from(options.body) };
}
