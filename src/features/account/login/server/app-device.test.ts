/**
 * The device id that an app gives to its page: it replaces a generated id, but not the one that a session started with.
 */
import { expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { loggingIn } from "#tests/support/logging-in.ts";

const app = await testApp();
const { database } = app.services;
const { enter, nextNumber } = loggingIn(app);

const path = "/api/user/device";
const named = { deviceToken: "device-of-the-app-0a1b" };
const madeUp = "fake-1795000000000-0a1b2c3d4e5f6071";
/** A page in the app whose script also sends the browser's device id in a header. */
function pageOf(label: string | null) {
  const client = app.client(label === null ? {} : { "Device-Token": label });
  if (label !== null) client.cookies.set("deviceToken", label);
  return client;
}
const labelOf = (client: ReturnType<typeof pageOf>) => client.cookies.get("deviceToken");

it.each([
  ["no label", null, true, named.deviceToken],
  ["a label that was made up", madeUp, true, named.deviceToken],
  ["the app's own label", named.deviceToken, true, named.deviceToken],
  ["another app's label", "device-of-another-app", false, "device-of-another-app"],
] as const)("A page with %s has the right label afterwards.", async (_, label, taken, after) => {
  const client = pageOf(label);
  expect((await client.post(path, named)).body).toEqual({ taken });
  expect(labelOf(client)).toBe(after);
});

it("An app that makes up its token itself changes nothing.", async () => {
  const client = pageOf(madeUp);
  expect((await client.post(path, { deviceToken: "fake-1795000000001-0000000000000000" })).body).toEqual({
    taken: false,
  });
  expect(labelOf(client)).toBe(madeUp);
});

it("A session keeps the label that it began with, of a visitor and of a borrower.", async () => {
  const client = pageOf(madeUp);
  await client.post("/api/user/generateCaptcha", {});
  expect((await client.post(path, named)).body).toEqual({ taken: false });
  await enter(client, nextNumber());
  expect((await client.post(path, named)).body).toEqual({ taken: false });
  expect(labelOf(client)).toBe(madeUp);
});

it("The unique id is kept once for each login, as a blind index, and without a login not at all.", async () => {
  const kept = async () =>
    (await database.selectFrom("login_session").select("uniqueDeviceIndex").execute()).flatMap(
      ({ uniqueDeviceIndex }) => uniqueDeviceIndex ?? [],
    );
  const client = pageOf(madeUp);
  const send = (uniqueDeviceId: string) => client.post(path, { ...named, uniqueDeviceId });
  await send("6F9619FF-8B86-D011-B42D-00CF4FC964FF");
  expect(await kept()).toEqual([]);
  await enter(client, nextNumber());
  await send("6F9619FF-8B86-D011-B42D-00CF4FC964FF");
  const [first, ...others] = await kept();
  expect(others).toEqual([]);
  expect(first).not.toContain("6F9619FF");
  await send("00000000-0000-0000-0000-000000000000");
  expect(await kept()).toEqual([first]);
});

it("Values of another form are refused.", async () => {
  for (const body of [{ deviceToken: "short" }, { deviceToken: "a b c d e f g" }, { ...named, uniqueDeviceId: "x;y" }])
    expect((await pageOf(null).post(path, body)).status).toBe(422);
});
