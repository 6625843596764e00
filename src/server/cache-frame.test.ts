import type { IncomingMessage } from "node:http";
import { expect, it } from "vitest";
import { readBrands } from "#server/brand.server.ts";
import { frameReader } from "#server/cache-frame.ts";
import type { Services } from "#server/services.ts";

let now = new Date("2026-11-21T10:00:00+07:00");
const services = { clock: { now: () => now }, config: { brand: "tunai" } } as unknown as Services;
const frameOf = frameReader(readBrands("brands"), services);
const frame = (address: string, headers: Record<string, string> = {}): string => {
  const url = new URL(address, "http://127.0.0.1:3000");
  return frameOf({ url: url.pathname + url.search, headers: { host: url.host, ...headers } } as unknown as IncomingMessage, url);
};

it("One frame serves everyone who is shown the same, whatever else their cookies hold.", () => {
  expect(frame("/borrow", { cookie: "userToken=v1-a-b; deviceToken=one" })).toBe(frame("/borrow", { cookie: "deviceToken=two" }));
  expect(frame("/borrow", { "accept-language": "ms-MY" })).toBe(frame("/borrow"));
});

it("Language, host app, bar flags and the business day each make a frame of their own.", () => {
  const app = { "user-agent": "Mozilla/5.0 (Linux; Android 12) TunaiApp/2.11.8" };
  const frames = [
    frame("/borrow"),
    frame("/borrow", { "accept-language": "en" }),
    frame("/borrow", { "accept-language": "en", cookie: "a=b; lang=zh" }),
    frame("/borrow?lang=en", { cookie: "lang=zh" }),
    frame("/webview/help-center", app),
    frame("/borrow?navBar=1"),
    frame("/borrow?hideBack=1"),
  ];
  now = new Date("2026-11-22T00:00:00+07:00");
  frames.push(frame("/borrow"));
  expect(new Set(frames).size).toBe(frames.length);
});

it("A made-up value of a flag is the page without it.", () => {
  expect(frame("/borrow?navBar=yes")).toBe(frame("/borrow"));
});
