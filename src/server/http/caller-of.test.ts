/** The caller of a request: which parts of the request are read, and when. */
import { expect, it } from "vitest";
import { cookieNames, testApp } from "#tests/support/app.ts";
import { callerOf } from "./caller-of.ts";
import type { HttpRequest } from "./exchange.ts";

const app = await testApp();

/** A request with these headers that records which of them are read. */
function asked(
  headers: Record<string, string>,
  peerAddress = () => "127.0.0.1",
): { request: HttpRequest; read: Set<string> } {
  const read = new Set<string>();
  const get = (name: string): string | null => {
    read.add(name);
    return headers[name] ?? null;
  };
  const never = () => Promise.reject(new Error("The body is read by nobody."));
  const request = {
    method: "GET",
    path: "/api/session",
    query: new URLSearchParams("lang=en"),
    host: "localhost:3000",
    origin: "http://localhost:3000",
    headers: { get, keys: () => [] },
    get peerAddress() {
      return peerAddress();
    },
    body: never,
    read: never,
    web: () => {
      throw new Error("never");
    },
  };
  return { request, read };
}
const callerFor = (request: HttpRequest) =>
  callerOf({ services: app.services, brands: app.services.brands }, request, "http://localhost:3000");

it("A refusal before every call costs a language and a trace id, and no other header is looked at.", () => {
  const { request, read } = asked({ cookie: "lang=zh", "user-agent": "agent" });
  const { language, traceId } = callerFor(request);
  expect([language, traceId]).toEqual(["en", expect.stringMatching(/^[0-9a-f]{32}$/)]);
  expect([...read].sort()).toEqual(["accept-language", "cookie"]);
});

it("The address is that of the connection as the request began, also once it has gone.", () => {
  let peer = "203.0.113.7";
  const caller = callerFor(asked({}, () => peer).request);
  peer = "";
  expect(caller.address).toBe("203.0.113.7");
});

it("The host simulator's cookie stands in for the agent in its frame, and nowhere in prod or in a window of its own.", () => {
  const cookie = "sandboxHost=KilatApp/2.11.8%3BIOS";
  const hostOf = (headers: Record<string, string>) => callerFor(asked(headers).request).nativeHost;
  expect(hostOf({ cookie, "sec-fetch-dest": "iframe", "user-agent": "x TunaiApp/1.0.0" })).toMatchObject({
    app: "KilatApp",
    version: "2.11.8",
    platform: "IOS",
  });
  expect(hostOf({ cookie, "sec-fetch-dest": "empty" })).toMatchObject({ app: "KilatApp" });
  expect(hostOf({ cookie, "sec-fetch-dest": "document" })).toBeNull();
  expect(hostOf({ cookie: "sandboxHost=<script>" })).toBeNull();
  const config = { ...app.services.config, appEnv: "prod" } as const;
  const factory = { services: { ...app.services, config }, brands: app.services.brands };
  const caller = callerOf(factory, asked({ cookie }).request, "https://tunai.example");
  expect([caller.nativeHost, caller.isHostSimulated]).toEqual([null, false]);
});

it("Whoever has no session is asked for none in the database, and is known as a person's request all the same.", async () => {
  const caller = callerFor(asked({}).request);
  expect([caller.isPersonal, await caller.session(), caller.isPersonal]).toEqual([false, null, true]);
  expect([await caller.appSession(), await caller.staffSession(), caller.cookies]).toEqual([null, null, []]);
});

it("The analytics cookie of whoever is not logged in ends, once for all calls of a request.", async () => {
  const caller = callerFor(asked({ cookie: "userToken=abc" }).request);
  await Promise.all([caller.session(), caller.session()]);
  expect(caller.cookies).toEqual([expect.stringMatching(/^userToken=; .*Max-Age=0/)]);
});

it("What a page or a login gives a caller stays with it.", () => {
  const caller = callerFor(asked({ "device-token": "too short", "idempotency-key": "sent" }).request);
  expect([caller.deviceToken, caller.idempotencyKey]).toEqual([null, "sent"]);
  caller.deviceToken = "fake-1234567";
  caller.idempotencyKey = null;
  expect([caller.deviceToken, caller.idempotencyKey]).toEqual(["fake-1234567", null]);
});

it("A flood of strangers from one network is refused by every call before a session of theirs is written; whoever has one, and other networks, go on.", async () => {
  const flooded = await testApp({ environment: { TRUSTED_HOPS: "1" } });
  const from = (address: string) => flooded.client({ "X-Forwarded-For": address });
  const here = from("203.0.113.7");
  expect((await here.post("/api/user/generateCaptcha", {})).status).toBe(200);
  const rows = async () => (await flooded.services.database.selectFrom("login_session").select("id").execute()).length;
  expect([await rows(), here.cookies.has(cookieNames.borrower)]).toEqual([1, true]);
  await flooded.services.database
    .updateTable("rate_counter")
    .set({ count: 6_000 })
    .where("key", "like", "session-open:%")
    .execute();
  const calls = flooded.api.calls().filter(({ call }) => call.policy.who === "visitor");
  expect(calls.length).toBeGreaterThan(8);
  let limited = 0;
  for (const { call } of calls) {
    const stranger = from("203.0.113.200");
    const refused =
      call.method === "GET"
        ? await stranger.get(call.path)
        : await stranger.post(call.path, {}, { "Idempotency-Key": "flood" });
    const { code } = refused.body.status;
    // Unreadable input is refused earlier, which needs no session either.
    expect(code, call.path).toMatch(/^(?:RATE_LIMITED|INPUT_INVALID)$/);
    expect(refused.headers.getSetCookie()).toEqual([]);
    if (code === "RATE_LIMITED") expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    limited += code === "RATE_LIMITED" ? 1 : 0;
  }
  expect(limited).toBeGreaterThan(2);
  expect(await rows()).toBe(1);
  expect((await here.post("/api/user/generateCaptcha", {})).status).toBe(200);
  expect((await from("198.51.100.7").post("/api/user/generateCaptcha", {})).status).toBe(200);
  flooded.clock.advance(60_000);
  expect((await from("203.0.113.200").post("/api/user/generateCaptcha", {})).status).toBe(200);
});
