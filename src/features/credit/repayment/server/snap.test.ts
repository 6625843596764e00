/** The same flows over SNAP BI: a standard bank that pays out, notifies, does not answer and sends duplicates. */
import { generateKeyPairSync } from "node:crypto";
import { afterAll, expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { account, auditAll, balanceOf } from "#server/ledger/index.ts";
import { addDays, instantOf } from "#shared/dates.ts";
import { formatRupiah } from "#shared/money.ts";
import { startDisbursement } from "#features/credit/disbursement/server/index.ts";
import { testApp, type TestResponse } from "#tests/support/app.ts";
import { signedLoan } from "#tests/support/loan.ts";
import { signedNotification, snapTime, startSnapPeer } from "#tests/peers/snap/peer.ts";
import { billOf } from "./index.ts";

const pair = () =>
  generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
const ours = pair();
const theirs = pair();
let now = (): Date => new Date();
const peer = await startSnapPeer({
  clientId: "tunai",
  clientPublicKeyPem: ours.publicKey,
  clientSecret: "shared",
  partnerId: "TUNAI01",
  now: () => now(),
});
afterAll(() => peer.close());
const app = await testApp({
  // The bank uses the same clock for payments and signatures.
  aheadMilliseconds: 0,
  environment: {
    BANK_ADAPTER: "snap",
    COLLECTION_ADAPTER: "snap",
    SNAP_URL: peer.url,
    SNAP_CLIENT_ID: "tunai",
    SNAP_CLIENT_SECRET: "shared",
    SNAP_PARTNER_ID: "TUNAI01",
    SNAP_CHANNEL_ID: "95221",
    SNAP_PRIVATE_KEY: ours.privateKey,
    SNAP_SOURCE_ACCOUNT_NO: "8880001",
    SNAP_OPERATING_ACCOUNT_NO: "88800012",
    SNAP_PARTNER_CLIENT_ID: "bank",
    SNAP_PARTNER_PARTNER_ID: "BANK01",
    SNAP_PARTNER_PUBLIC_KEY: theirs.publicKey,
    SNAP_NOTIFICATION_SECRETS: "secret-one",
    SNAP_COMPANY_CODES: "014=88899",
    SNAP_MERCHANT_ID: "M1",
  },
});
const { services, clock } = app;
now = clock.realNow;
const root = "/api/webhook/snap";
const base = { privateKeyPem: theirs.privateKey, clientId: "bank", secret: "secret-one", partnerId: "BANK01" };
const deliver = (notification: ReturnType<typeof signedNotification>): Promise<TestResponse> =>
  app.client().send("POST", notification.path, new Uint8Array(notification.rawBody), notification.headers);
const token = async (): Promise<string> =>
  (
    await deliver(
      signedNotification("token", {
        ...base,
        path: `${root}/v1.0/access-token/b2b`,
        now: now(),
        body: `{"grantType":"client_credentials"}`,
      }),
    )
  ).body.accessToken as string;
const notify = async (
  path: string,
  body: object,
  secret = "secret-one",
  headers: Record<string, string> = {},
): Promise<TestResponse> => {
  const signed = signedNotification("notify", {
    ...base,
    secret,
    path: `${root}${path}`,
    now: now(),
    accessToken: await token(),
    body: JSON.stringify(body, null, 2),
  });
  return deliver({ ...signed, headers: { ...signed.headers, ...headers } });
};
const outcomesOf = async (eventIds: string[]) =>
  (
    await services.database
      .selectFrom("partner_event")
      .select(["eventId", "outcome"])
      .where("eventId", "in", eventIds)
      .orderBy("eventId")
      .execute()
  ).map((row) => row.outcome);

it("A loan is paid out, repaid by virtual account, QRIS and OVO, and every notification is answered in the bank's own form.", async () => {
  await services.sweeps.runAllDue(services);
  const loan = await signedLoan(app, { accountNumber: "1234567890" });
  peer.accounts.set("014:1234567890", "SITI RAHAYU");
  // The order takes effect but its answer is lost: its state is queried and it is never sent again.
  peer.next("/v1.0/transfer-interbank", "SILENT_AFTER_EFFECT");
  await transact(services.database, (trx) => startDisbursement(services, trx, loan.borrowerId, loan.loanId));
  await app.settle();
  expect(peer.transfers.size).toBe(1);
  for (const transfer of peer.transfers.values()) transfer.status = "00";
  clock.advance(61_000);
  await app.settle();
  expect((await loan.read()).state).toBe("ACTIVE");
  expect(peer.seen.filter((one) => one.path === "/v1.0/transfer-interbank")).toHaveLength(1);

  const client = await app.loggedIn(loan.borrowerId);
  const { body: opened } = await client.post("/api/repayment/virtual-account", { bankCode: "014" });
  const number = opened.virtualAccountNumber as string;
  expect(number).toMatch(/^88899\d{12}$/);
  const paid = {
    partnerServiceId: "   88899",
    customerNo: number.slice(5),
    virtualAccountNo: `   ${number}`,
    paymentRequestId: "P1",
    paidAmount: { value: "393333.00", currency: "IDR" },
    trxDateTime: snapTime(now()),
  };
  const answers = await Promise.all(Array.from({ length: 5 }, () => notify("/v1.0/transfer-va/payment", paid)));
  expect(answers.map((one) => one.status)).toEqual([200, 200, 200, 200, 200]);
  expect(answers[0]?.body).toMatchObject({
    responseCode: "2002500",
    virtualAccountData: { virtualAccountNo: `   ${number}`, paymentFlagStatus: "00" },
  });
  const forged = await notify("/v1.0/transfer-va/payment", { ...paid, paymentRequestId: "P2" }, "stolen");
  expect([forged.status, forged.body.responseCode]).toEqual([401, "4012500"]);

  const { body: qris } = await client.post("/api/repayment/qris", { amountRupiah: 100_000 });
  const done = {
    originalPartnerReferenceNo: qris.reference,
    latestTransactionStatus: "00",
    amount: { value: "100000.00", currency: "IDR" },
  };
  expect((await notify("/v1.0/qr/qr-mpm-notify", done)).body.responseCode).toBe("2005200");

  const { body: pushed } = await client.post(
    "/api/repayment/ewallet",
    { mobileNumber: "081234567890", amountRupiah: 50_000 },
    { "Idempotency-Key": services.random.uuid() },
  );
  await app.settle();
  // No notification is received for this one: the poller finds it.
  for (const push of peer.pushes.values()) push.status = "00";
  clock.advance(61_000);
  await app.settle();
  expect(peer.pushes.size).toBe(1);
  expect((await client.get(`/api/repayment/requests/${pushed.requestId}`)).body.state).toBe("PAID");

  expect(await billOf(services, services.database, loan.borrowerId, loan.loanId)).toMatchObject({
    paidRupiah: 543_333,
  });
  expect(await balanceOf(services.database, account("LOAN_SETTLEMENT", loan.loanId))).toBe(0);
  expect((await auditAll(services.database, clock.now())).findings).toEqual([]);
  // The sandbox's endpoint is closed while a real partner serves the port.
  expect((await app.client().send("POST", "/api/webhook/sandbox-bank", "{}", {})).status).toBe(404);
});

it("A refund that the bank reports after the payment counted is asked for, contradicts, and stands before the staff once, also when it is reported again.", async () => {
  const loan = await signedLoan(app, { accountNumber: "1234567890" });
  await transact(services.database, (trx) => startDisbursement(services, trx, loan.borrowerId, loan.loanId));
  await app.settle();
  for (const transfer of peer.transfers.values()) transfer.status = "00";
  clock.advance(61_000);
  await app.settle();
  const client = await app.loggedIn(loan.borrowerId);
  const { body: qris } = await client.post("/api/repayment/qris", { amountRupiah: 100_000 });
  const told = {
    originalPartnerReferenceNo: qris.reference,
    latestTransactionStatus: "00",
    amount: { value: "100000.00", currency: "IDR" },
  };
  peer.codes.get(qris.reference)!.status = "00";
  await notify("/v1.0/qr/qr-mpm-notify", told);
  await app.settle();
  const refund = { ...told, latestTransactionStatus: "04", transactionStatusDesc: "Refunded" };

  // The bank does not answer the query: nothing is decided, and it is queried again later.
  peer.codes.get(qris.reference)!.status = "04";
  peer.next("/v1.0/qr/qr-mpm-query", "SILENT_BEFORE_EFFECT");
  expect((await notify("/v1.0/qr/qr-mpm-notify", refund)).status).toBe(200);
  await app.settle();
  expect(await outcomesOf([`QRIS:${qris.reference}:04`])).toEqual([null]);
  clock.advance(61_000);
  await app.settle();
  expect(await outcomesOf([`QRIS:${qris.reference}:04`])).toEqual(["CONTRADICTS"]);
  await notify("/v1.0/qr/qr-mpm-notify", refund);
  await notify("/v1.0/qr/qr-mpm-notify", { ...refund, latestTransactionStatus: "05" });
  await app.settle();
  expect(await outcomesOf([`QRIS:${qris.reference}:05`])).toEqual(["KNOWN"]);
  const staff = await app.staff("0190e000-0000-7000-8000-000000000001", ["finance"]);
  expect((await staff.get("/api/staff/payments/taken-back")).body.items).toMatchObject([
    { reference: qris.reference, rail: "QRIS", amountRupiah: 100_000, code: "04" },
  ]);
  // The bank's report alone reverses nothing.
  expect(await billOf(services, services.database, loan.borrowerId, loan.loanId)).toMatchObject({
    paidRupiah: 100_000,
  });
});

it("A wrong word of the bank that a payment failed changes nothing, and why is on record.", async () => {
  const row = await services.database
    .selectFrom("payment_receipt")
    .select(["id", "reference"])
    .where("rail", "=", "EWALLET")
    .executeTakeFirstOrThrow();
  await notify("/v1.0/debit/notify", {
    originalPartnerReferenceNo: row.reference,
    latestTransactionStatus: "06",
    amount: { value: "50000.00", currency: "IDR" },
  });
  await app.settle();
  expect(await outcomesOf([`EWALLET:${row.reference}:06`])).toEqual(["KNOWN"]);
  expect(
    await services.database
      .selectFrom("payment_taken_back")
      .select(["state", "code"])
      .where("receiptId", "=", row.id)
      .execute(),
  ).toEqual([{ state: "STANDS", code: "06" }]);
});

it("A notification repeated under its message number is answered again and counts once; another payment under the same number counts too.", async () => {
  const { reference } = await services.database
    .selectFrom("payment_request")
    .select("reference")
    .where("rail", "=", "VIRTUAL_ACCOUNT")
    .executeTakeFirstOrThrow();
  const paid = (paymentRequestId: string) => ({
    partnerServiceId: "   88899",
    customerNo: reference.slice(5),
    virtualAccountNo: `   ${reference}`,
    paymentRequestId,
    paidAmount: { value: "1000.00", currency: "IDR" },
  });
  const number = { "x-external-id": "20261122000000000001" };
  const path = "/v1.0/transfer-va/payment";
  const [first, again] = [
    await notify(path, paid("R1"), undefined, number),
    await notify(path, paid("R1"), undefined, number),
  ];
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(again.text).toBe(first.text);
  expect((await notify(path, paid("R2"), undefined, number)).body.responseCode).toBe("2002500");
  const bare = await notify(path, paid("R3"), undefined, { "x-external-id": "" });
  expect([bare.status, bare.body.responseCode]).toEqual([400, "4002502"]);
  await app.settle();
  const counted = await services.database
    .selectFrom("payment_receipt")
    .select("paymentId")
    .where("reference", "=", reference)
    .where("paymentId", "like", "%:R%")
    .orderBy("paymentId")
    .execute();
  expect(counted.map((row) => row.paymentId)).toEqual([`${reference}:R1`, `${reference}:R2`]);
});

it.each([
  ["the id of a payment", "/v1.0/transfer-va/payment", { paymentRequestId: "R\0" }],
  ["half a letter of that id", "/v1.0/transfer-va/payment", { paymentRequestId: "R\ud800" }],
  ["an endless id of a payment", "/v1.0/transfer-va/payment", { paymentRequestId: "R".repeat(50_000) }],
  ["an account", "/v1.0/transfer-va/payment", { virtualAccountNo: "8889912\0" }],
  ["a reference", "/v1.0/qr/qr-mpm-notify", { originalPartnerReferenceNo: "Q\0" }],
  ["a QR code's reason", "/v1.0/qr/qr-mpm-notify", { transactionStatusDesc: "no\0" }],
  ["a debit's reason", "/v1.0/debit/notify", { transactionStatusDesc: "no\0" }],
])(
  "A signed notification with a character in %s that cannot be kept is refused in the bank's own form, not answered as our failure.",
  async (_title, path, odd) => {
    const body = {
      virtualAccountNo: "8889912345",
      paymentRequestId: "ODD1",
      paidAmount: { value: "1000.00", currency: "IDR" },
      originalPartnerReferenceNo: "ODD1",
      latestTransactionStatus: "06",
      ...odd,
    };
    const response = await notify(path, body);
    expect([response.status, response.body.responseCode]).toEqual([400, expect.stringMatching(/^400\d{4}$/)]);
    expect((await notify("/v1.0/access-token/b2b", { grantType: "\0" })).status).toBeLessThan(500);
  },
);

it("A bank that inquires about a virtual account gets its bill, the same for the same inquiry, until nothing is owed.", async () => {
  const request = await services.database
    .selectFrom("payment_request")
    .select(["reference", "borrowerId", "loanId"])
    .where("rail", "=", "VIRTUAL_ACCOUNT")
    .executeTakeFirstOrThrow();
  const owed = async () => (await billOf(services, services.database, request.borrowerId, request.loanId))!;
  const path = "/v1.0/transfer-va/inquiry";
  const ask = (inquiryRequestId: string | undefined, reference = request.reference, secret?: string) =>
    notify(
      path,
      {
        partnerServiceId: "   88899",
        customerNo: reference.slice(5),
        virtualAccountNo: `   ${reference}`,
        ...(inquiryRequestId ? { inquiryRequestId } : {}),
      },
      secret,
    );
  const { suggestedRupiah, payoffRupiah } = await owed();
  const answered = await ask("I1");
  expect(answered.status).toBe(200);
  expect(answered.body).toMatchObject({
    responseCode: "2002400",
    virtualAccountData: {
      inquiryStatus: "00",
      inquiryRequestId: "I1",
      virtualAccountNo: `   ${request.reference}`,
      totalAmount: { value: `${suggestedRupiah}.00`, currency: "IDR" },
      virtualAccountTrxType: "O",
    },
  });
  expect(answered.body.virtualAccountData.freeTexts[0].indonesia).toContain(formatRupiah(payoffRupiah));
  expect((await ask("I1")).body.virtualAccountData).toEqual(answered.body.virtualAccountData);
  const refused = [
    await ask("I2", "88899000000000000"),
    await ask(undefined),
    await ask("I3", request.reference, "stolen"),
  ];
  expect(refused.map(({ status, body }) => [status, body.responseCode])).toEqual([
    [404, "4042412"],
    [400, "4002402"],
    [401, "4012400"],
  ]);
  // Requested on one day, paid on the next within the half hour.
  const day = (await owed()).today;
  clock.moveTo(new Date(instantOf(addDays(day, 1), "WIB").getTime() - 60_000));
  const { payoffRupiah: last } = await owed();
  await ask("I4");
  clock.advance(300_000);
  const paid = {
    virtualAccountNo: request.reference,
    paymentRequestId: "I4",
    paidAmount: { value: `${last}.00`, currency: "IDR" },
    trxDateTime: snapTime(clock.now()),
  };
  expect((await notify("/v1.0/transfer-va/payment", paid)).status).toBe(200);
  await app.settle();
  expect(await owed()).toMatchObject({ paidOffOn: day, payoffRupiah: 0 });
  const after = await ask("I5");
  expect([after.status, after.body.responseCode]).toEqual([404, "4042414"]);
  expect((await auditAll(services.database, clock.now())).findings).toEqual([]);
});
