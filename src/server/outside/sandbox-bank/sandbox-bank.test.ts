import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fixedClock, type FixedClock } from "#server/process/clock.ts";
import { silentLog } from "#server/process/log.server.ts";
import { systemRandom } from "#server/process/random.ts";
import { testDatabase } from "../../../../tests/support/database.ts";
import type { TransferOrder } from "../bank/port.ts";
import type { BankNotification } from "../notification.ts";
import { sandboxSecret } from "../sandbox-secret.ts";
import {
  createSandboxBank,
  magicAccounts,
  peaceful,
  personByMobile,
  personByNik,
  sandboxPersons,
  sandboxWebhookPath,
  type SandboxBank,
} from "./index.ts";
import { personOutcomes } from "#shared/sandbox-persons.ts";

const { database } = await testDatabase();
const random = systemRandom();
const secret = sandboxSecret(randomBytes(32), random);
let clock: FixedClock;
let bank: SandboxBank;
/** Notifications that our webhook accepted, in order, and the number of refused ones. */
let heard: BankNotification[];
let refused: number;
let ourStatus: number;

beforeEach(async () => {
  for (const table of [
    "sandbox_transfer",
    "sandbox_virtual_account",
    "sandbox_qris",
    "sandbox_ewallet_push",
    "sandbox_payment",
    "sandbox_callback",
    "sandbox_hostility",
  ] as const)
    await database.deleteFrom(table).execute();
  clock = fixedClock();
  heard = [];
  refused = 0;
  ourStatus = 200;
  const post = async (headers: Record<string, string>, body: string): Promise<number> => {
    if (ourStatus !== 200) return ourStatus;
    const reading = await bank.collection.readNotification({
      method: "POST",
      path: sandboxWebhookPath,
      headers,
      rawBody: Buffer.from(body),
    });
    if (reading.outcome === "EVENT") heard.push(reading.event);
    else refused += 1;
    return reading.answer.status;
  };
  bank = createSandboxBank({ database, clock, random, secret, post }, silentLog);
});
afterEach(() => bank.stop());

const order = (change: Partial<TransferOrder> = {}): TransferOrder => ({
  transferId: random.uuid(),
  source: "ESCROW",
  bankCode: "014",
  accountNumber: "1234567890",
  accountName: "SITI RAHAYU",
  amountRupiah: 1_000_000,
  remark: "Pencairan",
  ...change,
});
const magic = (action: string): string => Object.entries(magicAccounts).find(([, what]) => what.does === action)![0];
const expiresAt = new Date("2027-01-01T00:00:00+07:00");
const account = async (amountRupiah?: number): Promise<string> => {
  const answer = await bank.collection.openVirtualAccount({
    bankCode: "014",
    customerNo: "100000001",
    name: "Siti",
    expiresAt,
    ...(amountRupiah === undefined ? {} : { amountRupiah }),
  });
  if (answer.outcome !== "OPEN") throw new Error(answer.outcome);
  return answer.virtualAccountNumber;
};
const pass = async (seconds: number): Promise<void> => {
  clock.advance(seconds * 1000);
  await bank.tick();
};

describe("transfers of the sandbox's bank", () => {
  it("settle after two seconds and are called back once, signed", async () => {
    const sent = order();
    expect((await bank.bank.transfer(sent)).status).toBe("ACCEPTED");
    await bank.tick();
    expect(heard).toEqual([]);
    expect(await bank.bank.inquireTransfer(sent.transferId)).toEqual({ status: "PENDING" });
    await pass(2);
    expect(heard).toMatchObject([{ kind: "TRANSFER_SETTLED", transferId: sent.transferId, settledAt: clock.now() }]);
    expect(await bank.bank.inquireTransfer(sent.transferId)).toMatchObject({
      status: "SETTLED",
      settledAt: clock.now(),
    });
  });
  it("happen once however often and however parallel the same order comes, and another order under the id is not taken", async () => {
    const sent = order();
    const answers = await Promise.all(Array.from({ length: 12 }, () => bank.bank.transfer(sent)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set(["ACCEPTED"]));
    expect((await bank.bank.transfer({ ...sent, amountRupiah: 2 })).status).toBe("UNKNOWN");
    await pass(2);
    await pass(60);
    expect(heard).toHaveLength(1);
    expect(await database.selectFrom("sandbox_transfer").select("amountRupiah").execute()).toEqual([
      { amountRupiah: 1_000_000 },
    ]);
  });
  it("follow the magic accounts: missing, failing, unknown, unheard, doubled, disordered", async () => {
    expect(await bank.bank.inquireName({ bankCode: "008", accountNumber: magic("NOT_FOUND") })).toEqual({
      outcome: "NOT_FOUND",
    });
    expect((await bank.bank.transfer(order({ accountNumber: magic("NOT_FOUND") }))).status).toBe("REJECTED");
    const unknown = order({ accountNumber: magic("TRANSFER_UNKNOWN") });
    expect((await bank.bank.transfer(unknown)).status).toBe("UNKNOWN");
    const unheard = order({ accountNumber: magic("TRANSFER_UNHEARD") });
    expect((await bank.bank.transfer(unheard)).status).toBe("UNKNOWN");
    expect((await bank.bank.inquireTransfer(unheard.transferId)).status).toBe("NOT_FOUND");
    expect((await bank.bank.transfer(unheard)).status).toBe("ACCEPTED");
    const failing = order({ accountNumber: magic("TRANSFER_FAILS") });
    const doubled = order({ accountNumber: magic("TRANSFER_DUPLICATES") });
    const disordered = order({ accountNumber: magic("TRANSFER_OUT_OF_ORDER") });
    for (const one of [failing, doubled, disordered]) expect((await bank.bank.transfer(one)).status).toBe("ACCEPTED");
    await pass(2);
    await pass(2);
    const of = (id: string): string[] =>
      heard.flatMap((event) => ("transferId" in event && event.transferId === id ? [event.kind] : []));
    expect(of(unknown.transferId)).toEqual([]);
    expect((await bank.bank.inquireTransfer(unknown.transferId)).status).toBe("SETTLED");
    expect(of(failing.transferId)).toEqual(["TRANSFER_FAILED"]);
    expect(of(doubled.transferId)).toEqual(["TRANSFER_SETTLED", "TRANSFER_SETTLED", "TRANSFER_SETTLED"]);
    expect(of(disordered.transferId)).toEqual(["TRANSFER_SETTLED", "TRANSFER_PENDING"]);
  });
  it("keep names and account numbers sealed in the table", async () => {
    await bank.bank.transfer(order({ accountNumber: "5550001112" }));
    const { sealed } = await database.selectFrom("sandbox_transfer").select("sealed").executeTakeFirstOrThrow();
    expect(sealed.includes("5550001112")).toBe(false);
    expect(secret.open<{ accountNumber: string }>(sealed).accountNumber).toBe("5550001112");
  });
});

describe("callbacks of the sandbox's bank", () => {
  it("are tried again while we refuse them, then given up; the inquiry still knows the payment", async () => {
    const number = await account();
    ourStatus = 503;
    await bank.pay({ virtualAccountNumber: number, amountRupiah: 5000 });
    await bank.tick();
    expect(await bank.waiting()).toBe(1);
    ourStatus = 200;
    await bank.tick();
    expect(heard).toEqual([]);
    await pass(2);
    expect(heard).toHaveLength(1);
    ourStatus = 500;
    await bank.pay({ virtualAccountNumber: number, amountRupiah: 6000 });
    for (let tries = 0; tries < 10; tries++) await pass(1000);
    expect(await bank.waiting()).toBe(0);
    expect(await bank.collection.inquirePayment({ rail: "VIRTUAL_ACCOUNT", reference: number })).toMatchObject({
      payments: [{ amountRupiah: 5000 }, { amountRupiah: 6000 }],
    });
  });
  it("are sent once each when several processes deliver at the same time", async () => {
    const number = await account();
    for (let amount = 1; amount <= 30; amount++) await bank.pay({ virtualAccountNumber: number, amountRupiah: amount });
    await Promise.all([bank.tick(), bank.tick(), bank.tick()]);
    expect(heard).toHaveLength(30);
    expect(new Set(heard.map((event) => event.eventId)).size).toBe(30);
  });
  it("are refused when a byte changes, the signature is missing, or five minutes have passed", async () => {
    const number = await account();
    await bank.pay({ virtualAccountNumber: number, amountRupiah: 5000 });
    const row = await database.selectFrom("sandbox_callback").select("body").executeTakeFirstOrThrow();
    const timestamp = String(Math.floor(clock.realNow().getTime() / 1000));
    const headers = {
      "x-sandbox-timestamp": timestamp,
      "x-sandbox-signature": secret.sign(`${timestamp}.${row.body}`),
    };
    const read = (change: object) =>
      bank.collection.readNotification({
        method: "POST",
        path: sandboxWebhookPath,
        headers,
        rawBody: Buffer.from(row.body),
        ...change,
      });
    expect((await read({})).outcome).toBe("EVENT");
    const event = JSON.parse(row.body) as object;
    for (const paidAt of ["9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z", "2101-01-01T00:00:00Z"]) {
      const body = JSON.stringify({ ...event, paidAt });
      const signed = { ...headers, "x-sandbox-signature": secret.sign(`${timestamp}.${body}`) };
      expect(await read({ headers: signed, rawBody: Buffer.from(body) })).toMatchObject({
        outcome: "REFUSED",
        reason: "UNREADABLE",
        answer: { status: 400 },
      });
    }
    expect(await read({ rawBody: Buffer.from(row.body.replace("5000", "9000")) })).toMatchObject({
      outcome: "REFUSED",
      reason: "SIGNATURE",
    });
    expect(await read({ headers: { ...headers, "x-sandbox-signature": undefined } })).toMatchObject({
      outcome: "REFUSED",
      reason: "SIGNATURE",
    });
    expect(await read({ headers: {} })).toMatchObject({ outcome: "REFUSED", reason: "STALE" });
    clock.advance(301_000);
    expect(await read({})).toMatchObject({ outcome: "REFUSED", reason: "STALE" });
    const [ahead, soon] = [301, 299].map((seconds) => String(Math.floor(clock.realNow().getTime() / 1000) + seconds));
    const from = (at: string) =>
      read({ headers: { "x-sandbox-timestamp": at, "x-sandbox-signature": secret.sign(`${at}.${row.body}`) } });
    expect(await from(ahead!)).toMatchObject({ outcome: "REFUSED", reason: "STALE" });
    expect((await from(soon!)).outcome).toBe("EVENT");
  });
});

describe("the payer at the sandbox's bank", () => {
  it("pays a virtual account as often as it likes, with the paid-at of business time", async () => {
    const number = await account();
    expect(await account()).toBe(number);
    await bank.pay({ virtualAccountNumber: number, amountRupiah: 100_000 });
    await pass(86_400);
    await bank.pay({ reference: number, amountRupiah: 200_000 });
    await bank.tick();
    expect(heard).toMatchObject([
      {
        kind: "PAYMENT_RECEIVED",
        rail: "VIRTUAL_ACCOUNT",
        reference: number,
        amountRupiah: 100_000,
        paidAt: new Date("2026-11-21T02:00:00Z"),
      },
      { amountRupiah: 200_000, paidAt: new Date("2026-11-22T02:00:00Z") },
    ]);
  });
  it("is refused for a wrong amount on a closed account, an expired one and an unknown one", async () => {
    const number = await account(50_000);
    expect(await bank.pay({ virtualAccountNumber: number, amountRupiah: 1 })).toEqual({
      outcome: "REFUSED",
      reason: "AMOUNT",
    });
    expect(await bank.pay({ virtualAccountNumber: "123", amountRupiah: 1 })).toEqual({
      outcome: "REFUSED",
      reason: "UNKNOWN_TARGET",
    });
    clock.moveTo(expiresAt);
    expect(await bank.pay({ virtualAccountNumber: number, amountRupiah: 50_000 })).toEqual({
      outcome: "REFUSED",
      reason: "EXPIRED",
    });
  });
  it("pays a QRIS code once, by its string or its reference, however parallel", async () => {
    const made = await bank.collection.createQris({ reference: "QR1", amountRupiah: 75_000, expiresAt });
    if (made.outcome !== "OPEN") throw new Error(made.outcome);
    expect(await bank.pay({ qris: made.qris.replace("75000", "00001"), amountRupiah: 1 })).toMatchObject({
      reason: "UNKNOWN_TARGET",
    });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        bank.pay({ ...(index % 2 ? { qris: made.qris } : { reference: "QR1" }), amountRupiah: 75_000 }),
      ),
    );
    expect(answers.filter((answer) => answer.outcome === "PAID")).toHaveLength(1);
    expect(await bank.collection.inquirePayment({ rail: "QRIS", reference: "QR1" })).toMatchObject({
      payments: [{ paymentId: "QRIS:QR1", amountRupiah: 75_000 }],
      open: false,
    });
  });
  it("does what the behaviour asks: late, doubled, lost, failed, out of order", async () => {
    const number = await account();
    const kinds = (): string[] => heard.splice(0).map((event) => event.kind);
    await bank.pay({ virtualAccountNumber: number, amountRupiah: 1, behaviour: { delaySeconds: 30, duplicates: 2 } });
    await pass(29);
    expect(kinds()).toEqual([]);
    await pass(2);
    expect(kinds()).toEqual(["PAYMENT_RECEIVED", "PAYMENT_RECEIVED", "PAYMENT_RECEIVED"]);
    await bank.pay({ virtualAccountNumber: number, amountRupiah: 2, behaviour: { outcome: "LOST" } });
    await pass(3600);
    expect(kinds()).toEqual([]);
    expect(
      (await bank.pay({ virtualAccountNumber: number, amountRupiah: 3, behaviour: { outcome: "FAIL" } })).outcome,
    ).toBe("FAILED");
    await bank.pay({ virtualAccountNumber: number, amountRupiah: 4, behaviour: { outcome: "OUT_OF_ORDER" } });
    await pass(1);
    expect(kinds()).toEqual(["PAYMENT_FAILED", "PAYMENT_RECEIVED", "PAYMENT_PENDING"]);
    const known = await bank.collection.inquirePayment({ rail: "VIRTUAL_ACCOUNT", reference: number });
    expect(known.outcome === "KNOWN" && known.payments.map((payment) => payment.amountRupiah)).toEqual([1, 2, 4]);
  });
  it("confirms an OVO push by itself, lets one time out, and the same push twice is one", async () => {
    const push = (reference: string, mobileNumber: string) =>
      bank.collection.pushEwallet({ reference, wallet: "OVO", mobileNumber, amountRupiah: 9000 });
    const sleepy = sandboxPersons.find((person) => person.outcome === "EWALLET_TIMES_OUT")!.mobileNumber;
    await Promise.all([push("E1", "081298765432"), push("E1", "081298765432"), push("E2", sleepy)]);
    expect((await push("E3", "081200000002")).outcome).toBe("REJECTED");
    await pass(10);
    expect(heard).toMatchObject([{ kind: "PAYMENT_RECEIVED", rail: "EWALLET", reference: "E1" }]);
    await pass(45);
    expect(heard[1]).toMatchObject({ kind: "PAYMENT_FAILED", reference: "E2", code: "TIMED_OUT" });
    expect(await bank.pay({ reference: "E2", amountRupiah: 9000 })).toEqual({ outcome: "REFUSED", reason: "EXPIRED" });
    expect(await bank.collection.inquirePayment({ rail: "EWALLET", reference: "E2" })).toMatchObject({
      payments: [],
      open: false,
      failed: { code: "TIMED_OUT" },
    });
  });
});

describe("a hostile bank", () => {
  it("loses, doubles, delays and forges by its shares, and no forgery passes", async () => {
    await bank.setHostility({
      lostPpm: 300_000,
      duplicatePpm: 500_000,
      delayedPpm: 500_000,
      outOfOrderPpm: 300_000,
      forgedPpm: 500_000,
    });
    const number = await account();
    for (let amount = 1; amount <= 60; amount++) await bank.pay({ virtualAccountNumber: number, amountRupiah: amount });
    await pass(61);
    await pass(61);
    const paid = heard.filter((event) => event.kind === "PAYMENT_RECEIVED");
    expect(new Set(paid.map((event) => event.eventId)).size).toBeLessThan(60);
    expect(paid.length).toBeGreaterThan(new Set(paid.map((event) => event.eventId)).size);
    expect(refused).toBeGreaterThan(0);
    expect(paid.every((event) => event.amountRupiah <= 60)).toBe(true);
    await bank.setHostility({});
    expect(await bank.hostility()).toEqual(peaceful);
  });
});

describe("the test persons", () => {
  it("cover every outcome, and each is found by NIK and phone", () => {
    expect(new Set(sandboxPersons.map((person) => person.outcome))).toEqual(new Set(personOutcomes));
    for (const person of sandboxPersons) {
      expect(personByNik(person.nik)).toBe(person);
      expect(personByMobile(person.mobileNumber)).toBe(person);
    }
    expect(new Set(sandboxPersons.map((person) => person.key)).size).toBe(sandboxPersons.length);
  });
  it("fill every form: NIK of area, birth date and sex, phone, tax number, address, account", () => {
    for (const person of sandboxPersons) {
      const day = Number(person.birthDate.slice(8)) + (person.sex === "FEMALE" ? 40 : 0);
      expect(person.nik).toMatch(
        new RegExp(
          `^${person.address.villageCode.replaceAll(".", "").slice(0, 6)}${String(day).padStart(2, "0")}${person.birthDate.slice(5, 7)}${person.birthDate.slice(2, 4)}\\d{4}$`,
        ),
      );
      expect(person.mobileNumber).toMatch(/^08\d{8,12}$/);
      expect(person.emergencyContact.mobileNumber).toMatch(/^08\d{8,12}$/);
      expect(person.npwp).toMatch(/^\d{15}$/);
      expect(person.bankAccount.accountNumber).toMatch(/^\d{10}$/);
      expect(person.address.street.length).toBeGreaterThanOrEqual(6);
    }
  });
  it("share no account with the magic numbers, and any invented account is found under the name that was given", async () => {
    for (const person of sandboxPersons)
      expect(Object.keys(magicAccounts)).not.toContain(person.bankAccount.accountNumber);
    await fc.assert(
      fc.asyncProperty(
        fc.stringMatching(/^[1-8]\d{9,14}$/),
        fc.stringMatching(/^[a-z]{3,20}$/),
        async (accountNumber, expectedName) => {
          expect(await bank.bank.inquireName({ bankCode: "014", accountNumber, expectedName })).toEqual({
            outcome: "FOUND",
            accountName: expectedName.toUpperCase(),
          });
        },
      ),
    );
  });
});
