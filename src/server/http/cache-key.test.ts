import type { IncomingMessage } from "node:http";
import { expect, it } from "vitest";
import { readBrands } from "#server/process/brand.server.ts";
import { cacheKeyReader } from "./cache-key.ts";
import { callerOf, languageOf } from "./caller-of.ts";
import { requestOfWeb } from "./exchange.ts";
import { languageChoice } from "./response-cache.ts";
import { seededRandom } from "#server/process/random.ts";
import type { Services } from "#server/services.ts";

let now = new Date("2026-11-21T10:00:00+07:00");
const services = {
  clock: { now: () => now },
  config: { brand: "tunai", publicOrigins: ["http://127.0.0.1:3000"] },
} as unknown as Services;
const frameOf = cacheKeyReader(readBrands("brands"), services);
const framed = (target: string, more: Record<string, string> = {}) => {
  const headers = { host: "127.0.0.1:3000", ...more };
  return frameOf({ url: target, headers, rawHeaders: Object.entries(headers).flat() } as unknown as IncomingMessage);
};
const frame = (target: string, headers: Record<string, string> = {}): string | undefined =>
  framed(target, headers)?.frame;

it("One frame serves everyone who is shown the same, whatever else their cookies hold.", () => {
  expect(frame("/borrow", { cookie: "userToken=v1-a-b; deviceToken=one" })).toBe(
    frame("/borrow", { cookie: "deviceToken=two" }),
  );
  expect(frame("/borrow", { "accept-language": "ms-MY" })).toBe(frame("/borrow"));
});

it.each([
  ["in", "id"],
  ["ms", "id"],
  ["id-ID", "id"],
  ["en-US", "en"],
  ["en_GB", "en"],
  ["zh-CN", "zh"],
  ["zh-Hant-TW", "zh"],
])("An address that names %s is the one that names %s, as a browser's own tags are.", (tag, language) => {
  expect(frame(`/borrow?lang=${tag}`)).toBe(frame(`/borrow?lang=${language}`));
  expect(languageChoice(new URL(`http://localhost/?lang=${tag}`))).toBe(
    languageChoice(new URL(`http://localhost/?lang=${language}`)),
  );
  expect(languageOf(tag, new Map([["lang", language === "id" ? "en" : "id"]]), "fr")).toBe(language);
});

it("The chosen language is kept by every browser, on this machine's own names without https as well.", () => {
  const kept = (host: string) => languageChoice(new URL(`http://${host}/?lang=en`));
  expect(kept("tunai.example")).toMatch(/^lang=en; .*; Secure$/);
  for (const host of ["localhost:3000", "127.0.0.1:3000", "[::1]:3000"]) expect(kept(host)).not.toContain("Secure");
});

it("An address that names no language of ours leaves the choice to cookie and browser.", () => {
  expect(frame("/borrow?lang=fr", { "accept-language": "en" })).toBe(frame("/borrow", { "accept-language": "en" }));
  expect(languageChoice(new URL("http://localhost/?lang=fr"))).toBeUndefined();
  expect(languageOf("fr", new Map([["lang", "zh"]]), "en")).toBe("zh");
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

it("What is said word for word again is not taken apart again, until the day ends.", () => {
  const headers = { "accept-language": "en", cookie: "lang=zh", "user-agent": "Mozilla/5.0" };
  const first = framed("/borrow?navBar=1", headers);
  expect(framed("/borrow?navBar=1", headers)).toBe(first);
  expect(framed("/borrow?navBar=1", { ...headers, cookie: "lang=en" })).not.toBe(first);
  now = new Date(now.getTime() + 86_400_000);
  expect(framed("/borrow?navBar=1", headers)).not.toBe(first);
});

it("A Host or target that is no address has no frame.", () => {
  expect(framed("/borrow", { host: "no host" })).toBeNull();
  expect(framed("http://", {})).toBeNull();
});

it.each([
  "evil.example",
  "evil@127.0.0.1:3000",
  "127.0.0.1:3000/x",
  "127.0.0.1:3000#x",
  "127.1:3000",
  "0x7f.1:3000",
  "",
])("A Host %j has no frame, though some of them read as an address of ours.", (host) => {
  expect(framed("/borrow", { host })).toBeNull();
  expect(frame("/borrow", { host: "127.0.0.1:3000" })).toBeDefined();
});

it("A request that names two hosts has no frame, whichever of them Node keeps.", () => {
  const rawHeaders = ["Host", "127.0.0.1:3000", "HOST", "127.0.0.1:3000"];
  const request = { url: "/borrow", headers: { host: "127.0.0.1:3000" }, rawHeaders };
  expect(frameOf(request as unknown as IncomingMessage)).toBeNull();
});

it("A made-up value of a flag is the page without it.", () => {
  expect(frame("/borrow?navBar=yes")).toBe(frame("/borrow"));
});

// A frame that contradicts the caller would cache one visitor's page for others, in the wrong language or brand.
it("Odd headers make the frame of what the page is made for, not of what they resemble.", () => {
  const agentOf = (length: number) => `${"x".repeat(length - 1)} TunaiApp/2.11.8`;
  const oddities: Record<string, string>[] = [
    { cookie: "lang =zh" },
    { cookie: "a=b;\tlang\t= zh ;lang=en" },
    { cookie: "Lang=zh" },
    { cookie: "lang=zz", "accept-language": "en" },
    { cookie: "slang=zh" },
    { "user-agent": agentOf(380) },
    { "user-agent": agentOf(390) },
    { "user-agent": agentOf(500) },
  ];
  const brands = readBrands("brands");
  const caller = {
    services: {
      ...services,
      random: seededRandom("frames"),
      config: { ...services.config, trustedHops: 0 },
    } as unknown as Services,
    brands,
  };
  for (const headers of oddities) {
    const asked = requestOfWeb(
      new Request("http://127.0.0.1:3000/webview/help-center", { headers: { host: "127.0.0.1:3000", ...headers } }),
    );
    const { language, brand, nativeHost } = callerOf(caller, asked, "http://127.0.0.1:3000");
    const [host, brandId, named, , app] = String(frame("/webview/help-center", headers)).split("|");
    expect([headers, host, brandId, named, app]).toEqual([
      headers,
      "127.0.0.1:3000",
      brand.id,
      language,
      nativeHost?.app ?? "",
    ]);
  }
});
