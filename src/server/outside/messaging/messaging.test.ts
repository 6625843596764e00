import { randomBytes } from "node:crypto";
import { SMTPServer } from "smtp-server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fixedClock } from "#server/process/clock.ts";
import { silentLog } from "#server/process/log.server.ts";
import { systemRandom } from "#server/process/random.ts";
import { testDatabase } from "../../../../tests/support/database.ts";
import { startPartner, type PartnerPeer, type Reply } from "../../../../tests/peers/partner.ts";
import { createOutbound, type Outbound } from "../http.ts";
import { createSmtpMail } from "../mail/smtp.ts";
import { sandboxSecret } from "../sandbox-secret.ts";
import { createLiveMessaging } from "./live.ts";
import type { Message, MessagingPort } from "./port.ts";
import { createSandboxMessages, magicReceivers } from "./sandbox.ts";
import { createTwilio } from "./twilio.ts";
import { createTwilioReports } from "./twilio-reports.ts";
import { createWhatsapp } from "./whatsapp.ts";
import { createWhatsappReports } from "./whatsapp-reports.ts";

const { database } = await testDatabase();
const random = systemRandom();
const message = (change: Partial<Message> = {}): Message => ({
  messageId: random.uuid(),
  channel: "SMS",
  to: "081234567890",
  text: "Kode Anda 123456. Berlaku 5 menit.",
  code: "123456",
  language: "id",
  ...change,
});

describe("the sandbox's senders", () => {
  const clock = fixedClock();
  const told: string[] = [];
  const sandbox = createSandboxMessages({
    database,
    clock,
    secret: sandboxSecret(randomBytes(32), random),
    log: silentLog,
    next: { take: async () => null },
    report: async (_headers, body) => {
      told.push(body);
      return 200;
    },
  });
  it("keep SMS and mail, list them newest first and by receiver however the number is written, and keep one id once", async () => {
    const first = message();
    await sandbox.messaging.send(first);
    await sandbox.messaging.send(first);
    clock.advance(1000);
    await sandbox.mail.send({
      messageId: random.uuid(),
      to: "Siti@Sandbox.example",
      subject: "Verifikasi",
      text: "Buka tautan",
      html: "<p>Buka tautan</p>",
      link: "http://localhost/x",
      language: "id",
    });
    expect(await sandbox.list({})).toMatchObject([
      { channel: "MAIL", subject: "Verifikasi", link: "http://localhost/x", sentAt: clock.now() },
      { channel: "SMS", to: "081234567890", code: "123456" },
    ]);
    expect(await sandbox.list({ to: "+62 812-3456-7890" })).toHaveLength(1);
    expect(await sandbox.list({ to: "siti@sandbox.example" })).toHaveLength(1);
    expect(await sandbox.list({ to: "081200000000" })).toEqual([]);
  });
  it("let an address decide what becomes of a mail: one comes back, one is complained about, one is late", async () => {
    const mail = (messageId: string, to: string) =>
      sandbox.mail.send({ messageId, to, subject: "S", text: "T", html: "<p>T</p>", language: "id" });
    const [bounced, spam, late] = [random.uuid(), random.uuid(), random.uuid()];
    for (const [id, to] of [
      [bounced, "Bounce-1@sandbox.example"],
      [spam, "spam@sandbox.example"],
      [late, "late.siti@sandbox.example"],
    ] as const)
      expect(await mail(id, to)).toMatchObject({ status: "SENT" });
    expect(told.map((body) => JSON.parse(body).events)).toEqual([
      [{ messageId: bounced, outcome: "BOUNCED" }],
      [{ messageId: spam, outcome: "COMPLAINED" }],
    ]);
    expect(await sandbox.list({ to: "bounce-1@sandbox.example" })).toEqual([]);
    expect(await sandbox.list({ to: "spam@sandbox.example" })).toHaveLength(1);
    clock.advance(59_999);
    expect(await sandbox.list({ to: "late.siti@sandbox.example" })).toEqual([]);
    clock.advance(1);
    expect(await sandbox.list({ to: "late.siti@sandbox.example" })).toHaveLength(1);
  });
  it("refuse the documented receivers and store nothing readable", async () => {
    expect((await sandbox.messaging.send(message({ to: magicReceivers.unreachableMobile }))).status).toBe("REJECTED");
    const rows = await database.selectFrom("sandbox_message").select("sealed").execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some((row) => row.sealed.includes("081234567890") || row.sealed.includes("123456"))).toBe(false);
  });
});

describe("live messaging", () => {
  let outbound: Outbound;
  let partner: PartnerPeer;
  let reply: Reply;
  let live: MessagingPort;
  beforeEach(async () => {
    outbound = createOutbound({ monotonicMs: () => 0, allowPlainHttp: false });
    partner = await startPartner(() => reply);
    const peer = outbound.peer("sender", partner.url, { totalMs: 300 });
    live = createLiveMessaging(
      {
        whatsapp: createWhatsapp(
          {
            apiVersion: "v23.0",
            phoneNumberId: "42",
            accessToken: "T",
            codeTemplate: "verification_code",
            textTemplate: "notice",
          },
          peer,
        ),
        smsAndVoice: createTwilio(
          {
            accountSid: "AC1",
            authToken: "secret",
            smsFrom: "TUNAI",
            voiceFrom: "+6221555",
            callbackOrigin: "https://tunai.example",
          },
          peer,
        ),
      },
      {
        whatsapp: createWhatsappReports({ appSecret: "a", verifyToken: "v", phoneNumberId: "42" }),
        twilio: createTwilioReports({
          accountSid: "AC1",
          authToken: "secret",
          callbackOrigin: "https://tunai.example",
        }),
      },
      { SMS: 350, VOICE: 900, WHATSAPP: 400 },
    );
  });
  afterEach(async () => {
    outbound.close();
    await partner.close();
  });

  it("sends a code over WhatsApp by the authentication template, in the text and on its button", async () => {
    reply = { status: 200, body: JSON.stringify({ messaging_product: "whatsapp", messages: [{ id: "wamid.1" }] }) };
    expect(await live.send(message({ channel: "WHATSAPP", language: "zh" }))).toEqual({
      status: "SENT",
      providerReference: "wamid.1",
    });
    const heard = partner.heard[0]!;
    expect(heard).toMatchObject({ method: "POST", path: "/v23.0/42/messages", headers: { authorization: "Bearer T" } });
    expect(JSON.parse(heard.body.toString())).toMatchObject({
      messaging_product: "whatsapp",
      to: "6281234567890",
      type: "template",
      template: {
        name: "verification_code",
        language: { code: "zh_CN" },
        components: [
          { type: "body", parameters: [{ type: "text", text: "123456" }] },
          { type: "button", sub_type: "url", index: "0", parameters: [{ type: "text", text: "123456" }] },
        ],
      },
    });
  });
  it("sends any other text as the one variable of the utility template, on one line", async () => {
    reply = { status: 200, body: JSON.stringify({ messages: [{ id: "wamid.2" }] }) };
    const { code: _code, ...plain } = message({ channel: "WHATSAPP", text: "Angsuran\n\tjatuh tempo     besok" });
    await live.send(plain);
    expect(JSON.parse(partner.heard[0]!.body.toString())).toMatchObject({
      template: { name: "notice", components: [{ parameters: [{ text: "Angsuran jatuh tempo besok" }] }] },
    });
  });
  it("tells a number that WhatsApp cannot reach from a limit, an outage and silence", async () => {
    const send = () => live.send(message({ channel: "WHATSAPP" }));
    reply = { status: 400, body: JSON.stringify({ error: { code: 131026, message: "undeliverable" } }) };
    expect(await send()).toMatchObject({ status: "REJECTED", code: "131026" });
    for (const other of [
      { status: 429, body: JSON.stringify({ error: { code: 130429 } }) },
      { status: 401, body: JSON.stringify({ error: { code: 190 } }) },
      { status: 503, body: "down" },
      "SILENCE",
      "HANG_UP",
    ] as Reply[]) {
      reply = other;
      expect((await send()).status).toBe("UNKNOWN");
    }
  });
  it("sends an SMS as a form with basic authentication", async () => {
    reply = { status: 201, body: JSON.stringify({ sid: "SM1" }) };
    const sms = message();
    expect(await live.send(sms)).toEqual({ status: "SENT", providerReference: "SM1" });
    const heard = partner.heard[0]!;
    expect(heard.path).toBe("/2010-04-01/Accounts/AC1/Messages.json");
    expect(heard.headers.authorization).toBe(`Basic ${Buffer.from("AC1:secret").toString("base64")}`);
    expect(Object.fromEntries(new URLSearchParams(heard.body.toString()))).toEqual({
      To: "+6281234567890",
      From: "TUNAI",
      Body: "Kode Anda 123456. Berlaku 5 menit.",
      StatusCallback: `https://tunai.example/api/webhook/twilio/${sms.messageId}`,
    });
  });
  it("reads a code aloud digit by digit, and text cannot become markup", async () => {
    reply = { status: 201, body: JSON.stringify({ sid: "CA1" }) };
    await live.send(message({ channel: "VOICE", text: `Kode <b>"123456"</b>` }));
    const form = new URLSearchParams(partner.heard[0]!.body.toString());
    expect(form.get("Twiml")).toBe(
      `<Response><Say language="id-ID" loop="2">Kode &#60;b&#62;&#34;1, 2, 3, 4, 5, 6&#34;&#60;/b&#62;</Say></Response>`,
    );
    reply = { status: 400, body: JSON.stringify({ code: 21211 }) };
    expect(await live.send(message())).toMatchObject({ status: "REJECTED", code: "21211" });
    reply = { status: 429, body: JSON.stringify({ code: 20429 }) };
    expect((await live.send(message())).status).toBe("UNKNOWN");
  });
});

describe("mail by SMTP", () => {
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: ({ address }, _session, done) =>
      done(
        address.startsWith("gone@")
          ? Object.assign(new Error("No such mailbox"), { responseCode: 550 })
          : address.startsWith("later@")
            ? Object.assign(new Error("Busy"), { responseCode: 451 })
            : null,
      ),
    onData(stream, _session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => (received.push(Buffer.concat(parts).toString()), done()));
    },
  });
  let port: number;
  beforeEach(async () => {
    if (!port)
      port = await new Promise<number>((ready) => {
        const listening = server.listen(0, "127.0.0.1", () => ready((listening.address() as { port: number }).port));
      });
  });
  const open = (change: object = {}) =>
    createSmtpMail({
      host: "127.0.0.1",
      port,
      secure: false,
      user: "",
      password: "",
      from: "Tunai <halo@tunai.example>",
      allowPlain: true,
      ...change,
    });
  const mail = (to: string) => ({
    messageId: "0193a1f2-0000-7000-8000-000000000001",
    to,
    subject: "Tagihan 到期",
    text: "Halo\nDunia",
    html: "<p>Halo<br>Dunia</p>",
    language: "id" as const,
  });

  it("delivers text and HTML side by side with our id as the message's, and one-click unsubscribe where asked", async () => {
    const smtp = open();
    expect(
      await smtp.send({ ...mail("siti@example.com"), unsubscribeLink: "https://tunai.example/unsubscribe/x" }),
    ).toEqual({ status: "SENT", providerReference: "<0193a1f2-0000-7000-8000-000000000001@tunai.example>" });
    expect(received[0]).toContain("Message-ID: <0193a1f2-0000-7000-8000-000000000001@tunai.example>");
    expect(received[0]).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    expect(received[0]).toMatch(/multipart\/alternative[^]*text\/plain[^]*text\/html/);
    smtp.close();
  });
  it("cannot be made to add receivers or headers by an address", async () => {
    const smtp = open();
    const before = received.length;
    await smtp.send(mail("a@example.com\r\nBcc: evil@example.com"));
    expect(received.slice(before).join("")).not.toMatch(/^Bcc:/m);
    smtp.close();
  });
  it("tells a refused mailbox from a busy, absent or unencrypted server", async () => {
    const smtp = open();
    expect(await smtp.send(mail("gone@example.com"))).toMatchObject({ status: "REJECTED", code: "550" });
    expect((await smtp.send(mail("later@example.com"))).status).toBe("UNKNOWN");
    smtp.close();
    const strict = open({ allowPlain: false });
    expect((await strict.send(mail("siti@example.com"))).status).toBe("UNKNOWN");
    strict.close();
    await new Promise<void>((closed) => server.close(() => closed()));
    const absent = open();
    expect((await absent.send(mail("siti@example.com"))).status).toBe("UNKNOWN");
    absent.close();
  });
});
