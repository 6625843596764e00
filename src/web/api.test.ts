import { describe, expect, it } from "vitest";
import { RouterContextProvider } from "react-router";
import { getResult } from "#features/credit/repayment/result-contract.ts";
import { setPassword } from "#features/account/login/contract.ts";
import { listSecurityEvents } from "#features/account/security/contract.ts";
import { call, callIfLoggedIn, formAnswer, pagePath, Problem, serverCall } from "./api.ts";

const refused = new Problem(422, { status: { code: "INPUT_INVALID", detail: "" }, traceId: "" });
function form(entries: Iterable<[string, string | File]>): FormData {
  const data = new FormData();
  for (const [name, value] of entries) data.append(name, value);
  return data;
}

describe("what a refused form gives back", () => {
  it("is what was typed, lists as lists, without files and without what is secret", () => {
    const sent = form([
      ["name", "Budi"],
      ["kinds", "A"],
      ["kinds", "B"],
      ["photo", new File(["x"], "x.jpg")],
      ["password", "geheim"],
      ["step.code", "123456"],
      ["__proto__", "x"],
    ]);
    const { values, status } = formAnswer(refused, sent);
    expect(status).toBe(422);
    expect(Object.entries(values)).toEqual([
      ["name", "Budi"],
      ["kinds", ["A", "B"]],
      ["__proto__", "x"],
    ]);
  });
  it("is the code of a message too, as long as another field kept it from being tried", () => {
    const sent = form([
      ["verificationId", "v1"],
      ["code", "123456"],
      ["password", "12345678"],
    ]);
    const because = (code: string, path: string) =>
      new Problem(422, {
        status: { code, detail: "", fields: [{ path, code: "PASSWORD_WEAK", detail: "" }] },
        traceId: "",
      });
    expect(formAnswer(because("INPUT_INVALID", "password"), sent).values).toMatchObject({ code: "123456" });
    expect(formAnswer(because("INPUT_INVALID", "code"), sent).values).not.toHaveProperty("code");
    expect(formAnswer(because("OTP_WRONG", "code"), sent).values).not.toHaveProperty("code");
    expect(formAnswer(because("INPUT_INVALID", "password"), form([["code", "123456"]])).values).toEqual({});
  });
  it("is found at once, however many fields somebody made up", () => {
    const many = form(Array.from({ length: 60_000 }, (_, n): [string, string] => [`f${n}`, "x"]));
    const began = performance.now();
    expect(Object.keys(formAnswer(refused, many).values)).toHaveLength(60_000);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

describe("a page whose address cannot be read", () => {
  const context = new RouterContextProvider();
  context.set(serverCall, async () => ({ ok: false, status: 422, envelope: refused.data }));
  it("is not there, although the call behind it says that its input is wrong", async () => {
    await expect(call(getResult, { reference: " " }, { context })).rejects.toMatchObject({
      init: { status: 404 },
      code: "INPUT_INVALID",
    });
  });
  it("is told from a form that has to be corrected", async () => {
    await expect(call(setPassword, { verificationId: "x", password: "x" }, { context })).rejects.toMatchObject({
      init: { status: 422 },
    });
  });
});

describe("a borrower's call on a page that is open to visitors", () => {
  const refusedWith = (code: string, status = 401) => {
    const context = new RouterContextProvider();
    context.set(pagePath, "/account-hold");
    context.set(serverCall, async () => ({
      ok: false,
      status,
      envelope: { status: { code, detail: "" }, traceId: "" },
    }));
    return callIfLoggedIn(listSecurityEvents, { limit: 1 }, { context });
  };
  it("answers nothing to a visitor, and is refused as ever for other causes", async () => {
    expect(await refusedWith("NOT_LOGGED_IN")).toBeNull();
    await expect(refusedWith("RATE_LIMITED", 429)).rejects.toMatchObject({ code: "RATE_LIMITED" });
  });
  it("leads to the page of the closing while the account closes", async () => {
    const answer: unknown = await refusedWith("ACCOUNT_CLOSING", 403).catch((thrown: unknown) => thrown);
    expect((answer as Response).headers.get("Location")).toBe("/webview/cancel-account");
  });
});
