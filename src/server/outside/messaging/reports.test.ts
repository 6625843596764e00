import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { IncomingReport } from "./reports.ts";
import { createTwilioReports, twilioSignatureOf } from "./twilio-reports.ts";
import { createWhatsappReports } from "./whatsapp-reports.ts";

const messageId = "0193a1f2-0000-4000-8000-000000000001";

describe("reports of WhatsApp", () => {
  const whatsapp = createWhatsappReports({
    appSecret: "app-secret",
    verifyToken: "chosen by us",
    phoneNumberId: "114896151713920",
  });
  const signed = (body: string, secret = "app-secret") => ({
    rawBody: Buffer.from(body),
    headers: { "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}` },
  });
  /** As Meta sends it: escaped where not ASCII, with more fields than we read. */
  const body = (statuses: object[], phoneNumberId = "114896151713920") =>
    JSON.stringify({
      object: "whatsapp_business_account",
      entry: [
        {
          id: "122951744235903",
          changes: [
            {
              value: {
                messaging_product: "whatsapp",
                metadata: { display_phone_number: "15550984277", phone_number_id: phoneNumberId },
                statuses,
              },
              field: "messages",
            },
          ],
        },
      ],
    });
  const delivered = {
    id: "wamid.HBgLNjAxNzM1MjYyMzMVAgARGBJCNkY5NTBENEU3ODYxQTM3RUQA",
    status: "delivered",
    timestamp: "1694492484",
    recipient_id: "60173526233",
    conversation: { id: "f5fdae3920125a39a1e6a23e5f877c16", origin: { type: "utility" } },
    pricing: { billable: true, pricing_model: "CBP", category: "utility" },
    biz_opaque_callback_data: messageId,
  };

  it("say how far our message got, and when", () => {
    expect(whatsapp.read(signed(body([delivered])))).toEqual({
      outcome: "REPORTS",
      reports: [
        {
          provider: "whatsapp",
          reportKey: `${delivered.id}:DELIVERED`,
          messageId,
          state: "DELIVERED",
          code: null,
          happenedAt: new Date("2023-09-12T04:21:24Z"),
        },
      ],
    });
    // A report with an old timestamp is ignored; the others in its request are not.
    const ages = ["253402300799", "99999999999999999", "1"].map((timestamp) => ({ ...delivered, timestamp }));
    expect(whatsapp.read(signed(body([...ages, delivered])))).toMatchObject({ reports: [{ state: "DELIVERED" }] });
    const failed = whatsapp.read(
      signed(body([{ ...delivered, status: "failed", errors: [{ code: 131026, title: "Message undeliverable" }] }])),
    );
    expect(failed).toMatchObject({ reports: [{ state: "FAILED", code: "131026" }] });
  });
  it("are verified over the bytes as they came, escapes included", () => {
    const escaped = body([delivered]).replace("utility", "\\u00fctility");
    expect(whatsapp.read(signed(escaped)).outcome).toBe("REPORTS");
    expect(whatsapp.read({ ...signed(escaped), rawBody: Buffer.from(escaped.replace("\\u00fc", "ü")) })).toEqual({
      outcome: "REFUSED",
      reason: "SIGNATURE",
    });
  });
  it("are refused without a signature, with another app's, and where one bit differs", () => {
    const good = signed(body([delivered]));
    for (const headers of [
      {},
      signed(body([delivered]), "other").headers,
      { "x-hub-signature-256": good.headers["x-hub-signature-256"].slice(7) },
      { "x-hub-signature": good.headers["x-hub-signature-256"] },
    ])
      expect(whatsapp.read({ ...good, headers })).toEqual({ outcome: "REFUSED", reason: "SIGNATURE" });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: good.rawBody.length * 8 - 1 }), (bit) => {
        const changed = Buffer.from(good.rawBody);
        changed[bit >> 3]! ^= 1 << (bit & 7);
        return whatsapp.read({ ...good, rawBody: changed }).outcome === "REFUSED";
      }),
    );
    const nobody = createWhatsappReports({ appSecret: "", verifyToken: "", phoneNumberId: "1" });
    expect(nobody.handshake({ mode: "subscribe", verifyToken: "", challenge: "1" })).toBeNull();
  });
  it("pass over what is not ours or not known: other numbers, people's messages, new states, other ids", () => {
    for (const other of [
      body([delivered], "999"),
      body([{ ...delivered, status: "played" }]),
      body([{ ...delivered, biz_opaque_callback_data: "x" }]),
      body([{ status: "sent" }]),
      JSON.stringify({
        object: "whatsapp_business_account",
        entry: [
          {
            changes: [
              { field: "messages", value: { messages: [{ from: "6281", text: { body: "Halo" } }] } },
              { field: "account_update", value: {} },
            ],
          },
        ],
      }),
    ])
      expect(whatsapp.read(signed(other))).toEqual({ outcome: "REPORTS", reports: [] });
    for (const broken of ["", "[]", "{", '{"object":1}'])
      expect(whatsapp.read(signed(broken))).toEqual({ outcome: "REFUSED", reason: "UNREADABLE" });
  });
  it("begin with a handshake that only our token answers", () => {
    const input = { mode: "subscribe", verifyToken: "chosen by us", challenge: "1158201444" };
    expect(whatsapp.handshake(input)).toBe("1158201444");
    for (const wrong of [
      { ...input, verifyToken: "guessed" },
      { ...input, mode: "unsubscribe" },
      { ...input, challenge: "<script>" },
      { ...input, challenge: "" },
    ])
      expect(whatsapp.handshake(wrong)).toBeNull();
  });
});

describe("reports of Twilio", () => {
  it.each([
    // Twilio: "Validating Signatures from Twilio", and its helper libraries' example.
    ["+14158675309", "RSOYDt4T1cUTdK1PDd93/VVr8B8="],
    ["+14158675310", "GvWf1cFY/Q7PnoempGyD5oXAezc="],
  ])("are signed as Twilio's own example for %s", (number, signature) => {
    const form = new URLSearchParams({
      To: "+18005551212",
      From: number,
      Digits: "1234",
      Caller: number,
      CallSid: "CA1234567890ABCDE",
    });
    expect(twilioSignatureOf("12345", "https://mycompany.com/myapp.php?foo=1&bar=2", form)).toBe(signature);
  });

  const path = `/api/webhook/twilio/${messageId}`;
  const twilio = createTwilioReports({
    accountSid: "AC1",
    authToken: "token",
    callbackOrigin: "https://tunai.example",
  });
  const call = (form: Record<string, string>, address = `https://tunai.example${path}`, token = "token") => {
    const sent = new URLSearchParams(form);
    return {
      rawBody: Buffer.from(sent.toString()),
      headers: { "x-twilio-signature": twilioSignatureOf(token, address, sent) },
    };
  };
  const sms = {
    AccountSid: "AC1",
    ApiVersion: "2010-04-01",
    From: "TUNAI",
    MessageSid: "SM1",
    MessageStatus: "delivered",
    SmsSid: "SM1",
    SmsStatus: "delivered",
    To: "+6281234567890",
  };
  const read = (incoming: IncomingReport) => twilio.read(incoming, path, messageId);

  it("say how far an SMS got, and why it did not arrive", () => {
    expect(read(call(sms))).toEqual({
      outcome: "REPORTS",
      reports: [
        { provider: "twilio", reportKey: "SM1:DELIVERED", messageId, state: "DELIVERED", code: null, happenedAt: null },
      ],
    });
    expect(read(call({ ...sms, MessageStatus: "undelivered", ErrorCode: "30005" }))).toMatchObject({
      reports: [{ state: "FAILED", code: "30005" }],
    });
    expect(read(call({ ...sms, MessageStatus: "queued" }))).toEqual({ outcome: "REPORTS", reports: [] });
  });
  it("say whether a call was answered", () => {
    const voice = { AccountSid: "AC1", CallSid: "CA1", CallDuration: "9", To: "+6281234567890" };
    expect(read(call({ ...voice, CallStatus: "completed" }))).toMatchObject({
      reports: [{ reportKey: "CA1:DELIVERED", state: "DELIVERED" }],
    });
    expect(read(call({ ...voice, CallStatus: "no-answer" }))).toMatchObject({
      reports: [{ state: "FAILED", code: "no-answer" }],
    });
  });
  it("are refused for another address, token, message or account, and where a parameter was changed", () => {
    for (const forged of [
      call(sms, `https://evil.example${path}`),
      call(sms, undefined, "other"),
      { ...call(sms), headers: {} },
      { ...call(sms), rawBody: Buffer.from(new URLSearchParams({ ...sms, MessageStatus: "failed" }).toString()) },
    ])
      expect(read(forged)).toEqual({ outcome: "REFUSED", reason: "SIGNATURE" });
    expect(twilio.read(call(sms), path.replace("0001", "0002"), messageId.replace("0001", "0002"))).toEqual({
      outcome: "REFUSED",
      reason: "SIGNATURE",
    });
    expect(read(call({ ...sms, AccountSid: "AC2" }))).toEqual({ outcome: "REFUSED", reason: "UNREADABLE" });
    expect(read(call({ AccountSid: "AC1" }))).toEqual({ outcome: "REFUSED", reason: "UNREADABLE" });
    // Not checked further, whatever its signature: it is made over the sorted parameters.
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`p${n}`, ""]));
    expect(read(call({ ...sms, ...many }))).toEqual({ outcome: "REFUSED", reason: "UNREADABLE" });
  });
});
