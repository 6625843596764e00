/** The mail as the relay receives it, the relay's reports, and the mailings that the reader unsubscribes from. */
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { describe, expect, it } from "vitest";
import { seedBorrower } from "#features/account/login/server/index.ts";
import { defineNotice, notify, noticeKinds } from "#features/platform/notice/server/index.ts";
import { transact } from "#server/database.server.ts";
import { signedReport } from "#server/outside/mail/reports.ts";
import { type TestClient, testApp } from "#tests/support/app.ts";
import { linksOfMail, wordsOfMail } from "#tests/support/mail-words.ts";
import { whenOver } from "#tests/support/when-over.ts";
import { verifiedEmailOf } from "./index.ts";

/** Mails that the server accepted, parsed by a MIME parser: by receiver, the newest last. */
const taken: { to: string; mail: Email }[] = [];
const relay = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onRcptTo: ({ address }, _session, done) =>
    done(address.startsWith("gone.") ? Object.assign(new Error("No such mailbox"), { responseCode: 550 }) : null),
  onData(stream, { envelope }, done) {
    const parts: Buffer[] = [];
    stream.on("data", (part: Buffer) => parts.push(part));
    stream.on("end", () => {
      void PostalMime.parse(Buffer.concat(parts)).then((mail) => {
        taken.push({ to: envelope.rcptTo[0]!.address, mail });
        done();
      });
    });
  },
});
const port = await new Promise<number>((ready) => {
  const listening = relay.listen(0, "127.0.0.1", () => ready((listening.address() as { port: number }).port));
});
whenOver(() => new Promise<void>((closed) => relay.close(() => closed())));

const texts = {
  title: { id: "Kabar", en: "News", zh: "消息" },
  body: { id: "Isi", en: "Body", zh: "正文" },
  mail: { subject: { id: "Kabar", en: "News", zh: "消息" }, body: { id: "Isi", en: "Body", zh: "正文" } },
};
const offer = defineNotice({
  kind: "test.offer",
  topic: "NEWS",
  channels: ["MAIL"],
  texts,
  mailing: "PROMOTION",
  example: {},
});
const survey = defineNotice({
  kind: "test.survey",
  topic: "NEWS",
  channels: ["MAIL"],
  texts,
  mailing: "SURVEY",
  example: {},
});
const contract = defineNotice({ kind: "test.contract", topic: "LOAN", channels: ["MAIL"], texts, example: {} });

const account = { clientId: "relay", secret: "a-secret-of-the-relay" };
const app = await testApp({
  domains: [{ answersTo: [noticeKinds.by([offer, survey, contract])] }],
  // Within the hours in which messages are allowed, on a working day.
  start: "2026-11-24T03:00:00Z",
  environment: {
    MAIL_ADAPTER: "smtp",
    SMTP_HOST: "127.0.0.1",
    SMTP_PORT: String(port),
    SMTP_TLS: "none",
    SMTP_FROM: "Tunai <halo@tunai.example>",
    MAIL_REPORT_CLIENT_ID: account.clientId,
    MAIL_REPORT_SECRET: account.secret,
  },
});
const { services, clock } = app;
const { database } = services;
let made = 0;

async function borrower() {
  const mobileNumber = `08${String(1_400_000_000 + ++made * 1_000_007)}`;
  const borrowerId = await transact(database, (trx) => seedBorrower(services, trx, { mobileNumber }));
  return { borrowerId, client: await app.loggedIn(borrowerId, "EMAIL") };
}
const newAddress = (local = "wati") => `${local}.${++made}@contoh.id`;
const mailsTo = (to: string) => taken.filter((one) => one.to === to).map(({ mail }) => mail);
const header = (mail: Email, name: string): string | undefined =>
  mail.headers.find(({ key }) => key === name.toLowerCase())?.value;
const bodyOf = (mail: Email): string => mail.text ?? "";
const stateOf = async (borrowerId: string) =>
  database
    .selectFrom("email_request")
    .select(["state", "cause"])
    .where("borrowerId", "=", borrowerId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
const told = (events: unknown, change: { secret?: string; at?: Date; body?: string } = {}) => {
  const body = change.body ?? JSON.stringify({ events });
  const headers = signedReport(
    { ...account, secret: change.secret ?? account.secret },
    body,
    change.at ?? clock.realNow(),
  );
  return app.client().send("POST", "/api/webhook/mail", body, headers);
};

async function named(email = newAddress()) {
  const { borrowerId, client } = await borrower();
  const sent = await client.post("/api/email", { email });
  expect(sent.status, sent.text).toBe(200);
  await app.settle();
  return { borrowerId, client, email, verificationId: sent.body.verificationId as string };
}
async function proven() {
  const { borrowerId, client, email, verificationId } = await named();
  const code = /Kode: (\d{6})/.exec(bodyOf(mailsTo(email)[0]!))![1]!;
  expect((await client.post("/api/email/verify", { verificationId, code })).status).toBe(200);
  await app.settle();
  return { borrowerId, client, email };
}

describe("the mail that asks an owner", () => {
  it("leaves as text and as the same in HTML, with the code and the link, our id as its own, and nothing of the account", async () => {
    const { email, verificationId, borrowerId } = await named();
    const [mail] = mailsTo(email);
    expect(header(mail!, "Message-ID")).toBe(`<${verificationId}@tunai.example>`);
    expect([mail!.from?.address, mail!.to]).toEqual(["halo@tunai.example", [{ address: email, name: "" }]]);
    expect(mail!.attachments).toEqual([]);
    expect(header(mail!, "Content-Type")).toMatch(/^multipart\/alternative; boundary=/);
    expect(wordsOfMail(mail!.html ?? "")).toBe(bodyOf(mail!).trim());
    expect(linksOfMail(mail!.html ?? "")).toEqual(bodyOf(mail!).match(/http:\S+/g));
    expect(header(mail!, "List-Unsubscribe")).toBeUndefined();
    const body = bodyOf(mail!);
    expect(body).toMatch(/Kode: \d{6}\n/);
    expect(body).toMatch(/\nhttp:\/\/localhost:3000\/webview\/email-fast-link\?lang=id&t=[\w.-]+\n/);
    expect(await stateOf(borrowerId)).toEqual({ state: "VERIFYING", cause: null });
  });
  it("of a refused mailbox says so at once", async () => {
    const { borrowerId } = await named(newAddress("gone"));
    expect(await stateOf(borrowerId)).toEqual({ state: "FAILED", cause: "UNDELIVERABLE" });
  });
});

describe("the relay's report", () => {
  it("of a bounce fails the address once, however often, in whatever form of the id and order it is told", async () => {
    const { borrowerId, verificationId: messageId } = await named();
    const answers = await Promise.all([
      told([{ messageId, outcome: "BOUNCED" }]),
      told([{ messageId: `<${messageId}@tunai.example>`, outcome: "BOUNCED" }]),
      told([
        { messageId, outcome: "DELIVERED" },
        { messageId, outcome: "BOUNCED" },
        { messageId: "<somebody-elses@mail.example>", outcome: "BOUNCED" },
        { messageId: services.random.uuid(), outcome: "COMPLAINED" },
      ]),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await app.settle();
    expect(await stateOf(borrowerId)).toEqual({ state: "FAILED", cause: "UNDELIVERABLE" });
    const rows = await database
      .selectFrom("delivery_report")
      .select(["provider", "state", "code"])
      .where("messageId", "=", messageId)
      .orderBy("state")
      .execute();
    expect(rows).toEqual([
      { provider: "mail", state: "DELIVERED", code: null },
      { provider: "mail", state: "FAILED", code: "BOUNCED" },
    ]);
    const events = await database
      .selectFrom("domain_event")
      .select("id")
      .where("name", "=", "delivery.mail_reported")
      .where("id", "like", `${messageId}%`)
      .execute();
    expect(events).toHaveLength(2);
  });
  it("of a complaint says that the mail arrived: who complains has got it", async () => {
    const { verificationId: messageId } = await named();
    expect((await told([{ messageId, outcome: "COMPLAINED" }])).status).toBe(200);
    const rows = database.selectFrom("delivery_report").select(["state", "code"]).where("messageId", "=", messageId);
    expect(await rows.execute()).toEqual([{ state: "DELIVERED", code: "COMPLAINED" }]);
  });
  it("is refused with another's signature, too old, or unreadable, and changes nothing", async () => {
    const { borrowerId, verificationId: messageId } = await named();
    const events = [{ messageId, outcome: "BOUNCED" }];
    const ago = (seconds: number) => new Date(clock.realNow().getTime() - seconds * 1000);
    expect((await told(events, { secret: "guessed" })).status).toBe(403);
    expect((await told(events, { at: ago(310) })).status).toBe(403);
    expect((await told(events, { at: ago(-310) })).status).toBe(403);
    expect((await told([], { body: "{" })).status).toBe(400);
    expect((await told([{ messageId, outcome: "READ" }])).status).toBe(400);
    const signed = signedReport(account, JSON.stringify({ events: [] }), clock.realNow());
    const swapped = await app.client().send("POST", "/api/webhook/mail", JSON.stringify({ events }), signed);
    expect(swapped.status).toBe(403);
    await app.settle();
    expect(await stateOf(borrowerId)).toEqual({ state: "VERIFYING", cause: null });
    expect((await told(events, { at: ago(290) })).status).toBe(200);
  });
  it("is heard by nobody where no client is agreed", async () => {
    const deaf = await testApp({
      environment: { MAIL_ADAPTER: "smtp", SMTP_HOST: "127.0.0.1", SMTP_TLS: "none", SMTP_FROM: "halo@tunai.example" },
    });
    const body = JSON.stringify({ events: [] });
    const answer = await deaf
      .client()
      .send("POST", "/api/webhook/mail", body, signedReport(account, body, deaf.clock.realNow()));
    expect(answer.status).toBe(404);
  });
});

describe("a mailing", () => {
  const tell = async (notice: typeof offer, borrowerId: string) => {
    await transact(database, (trx) =>
      notify(services, trx, notice, { id: services.random.uuid(), borrowerId, values: {} }),
    );
    await app.settle();
  };
  /** The newest mail's unsubscribe link, as a mail program reads it from the headers. */
  const wayOut = (email: string) => {
    const mail = mailsTo(email).at(-1)!;
    expect(header(mail, "List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
    return /^<http:\/\/localhost:3000(\/unsubscribe\/([\w.-]+))>$/.exec(header(mail, "List-Unsubscribe")!)!;
  };

  const agree = (client: TestClient, on = true) => client.post("/api/email/mailings", { category: "PROMOTION", on });

  it("of offers is one switch, off until it is switched on: in the mailings, the consents and the link of each mail", async () => {
    const { borrowerId, email, client } = await proven();
    const before = mailsTo(email).length;
    await tell(offer, borrowerId);
    expect(mailsTo(email)).toHaveLength(before);
    const consents = async () =>
      (await client.get("/api/privacy/consents")).body.items.filter(
        ({ kind, state }: { kind: string; state: string }) => kind === "PROMOTION" && state === "STANDING",
      );
    const inMailings = async () => (await client.get("/api/email")).body.mailings[0].on;
    expect([await inMailings(), await consents()]).toEqual([false, []]);
    // Enabled under consents, disabled under mailings, enabled there again, disabled by the link in the mail.
    await client.post("/api/privacy/consents", { kind: "PROMOTION", on: true });
    expect([await inMailings(), (await consents()).length]).toEqual([true, 1]);
    await agree(client, false);
    expect([await inMailings(), await consents()]).toEqual([false, []]);
    await agree(client);
    expect((await consents()).length).toBe(1);
    await tell(offer, borrowerId);
    const [, path = "", token] = wayOut(email);
    // People read the text, not the headers.
    expect(bodyOf(mailsTo(email).at(-1)!)).toContain(`Hentikan di sini: http://localhost:3000${path}`);
    await app.client().post(`/api/email/unsubscribe/${token}`, {});
    expect([await inMailings(), await consents()]).toEqual([false, []]);
    // Disabled although never enabled: no receipt for a consent that was never given.
    const { client: other } = await proven();
    const { body: never } = await other.post("/api/privacy/consents", { kind: "PROMOTION", on: false });
    expect(never).toMatchObject({ id: null, state: "WITHDRAWN", givenAt: null });
    expect(
      (await other.get("/api/privacy/consents")).body.items.map(({ kind }: { kind: string }) => kind),
    ).not.toContain("PROMOTION");
  });

  it("says how to stop it; what is about a contract does not, and comes all the same", async () => {
    const { borrowerId, email, client } = await proven();
    await agree(client);
    await tell(offer, borrowerId);
    const [, path = "", token = ""] = wayOut(email);
    expect(path).not.toContain("contoh");
    expect(Buffer.from(token.split(".")[1]!, "base64url").toString()).not.toContain("wati");
    const stranger = app.client({ "Sec-Fetch-Site": "none" });
    expect((await stranger.get(`/api/email/unsubscribe/${token}`)).body).toEqual({
      category: "PROMOTION",
      mailings: [
        { category: "PROMOTION", on: true },
        { category: "SURVEY", on: true },
      ],
    });
    expect((await client.get("/api/email")).body.mailings[0]).toEqual({ category: "PROMOTION", on: true });
    for (let pressed = 0; pressed < 2; pressed++)
      expect((await app.client().post(`/api/email/unsubscribe/${token}`, {})).body.mailings[0].on).toBe(false);
    const before = mailsTo(email).length;
    await tell(offer, borrowerId);
    expect(mailsTo(email)).toHaveLength(before);
    await tell(survey, borrowerId);
    await tell(contract, borrowerId);
    expect(mailsTo(email)).toHaveLength(before + 2);
    expect(header(mailsTo(email).at(-1)!, "List-Unsubscribe")).toBeUndefined();
    expect(header(mailsTo(email).at(-1)!, "List-Unsubscribe-Post")).toBeUndefined();
    // The same link disables another kind, and enables nothing.
    await app.client().post(`/api/email/unsubscribe/${token}`, { category: "SURVEY" });
    expect((await client.get("/api/email")).body.mailings.map(({ on }: { on: boolean }) => on)).toEqual([false, false]);
    await client.post("/api/email/mailings", { category: "PROMOTION", on: true });
    await tell(offer, borrowerId);
    expect(wayOut(email)[1]).toBe(path);
  });

  it("is refused by the address: in another account too, after removal too, and for ever", async () => {
    const first = await proven();
    await tell(survey, first.borrowerId);
    const [, , token = ""] = wayOut(first.email);
    await first.client.post("/api/email/remove", {});
    clock.advance(400 * 86_400_000);
    await app.settle();
    expect((await app.client().post(`/api/email/unsubscribe/${token}`, {})).status).toBe(200);
    const second = await named(first.email);
    const code = /Kode: (\d{6})/.exec(bodyOf(mailsTo(first.email).at(-1)!))![1]!;
    await second.client.post("/api/email/verify", { verificationId: second.verificationId, code });
    await app.settle();
    expect(await verifiedEmailOf(services, database, second.borrowerId)).toBe(first.email);
    const before = mailsTo(first.email).length;
    await tell(survey, second.borrowerId);
    expect(mailsTo(first.email)).toHaveLength(before);
  });

  it("is stopped by no guessed, changed or foreign token", async () => {
    const { email, borrowerId } = await proven();
    await tell(survey, borrowerId);
    const [, , token = ""] = wayOut(email);
    const foreign = services.keys.signLink({
      purpose: "BILLS",
      subject: `PROMOTION.${"a".repeat(43)}`,
      expiresAt: null,
    });
    for (const wrong of [foreign, `${token.slice(0, -2)}aa`, "k1.a.b"]) {
      for (const answer of [
        await app.client().get(`/api/email/unsubscribe/${wrong}`),
        await app.client().post(`/api/email/unsubscribe/${wrong}`, {}),
      ])
        expect([answer.status, answer.body.status.code]).toEqual([404, "UNSUBSCRIBE_UNKNOWN"]);
    }
    expect(
      (await app.client().post(`/api/email/unsubscribe/${token}`, {}, { "Sec-Fetch-Site": "cross-site" })).status,
    ).toBe(403);
  });
});
