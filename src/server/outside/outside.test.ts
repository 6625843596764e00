import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { fixedClock } from "#server/process/clock.ts";
import { parseConfig, type Environment } from "#server/process/config.server.ts";
import { openKeys } from "#server/keys/keys.server.ts";
import { silentLog } from "#server/process/log.server.ts";
import { systemRandom } from "#server/process/random.ts";
import { createTally } from "#server/work/tally.ts";
import { pause } from "#server/work/timers.ts";
import { testDatabase } from "../../../tests/support/database.ts";
import { createSandboxBureau } from "./bureau/sandbox.ts";
import { createSandboxEvents } from "./events/sandbox.ts";
import { createSandboxFaceCheck } from "./face-check/sandbox.ts";
import { chooseOutside } from "./index.ts";
import type { Outside } from "./ports.ts";
import { sandboxPersons } from "./sandbox-bank/index.ts";

const { database } = await testDatabase();
const random = systemRandom();
const clock = fixedClock();
const home = await mkdtemp(join(tmpdir(), "outside-"));
afterAll(() => rm(home, { recursive: true }));
const person = (outcome: string) => sandboxPersons.find((one) => one.outcome === outcome)!;

describe("the choice of adapters", () => {
  const made: Outside[] = [];
  const make = async (environment: Environment): Promise<Outside> => {
    const config = parseConfig({ APP_ENV: "test", DATA_DIR: home, ...environment }, home);
    const keys = openKeys({ folder: config.secretsDir, random });
    const outside = chooseOutside(environment, config).open({
      database,
      clock,
      random,
      log: silentLog,
      keys,
      tally: createTally(clock),
    });
    made.push(outside);
    return outside;
  };
  afterEach(async () => {
    for (const outside of made.splice(0)) await outside.stop();
  });
  it("is the sandbox by default, and says for which ports", async () => {
    const outside = await make({});
    const sandboxed = Object.entries(outside).flatMap(([port, made]) =>
      (made as { adapter?: string } | null)?.adapter === "sandbox" ? [port] : [],
    );
    expect(sandboxed).toEqual([
      "bank",
      "collection",
      "messaging",
      "mail",
      "faceCheck",
      "idCard",
      "bureau",
      "lookup",
      "linking",
      "events",
      "push",
    ]);
    expect(outside.sandbox).not.toBeNull();
  });
  it("names every missing variable of a chosen adapter and no value", async () => {
    const failing = make({
      BANK_ADAPTER: "snap",
      MAIL_ADAPTER: "smtp",
      SMTP_PASSWORD: "hunter2",
      STORAGE_ADAPTER: "cloud",
    });
    await expect(failing).rejects.toThrow(/SNAP_URL is needed[\s\S]*SNAP_PRIVATE_KEY is needed/);
    await expect(failing).rejects.toThrow(/SMTP_HOST is needed/);
    await expect(failing).rejects.toThrow(/STORAGE_ADAPTER must be one of folder, s3/);
    await expect(failing).rejects.not.toThrow(/hunter2/);
  });
  it("refuses the sandbox in prod, port by port", async () => {
    await expect(make({ APP_ENV: "prod", PUBLIC_ORIGIN: "https://tunai.example" })).rejects.toThrow(
      /"bank" is served by the sandbox[\s\S]*FACE_CHECK_ADAPTER/,
    );
  });
  it("takes no default for what was given and does not fit, and an address that others could read is refused in prod", () => {
    const wrong = {
      BANK_ADAPTER: "snap",
      COLLECTION_ADAPTER: "snap",
      SIGNATURE_ADAPTER: "psre",
      ERRORS_ADAPTER: "sentry",
      EVENTS_ADAPTER: "nats",
      MAIL_ADAPTER: "smtp",
      SNAP_PRIVATE_KEY: "key",
      SNAP_PARTNER_PUBLIC_KEY: "key",
      SNAP_NOTIFICATION_SECRETS: ",",
      SNAP_COMPANY_CODES: "014:88899",
      PSRE_ROOTS_PEM: "-----BEGIN CERTIFICATE-----AAAA-----END CERTIFICATE-----",
      SENTRY_DSN: "https://sentry.example/42",
      NATS_URL: ",",
      SMTP_PORT: "70000",
      SMTP_HOST_FILE: home,
    };
    const faults = (environment: Environment) =>
      chooseOutside({ ...wrong, ...environment }, parseConfig(environment, home)).faults;
    const said = faults({ APP_ENV: "test", SNAP_URL: "http://bank.example", SMTP_TLS: "none" });
    for (const name of Object.keys(wrong).filter((name) => !name.endsWith("_ADAPTER")))
      expect(
        said.filter((line) => line.startsWith(`${name} `)),
        name,
      ).toHaveLength(1);
    expect(said.filter((line) => /^(SNAP_URL|SMTP_TLS|SMTP_HOST) /.test(line))).toEqual([]);
    const inProd = faults({
      APP_ENV: "prod",
      PUBLIC_ORIGIN: "https://tunai.example",
      SNAP_URL: "http://bank.example",
      PSRE_URL: "https://psre.example?tenant=1",
      SMTP_TLS: "none",
    });
    for (const name of [
      "SNAP_URL must be an https address",
      "PSRE_URL must be",
      "SMTP_TLS must be one of starttls, tls.",
    ])
      expect(
        inProd.filter((line) => line.startsWith(name)),
        name,
      ).toHaveLength(1);
  });
  it("opens every real adapter when its variables are there", async () => {
    const { generateKeyPairSync } = await import("node:crypto");
    const pair = generateKeyPairSync("rsa", {
      modulusLength: 2048,
      publicKeyEncoding: { type: "spki", format: "pem" },
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
    });
    const partner = (name: string) => ({
      [`${name}_URL`]: "https://partner.example",
      [`${name}_CLIENT_ID`]: "id",
      [`${name}_SECRET`]: "secret",
    });
    const outside = await make({
      APP_ENV: "prod",
      PUBLIC_ORIGIN: "https://tunai.example",
      BANK_ADAPTER: "snap",
      COLLECTION_ADAPTER: "snap",
      MESSAGING_ADAPTER: "live",
      MAIL_ADAPTER: "smtp",
      FACE_CHECK_ADAPTER: "http",
      ID_CARD_ADAPTER: "http",
      BUREAU_ADAPTER: "http",
      LOOKUP_ADAPTER: "http",
      LINKING_ADAPTER: "http",
      LINKING_HOSTS: "partner.example",
      EVENTS_ADAPTER: "http",
      STORAGE_ADAPTER: "s3",
      ERRORS_ADAPTER: "sentry",
      SNAP_URL: "https://bank.example",
      SNAP_CLIENT_ID: "c",
      SNAP_PRIVATE_KEY: pair.privateKey,
      SNAP_CLIENT_SECRET: "s",
      SNAP_PARTNER_ID: "p",
      SNAP_CHANNEL_ID: "95221",
      SNAP_SOURCE_ACCOUNT_NO: "1",
      SNAP_OPERATING_ACCOUNT_NO: "12",
      SNAP_COMPANY_CODES: "014=88899, 002=77001",
      SNAP_MERCHANT_ID: "m",
      SNAP_PARTNER_CLIENT_ID: "b",
      SNAP_PARTNER_PARTNER_ID: "b",
      SNAP_PARTNER_PUBLIC_KEY: pair.publicKey,
      SNAP_NOTIFICATION_SECRETS: "one,two",
      WHATSAPP_PHONE_NUMBER_ID: "1",
      WHATSAPP_ACCESS_TOKEN: "t",
      WHATSAPP_APP_SECRET: "s",
      WHATSAPP_VERIFY_TOKEN: "v",
      TWILIO_ACCOUNT_SID: "AC",
      TWILIO_AUTH_TOKEN: "t",
      TWILIO_SMS_FROM: "T",
      TWILIO_VOICE_FROM: "+62",
      SMTP_HOST: "smtp.example",
      SMTP_FROM: "Tunai <halo@tunai.example>",
      S3_URL: "https://s3.example",
      S3_BUCKET: "b",
      S3_ACCESS_KEY_ID: "a",
      S3_SECRET_ACCESS_KEY: "s",
      SENTRY_DSN: "https://key@sentry.example/42",
      ...partner("FACE_CHECK"),
      ...partner("ID_CARD"),
      ...partner("BUREAU"),
      ...partner("LOOKUP"),
      ...partner("LINKING"),
      ...partner("EVENTS"),
    });
    expect(outside).toMatchObject({
      sandbox: null,
      bank: { adapter: "snap" },
      storage: { adapter: "s3" },
      errors: { adapter: "sentry" },
    });
    expect(outside.collection.virtualAccountBanks().toSorted()).toEqual(["002", "014"]);
  });
  it("runs the sandbox's bank by itself: a payment is called back to our port over signed HTTP", async () => {
    const outside = await make({ PUBLIC_ORIGIN: "http://tunai.localhost:8080" });
    const events: unknown[] = [];
    const hosts: unknown[] = [];
    const door = createServer(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      hosts.push(request.headers.host);
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      const reading = await outside.collection.readNotification({
        method: "POST",
        path: request.url ?? "",
        headers,
        rawBody: Buffer.concat(parts),
      });
      if (reading.outcome === "EVENT") events.push(reading.event);
      response.writeHead(reading.answer.status).end(reading.answer.body);
    });
    await new Promise<void>((ready) => door.listen(0, "127.0.0.1", ready));
    outside.start({ port: (door.address() as { port: number }).port });
    const opened = await outside.collection.openVirtualAccount({
      bankCode: "014",
      customerNo: "777",
      name: "Siti",
      expiresAt: new Date("2027-01-01T00:00:00Z"),
    });
    if (opened.outcome !== "OPEN") throw new Error(opened.outcome);
    await outside.sandbox!.bank.pay({ virtualAccountNumber: opened.virtualAccountNumber, amountRupiah: 5000 });
    for (let tries = 0; tries < 100 && events.length === 0; tries++) await pause(20);
    expect(events).toMatchObject([
      { kind: "PAYMENT_RECEIVED", amountRupiah: 5000, reference: opened.virtualAccountNumber },
    ]);
    expect(hosts[0]).toBe("tunai.localhost:8080");
    await outside.stop();
    made.length = 0;
    door.close();
  });
});

describe("the sandbox's checks", () => {
  it("follow the test persons: face, platforms, burden, fraud, review; invented people pass", async () => {
    const face = async (nik: string) =>
      (
        await createSandboxFaceCheck({ take: async () => null }).check({
          checkId: "c",
          nik,
          fullName: "",
          birthDate: "",
          selfie: new Uint8Array(),
        })
      ).outcome;
    expect(await face(person("FACE_FAILS").nik)).toBe("NO_MATCH");
    expect(await face(person("FACE_UNREADABLE").nik)).toBe("UNREADABLE");
    expect(await face("3201010101900001")).toBe("MATCH");
    const report = (nik: string) =>
      createSandboxBureau({ take: async () => null }).report({
        reportId: "r",
        nik,
        fullName: "",
        birthDate: "",
        mobileNumber: "",
      });
    expect(await report("3201010101900001")).toMatchObject({ platformCount: 0, obligations: [], score: 720 });
    expect(await report(person("REFUSED_PLATFORMS").nik)).toMatchObject({ platformCount: 3 });
    expect(await report(person("REFUSED_FRAUD").nik)).toMatchObject({ fraudListed: true });
    const burden = await report(person("REFUSED_BURDEN").nik);
    const instalments =
      burden.outcome === "REPORT" ? burden.obligations.reduce((sum, one) => sum + one.monthlyInstalmentRupiah, 0) : 0;
    // Field rules: repayment burden, at most 30 % of income.
    expect(instalments * 10).toBeGreaterThan(person("REFUSED_BURDEN").employment.monthlyIncomeRupiah * 3);
  });
  it("count one event once", async () => {
    const events = createSandboxEvents(database);
    const event = {
      eventId: "e1",
      subject: "loan.disbursed",
      country: "IDN",
      occurredAt: clock.now(),
      data: { loanId: "l1" },
    };
    await events.publish([event]);
    await events.publish([event, { ...event, eventId: "e2" }]);
    expect(await database.selectFrom("sandbox_event").select("eventId").execute()).toHaveLength(2);
  });
});
