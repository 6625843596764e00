/**
 * Web push over HTTP against a push service: what a browser decrypts, what a push service sees, and what each answer
 * means.
 */
import { randomBytes } from "node:crypto";
import { afterAll, beforeEach, expect, it } from "vitest";
import { pushBrowser, startPushService } from "#tests/peers/push-service.ts";
import { createOutbound } from "../http.ts";
import type { Push, PushAnswer } from "./port.ts";
import { isVapidKey, vapidKeysOf } from "./vapid.ts";
import { createWebPush, isAtHost, pushHosts } from "./web-push.ts";

const service = await startPushService();
const outbound = createOutbound({ monotonicMs: () => performance.now(), allowPlainHttp: true });
afterAll(() => outbound.close());
const port = createWebPush("web-push", {
  keys: vapidKeysOf(randomBytes(32)),
  subject: "mailto:ops@tunai.test",
  accepts: (endpoint) => endpoint.startsWith(service.url),
  way: outbound.direct("push", { onlyPublic: false, limits: { connectMs: 500, totalMs: 500, answerBytes: 1_000 } }),
});
const browser = pushBrowser(`${service.url}/send/one`);
const payload = JSON.stringify({ title: "Tunai", body: "Cicilan Anda jatuh tempo 24 Desember 2026." });
const push = (change: Partial<Push> = {}): Push => ({
  subscription: browser.subscription,
  payload,
  ttlSeconds: 3600,
  urgency: "normal",
  topic: "a-topic",
  ...change,
});
beforeEach(() => {
  service.pushed.length = 0;
  service.answers = () => ({ status: 201 });
});

it("is opened by the browser alone; its push service sees a time, an urgency, a topic and who signed", async () => {
  expect(await port.send(push())).toEqual({ status: "SENT" });
  const [sent] = service.pushed;
  expect(browser.open(sent!.body)).toBe(payload);
  expect(() => pushBrowser(browser.subscription.endpoint).open(sent!.body)).toThrow();
  expect(sent!.headers).toMatchObject({
    ttl: "3600",
    urgency: "normal",
    topic: "a-topic",
    "content-encoding": "aes128gcm",
  });
  expect(sent!.headers["authorization"]).toMatch(new RegExp(`^vapid t=[\\w.-]+, ?k=${port.publicKey}$`));
  const claims = JSON.parse(
    Buffer.from(sent!.headers["authorization"]!.split(".")[1]!, "base64url").toString("utf8"),
  ) as Record<string, unknown>;
  expect(claims).toMatchObject({ aud: service.url, sub: "mailto:ops@tunai.test" });
  const seen = JSON.stringify(sent!.headers) + sent!.body.toString("latin1");
  for (const word of ["Tunai", "Cicilan", "Desember"]) expect(seen).not.toContain(word);
});

it.each<[number, Record<string, string>, PushAnswer]>([
  [404, {}, { status: "GONE" }],
  [410, {}, { status: "GONE" }],
  [429, { "Retry-After": "7" }, { status: "BUSY", retryAfterSeconds: 7 }],
  [429, { "Retry-After": "999999999" }, { status: "BUSY", retryAfterSeconds: 86_400 }],
  [503, { "Retry-After": "Wed, 21 Oct 2026 07:28:00 GMT" }, { status: "BUSY", retryAfterSeconds: null }],
  [400, {}, { status: "REJECTED", code: "400" }],
  [413, {}, { status: "REJECTED", code: "413" }],
  // A redirect is not followed: it could lead anywhere.
  [302, { Location: "http://127.0.0.1:1/" }, { status: "REJECTED", code: "302" }],
])("an answer of %i %o means %o", async (status, headers, answer) => {
  service.answers = () => ({ status, headers });
  expect(await port.send(push())).toEqual(answer);
});

it("a push service that does not answer leaves it unknown", async () => {
  service.answers = () => null;
  expect(await port.send(push())).toEqual({ status: "UNKNOWN", detail: "TIMEOUT" });
});

it("sends to no other address than those of push services", async () => {
  expect(await port.send(push({ subscription: { ...browser.subscription, endpoint: "http://127.0.0.1:1/" } }))).toEqual(
    { status: "GONE" },
  );
  expect(isAtHost("https://fcm.googleapis.com/fcm/send/x", pushHosts)).toBe(true);
  expect(isAtHost("https://updates.push.services.mozilla.com/wpush/v2/x", pushHosts)).toBe(true);
  for (const other of [
    "http://fcm.googleapis.com/x",
    "https://fcm.googleapis.com.evil.example/x",
    "https://evilpush.apple.com.example/x",
    "https://fcm.googleapis.com:8443/x",
    "https://user@fcm.googleapis.com/x",
    "https://10.0.0.1/x",
    "nothing",
  ])
    expect([other, isAtHost(other, pushHosts)]).toEqual([other, false]);
});

it("a key is a private scalar of P-256, from which its public point follows", () => {
  expect(vapidKeysOf(randomBytes(32)).publicKey).toMatch(/^B[\w-]{86}$/);
  expect(isVapidKey("short")).toBe(false);
  expect(() => isVapidKey(Buffer.alloc(32).toString("base64url"))).toThrow();
});
