import { describe, expect, it } from "vitest";
import { passesOriginCheck } from "./same-origin.ts";

const own = "https://tunai.example";
const post = (headers: Record<string, string>, to = own) =>
  passesOriginCheck({ method: "POST", headers: new Headers(headers) }, to);

describe("the request guard", () => {
  it("lets reading requests through whatever their headers say", () => {
    for (const method of ["GET", "HEAD"]) {
      expect(
        passesOriginCheck(
          { method, headers: new Headers({ "sec-fetch-site": "cross-site", origin: "https://evil.example" }) },
          own,
        ),
      ).toBe(true);
    }
  });
  it("lets a form of our own page post", () => {
    for (const to of [own, "http://localhost:3000"])
      expect(post({ "sec-fetch-site": "same-origin", origin: to, cookie: "__Host-sid=x" }, to)).toBe(true);
  });
  it("lets an older browser post by its Origin alone", () => {
    expect(post({ origin: "https://tunai.example", cookie: "__Host-sid=x" })).toBe(true);
  });
  it("lets a plain client without cookies post", () => {
    expect(post({})).toBe(true);
    expect(post({ cookie: "lang=en" })).toBe(true);
    expect(post({ cookie: "lastsid=x; lang=sid" })).toBe(true);
  });
  it.each([
    ["a request from another site", { "sec-fetch-site": "cross-site" }],
    ["a request from a sister host", { "sec-fetch-site": "same-site" }],
    ["a request typed by hand", { "sec-fetch-site": "none" }],
    [
      "a foreign Origin beside a good Sec-Fetch-Site",
      { "sec-fetch-site": "same-origin", origin: "https://evil.example" },
    ],
    ["a foreign Origin", { origin: "https://evil.example" }],
    ["an opaque Origin", { origin: "null" }],
    ["our host on another scheme", { origin: "http://tunai.example" }],
    ["our host at another port", { origin: "https://tunai.example:8443" }],
    ["another brand's host", { origin: "https://kilat.example" }],
    ["our host as a prefix", { origin: "https://tunai.example.evil.example" }],
    ["a cookie without any origin header", { cookie: "a=b; __Host-sid=x" }],
    ["a staff cookie without any origin header", { cookie: "__Host-staff=x" }],
    ["a link cookie without any origin header", { cookie: "__Host-link=x" }],
    ["this machine's own cookie without any origin header", { cookie: "sid=x" }],
    ["this machine's own staff cookie without any origin header", { cookie: "lang=en;staff=x" }],
    ["this machine's own link cookie without any origin header", { cookie: "link=x" }],
  ])("refuses %s", (_name, headers) => {
    expect(post(headers as Record<string, string>)).toBe(false);
  });
});
