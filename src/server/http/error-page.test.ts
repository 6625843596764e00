import { expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";

it("tells a person whose form is too large in a page and in words, and a program in the envelope", async () => {
  const app = await testApp();
  const large = "a=" + "x".repeat(70_000);
  const page = await app
    .client({ "Accept-Language": "en" })
    .send("POST", "/login?x=%22%3E", large, { "Content-Type": "application/x-www-form-urlencoded" });
  expect(page.status).toBe(413);
  expect(page.headers.get("content-type")).toContain("text/html");
  expect(page.text).toContain("The request is too large.");
  expect(page.text).toContain('<a href="/login">');
  const call = await app
    .client()
    .send("POST", "/api/user/generateCaptcha", JSON.stringify({ a: large }), { "Content-Type": "application/json" });
  expect(call.body.status.code).toBe("BODY_TOO_LARGE");
});
