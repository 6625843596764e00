import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { safePage, safePath, safeUrl } from "#shared/safe-url.ts";

const hosts = ["tunai.example", "help.tunai.example"];
const origin = "https://app.tunai.test";

/** Pieces of which hostile addresses are made. */
const piece = fc.constantFrom(
  "/",
  "//",
  "\\",
  "\\\\",
  "@",
  ":",
  "?",
  "#",
  "..",
  ".",
  "%2f",
  "%5c",
  "%2e%2e",
  "%00",
  "\t",
  "\n",
  " ",
  "\u3002",
  "\uff0f",
  "https:",
  "http:",
  "HTTPS:",
  "javascript:",
  "intent:",
  "file:",
  "data:text/html,",
  "https://",
  "http://",
  "tunai.example",
  "help.tunai.example",
  "evil.test",
  "tunai.example.evil.test",
  "xn--tuni-2xa.example",
  "tun\u0430i.example",
  "127.0.0.1",
  "0x7f.1",
  "[::1]",
  "user:pass@",
  ":8443",
  ":443",
  "webview",
  "next=",
  "a",
);
const hostile = fc.oneof(
  fc.array(piece, { maxLength: 8 }).map((parts) => parts.join("")),
  fc.webUrl(),
  fc.string({ maxLength: 40 }),
);

describe("safeUrl", () => {
  test("Whatever passes leads, by the URL standard, to this origin or to a listed https host without port or credentials.", () => {
    fc.assert(
      fc.property(hostile, (target) => {
        const safe = safeUrl(target, hosts);
        if (safe === null) return;
        for (const text of [target, safe]) {
          const url = new URL(text, `${origin}/webview/home`);
          if (url.origin === origin) continue;
          expect(url.protocol).toBe("https:");
          expect(hosts).toContain(url.hostname);
          expect(url.port + url.username + url.password).toBe("");
        }
      }),
      { numRuns: 20_000 },
    );
  });
  test("What passes once passes again unchanged.", () => {
    fc.assert(
      fc.property(hostile, (target) => {
        const safe = safeUrl(target, hosts);
        if (safe !== null) expect(safeUrl(safe, hosts)).toBe(safe);
      }),
      { numRuns: 5_000 },
    );
  });
  test("Own paths and listed hosts pass.", () => {
    for (const path of ["/", "/webview/bills?navBar=1#top", "/webview/agreement/LOAN?next=%2Fwebview%2Fhome"])
      expect(safePath(path)).toBe(path);
    expect(safeUrl("https://help.tunai.example/faq?x=1", hosts)).toBe("https://help.tunai.example/faq?x=1");
  });
  test("Other schemes, hosts, ports, credentials and look-alikes are refused.", () => {
    for (const target of [
      "",
      "webview/home",
      "//evil.test",
      "/\\evil.test",
      "\\/evil.test",
      "/%2f/evil.test",
      "/%5cevil.test",
      "/a//b",
      "/\t/evil.test",
      "http://tunai.example/",
      "https:tunai.example",
      "https://tunai.example:8443/",
      "https://tunai.example.evil.test/",
      "https://tunai.example@evil.test/",
      "https://a:b@tunai.example/",
      "https://tunai.example.",
      "javascript:alert(1)",
      "intent://x#Intent;end",
      "file:///etc/passwd",
      "https://tun\u0430i.example/",
      "https://tunai\u3002example/",
      " /webview/home",
      "/webview/%2e%2e/x",
    ]) {
      expect(safeUrl(target, hosts), target).toBeNull();
    }
  });
});

describe("safePage", () => {
  test("A call is no page, however its address is written.", () => {
    for (const target of [
      "/api",
      "/api/session",
      "/api?x",
      "/event/uploadLog",
      "/webview/../api/session",
      "/./api/session",
      "/x/y/../../event#z",
      "//api",
      "/webview/%2e%2e/api",
    ])
      expect([target, safePage(target)]).toEqual([target, null]);
    for (const target of ["/webview/home", "/api-docs", "/events?next=/api", "/webview/../staff#api"])
      expect([target, safePage(target)]).toEqual([target, safePath(target)]);
  });
});
