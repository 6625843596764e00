/** Reminders in browsers: who gets them, what they say, and what ends them. */
import { sql } from "kysely";
import { expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { instantOf } from "#shared/dates.ts";
import { revokeSessionsOf } from "#server/call/live-sessions.ts";
import { pushBrowser } from "#tests/peers/push-service.ts";
import { testApp } from "#tests/support/app.ts";
import { link, noticesOf, sms, text, texts, values } from "#tests/support/notices.ts";
import { noticeKinds } from "./definition.ts";
import { defineNotice, noteRead, writeMuted } from "./index.ts";

const pushTexts = { ...texts, push: { id: "Jatuh tempo {dueOn}", en: "Due {dueOn}", zh: "{dueOn}到期" } };
const common = { channels: [...sms, "PUSH"], texts: pushTexts, link, example: values } as const;
const due = defineNotice({
  ...common,
  kind: "test.due",
  topic: "PAYMENT",
  isReminder: true,
  prepare: async (_services, about) => (about.values.secret === "PAID" ? null : { values: about.values }),
});
const gift = defineNotice({ ...common, kind: "test.gift", topic: "REWARD" });
const told = defineNotice({ ...common, kind: "test.told", topic: "SECURITY", channels: ["INBOX", "PUSH"] });

const app = await testApp({ domains: [{ answersTo: [noticeKinds.by([due, gift, told])] }] });
const { services, clock } = app;
const { database } = services;
const sandbox = services.outside.sandbox!;
const { person, tell, rowOf } = noticesOf(app);
clock.moveTo(instantOf("2027-03-10", "WIB", { hour: 10 }));

let count = 0;
async function reader(language: "id" | "en" | "zh" = "id") {
  const who = await person(language);
  const client = await app.loggedIn(who.borrowerId);
  const { subscription } = pushBrowser(`https://fcm.googleapis.com/fcm/send/${++count}-Abc`);
  const start = () => client.post("/api/push", subscription);
  return { ...who, client, subscription, start };
}
const pushedTo = async ({ subscription }: { subscription: { endpoint: string } }) =>
  (await sandbox.messages.list({ to: subscription.endpoint })).map(
    (message) => JSON.parse(message.text) as { title: string; body: string; url: string; tag: string; lang: string },
  );
const rowsOf = (borrowerId: string) =>
  database.selectFrom("notice_push").selectAll().where("borrowerId", "=", borrowerId).execute();
const again = () => sql`update pgboss.job set start_after = now() where name = 'notice-push-again'`.execute(database);
const next = (who: { subscription: { endpoint: string } }, outcome: string, delaySeconds: number | null = null) =>
  sandbox.next.put("PUSH", who.subscription.endpoint, [{ outcome, delaySeconds, duplicates: 0 }]);

it("comes to a browser after its owner asked for it there, in the reader's language and without an amount", async () => {
  const who = await reader("en");
  await tell(due, who);
  await app.settle();
  expect(await pushedTo(who)).toEqual([]);
  expect(await rowOf(who.borrowerId)).toMatchObject({ pushStatus: null, phoneStatus: "SENT" });
  expect((await who.client.get("/api/push")).body).toMatchObject({ isOn: false, until: null, browsers: 0 });
  const { body } = await who.start();
  expect(body).toMatchObject({ isOn: true, browsers: 1, publicKey: services.outside.push.publicKey });
  await tell(due, who);
  await app.settle();
  const [push, ...others] = await pushedTo(who);
  expect(others).toEqual([]);
  expect(push).toMatchObject({ title: "Tunai", body: "Due 24 December 2026", lang: "en" });
  const { to } = (await app.client().get(`/api/notice/${push!.url.slice(3)}`)).body;
  expect(to).toBe("/webview/home");
  const { rows } = await sql<{ pushStatus: string }>`
    select push_status from notice where borrower_id = ${who.borrowerId} and push_status is not null`.execute(database);
  expect(rows).toEqual([{ pushStatus: "SENT" }]);
});

it("keeps the browser's address and keys sealed, and gives them to their owner's copy of all data alone", async () => {
  const who = await reader();
  await who.start();
  const [row] = await rowsOf(who.borrowerId);
  for (const part of Object.values(who.subscription)) expect(JSON.stringify(row)).not.toContain(part);
});

it("of one kind carries one topic, so that a newer reminder replaces an older one; other notices are each their own", async () => {
  const who = await reader();
  await who.start();
  for (const notice of [due, due, told, told]) {
    await tell(notice, who);
    await app.settle();
  }
  const tags = (await pushedTo(who)).map(({ tag }) => tag);
  expect(tags).toHaveLength(4);
  expect(new Set(tags).size).toBe(3);
  for (const tag of tags) expect(tag).toMatch(/^[\w-]{32}$/);
});

it("is not sent where nothing is left to say, and not about a muted topic", async () => {
  const who = await reader();
  await who.start();
  await tell(due, { ...who, values: { ...values, secret: "PAID" } });
  await transact(database, (trx) => writeMuted(trx, who.borrowerId, ["REWARD"]));
  await tell(gift, who);
  await app.settle();
  expect(await pushedTo(who)).toEqual([]);
  const { rows } = await sql<{ pushStatus: string | null }>`
    select push_status from notice where borrower_id = ${who.borrowerId} order by kind`.execute(database);
  expect(rows).toEqual([{ pushStatus: null }, { pushStatus: "MUTED" }]);
});

it("ends with the subscription: a push service that knows it no more is not asked again", async () => {
  const who = await reader();
  await who.start();
  await next(who, "GONE");
  await tell(due, who);
  await app.settle();
  expect(await rowsOf(who.borrowerId)).toEqual([]);
  expect(await rowOf(who.borrowerId)).toMatchObject({ pushStatus: "REJECTED", phoneStatus: "SENT" });
  expect((await who.client.get("/api/push")).body).toMatchObject({ isOn: false });
});

it("waits as long as a busy push service asks, and goes then if everything that let it go still holds", async () => {
  const [kept, paid, read, out] = [await reader(), await reader(), await reader(), await reader()];
  for (const who of [kept, paid, read, out]) {
    await who.start();
    await next(who, "BUSY", 90);
    await tell(due, who);
  }
  const before = Date.now();
  await app.settle();
  const { rows } = await sql<{
    startAfter: Date;
  }>`select start_after from pgboss.job where name = 'notice-push-again'`.execute(database);
  expect(rows).toHaveLength(4);
  for (const { startAfter } of rows) expect((startAfter.getTime() - before) / 1000).toBeGreaterThan(80);
  expect(await rowOf(kept.borrowerId)).toMatchObject({ pushStatus: "UNKNOWN", phoneStatus: "SENT" });
  // The facts change in between: one is paid, one is read in the inbox, one is logged out.
  const { prepare } = due;
  (due as { prepare: unknown }).prepare = async (all: never, about: Parameters<NonNullable<typeof prepare>>[1]) =>
    about.borrowerId === paid.borrowerId ? null : prepare!(all, about);
  const { id } = await rowOf(read.borrowerId);
  await transact(database, (trx) => noteRead(trx, read.borrowerId, id, clock.now()));
  await out.client.post("/api/session/logout", {});
  await again();
  await app.settle();
  (due as { prepare: unknown }).prepare = prepare;
  expect([await pushedTo(kept), await pushedTo(paid), await pushedTo(read), await pushedTo(out)]).toMatchObject([
    [{ title: "Tunai" }],
    [],
    [],
    [],
  ]);
  expect(await rowOf(kept.borrowerId)).toMatchObject({ pushStatus: "SENT" });
});

it("is not sent outside the contact hours when its push service comes back at night", async () => {
  const who = await reader();
  await who.start();
  await next(who, "BUSY");
  await tell(due, who);
  await app.settle();
  clock.moveTo(instantOf("2027-03-10", "WIB", { hour: 15, minute: 30 }));
  await next(who, "BUSY");
  await again();
  await app.settle();
  clock.moveTo(instantOf("2027-03-10", "WIB", { hour: 20 }));
  await again();
  await app.settle();
  expect(await pushedTo(who)).toEqual([]);
  clock.moveTo(instantOf("2027-03-11", "WIB", { hour: 10 }));
});

it("ends with the login that asked for it, no matter who ended it, and its row a day later at the latest", async () => {
  const [left, thrown, kept] = [await reader(), await reader(), await reader()];
  for (const who of [left, thrown, kept]) await who.start();
  await left.client.post("/api/session/logout", {});
  await transact(database, (trx) => revokeSessionsOf(services, trx, "borrower", thrown.borrowerId));
  for (const who of [left, thrown, kept]) await tell(told, who);
  await app.settle();
  expect(await Promise.all([left, thrown, kept].map(pushedTo))).toMatchObject([[], [], [{ title: "Tunai" }]]);
  // A remembered login, which lasts longer than the day.
  await database
    .updateTable("login_session")
    .set({ expiresAt: new Date(clock.realNow().getTime() + 2 * 86_400_000) })
    .where("subjectId", "=", kept.borrowerId)
    .execute();
  clock.advance(86_400_000);
  await app.settle();
  const rows = await Promise.all([left, thrown, kept].map(({ borrowerId }) => rowsOf(borrowerId)));
  expect(rows.map(({ length }) => length)).toEqual([0, 0, 1]);
});

it("belongs to one account: a browser that another one uses leaves the first", async () => {
  const [one, other] = [await reader(), await reader()];
  await one.start();
  await other.client.post("/api/push", one.subscription);
  await tell(told, one);
  await app.settle();
  expect(await pushedTo(one)).toEqual([]);
  expect([(await rowsOf(one.borrowerId)).length, (await rowsOf(other.borrowerId)).length]).toEqual([0, 1]);
});

it("is turned off here, or in all browsers; a login keeps one, a borrower ten", async () => {
  const who = await reader();
  await who.start();
  await who.client.post("/api/push", { ...who.subscription, endpoint: `${who.subscription.endpoint}-renewed` });
  expect(await rowsOf(who.borrowerId)).toHaveLength(1);
  const others = [];
  for (let n = 0; n < 10; n++) {
    const client = await app.loggedIn(who.borrowerId);
    others.push(client);
    clock.advance(1000);
    await client.post("/api/push", { ...who.subscription, endpoint: `${who.subscription.endpoint}-${n}` });
  }
  expect(await rowsOf(who.borrowerId)).toHaveLength(10);
  expect((await others[0]!.post("/api/push/end", {})).body).toMatchObject({ isOn: false, browsers: 9 });
  expect((await others[1]!.post("/api/push/end", { everywhere: true })).body).toMatchObject({ browsers: 0 });
  expect(await rowsOf(who.borrowerId)).toEqual([]);
});

it("takes no address that is none of a push service, and says so on the page", async () => {
  const who = await reader();
  const { push } = services.outside;
  const page = { Referer: "/webview/notification-settings" };
  expect((await who.client.post("/api/push", { ...who.subscription, p256dh: "" }, page)).status).toBe(422);
  services.outside.push = { ...push, accepts: () => false };
  expect((await who.client.post("/api/push", who.subscription, page)).body.status.code).toBe("PUSH_SERVICE_UNKNOWN");
  services.outside.push = { ...push, publicKey: null };
  expect((await who.client.post("/api/push", who.subscription, page)).body.status.code).toBe("PUSH_UNAVAILABLE");
  services.outside.push = push;
  expect((await who.client.get("/api/push")).body.publicKey).toBe(push.publicKey);
});

it("names no amount unless its notice may", () => {
  const amount = { ...pushTexts, push: text("{amountRupiah}") };
  const input = { kind: "test.amount", topic: "PAYMENT", channels: ["PUSH"], texts: amount, example: values } as const;
  expect(() => defineNotice(input)).toThrow("names an amount");
  expect(defineNotice({ ...input, pushShowsAmounts: true }).pushShowsAmounts).toBe(true);
  expect(() => defineNotice({ ...input, texts })).toThrow("no text for push");
});
