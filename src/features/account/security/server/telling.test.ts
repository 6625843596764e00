/** Receivers of a security notice: the owner's contacts before the change, on every channel, once. */
import { expect, it } from "vitest";
import { seedBorrower } from "#features/account/login/server/index.ts";
import { claimNumber } from "#features/account/verification/server/index.ts";
import { transact } from "#server/database.server.ts";
import { testApp } from "#tests/support/app.ts";
import { notifySecurity, type SecurityAct } from "./index.ts";
import { eventOfSubject } from "./notices.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const day = 86_400_000;
let made = 0;

async function borrower() {
  const mobileNumber = `0813${String(66_000_000 + ++made)}`;
  const borrowerId = await transact(database, (trx) => seedBorrower(services, trx, { mobileNumber, language: "en" }));
  return { borrowerId, mobileNumber };
}
const tell = (act: SecurityAct & Parameters<typeof notifySecurity>[2]) =>
  transact(database, (trx) => notifySecurity(services, trx, act));
const messagesTo = (to: string) => services.outside.sandbox!.messages.list({ to });

it("says what, when and on which device, in the inbox and at the number, and carries a way to object", async () => {
  const { borrowerId, mobileNumber } = await borrower();
  const eventId = await tell({ borrowerId, kind: "BANK_ACCOUNT_CHOSEN", id: "a", device: "Chrome 140, Android 15" });
  await app.settle();
  const [message, ...others] = await messagesTo(mobileNumber);
  expect(others).toEqual([]);
  expect(message!.text).toMatch(/Main bank account changed, .* WIB, device Chrome 140, Android 15\./);
  const token = new URL(message!.link!).searchParams.get("t")!;
  expect(new URL(message!.link!).pathname).toBe("/not-me");
  const claim = services.keys.verifyLink(token, "CONTEST", clock.now());
  expect(claim).toMatchObject({ ownerId: null });
  expect(eventOfSubject(claim!.subject)).toEqual({ borrowerId, eventId });
  clock.advance(14 * day - 60_000);
  expect(services.keys.verifyLink(token, "CONTEST", clock.now())).not.toBeNull();
  clock.advance(60_000);
  expect(services.keys.verifyLink(token, "CONTEST", clock.now())).toBeNull();
  const inbox = await app.loggedIn(borrowerId);
  expect(JSON.stringify((await inbox.get("/api/message")).body)).toContain("Rekening utama diganti");
});

it("told twice it counts once, also by forty at once", async () => {
  const { borrowerId, mobileNumber } = await borrower();
  const act = { borrowerId, kind: "PASSWORD_CHANGED", id: "once", device: "" } as const;
  const ids = await Promise.all(Array.from({ length: 40 }, () => tell(act)));
  expect(new Set(ids).size).toBe(1);
  await app.settle();
  expect(await messagesTo(mobileNumber)).toHaveLength(1);
});

it("goes to the number that stood before, whatever the number is when it is sent", async () => {
  const { borrowerId, mobileNumber } = await borrower();
  const after = `0813${String(67_000_000 + made)}`;
  await transact(database, async (trx) => {
    await notifySecurity(services, trx, { borrowerId, kind: "NUMBER_CHANGE_ASKED", id: "n", device: "" });
    await claimNumber(services, trx, borrowerId, after);
    const before = { mobileNumber };
    await notifySecurity(services, trx, { borrowerId, kind: "NUMBER_CHANGED", id: "n", device: "", before });
  });
  await app.settle();
  expect((await messagesTo(mobileNumber)).map(({ text }) => text.split(",")[0])).toEqual([
    expect.stringContaining("Mobile number changed"),
    expect.stringContaining("Number change requested"),
  ]);
  expect(await messagesTo(after)).toEqual([]);
});

it("tells of three logins within 24 hours and lists the others", async () => {
  const { borrowerId, mobileNumber } = await borrower();
  const login = (id: number) =>
    tell({ borrowerId, kind: "LOGIN_UNKNOWN_DEVICE", id: String(id), device: "Firefox 140, Windows" });
  for (let id = 1; id <= 5; id++) await login(id);
  await app.settle();
  expect(await messagesTo(mobileNumber)).toHaveLength(3);
  clock.advance(day);
  await login(6);
  await app.settle();
  expect(await messagesTo(mobileNumber)).toHaveLength(4);
  const rows = await database
    .selectFrom("security_event")
    .select("isTold")
    .where("borrowerId", "=", borrowerId)
    .execute();
  expect(rows.filter((row) => row.isTold)).toHaveLength(4);
  expect(rows).toHaveLength(6);
});
