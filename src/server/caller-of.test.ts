/** What is read of a request, and when. */
import { expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { callerOf } from "./caller-of.ts";
import type { Asked } from "./exchange.ts";

const app = await testApp();

/** A request with these headers, that notes which of them are read. */
function asked(
  headers: Record<string, string>,
  peerAddress = () => "127.0.0.1",
): { request: Asked; read: Set<string> } {
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
    headers: { get },
    get peerAddress() {
      return peerAddress();
    },
    body: never,
    web: never,
  };
  return { request, read };
}
const callerFor = (request: Asked) =>
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
