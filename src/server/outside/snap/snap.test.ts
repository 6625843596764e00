import { generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fixedClock } from "#server/process/clock.ts";
import { signedNotification, snapTime, startSnapPeer, type SnapPeer } from "../../../../tests/peers/snap/peer.ts";
import { createOutbound, type Outbound } from "../http.ts";
import type { IncomingRequest } from "../notification.ts";
import type { BankPort, TransferOrder } from "../bank/port.ts";
import type { CollectionPort } from "../collection/port.ts";
import { createSnapBank } from "./bank.ts";
import { createSnapClient } from "./client.ts";
import { createSnapCollection } from "./collection.ts";
import { createSnapNotifications } from "./notification.ts";

const pair = () =>
  generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
const ours = pair();
const theirs = pair();
const clock = fixedClock();
const settings = {
  clientId: "tunai-client",
  privateKeyPem: ours.privateKey,
  clientSecret: "shared-secret",
  partnerId: "TUNAI01",
  channelId: "95221",
};
const order: TransferOrder = {
  transferId: "0193a1f2-0000-7000-8000-00000000000a",
  source: "ESCROW",
  bankCode: "014",
  accountNumber: "1234567890",
  accountName: "SITI RAHAYU",
  amountRupiah: 1_000_000,
  remark: "Pencairan pinjaman",
};

let peer: SnapPeer;
let outbound: Outbound;
let bank: BankPort;
let collection: CollectionPort;

beforeAll(async () => {
  peer = await startSnapPeer({
    clientId: settings.clientId,
    clientPublicKeyPem: ours.publicKey,
    clientSecret: settings.clientSecret,
    partnerId: settings.partnerId,
    now: clock.realNow,
  });
  peer.accounts.set("014:1234567890", "SITI RAHAYU");
});
afterAll(() => peer.close());
beforeEach(() => {
  clock.advance(86_400_000);
  peer.seen.length = 0;
  peer.transfers.clear();
  outbound = createOutbound({ monotonicMs: () => 0, allowPlainHttp: true });
  const client = createSnapClient(settings, outbound.peer("snap", peer.url, { totalMs: 1500 }), clock.realNow);
  bank = createSnapBank(client, { sourceAccountNos: { ESCROW: "8880001", OPERATING_CASH: "8880002" } }, clock.realNow);
  collection = createSnapCollection(
    client,
    { companyCodes: { "014": "88899", "002": "77001" }, merchantId: "M1", terminalId: "" },
    clock.realNow,
    async () => {
      throw new Error("not used here");
    },
  );
  return () => outbound.close();
});

describe("the bank over SNAP", () => {
  it("tells the account's name, that there is no such account, and silence apart", async () => {
    expect(await bank.inquireName({ bankCode: "014", accountNumber: "1234567890" })).toEqual({
      outcome: "FOUND",
      accountName: "SITI RAHAYU",
    });
    expect(await bank.inquireName({ bankCode: "014", accountNumber: "999" })).toEqual({ outcome: "NOT_FOUND" });
    peer.next("/v1.0/account-inquiry-external", "ERROR_500");
    expect(await bank.inquireName({ bankCode: "014", accountNumber: "1234567890" })).toEqual({
      outcome: "UNAVAILABLE",
    });
  });
  it("orders a transfer with whole rupiah and two decimals, and follows it to its end", async () => {
    expect(await bank.transfer(order)).toEqual({ status: "ACCEPTED", providerReference: "BANK1" });
    expect(peer.seen.at(-1)?.body["amount"]).toEqual({ value: "1000000.00", currency: "IDR" });
    expect(await bank.inquireTransfer(order.transferId)).toEqual({ status: "PENDING" });
    [...peer.transfers.values()][0]!.status = "00";
    expect(await bank.inquireTransfer(order.transferId)).toEqual({
      status: "SETTLED",
      providerReference: "BANK1",
      settledAt: clock.realNow(),
    });
    [...peer.transfers.values()][0]!.status = "06";
    expect((await bank.inquireTransfer(order.transferId)).status).toBe("FAILED");
  });
  it("pays once when the answer was lost after the effect: the result is unknown, then inquired, and a second order is a conflict", async () => {
    peer.next("/v1.0/transfer-interbank", "SILENT_AFTER_EFFECT");
    expect((await bank.transfer(order)).status).toBe("UNKNOWN");
    expect((await bank.transfer(order)).status).toBe("UNKNOWN");
    clock.advance(86_400_000); // On the next day the external id is free again; the reference still is not.
    expect((await bank.transfer(order)).status).toBe("UNKNOWN");
    expect(await bank.inquireTransfer(order.transferId)).toEqual({ status: "PENDING" });
    expect(peer.transfers.size).toBe(1);
  });
  it("says NOT_FOUND when the order never arrived, and the same order may then be sent", async () => {
    peer.next("/v1.0/transfer-interbank", "ERROR_500");
    expect((await bank.transfer(order)).status).toBe("UNKNOWN");
    expect(await bank.inquireTransfer(order.transferId)).toEqual({ status: "NOT_FOUND" });
    // The bank remembers the message of the first try, so the next one has its own number.
    expect((await bank.transfer(order)).status).toBe("UNKNOWN");
    expect((await bank.transfer({ ...order, attempt: 2 })).status).toBe("ACCEPTED");
    expect((await bank.transfer({ ...order, attempt: 3 })).status).toBe("UNKNOWN");
    expect(peer.transfers.size).toBe(1);
  });
  it("calls a refused order rejected, and an unreadable or contradictory answer unknown", async () => {
    expect(await bank.transfer({ ...order, accountNumber: "404" })).toMatchObject({
      status: "REJECTED",
      code: "4041811",
    });
    for (const [index, mischief] of (
      ["TIMEOUT_504", "NOT_JSON", "WRONG_SERVICE_CODE", "REDIRECT", "SILENT_BEFORE_EFFECT"] as const
    ).entries()) {
      peer.next("/v1.0/transfer-interbank", mischief);
      const transferId = order.transferId.replace(/a$/, String(index));
      expect((await bank.transfer({ ...order, transferId })).status, mischief).toBe("UNKNOWN");
    }
  });
  it("shares one token among calls, renews it before it dies and when the bank forgot it", async () => {
    const before = peer.tokensIssued;
    await Promise.all([1, 2, 3].map(() => bank.inquireName({ bankCode: "014", accountNumber: "1234567890" })));
    expect(peer.tokensIssued).toBe(before + 1);
    clock.advance(841_000);
    await bank.inquireName({ bankCode: "014", accountNumber: "1234567890" });
    expect(peer.tokensIssued).toBe(before + 2);
    peer.next("/v1.0/account-inquiry-external", "TOKEN_FORGOTTEN");
    expect((await bank.inquireName({ bankCode: "014", accountNumber: "1234567890" })).outcome).toBe("FOUND");
    expect(peer.tokensIssued).toBe(before + 3);
  });
});

describe("collection over SNAP", () => {
  const expiresAt = new Date("2027-03-01T00:00:00+07:00");
  it("opens a virtual account whose number stays the same, and brings its amount up to date", async () => {
    const input = { bankCode: "014", customerNo: "10000012345", name: "Siti Rahayu", expiresAt };
    const first = await collection.openVirtualAccount({ ...input, amountRupiah: 393_333 });
    expect(first).toEqual({ outcome: "OPEN", bankCode: "014", virtualAccountNumber: "8889910000012345", expiresAt });
    expect(await collection.openVirtualAccount({ ...input, amountRupiah: 1_000 })).toEqual(first);
    expect(peer.seen.at(-1)).toMatchObject({
      method: "PUT",
      body: { virtualAccountNo: "   8889910000012345", totalAmount: { value: "1000.00" }, virtualAccountTrxType: "C" },
    });
    expect((await collection.openVirtualAccount({ ...input, bankCode: "999" })).outcome).toBe("REJECTED");
  });
  it("closes a virtual account, twice as well as once, and one that no bank knows", async () => {
    const closing = { bankCode: "014", customerNo: "10000099999" };
    await collection.openVirtualAccount({ ...closing, name: "Siti Rahayu", expiresAt });
    expect(await collection.closeVirtualAccount(closing)).toEqual({ outcome: "CLOSED" });
    expect(peer.seen.at(-1)).toMatchObject({ method: "DELETE", body: { virtualAccountNo: "   8889910000099999" } });
    expect(await collection.closeVirtualAccount(closing)).toEqual({ outcome: "CLOSED" });
    expect(await collection.closeVirtualAccount({ ...closing, bankCode: "999" })).toEqual({ outcome: "CLOSED" });
  });
  it("finds what was paid to a virtual account", async () => {
    const inquiry = { rail: "VIRTUAL_ACCOUNT" as const, reference: "8889910000012345", bankCode: "014" };
    expect(await collection.inquirePayment(inquiry)).toEqual({ outcome: "KNOWN", payments: [], open: true });
    peer.payments.set("   8889910000012345", {
      paymentRequestId: "P1",
      paidAmount: { value: "393333.00", currency: "IDR" },
      trxDateTime: snapTime(clock.realNow()),
      paymentFlagStatus: "00",
    });
    expect(await collection.inquirePayment(inquiry)).toEqual({
      outcome: "KNOWN",
      open: true,
      payments: [
        {
          paymentId: "8889910000012345:P1",
          rail: "VIRTUAL_ACCOUNT",
          reference: "8889910000012345",
          amountRupiah: 393_333,
          paidAt: clock.realNow(),
        },
      ],
    });
  });
  it("counts a payment to a virtual account whose time the bank leaves out", async () => {
    peer.payments.set("   8889910000012345", {
      paymentRequestId: "P2",
      paidAmount: { value: "1000.00", currency: "IDR" },
      paymentFlagStatus: "00",
    });
    expect(
      await collection.inquirePayment({ rail: "VIRTUAL_ACCOUNT", reference: "8889910000012345", bankCode: "014" }),
    ).toMatchObject({ payments: [{ paymentId: "8889910000012345:P2", paidAt: clock.realNow() }] });
  });
  it("makes a QRIS and follows it from open to paid", async () => {
    expect(await collection.createQris({ reference: "Q1", amountRupiah: 5000, expiresAt })).toMatchObject({
      outcome: "OPEN",
      reference: "Q1",
    });
    expect(await collection.inquirePayment({ rail: "QRIS", reference: "Q1" })).toEqual({
      outcome: "KNOWN",
      payments: [],
      open: true,
    });
    peer.codes.get("Q1")!.status = "00";
    expect(await collection.inquirePayment({ rail: "QRIS", reference: "Q1" })).toMatchObject({
      payments: [{ paymentId: "QRIS:Q1", amountRupiah: 5000 }],
      open: false,
    });
  });
  it("pushes to OVO once and tells a refusal on the phone from silence", async () => {
    const push = { reference: "E1", wallet: "OVO" as const, mobileNumber: "081234567890", amountRupiah: 7000 };
    expect((await collection.pushEwallet(push)).outcome).toBe("PUSHED");
    expect((await collection.pushEwallet(push)).outcome).toBe("UNKNOWN");
    expect(peer.pushes.size).toBe(1);
    peer.pushes.get("E1")!.status = "05";
    expect(await collection.inquirePayment({ rail: "EWALLET", reference: "E1" })).toMatchObject({
      payments: [],
      open: false,
      failed: { code: "05" },
    });
  });
});

describe("notifications of a SNAP partner", () => {
  const partner = {
    partnerClientId: "bank-client",
    partnerId: "BANK01",
    partnerPublicKeyPem: theirs.publicKey,
    secrets: ["new-secret", "old-secret"],
  };
  const read = createSnapNotifications(partner, clock.realNow);
  const base = { privateKeyPem: theirs.privateKey, clientId: "bank-client", secret: "new-secret", partnerId: "BANK01" };
  const root = "/api/webhook/snap";
  const token = async (): Promise<string> => {
    const reading = await read(
      signedNotification("token", {
        ...base,
        path: `${root}/v1.0/access-token/b2b`,
        now: clock.realNow(),
        body: `{"grantType":"client_credentials"}`,
      }),
    );
    expect(reading.outcome).toBe("ANSWER_ONLY");
    return (JSON.parse(reading.answer.body) as { accessToken: string }).accessToken;
  };
  const vaBody = (): string =>
    `{ "partnerServiceId": "   88899", "customerNo": "10000012345", "virtualAccountNo": "   8889910000012345",\n  "paymentRequestId": "P9", "paidAmount": { "value": "10000.00", "currency": "IDR" }, "trxDateTime": "${snapTime(clock.realNow())}" }`;
  const notify = async (change: Partial<Parameters<typeof signedNotification>[1]> = {}): Promise<IncomingRequest> =>
    signedNotification("notify", {
      ...base,
      path: `${root}/v1.0/transfer-va/payment`,
      now: clock.realNow(),
      accessToken: await token(),
      body: vaBody(),
      ...change,
    });

  it("reads a virtual account payment laid out with spaces, and answers with the bank's own fields", async () => {
    const reading = await read(await notify());
    expect(reading).toMatchObject({
      outcome: "EVENT",
      provider: "snap",
      event: {
        kind: "PAYMENT_RECEIVED",
        paymentId: "8889910000012345:P9",
        rail: "VIRTUAL_ACCOUNT",
        reference: "8889910000012345",
        amountRupiah: 10_000,
        paidAt: clock.realNow(),
      },
    });
    expect(JSON.parse(reading.answer.body)).toMatchObject({
      responseCode: "2002500",
      virtualAccountData: { virtualAccountNo: "   8889910000012345", paymentFlagStatus: "00" },
    });
  });
  it("keeps payments of two banks apart that carry the same number", async () => {
    const idOf = async (body: string) => {
      const reading = await read(await notify({ body }));
      return reading.outcome === "EVENT" && reading.event.kind === "PAYMENT_RECEIVED"
        ? [reading.event.eventId, reading.event.paymentId]
        : [];
    };
    const [one, other] = [await idOf(vaBody()), await idOf(vaBody().replaceAll("88899", "77766"))];
    expect(one).toHaveLength(2);
    expect(one.filter((id) => other.includes(id))).toEqual([]);
    expect(await idOf(vaBody())).toEqual(one);
  });
  it("refuses an instant outside 2000 to 2100 as unreadable, whichever field says it", async () => {
    const sent = {
      originalPartnerReferenceNo: "Q9",
      latestTransactionStatus: "00",
      amount: { value: "1.00", currency: "IDR" },
    };
    const qris = (times: object) =>
      notify({ path: `${root}/v1.0/qr/qr-mpm-notify`, body: JSON.stringify({ ...sent, ...times }) });
    const va = (at: string) => notify({ body: vaBody().replace(snapTime(clock.realNow()), at) });
    for (const at of ["9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z", "1999-12-31T23:59:59Z", "2101-01-01T00:00:00Z"])
      for (const times of [null, { paidTime: at }, { additionalInfo: { paidTime: at } }, { finishedTime: at }])
        expect(await read(await (times ? qris(times) : va(at)))).toMatchObject({
          reason: "UNREADABLE",
          answer: { status: 400 },
        });
    for (const at of ["2000-01-01T00:00:00Z", "2100-12-31T23:59:59Z"])
      expect((await read(await va(at))).outcome).toBe("EVENT");
  });
  it("accepts the older of two live secrets and refuses any other", async () => {
    expect((await read(await notify({ secret: "old-secret" }))).outcome).toBe("EVENT");
    expect(await read(await notify({ secret: "stolen" }))).toMatchObject({
      outcome: "REFUSED",
      reason: "SIGNATURE",
      answer: { status: 401 },
    });
  });
  it("refuses every forgery: changed byte, other path, old, from the future, without or with a made-up token, wrong partner", async () => {
    const good = await notify();
    const altered = Buffer.from(good.rawBody);
    altered[altered.indexOf("10000.00")] = "9".charCodeAt(0);
    const forgeries: IncomingRequest[] = [
      { ...good, rawBody: altered },
      { ...good, path: `${root}/other/v1.0/transfer-va/payment` },
      { ...good, method: "PUT" },
      { ...good, headers: { ...good.headers, "x-signature": undefined } },
      { ...good, headers: { ...good.headers, "x-signature": "AAAA" } },
      { ...good, headers: { ...good.headers, authorization: undefined } },
      { ...good, headers: { ...good.headers, "x-timestamp": snapTime(new Date(clock.realNow().getTime() + 60_000)) } },
      await notify({ now: new Date(clock.realNow().getTime() - 301_000) }),
      await notify({ now: new Date(clock.realNow().getTime() + 301_000) }),
      await notify({ accessToken: "9999999999.".padEnd(54, "A") }),
      await notify({ partnerId: "OTHER" }),
      await notify({ body: "not json" }),
      await notify({ body: vaBody().replace("10000.00", "10000.55") }),
    ];
    for (const [index, forgery] of forgeries.entries())
      expect((await read(forgery)).outcome, `forgery ${index}`).toBe("REFUSED");
  });
  it("wants the sender's message number and channel: missing ones and wrong forms are answered as the standard says", async () => {
    const good = await notify();
    const answered = async (headers: Record<string, string | undefined>, path = good.path): Promise<string> => {
      const request =
        path === good.path
          ? good
          : await notify({
              path,
              body: JSON.stringify({ originalPartnerReferenceNo: "Q7", latestTransactionStatus: "03" }),
            });
      return (await read({ ...request, headers: { ...request.headers, ...headers } })).answer.body;
    };
    const body = (code: string, message: string): string => `{"responseCode":"${code}","responseMessage":"${message}"}`;
    expect(await answered({ "x-external-id": undefined })).toBe(
      body("4002502", "Invalid Mandatory Field X-EXTERNAL-ID"),
    );
    expect(await answered({ "channel-id": "" })).toBe(body("4002502", "Invalid Mandatory Field CHANNEL-ID"));
    for (const wrong of ["12a", "-1", "1".repeat(37), " "])
      expect(await answered({ "x-external-id": wrong }), wrong).toBe(
        body("4002501", "Invalid Field Format X-EXTERNAL-ID"),
      );
    for (const wrong of ["952210", "95 21", "<b>"])
      expect(await answered({ "channel-id": wrong }), wrong).toBe(body("4002501", "Invalid Field Format CHANNEL-ID"));
    expect(await answered({ "x-external-id": undefined }, `${root}/v1.0/qr/qr-mpm-notify`)).toBe(
      body("4005202", "Invalid Mandatory Field X-EXTERNAL-ID"),
    );
    expect(await answered({ "channel-id": undefined }, `${root}/v1.0/debit/notify`)).toBe(
      body("4005602", "Invalid Mandatory Field CHANNEL-ID"),
    );
    // A caller without a valid signature learns nothing about the missing header.
    expect(
      (await read({ ...good, headers: { ...good.headers, "x-external-id": undefined, "x-signature": "AAAA" } })).answer
        .status,
    ).toBe(401);
    expect(await answered({ "x-external-id": "9".repeat(36), "channel-id": "VA004" })).toContain(
      '"responseCode":"2002500"',
    );
  });
  it("takes the signed time where a virtual account's payment carries none that can be read, and calls a refund by its payment", async () => {
    const paidAt = async (body: string) => {
      const reading = await read(await notify({ body }));
      return reading.outcome === "EVENT" && reading.event.kind === "PAYMENT_RECEIVED"
        ? reading.event.paidAt
        : undefined;
    };
    const body = JSON.parse(vaBody()) as Record<string, unknown>;
    const earlier = snapTime(new Date(clock.realNow().getTime() - 3_600_000));
    expect(await paidAt(JSON.stringify({ ...body, trxDateTime: earlier }))).toEqual(
      new Date(clock.realNow().getTime() - 3_600_000),
    );
    expect(await paidAt(JSON.stringify({ ...body, trxDateTime: undefined }))).toEqual(clock.realNow());
    expect(await paidAt(JSON.stringify({ ...body, trxDateTime: "2026-11-21T10:00:00" }))).toEqual(clock.realNow());
    const refund = await notify({
      path: `${root}/v1.0/qr/qr-mpm-notify`,
      body: JSON.stringify({ originalPartnerReferenceNo: "Q7", latestTransactionStatus: "04" }),
    });
    expect(await read(refund)).toMatchObject({ event: { kind: "PAYMENT_FAILED", paymentId: "QRIS:Q7", code: "04" } });
  });
  it("lets a token die after 900 seconds and gives none to a stranger", async () => {
    const accessToken = await token();
    clock.advance(901_000);
    expect(await read(await notify({ accessToken }))).toMatchObject({ outcome: "REFUSED", answer: { status: 401 } });
    const stranger = signedNotification("token", {
      ...base,
      privateKeyPem: ours.privateKey,
      path: `${root}/v1.0/access-token/b2b`,
      now: clock.realNow(),
      body: `{"grantType":"client_credentials"}`,
    });
    expect((await read(stranger)).outcome).toBe("REFUSED");
  });
  it("reads QRIS and e-wallet notifications in every state, with one event id a state", async () => {
    const body = (status: string): string =>
      JSON.stringify({
        originalReferenceNo: "X",
        originalPartnerReferenceNo: "Q7",
        latestTransactionStatus: status,
        amount: { value: "5000.00", currency: "IDR" },
      });
    const qris = async (status: string) =>
      read(await notify({ path: `${root}/v1.0/qr/qr-mpm-notify`, body: body(status) }));
    expect(await qris("03")).toMatchObject({ event: { kind: "PAYMENT_PENDING", eventId: "QRIS:Q7:03" } });
    expect(await qris("00")).toMatchObject({
      event: { kind: "PAYMENT_RECEIVED", paymentId: "QRIS:Q7", amountRupiah: 5000 },
    });
    expect(await read(await notify({ path: `${root}/v1.0/debit/notify`, body: body("06") }))).toMatchObject({
      event: { kind: "PAYMENT_FAILED", rail: "EWALLET" },
    });
    expect((await qris("77")).outcome).toBe("REFUSED");
  });
  it("never throws, whatever arrives", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string(),
        fc.uint8Array(),
        fc.dictionary(
          fc.constantFrom("x-signature", "x-timestamp", "authorization", "x-client-key", "x-partner-id"),
          fc.string(),
        ),
        async (path, rawBody, headers) => {
          const reading = await read({ method: "POST", path: fcPath(path), rawBody, headers });
          expect(reading.outcome).toBe("REFUSED");
        },
      ),
    );
  });
  const fcPath = (text: string): string =>
    text.length % 2 ? `${root}/v1.0/access-token/b2b` : `${root}/v1.0/debit/notify`;
});
