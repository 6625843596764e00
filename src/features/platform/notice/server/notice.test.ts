import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { seedBorrower } from "#features/account/login/server/index.ts";
import { transact } from "#server/database.server.ts";
import { createLog } from "#server/process/log.server.ts";
import { smsSegments } from "#server/outside/messaging/segments.ts";
import { magicReceivers } from "#server/outside/messaging/sandbox.ts";
import { instantOf } from "#shared/dates.ts";
import { languages } from "#shared/texts.ts";
import { testApp } from "#tests/support/app.ts";
import { defineNotice, notify, writeMuted } from "./index.ts";
import { sayNotice } from "./words.ts";
import { texts, values, receipt, reminder, news, reward, papers, letter, noticesOf } from "#tests/support/notices.ts";
import { noticeKinds } from "./definition.ts";

const lines: string[] = [];
const app = await testApp({
  domains: [{ answersTo: [noticeKinds.by([receipt, reminder, news, reward, papers, letter])] }],
  log: createLog({ level: "debug", now: () => new Date(0), sink: (line) => void lines.push(line) }),
});
const { services, clock } = app;
const { database } = services;
afterEach(() => void (lines.length = 0));

const { nextNumber, person, tell, messagesTo, inbox, rowOf } = noticesOf(app);

let count = 0;

describe("a notice", () => {
  it("is one row, one place in the inbox and one message, in the reader's language", async () => {
    const who = await person("en");
    expect(await tell(receipt, who)).toBe(true);
    await app.settle();
    const [item] = await inbox(who);
    expect(item).toMatchObject({
      topic: "PAYMENT",
      title: "judul en",
      body: "Rp 1.250.000 24 December 2026",
      link: "/webview/bills",
      read: false,
      createdAt: clock.now(),
    });
    const [message, ...others] = await messagesTo(who.mobileNumber);
    expect(others).toEqual([]);
    expect(message).toMatchObject({ channel: "WHATSAPP" });
    expect(message!.text).toMatch(/^panjang http:\/\/localhost:3000\/webview\/no-login-bills\?t=\S+ en$/);
    expect(await rowOf(who.borrowerId)).toMatchObject({ phoneChannel: "WHATSAPP", phoneStatus: "SENT", number: 1 });
  });

  it("is told once for its id, also by fifty at once and where the job runs again", async () => {
    const who = await person();
    const results = await Promise.all(
      Array.from({ length: 50 }, () => tell(receipt, { ...who, id: `once_${who.borrowerId}` })),
    );
    expect(results.filter(Boolean)).toHaveLength(1);
    await app.settle();
    const { rows } = await sql<{ data: { noticeId: string } }>`select data from pgboss.job where name = 'notice-send'
      and data ->> 'noticeId' = ${(await rowOf(who.borrowerId)).id}`.execute(database);
    expect(rows).toHaveLength(1);
    const { sendNotice } = await import("./sending.ts");
    await transact(database, async (trx) => {
      for (let again = 0; again < 5; again++) await services.jobs.send(trx, sendNotice, rows[0]!.data);
    });
    await app.settle();
    expect(await messagesTo(who.mobileNumber)).toHaveLength(1);
    expect(await inbox(who)).toHaveLength(1);
    expect(await tell(receipt, { ...who, id: `once_${who.borrowerId}` })).toBe(false);
  });

  it("about several people reaches each of them, though one act tells them under one id", async () => {
    const both = [await person(), await person(), await person()];
    const results = await Promise.all(both.map((who) => tell(receipt, { ...who, id: "of-several" })));
    expect(results).toEqual([true, true, true]);
    await app.settle();
    for (const who of both) expect([await inbox(who), await messagesTo(who.mobileNumber)]).toMatchObject([[{}], [{}]]);
    expect(await Promise.all(both.map((who) => tell(receipt, { ...who, id: "of-several" })))).toEqual([
      false,
      false,
      false,
    ]);
  });

  it("told before its id carried the borrower is not told again", async () => {
    const who = await person();
    const id = `before_${who.borrowerId}`;
    await tell(receipt, { ...who, id });
    await database
      .updateTable("notice")
      .set({ sourceId: id })
      .where("id", "=", (await rowOf(who.borrowerId)).id)
      .execute();
    expect(await tell(receipt, { ...who, id })).toBe(false);
  });

  it("rolls back with its transaction", async () => {
    const who = await person();
    const broken = transact(database, async (trx) => {
      await notify(services, trx, receipt, { id: "rolled-back", borrowerId: who.borrowerId, values });
      throw new Error("no");
    });
    await expect(broken).rejects.toThrow("no");
    await app.settle();
    expect(await inbox(who)).toEqual([]);
    expect(await messagesTo(who.mobileNumber)).toEqual([]);
  });

  it("goes by SMS where WhatsApp refuses, with a short link that leads on", async () => {
    const who = await person();
    const { messaging } = services.outside;
    services.outside.messaging = {
      ...messaging,
      send: async (message) =>
        message.channel === "WHATSAPP"
          ? { status: "REJECTED", code: "131026", detail: "no WhatsApp" }
          : messaging.send(message),
    };
    await tell(receipt, who)
      .then(app.settle)
      .finally(() => (services.outside.messaging = messaging));
    const [message, ...others] = await messagesTo(who.mobileNumber);
    expect(others).toEqual([]);
    expect(message).toMatchObject({ channel: "SMS" });
    expect(message!.text).toMatch(/^pendek http:\/\/localhost:3000\/n\/[\w-]{12} id$/);
    expect(smsSegments(message!.text)).toBe(1);
    const token = message!.link!.split("/").at(-1)!;
    const { to } = (await app.client().get(`/api/notice/${token}`)).body;
    expect(services.keys.verifyLink(new URL(to, "http://x").searchParams.get("t")!, "TEST", clock.now())).toMatchObject(
      {
        subject: who.borrowerId,
      },
    );
    clock.advance(7 * 86_400_000);
    expect((await app.client().get(`/api/notice/${token}`)).body).toEqual({ to: "/webview/bills" });
    expect((await app.client().get(`/api/notice/${token.slice(1)}x`)).body.status.code).toBe("NOTICE_UNKNOWN");
    expect(await rowOf(who.borrowerId)).toMatchObject({ phoneChannel: "SMS", phoneStatus: "SENT" });
  });

  it("is not tried again where the provider says nothing, and says so in its row", async () => {
    const who = await person();
    const { messaging } = services.outside;
    let tries = 0;
    services.outside.messaging = {
      ...messaging,
      send: async () => (tries++, { status: "UNKNOWN", detail: "no answer" }),
    };
    await tell(receipt, who)
      .then(app.settle)
      .finally(() => (services.outside.messaging = messaging));
    await app.settle();
    expect(tries).toBe(1);
    expect(await rowOf(who.borrowerId)).toMatchObject({ phoneStatus: "UNKNOWN" });
    expect(await inbox(who)).toHaveLength(1);
  });

  it("tells whoever has no account, by the address that it was written for", async () => {
    const mobileNumber = nextNumber();
    const email = `someone${count}@example.com`;
    const to = { mobileNumber, email, language: "en", brandId: null } as const;
    await tell(receipt, { to });
    await tell(letter, { to });
    await app.settle();
    expect((await messagesTo(mobileNumber)).map(({ text: said }) => said.slice(0, 8))).toEqual(["panjang "]);
    const [mail] = await messagesTo(email);
    expect(mail).toMatchObject({ channel: "MAIL", subject: "surat en" });
    expect(mail!.text).toMatch(/^isi \S.* http:\/\/localhost:3000\/webview\/home en$/);
    const rows = await database.selectFrom("notice").selectAll().where("borrowerId", "is", null).execute();
    expect(rows.map(({ number }) => number)).toEqual([null, null]);
    expect(JSON.stringify(rows)).not.toContain(mobileNumber);
    expect(JSON.stringify(rows)).not.toContain(email);
  });

  it("is kept from a mail server that does not answer, until it does", async () => {
    const email = `later${++count}@example.com`;
    const { mail } = services.outside;
    services.outside.mail = { ...mail, send: async () => ({ status: "UNKNOWN", detail: "no answer" }) };
    await tell(letter, { to: { email, language: "id", brandId: null } });
    await services.jobs.drain();
    services.outside.mail = mail;
    expect(await messagesTo(email)).toEqual([]);
    await sql`update pgboss.job set start_after = now() where name = 'notice-send' and state = 'retry'`.execute(
      database,
    );
    await app.settle();
    expect(await messagesTo(email)).toHaveLength(1);
  });

  it("is sent by another process where the one that had it died", async () => {
    const who = await person();
    await transact(database, async (trx) => {
      await notify(services, trx, receipt, { id: `died_${who.borrowerId}`, borrowerId: who.borrowerId, values });
      await trx
        .updateTable("notice")
        .set({ claimedAt: clock.now() })
        .where("borrowerId", "=", who.borrowerId)
        .execute();
    });
    const again = () =>
      sql`update pgboss.job set start_after = now() where name = 'notice-send' and state = 'retry'`.execute(database);
    await app.settle();
    await again();
    await app.settle();
    expect(await messagesTo(who.mobileNumber)).toEqual([]);
    clock.advance(60_000);
    await again();
    await app.settle();
    expect(await messagesTo(who.mobileNumber)).toHaveLength(1);
  });

  it("goes on where a process stopped in the middle: what has left does not leave again", async () => {
    for (const done of ["phoneStatus", "mailStatus"] as const) {
      const who = await person();
      const email = `half${++count}@example.com`;
      await transact(database, async (trx) => {
        const to = { mobileNumber: who.mobileNumber, email, language: "id", brandId: null } as const;
        const id = `half_${who.borrowerId}`;
        await notify(services, trx, reward, { id, borrowerId: who.borrowerId, to, values });
        await trx
          .updateTable("notice")
          .set({ [done]: "SENT" })
          .where("borrowerId", "=", who.borrowerId)
          .execute();
      });
      await app.settle();
      const remaining = [(await messagesTo(who.mobileNumber)).length, (await messagesTo(email)).length];
      expect([done, ...remaining]).toEqual([done, ...(done === "phoneStatus" ? [0, 1] : [1, 0])]);
    }
  });

  it("goes nowhere and lets nobody wait where no number reaches its reader", async () => {
    const borrowerId = await transact(database, (trx) =>
      seedBorrower(services, trx, { mobileNumber: magicReceivers.unreachableMobile }),
    );
    await tell(receipt, { borrowerId });
    await app.settle();
    expect(await rowOf(borrowerId)).toMatchObject({ phoneChannel: "SMS", phoneStatus: "REJECTED" });
  });

  it("says nothing of what is sealed in its row, its job, its log lines or outside", async () => {
    const who = await person();
    await tell(receipt, who);
    await app.settle();
    const { messaging } = services.outside;
    services.outside.messaging = { ...messaging, send: async () => ({ status: "UNKNOWN", detail: "CANARY-7731" }) };
    await tell(receipt, who)
      .then(app.settle)
      .finally(() => (services.outside.messaging = messaging));
    expect(lines.join()).toContain("a notice was not delivered");
    const { rows: jobs } =
      await sql`select data::text, output::text from pgboss.job where name = 'notice-send'`.execute(database);
    const stored = JSON.stringify([await rowOf(who.borrowerId), jobs, lines]);
    const outside = JSON.stringify(await messagesTo(who.mobileNumber));
    for (const secret of ["CANARY-7731", "1.250.000", "1250000", who.mobileNumber])
      expect(stored).not.toContain(secret);
    for (const secret of ["CANARY-7731", "1.250.000"]) expect(outside).not.toContain(secret);
    expect((await inbox(who))[0]!.body).toContain("CANARY-7731");
  });

  it("is not readable any more, and not sent, once its borrower was forgotten", async () => {
    const who = await person();
    await transact(database, async (trx) => {
      await notify(services, trx, receipt, { id: `forgotten_${who.borrowerId}`, borrowerId: who.borrowerId, values });
      await services.keys.borrowerKeys.shred(trx, who.borrowerId, clock.now());
    });
    await app.settle();
    expect(await messagesTo(who.mobileNumber)).toEqual([]);
    expect(await rowOf(who.borrowerId)).toMatchObject({ shownAt: null, endedAt: clock.now() });
    expect(await tell(receipt, who)).toBe(false);
  });
});

describe("hours", () => {
  const night = instantOf("2027-03-09", "WIB", { hour: 22 });
  const morning = instantOf("2027-03-10", "WIB", { hour: 8 });
  it("let news and reminders wait for the next one in which people may be written to; receipts go at once", async () => {
    clock.moveTo(night);
    const [reminded, informed, paid] = [await person(), await person(), await person()];
    await tell(reminder, reminded);
    await tell(news, informed);
    await tell(receipt, paid);
    await app.settle();
    expect(await messagesTo(paid.mobileNumber)).toHaveLength(1);
    expect(await messagesTo(reminded.mobileNumber)).toEqual([]);
    expect(await inbox(reminded)).toEqual([]);
    // A notice exempt from quiet hours is in the inbox at any hour.
    expect(await inbox(informed)).toHaveLength(1);
    expect(await messagesTo(informed.mobileNumber)).toEqual([]);
    clock.moveTo(new Date(morning.getTime() - 1));
    await app.settle();
    expect(await messagesTo(reminded.mobileNumber)).toEqual([]);
    clock.moveTo(morning);
    await app.settle();
    expect((await messagesTo(reminded.mobileNumber)).map(({ text: said }) => said)).toEqual(["lain id"]);
    expect(await messagesTo(informed.mobileNumber)).toHaveLength(1);
    expect(await inbox(reminded)).toHaveLength(1);
    expect(await inbox(informed)).toHaveLength(1);
  });
  it("are those of where the reader lives: two hours earlier in the east", async () => {
    const [east, west] = [await person(), await person()];
    await database
      .insertInto("profile")
      .values({ borrowerId: east.borrowerId, zone: "WIT", updatedAt: clock.now() })
      .execute();
    clock.moveTo(instantOf("2027-03-10", "WIB", { hour: 19 }));
    for (const who of [east, west]) await tell(news, who);
    await app.settle();
    expect((await rowOf(east.borrowerId)).dueAt).toEqual(instantOf("2027-03-11", "WIT", { hour: 8 }));
    expect(await messagesTo(east.mobileNumber)).toEqual([]);
    expect(await messagesTo(west.mobileNumber)).toHaveLength(1);
  });
  it("are not those of a national holiday", async () => {
    const day = "2027-03-11";
    await database
      .insertInto("business_holiday")
      .values({ day, kind: "NATIONAL", name: "Test", source: "test", recordedAt: clock.now(), recordedBy: null })
      .execute();
    clock.moveTo(instantOf(day, "WIB", { hour: 10 }));
    const who = await person();
    await tell(news, who);
    await app.settle();
    expect((await rowOf(who.borrowerId)).dueAt).toEqual(instantOf("2027-03-12", "WIB", { hour: 8 }));
    clock.moveTo(instantOf("2027-03-12", "WIB", { hour: 8 }));
    await app.settle();
    expect(await messagesTo(who.mobileNumber)).toHaveLength(1);
  });
  it("a reminder that is not needed any more is told nowhere", async () => {
    const who = await person();
    await tell(reminder, { ...who, values: { ...values, secret: "PAID" } });
    await app.settle();
    expect(await messagesTo(who.mobileNumber)).toEqual([]);
    expect(await inbox(who)).toEqual([]);
    expect(await rowOf(who.borrowerId)).toMatchObject({ shownAt: null, endedAt: clock.now() });
  });
});

it("a muted topic is told in the inbox alone", async () => {
  clock.moveTo(instantOf("2027-04-06", "WIB", { hour: 10 }));
  const who = await person();
  await transact(database, (trx) => writeMuted(trx, who.borrowerId, ["REWARD"]));
  for (const notice of [reward, news, receipt]) await tell(notice, who);
  await app.settle();
  const notices = await database
    .selectFrom("notice")
    .select(["kind", "phoneStatus", "mailStatus"])
    .where("borrowerId", "=", who.borrowerId)
    .orderBy("kind")
    .execute();
  expect(notices).toEqual([
    { kind: "test.news", phoneStatus: "SENT", mailStatus: null },
    { kind: "test.receipt", phoneStatus: "SENT", mailStatus: null },
    { kind: "test.reward", phoneStatus: "MUTED", mailStatus: "MUTED" },
  ]);
  expect(await messagesTo(who.mobileNumber)).toHaveLength(2);
  expect(await inbox(who)).toHaveLength(3);
  await expect(transact(database, (trx) => writeMuted(trx, who.borrowerId, ["SECURITY" as never]))).rejects.toThrow(
    "check",
  );
});

it("every notice of the product fits into one SMS in every language, link and all", () => {
  const origin = "https://www.tunai-pinjam.co.id";
  const notices = services.ask(noticeKinds).flat();
  const over = notices.flatMap((notice) =>
    [notice.texts, ...Object.values(notice.variants ?? {})].flatMap((words) =>
      languages.flatMap((language) => {
        if (!notice.channels.includes("SMS")) return [];
        const said = sayNotice(words.sms!, language, notice.example, {
          link: `${origin}/n/abcdefghijkl`,
          brand: "Tunai Pinjam",
        });
        if (/[{}]/.test(said)) return [`${notice.kind} ${language} leaves a place empty: ${said}`];
        const isPlain = language === "zh" || said.split("").every((one) => smsSegments(one.repeat(100)) === 1);
        return smsSegments(said) === 1 && isPlain ? [] : [`${notice.kind} ${language} ${said.length}: ${said}`];
      }),
    ),
  );
  expect(over).toEqual([]);
  const amounts = notices.flatMap(({ kind, texts: own, variants = {} }) =>
    [own, ...Object.values(variants)].flatMap(({ sms: words }) =>
      /\{\w*(?:Rupiah|number)\}/.test(JSON.stringify(words ?? {})) ? [kind] : [],
    ),
  );
  // An SMS can be read on a locked phone too, so it names no amount.
  expect(amounts).toEqual([]);
  expect(new Set(notices.map(({ kind }) => kind)).size).toBe(notices.length);
});

it("is declared with a text for each of its channels", () => {
  const input = { kind: "test.x", topic: "NEWS", channels: ["SMS"], texts, example: values } as const;
  expect(() => defineNotice({ ...input, kind: "Test" })).toThrow(RangeError);
  expect(() => defineNotice({ ...input, channels: ["MAIL"] })).toThrow("no text for mail");
  expect(() => defineNotice({ ...input, texts: { title: texts.title, body: texts.body } })).toThrow("no text for SMS");
});
