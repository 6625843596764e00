/** Logging in, as a person does it. */
import { expect, it } from "vitest";
import { logIn } from "#tests/support/borrower.ts";
import { phone } from "#tests/support/browser.ts";

it("a new number registers, leaves, and comes back as a known one", async () => {
  const borrower = await phone();
  await logIn(borrower, "081299990001", "/webview/quota");
  expect(new URL(borrower.page.url()).pathname).toBe("/webview/quota");
  await borrower.look("quota-not-assessed");
  await borrower.open("/webview/logout");
  await borrower.page.getByRole("button").first().click();
  await borrower.page.goto(`${borrower.origin}/webview/quota`);
  expect(borrower.page.url()).toContain("/login?next=%2Fwebview%2Fquota");
});

it("works in English without script", async () => {
  const borrower = await phone({ language: "en-GB", javaScript: false });
  await logIn(borrower, "081299990002", "/webview/quota-change-history");
  expect(new URL(borrower.page.url()).pathname).toBe("/webview/quota-change-history");
});

it("names a wrong number at its field before anything is sent, and keeps it", async () => {
  const borrower = await phone({ language: "zh-CN" });
  await borrower.open("/login");
  await borrower.page.fill("input[name=mobileNumber]", "123");
  await borrower.page.locator("button.button[name=intent][value=send]").click();
  await borrower.page.locator("input[name=mobileNumber][aria-invalid=true]").waitFor();
  expect(await borrower.page.inputValue("input[name=mobileNumber]")).toBe("123");
  await borrower.look("login-problems");
});

it("keeps the number when the captcha was wrong, without script", async () => {
  const borrower = await phone({ language: "zh-CN", javaScript: false });
  await borrower.open("/login");
  const { page } = borrower;
  await page.fill("input[name=mobileNumber]", "081299990003");
  await page.fill("input[name=captcha]", "00000");
  await page.check("input[name=agreeTerms]");
  await page.check("input[name=agreePrivacy]");
  await page.locator("button.button[name=intent][value=send]").click();
  expect(await page.inputValue("input[name=mobileNumber]")).toBe("081299990003");
  expect(await page.locator("[data-problem-summary]").textContent()).toMatch(/[\u4e00-\u9fff]/);
  await borrower.look("login-captcha-wrong");
});
