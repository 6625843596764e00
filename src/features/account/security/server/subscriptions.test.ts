/** Events of other domains that cause a security notice: logins on unknown devices, passwords, copies of data, bank accounts, links. */
import { expect, it } from "vitest";
import { sandboxPersons } from "#server/outside/sandbox-bank/persons.ts";
import { testApp } from "#tests/support/app.ts";
import { loggingIn } from "#tests/support/logging-in.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const { enter, givePassword, nextNumber } = loggingIn(app);
const hour = 3_600_000;

const onDevice = (token: string) => app.client({}, token);
/** The kinds of notices recorded for a borrower, the oldest first. */
const noted = async (borrowerId: string) =>
  (
    await database
      .selectFrom("security_event")
      .select("kind")
      .where("borrowerId", "=", borrowerId)
      .orderBy("happenedAt")
      .execute()
  ).map(({ kind }) => kind);
const texts = async (mobileNumber: string) =>
  (await services.outside.sandbox!.messages.list({ to: mobileNumber })).map(({ text }) => text);

it("a login on an unknown device of an account older than 24 hours is told once, a known device never", async () => {
  const number = nextNumber();
  const { userId } = (await enter(onDevice("device-phone-a"), number)).body;
  clock.advance(23 * hour);
  await enter(onDevice("device-phone-b"), number);
  await app.settle();
  expect(await noted(userId)).toEqual([]);
  clock.advance(2 * hour);
  for (const device of ["device-phone-a", "device-phone-b", "device-phone-c", "device-phone-c"]) {
    await enter(onDevice(device), number);
    await app.settle();
    clock.advance(hour);
  }
  expect(await noted(userId)).toEqual(["LOGIN_UNKNOWN_DEVICE"]);
  expect((await texts(number)).filter((text) => text.includes("/not-me"))).toHaveLength(1);
  // With a password as well.
  const client = onDevice("device-phone-a");
  await enter(client, number);
  await givePassword(client, number);
  const stranger = onDevice("device-phone-d");
  expect(
    (await stranger.post("/api/v2/user/union/login", { mobileNumber: number, password: "Garam&Laut7" })).status,
  ).toBe(200);
  await app.settle();
  expect(await noted(userId)).toEqual(["LOGIN_UNKNOWN_DEVICE", "PASSWORD_CHANGED", "LOGIN_UNKNOWN_DEVICE"]);
});

it("a browser that keeps nothing is unknown each time", async () => {
  const number = nextNumber();
  const { userId } = (await enter(app.client(), number)).body;
  clock.advance(25 * hour);
  for (let login = 0; login < 2; login++) {
    await enter(app.client(), number);
    clock.advance(hour);
  }
  await app.settle();
  expect(await noted(userId)).toEqual(["LOGIN_UNKNOWN_DEVICE", "LOGIN_UNKNOWN_DEVICE"]);
});

it("bank accounts, links and copies of data are told of as they change", async () => {
  const number = nextNumber();
  const { userId } = (await enter(onDevice("device-phone-e"), number)).body;
  const client = await app.loggedIn(userId, "STEP_UP_BIND", "DATA_EXPORT");
  const { fullName, nik, birthPlace, birthDate, sex } = sandboxPersons.find(({ key }) => key === "approved-1")!;
  await client.post("/api/identity", { fullName, nik, birthPlace, birthDate, sex });
  const add = (accountNumber: string) => client.post("/api/bank-account", { bankCode: "014", accountNumber });
  await add("1234567890");
  expect(await noted(userId)).toEqual([]);
  clock.advance(1000);
  const { id } = (await add("5550001111")).body;
  clock.advance(1000);
  await client.post(`/api/bank-account/${id}/main`, {});
  clock.advance(1000);
  await client.post(`/api/bank-account/${id}/main`, {});
  await client.post(`/api/bank-account/${id}/remove`, {});
  clock.advance(1000);
  const { body: made } = await client.post("/api/privacy/export", {});
  await app.settle();
  clock.advance(1000);
  expect((await client.get(`/api/privacy/export/${made.id}/file`)).status).toBe(200);
  await app.settle();
  expect(await noted(userId)).toEqual([
    "BANK_ACCOUNT_ADDED",
    "BANK_ACCOUNT_CHOSEN",
    "BANK_ACCOUNT_REMOVED",
    "EXPORT_MADE",
    "EXPORT_OPENED",
  ]);
  // One copy causes at most two notices: requested, and ready. Its opening only appears in the list.
  const kinds = await database.selectFrom("notice").select("kind").where("borrowerId", "=", userId).execute();
  expect(
    kinds
      .map(({ kind }) => kind)
      .filter((kind) => /export/.test(kind))
      .toSorted(),
  ).toEqual(["privacy.export_ready", "security.export_made"]);
});
