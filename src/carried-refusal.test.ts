import { expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { carriedRefusal, carryRefusal } from "./carried-refusal.ts";

const app = await testApp();
const { services } = app;
const refusal = { code: "NUMBER_TAKEN", words: ["Nomor ini dipakai akun lain."] };

/** The cookie set by a refused POST; undefined if none is set. */
function cookieOf(location: string | undefined, status = 303, words: typeof refusal | null = refusal) {
  const caller = app.caller();
  carryRefusal(services, caller, words, { status, headers: location ? { location } : {}, body: null });
  return caller.cookies.find((set) => set.startsWith("refusal="))?.split(";")[0];
}
/** The refusal that the page at this path shows from a cookie, and whether the answer deletes the cookie. */
function readAt(path: string, cookie: string) {
  const caller = app.caller({ Cookie: cookie });
  return {
    refusal: carriedRefusal(services, caller, path),
    isTakenAway: caller.cookies.some((set) => /^refusal=;.*Max-Age=0/.test(set)),
  };
}

it("a redirect after a refused post carries the words to its page, once", () => {
  const cookie = cookieOf("/webview/merge-mobile?from=otp#form")!;
  expect(readAt("/webview/merge-mobile", cookie)).toEqual({ refusal, isTakenAway: true });
  expect(app.caller({ Cookie: cookie }).cookies).toEqual([]);
});

it("another page, a later minute and a cookie that we did not sign show nothing, and take it away", () => {
  const cookie = cookieOf("/webview/merge-mobile")!;
  expect(readAt("/webview/home", cookie)).toEqual({ refusal: null, isTakenAway: true });
  const forged = Buffer.from(JSON.stringify(["/webview/home", 9e9, "X", "Call this number."])).toString("base64url");
  for (const sent of [`refusal=${forged}.${"a".repeat(43)}`, `refusal=${forged}`, "refusal=x.y.z"])
    expect(readAt("/webview/home", sent)).toEqual({ refusal: null, isTakenAway: true });
  app.clock.advance(31_000);
  expect(readAt("/webview/merge-mobile", cookie)).toEqual({ refusal: null, isTakenAway: true });
});

it("nothing is carried with a page, to another site, or where nothing was refused", () => {
  expect(cookieOf("/webview/home", 409)).toBeUndefined();
  expect(cookieOf(undefined)).toBeUndefined();
  expect(cookieOf("https://bank.example/pay")).toBeUndefined();
  expect(cookieOf("/webview/home", 303, null)).toBeUndefined();
});
