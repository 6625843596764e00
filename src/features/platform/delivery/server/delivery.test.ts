import { createHmac, randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { seedBorrower } from "#features/account/login/server/index.ts";
import { sandboxCaptchaAnswer } from "#features/account/verification/server/index.ts";
import { transact } from "#server/database.server.ts";
import { twilioSignatureOf } from "#server/outside/messaging/twilio-reports.ts";
import { testApp } from "#tests/support/app.ts";
import { startPartner } from "../../../../../tests/peers/partner.ts";
import { deliveriesOf } from "./index.ts";
import { addReports } from "./store.ts";

/** Accepts every message, as both providers do. */
const provider = await startPartner(({ path }) =>
  path.includes("/Accounts/")
    ? { status: 201, body: '{"sid":"SM1"}' }
    : { status: 200, body: '{"messages":[{"id":"wamid.1"}]}' },
);
afterAll(() => provider.close());
const live = {
  MESSAGING_ADAPTER: "live",
  PUBLIC_ORIGIN: "http://localhost:3000",
  WHATSAPP_URL: provider.url,
  WHATSAPP_PHONE_NUMBER_ID: "42",
  WHATSAPP_ACCESS_TOKEN: "T",
  WHATSAPP_APP_SECRET: "app-secret",
  WHATSAPP_VERIFY_TOKEN: "verify-me",
  TWILIO_URL: provider.url,
  TWILIO_ACCOUNT_SID: "AC1",
  TWILIO_AUTH_TOKEN: "token",
  TWILIO_SMS_FROM: "TUNAI",
  TWILIO_VOICE_FROM: "+6221555",
};
const app = await testApp({ environment: live });
const { services } = app;
const { database } = services;
beforeEach(() => database.deleteFrom("delivery_report").execute());
const rows = () => database.selectFrom("delivery_report").selectAll().execute();

const meta = (messageId: string, status: string, secret = "app-secret", wamid = "wamid.1", wrote = "hello") => {
  const value = {
    metadata: { phone_number_id: "42" },
    messages: [{ from: "6281234567890", text: { body: wrote } }],
    statuses: [
      {
        id: wamid,
        status,
        timestamp: "1795150800",
        recipient_id: "6281234567890",
        biz_opaque_callback_data: messageId,
      },
    ],
  };
  const body = JSON.stringify({
    object: "whatsapp_business_account",
    entry: [{ id: "1", changes: [{ field: "messages", value }] }],
  });
  return app.client().send("POST", "/api/webhook/whatsapp", body, {
    "Content-Type": "application/json",
    "X-Hub-Signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
  });
};
const twilio = (messageId: string, form: Record<string, string>, token = "token") => {
  const path = `/api/webhook/twilio/${messageId}`;
  const sent = new URLSearchParams({ AccountSid: "AC1", ...form });
  return app.client().send("POST", path, sent.toString(), {
    "Content-Type": "application/x-www-form-urlencoded",
    "X-Twilio-Signature": twilioSignatureOf(token, `http://localhost:3000${path}`, sent),
  });
};

describe("a provider's report", () => {
  it("is kept once, however often and in whatever order it is told", async () => {
    const messageId = randomUUID();
    const results = await Promise.all(
      ["read", "sent", "delivered", "sent", "read", "delivered", "failed"].map((status) => meta(messageId, status)),
    );
    expect(results.map(({ status }) => status)).toEqual(Array.from({ length: 7 }, () => 200));
    expect((await rows()).map(({ state }) => state).toSorted()).toEqual(["DELIVERED", "FAILED", "READ", "SENT"]);
    const known = await deliveriesOf(services, [{ messageId, channel: "WHATSAPP" }]);
    expect(known.get(messageId)).toEqual({ state: "READ", code: null, at: new Date(1_795_150_800_000) });
  });
  it("is of the channel that the message went by in the end", async () => {
    const messageId = randomUUID();
    await meta(messageId, "failed");
    await twilio(messageId, { MessageSid: "SM1", MessageStatus: "delivered" });
    expect((await deliveriesOf(services, [{ messageId, channel: "SMS" }])).get(messageId)).toMatchObject({
      state: "DELIVERED",
    });
    expect((await deliveriesOf(services, [{ messageId, channel: "WHATSAPP" }])).get(messageId)).toMatchObject({
      state: "FAILED",
    });
  });
  it("keeps nothing about the receiver", async () => {
    await meta(randomUUID(), "delivered");
    await twilio(randomUUID(), { MessageSid: "SM2", MessageStatus: "delivered", To: "+6281234567890" });
    expect(JSON.stringify(await rows())).not.toContain("81234567890");
  });
  it("is refused where its signature is not the provider's, and leaves no row", async () => {
    expect((await meta(randomUUID(), "delivered", "guessed")).status).toBe(403);
    expect((await twilio(randomUUID(), { MessageSid: "SM1", MessageStatus: "delivered" }, "guessed")).status).toBe(403);
    expect((await app.client().send("POST", "/api/webhook/whatsapp", "{}")).status).toBe(403);
    expect(await rows()).toEqual([]);
  });
  it("is refused where a part of it cannot be kept, though it is signed", async () => {
    for (const odd of ["\0", "\ud800"])
      expect((await meta(randomUUID(), "delivered", undefined, `wamid.${odd}`)).status).toBe(400);
    expect((await twilio(randomUUID(), { MessageSid: "SM\0", MessageStatus: "delivered" })).status).toBe(400);
    expect((await twilio("%00", { MessageSid: "SM1", MessageStatus: "delivered" })).status).toBe(422);
    expect(await rows()).toEqual([]);
    // Fields that we do not store may contain anything.
    expect((await meta(randomUUID(), "delivered", undefined, "wamid.1", "\0")).status).toBe(200);
    const failed = { MessageSid: "SM1", MessageStatus: "failed", ErrorCode: "\0", Body: "\0" };
    expect((await twilio(randomUUID(), failed)).status).toBe(200);
    expect((await rows()).map(({ code }) => code)).toEqual([null, "failed"]);
  });
  it("may come in a large bundle", async () => {
    const statuses = Array.from({ length: 900 }, (_, n) => ({
      id: `wamid.${n}`,
      status: "sent",
      timestamp: "1795150800",
      recipient_id: "6281234567890",
      biz_opaque_callback_data: randomUUID(),
    }));
    const body = JSON.stringify({
      object: "whatsapp_business_account",
      entry: [{ id: "1", changes: [{ field: "messages", value: { metadata: { phone_number_id: "42" }, statuses } }] }],
    });
    expect(body.length).toBeGreaterThan(100_000);
    const headers = {
      "Content-Type": "application/json",
      "X-Hub-Signature-256": `sha256=${createHmac("sha256", "app-secret").update(body).digest("hex")}`,
    };
    expect((await app.client().send("POST", "/api/webhook/whatsapp", body, headers)).status).toBe(200);
    expect(await rows()).toHaveLength(900);
  });
  it("may come in a bundle with more than one statement takes", async () => {
    const many = Array.from({ length: 10_000 }, (_, n) => ({
      provider: "whatsapp" as const,
      reportKey: `many-${n}`,
      messageId: randomUUID(),
      state: "SENT" as const,
      code: null,
      happenedAt: null,
    }));
    expect(await addReports(database, many, app.clock.now())).toBe(10_000);
    expect(await addReports(database, many, app.clock.now())).toBe(0);
    expect(await addReports(database, [], app.clock.now())).toBe(0);
  });
  it("is forgotten after half a year", async () => {
    await meta(randomUUID(), "delivered");
    app.clock.advance(181 * 86_400_000);
    await app.settle();
    expect(await rows()).toEqual([]);
  });
});

it("Meta's handshake is answered with its challenge for our token alone", async () => {
  const ask = (token: string) =>
    app.client().get(`/api/webhook/whatsapp?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=${token}`);
  const answered = await ask("verify-me");
  expect([answered.status, answered.text, answered.headers.get("content-type")]).toEqual([
    200,
    "1158201444",
    "text/plain; charset=utf-8",
  ]);
  expect((await ask("guessed")).status).toBe(403);
});

it("nothing is heard where messages go to the sandbox", async () => {
  const sandboxed = await testApp();
  const client = sandboxed.client();
  expect((await client.get("/api/webhook/whatsapp?hub.mode=subscribe")).status).toBe(404);
  expect((await client.send("POST", "/api/webhook/whatsapp", "{}")).status).toBe(404);
  expect((await client.send("POST", `/api/webhook/twilio/${randomUUID()}`, "")).status).toBe(404);
});

it("staff see at the borrower's code that it arrived", async () => {
  const mobileNumber = "081277001122";
  const borrowerId = await transact(database, (trx) => seedBorrower(services, trx, { mobileNumber }));
  const client = app.client();
  const { captchaKey } = (await client.post("/api/user/generateCaptcha", {})).body;
  const captcha = await sandboxCaptchaAnswer(services, captchaKey);
  const sent = await client.post("/api/v2/mobile/sendVerification", {
    mobileNumber,
    purpose: "LOGIN",
    channel: "SMS",
    captchaKey,
    captcha,
  });
  expect(sent.status).toBe(200);
  const heard = new URLSearchParams(provider.heard.at(-1)?.body.toString());
  const callback = new URL(heard.get("StatusCallback") ?? "");
  await twilio(callback.pathname.split("/").at(-1) ?? "", { MessageSid: "SM1", MessageStatus: "delivered" });
  const support = await app.staff(randomUUID(), ["support"]);
  const { items } = (await support.get(`/api/staff/borrowers/${borrowerId}/timeline?kind=MESSAGE`)).body;
  expect(items[0]).toMatchObject({
    what: "CODE_SENT",
    facts: { channel: "SMS", delivery: "DELIVERED", deliveryCode: null },
  });
  expect(items[0].facts).not.toHaveProperty("messageId");
});
