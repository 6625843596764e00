import { expect, it } from "vitest";
import { seedBorrower } from "#features/account/login/server/index.ts";
import { defineNotice, notify, noticeKinds } from "#features/platform/notice/server/index.ts";
import { transact } from "#server/database.server.ts";
import { testApp } from "#tests/support/app.ts";
import { messageExcerptOf } from "./index.ts";

const long =
  "Kami menerima pembayaran Anda sebesar {amountRupiah} dan mencatatnya pada tagihan yang masih berjalan. ".repeat(3);
const text = { id: "Judul {n}", en: "Title {n}", zh: "标题 {n}" };
const texts = { title: text, body: { id: long, en: long, zh: long }, sms: text };
const example = { n: 1, amountRupiah: 393_333 };
const channels = ["INBOX", "WHATSAPP"] as const;
const link = () => ({ path: "/webview/bills" }) as const;
const paid = defineNotice({ kind: "test.paid", topic: "PAYMENT", channels, texts, link, example });
const news = defineNotice({ kind: "test.news", topic: "REWARD", channels, texts, example });

const app = await testApp({ domains: [{ answersTo: [noticeKinds.by([paid, news])] }] });
const { services } = app;
const { database } = services;
let numbers = 0;

async function reader() {
  const mobileNumber = `0813${String(55_000_000 + ++numbers)}`;
  const borrowerId = await transact(database, (trx) => seedBorrower(services, trx, { mobileNumber }));
  const client = await app.loggedIn(borrowerId);
  const tell = async (n: number, notice = paid) => {
    await transact(database, (trx) =>
      notify(services, trx, notice, { id: `${borrowerId}_${n}`, borrowerId, values: { ...example, n } }),
    );
    await app.settle();
  };
  const list = async (query = "") => (await client.get(`/api/message${query}`)).body;
  const status = async () => (await client.get("/api/v5/cashloan/userStatus")).body.unreadMessages;
  return { borrowerId, mobileNumber, client, tell, list, status };
}

it("an inbox lists what was told, counts what is unread, and shows one message whole without marking it", async () => {
  const { client, tell, list, status } = await reader();
  expect(await list()).toEqual({ items: [], nextCursor: null, unread: 0 });
  await tell(1);
  await tell(2, news);
  const { items, unread } = await list();
  expect(unread).toBe(2);
  expect(items.map(({ title, topic, read }: Record<string, unknown>) => [title, topic, read])).toEqual([
    ["Judul 2", "REWARD", false],
    ["Judul 1", "PAYMENT", false],
  ]);
  expect(items[1].excerpt).toBe(
    "Kami menerima pembayaran Anda sebesar Rp 393.333 dan mencatatnya pada tagihan yang masih berjalan. Kami menerima…",
  );
  const one = (await client.get(`/api/message/${items[1].id}`)).body;
  expect(one).toMatchObject({ title: "Judul 1", link: "/webview/bills", read: false });
  expect(one.text.length).toBeGreaterThan(250);
  expect((await list()).unread).toBe(2);
  expect(await status()).toBe(2);
  expect((await client.get("/api/loan/home")).body.unreadMessages).toBe(2);
  expect((await list("?topic=REWARD")).items).toHaveLength(1);
  expect((await client.get("/api/message?topic=OTHER")).status).toBe(422);
  expect((await client.get("/api/message?cursor=x")).status).toBe(422);
});

it("one is marked as read, once or twice, and by its own reader alone", async () => {
  const mine = await reader();
  const other = await reader();
  await mine.tell(1);
  const [{ id }] = (await mine.list()).items;
  for (const path of [`/api/message/${id}`, `/api/message/${services.random.uuid()}`]) {
    expect((await other.client.get(path)).body.status.code).toBe("MESSAGE_UNKNOWN");
    expect((await other.client.post(`${path}/read`, {})).body.status.code).toBe("MESSAGE_UNKNOWN");
  }
  expect((await other.client.post("/api/message/read-all", { upToId: id })).body.status.code).toBe("MESSAGE_UNKNOWN");
  expect((await mine.list()).unread).toBe(1);
  for (let times = 0; times < 2; times++)
    expect((await mine.client.post(`/api/message/${id}/read`, {})).body).toEqual({ unread: 0 });
  expect((await mine.client.get(`/api/message/${id}`)).body.read).toBe(true);
  expect((await app.client().get("/api/message")).body.status.code).toBe("NOT_LOGGED_IN");
});

it("all are marked up to the newest that was seen: what came after it stays unread", async () => {
  const { client, tell, list, status } = await reader();
  await tell(1);
  await tell(2, news);
  const [{ id: seen }] = (await list()).items;
  await tell(3);
  expect((await client.post("/api/message/read-all", { upToId: seen })).body).toEqual({ unread: 1 });
  expect((await list()).items.map(({ read }: { read: boolean }) => read)).toEqual([false, true, true]);
  expect(await status()).toBe(1);
});

it("pages follow each other without a gap, also while new messages come", async () => {
  const { tell, list } = await reader();
  for (let n = 1; n <= 5; n++) await tell(n);
  const first = await list("?limit=2");
  await tell(6);
  const second = await list(`?limit=2&cursor=${first.nextCursor}`);
  const third = await list(`?limit=2&cursor=${second.nextCursor}`);
  expect([...first.items, ...second.items, ...third.items].map(({ title }) => title)).toEqual(
    [5, 4, 3, 2, 1].map((n) => `Judul ${n}`),
  );
  expect(third.nextCursor).toBeNull();
});

it("no more than 99 unread messages are counted", async () => {
  const { borrowerId, list } = await reader();
  await transact(database, async (trx) => {
    for (let n = 0; n < 101; n++)
      await notify(services, trx, news, { id: `${borrowerId}_${n}`, borrowerId, values: example });
  });
  await app.settle();
  expect((await list()).unread).toBe(99);
});

it("REWARD and NEWS can be muted and heard again, nothing else", async () => {
  const { client, tell, mobileNumber, list } = await reader();
  const messages = async () => (await services.outside.sandbox!.messages.list({ to: mobileNumber })).length;
  expect((await client.get("/api/notification-settings")).body).toEqual({ muted: [] });
  expect((await client.post("/api/notification-settings", { muted: ["NEWS", "REWARD"] })).body).toEqual({
    muted: ["REWARD", "NEWS"],
  });
  await tell(1, news);
  await tell(2);
  expect(await messages()).toBe(1);
  expect((await list()).items).toHaveLength(2);
  expect((await client.post("/api/notification-settings", {})).body).toEqual({ muted: [] });
  await tell(3, news);
  expect(await messages()).toBe(2);
  for (const topic of ["LOAN", "PAYMENT", "ACCOUNT", "SECURITY"])
    expect((await client.post("/api/notification-settings", { muted: [topic] })).status).toBe(422);
});

it("an excerpt ends with a whole word, and a short text with itself", () => {
  expect(messageExcerptOf("short")).toBe("short");
  expect(messageExcerptOf("Ticket number: ADU-1\nWe answer soon.\n\nThank you:\nyours")).toBe(
    "Ticket number: ADU-1 · We answer soon. Thank you: yours",
  );
  expect(messageExcerptOf("x".repeat(121))).toBe(`${"x".repeat(119)}…`);
  expect(messageExcerptOf("字".repeat(120))).toBe("字".repeat(120));
});
