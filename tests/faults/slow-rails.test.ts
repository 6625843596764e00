/**
 * The bank does not answer and the message provider is down, under load: requests that need neither stay fast, and the
 * others get their error within seconds; waiting transfers and messages are sent once when both are back. // Threat H8
 */
import { generateKeyPairSync } from "node:crypto";
import { afterAll, expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { sendTransfer } from "#features/credit/disbursement/server/transfers.ts";
import { startDisbursement } from "#features/credit/disbursement/server/index.ts";
import { testApp, type TestClient, type TestResponse } from "#tests/support/app.ts";
import { ripeBorrower } from "#tests/support/approved-loan.ts";
import { codesOf } from "#tests/support/codes.ts";
import { signedLoan } from "#tests/support/loan.ts";
import { startGate } from "#tests/peers/gate.ts";
import { startPartner } from "#tests/peers/partner.ts";
import { startSnapPeer } from "#tests/peers/snap/peer.ts";

const isLong = process.env["TEST_LONG"] === "1";
/**
 * More borrowers than the pool has connections and a partner has sockets: a request that waits while holding a
 * connection would be noticed.
 */
const options = isLong
  ? { loans: 60, borrowers: 80, strangers: 40, reads: 1_000 }
  : { loans: 6, borrowers: 36, strangers: 6, reads: 100 };
const inquiryPath = "/v1.0/account-inquiry-external";
/** 5 s in total for a partner (http.ts), plus the delay of a busy machine. */
const answeredWithin = 8_000;

const ours = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});
let now = (): Date => new Date();
const bankPeer = await startSnapPeer({
  clientId: "tunai",
  clientPublicKeyPem: ours.publicKey,
  clientSecret: "shared",
  partnerId: "TUNAI01",
  now: () => now(),
});
const senderPeer = await startPartner(() => ({
  status: 201,
  body: JSON.stringify({ sid: `SM${senderPeer.heard.length}` }),
}));
const bank = await startGate(bankPeer.url);
const sender = await startGate(senderPeer.url);
afterAll(async () => {
  for (const one of [bank, sender, bankPeer, senderPeer]) await one.close();
});
const app = await testApp({
  environment: {
    BANK_ADAPTER: "snap",
    SNAP_URL: bank.url,
    SNAP_CLIENT_ID: "tunai",
    SNAP_CLIENT_SECRET: "shared",
    SNAP_PARTNER_ID: "TUNAI01",
    SNAP_CHANNEL_ID: "95221",
    SNAP_PRIVATE_KEY: ours.privateKey,
    SNAP_SOURCE_ACCOUNT_NO: "8880001",
    SNAP_OPERATING_ACCOUNT_NO: "88800012",
    MESSAGING_ADAPTER: "live",
    WHATSAPP_URL: sender.url,
    WHATSAPP_PHONE_NUMBER_ID: "1",
    WHATSAPP_ACCESS_TOKEN: "token",
    WHATSAPP_APP_SECRET: "secret",
    WHATSAPP_VERIFY_TOKEN: "verify",
    TWILIO_URL: sender.url,
    TWILIO_ACCOUNT_SID: "AC1",
    TWILIO_AUTH_TOKEN: "token",
    TWILIO_SMS_FROM: "TUNAI",
    TWILIO_VOICE_FROM: "+622150000000",
  },
});
const { services, clock } = app;
now = clock.realNow;
const codes = codesOf(app);

async function timed(asked: Promise<TestResponse>): Promise<{ status: number; code?: string; milliseconds: number }> {
  const begun = performance.now();
  const { status, body } = await asked;
  return { status, code: body?.status?.code, milliseconds: performance.now() - begun };
}

/** Calls that need no partner, one after the other: the 99th percentile of their time. All must be answered. */
async function slowestOfUnrelated(clients: TestClient[], count: number): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const client = clients[n % clients.length]!;
    const { status, milliseconds } = await timed(
      client.get(["/api/session", "/api/user/getAreaDataList", "/api/bank-account"][n % 3]!),
    );
    expect(status).toBe(200);
    times.push(milliseconds);
  }
  return times.sort((a, b) => a - b)[Math.ceil(count * 0.99) - 1]!;
}

it(
  "A silent bank and a dead sender stop nothing else, and what waited leaves once when they are back.",
  { timeout: 300_000 },
  async () => {
    await services.sweeps.runAllDue(services);
    const loans = await Promise.all(Array.from({ length: options.loans }, () => signedLoan(app)));
    for (let n = 1; n <= options.loans; n++)
      bankPeer.accounts.set(`014:12345${String(n).padStart(5, "0")}`, "SITI RAHAYU");
    const borrowers: TestClient[] = [];
    for (let n = 0; n < options.borrowers; n++)
      borrowers.push(await app.loggedIn((await ripeBorrower(app)).borrowerId, "STEP_UP_BIND"));
    const strangers = await Promise.all(
      Array.from({ length: options.strangers }, async () => ({ client: app.client(), number: codes.nextNumber() })),
    );
    const captchas: Awaited<ReturnType<typeof codes.captcha>>[] = [];
    for (const { client } of strangers) captchas.push(await codes.captcha(client));
    // Gets the bank's access token first, so that later only the calls themselves hang.
    expect(
      await timed(borrowers[0]!.post("/api/bank-account", { bankCode: "014", accountNumber: "5550001" })),
    ).toMatchObject({ code: "ACCOUNT_NOT_FOUND" });
    const alone = await slowestOfUnrelated(borrowers, options.reads);

    // Requests still reach the bank, although it does not answer.
    await bank.become("SILENT_AFTER");
    await sender.become("DEAD");
    const orders = loans.map((loan) =>
      transact(services.database, (trx) => startDisbursement(services, trx, loan.borrowerId, loan.loanId)),
    );
    await Promise.all(orders);
    await expect.poll(() => bank.came("/v1.0/transfer-interbank")).toBeGreaterThan(0);
    const named = borrowers.map((client, n) =>
      timed(client.post("/api/bank-account", { bankCode: "014", accountNumber: `777${1000 + n}` })),
    );
    const sent = strangers.map(({ client, number }, n) =>
      timed(
        client.post("/api/v2/mobile/sendVerification", {
          mobileNumber: number,
          purpose: "LOGIN",
          channel: "SMS",
          ...captchas[n],
        }),
      ),
    );
    await expect.poll(() => bank.most()).toBeGreaterThan(8);
    const beside = await slowestOfUnrelated(borrowers, options.reads);
    // Deliberately far apart: a busy machine must not fail this; a server whose calls wait for the bank needs seconds.
    expect(beside, `alone ${alone} ms`).toBeLessThan(Math.max(500, alone * 10));

    // Borrowers who need the bank are told that it does not answer; those who wait for a code reach the page for
    // entering it.
    for (const { code, milliseconds } of await Promise.all(named)) {
      expect(code).toBe("BANK_NOT_ANSWERING");
      expect(milliseconds).toBeLessThan(answeredWithin);
    }
    for (const { status, milliseconds } of await Promise.all(sent)) {
      expect(status).toBe(200);
      expect(milliseconds).toBeLessThan(answeredWithin);
    }
    expect(bank.most(), "requests at the bank at one time").toBeLessThanOrEqual(32);

    // After five failures no request is sent for ten seconds, and callers get the error at once.
    // Orders that a job sent just before may still arrive; so only inquiries are counted.
    const before = bank.came(inquiryPath);
    const refused = await timed(borrowers[0]!.post("/api/bank-account", { bankCode: "014", accountNumber: "7779999" }));
    expect(refused).toMatchObject({ code: "BANK_NOT_ANSWERING" });
    expect(refused.milliseconds).toBeLessThan(1_000);
    expect(bank.came(inquiryPath)).toBe(before);
    expect(before).toBeGreaterThan(8);
    expect(bankPeer.transfers.size).toBeGreaterThan(0);

    await bank.become("PASSING");
    await sender.become("PASSING");
    // First, because a code expires after five minutes of the clock moved below. Its tries have pauses of up to 30 s.
    const codesTo = ({ number }: { number: string }): number =>
      senderPeer.heard.filter(({ body }) => new URLSearchParams(body.toString()).get("To") === `+62${number.slice(1)}`)
        .length;
    await expect.poll(() => strangers.map(codesTo), { timeout: 90_000 }).toEqual(strangers.map(() => 1));
    // The business clock is moved by hand, the pauses of the breaker and of a job's tries are in real time.
    await expect
      .poll(
        async () => {
          clock.advance(61_000);
          await services.sweeps.runAllDue(services);
          for (const transfer of bankPeer.transfers.values()) transfer.status = "00";
          return (await Promise.all(loans.map((loan) => loan.read()))).filter(({ state }) => state !== "ACTIVE").length;
        },
        { timeout: 60_000, interval: 5_000 },
      )
      .toBe(0);
    expect(await services.jobs.waiting(sendTransfer)).toEqual([]);
    expect(bankPeer.transfers.size).toBe(options.loans);
    expect(bank.came("/v1.0/transfer-interbank"), "no order that the bank has was sent to it again").toBe(
      options.loans,
    );
    expect(
      new Set([...bankPeer.transfers.values()].map(({ body }) => body["beneficiaryAccountNo"])).size,
      "one payout for each loan",
    ).toBe(options.loans);
  },
);
