/** All that belongs to the person: a tab in browsers, and one tap from home's head inside host apps, which have no tabs. */
import { expect, it } from "vitest";
import { invented, logIn } from "#tests/support/borrower.ts";
import { phone } from "#tests/support/browser.ts";
import { waysOf } from "#tests/support/ways.ts";

const inApp = "Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 Chrome/120 Mobile Safari/537.36 TunaiApp/2.11.8";

it.each(
  waysOf(import.meta.url, [
    ["id-ID", true, 61],
    ["en-GB", false, 62],
    ["zh-CN", true, 63],
  ]),
)("the tab leads to everything that is one's own, in %s (script: %s)", async (language, javaScript, seed) => {
  const visitor = await phone({ language, javaScript });
  const { page } = visitor;
  await logIn(visitor, (await invented(visitor, seed)).mobileNumber);
  await page.locator(".tab-bar-link[href='/webview/account']").click();
  await page.waitForURL(/\/webview\/account$/);
  await visitor.look(`account-${language}`);
  expect(await page.locator(".tab-bar-link[aria-current=page]").getAttribute("href")).toBe("/webview/account");
  const places = await page
    .locator("main .link-list-link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") as string));
  expect(new Set(places).size).toBe(places.length);
  // Every place is there, and none sends the person who is logged in away.
  for (const path of places) {
    const answer = await visitor.context.request.get(visitor.origin + path, { maxRedirects: 0 });
    expect(answer.status(), path).toBe(200);
  }
});

it("inside a host app the head of home leads there", async () => {
  const visitor = await phone({ userAgent: inApp });
  const { page } = visitor;
  await logIn(visitor, (await invented(visitor, 64)).mobileNumber);
  await visitor.open("/webview/home");
  expect(await page.locator(".tab-bar").count()).toBe(0);
  await page.getByRole("link", { name: "Akun saya" }).click();
  await page.waitForURL(/\/webview\/account$/);
  await visitor.look("account-in-app");
});

it("whoever is not logged in is asked to log in, and comes back there", async () => {
  const visitor = await phone();
  await visitor.page.goto(`${visitor.origin}/webview/account`);
  expect(new URL(visitor.page.url()).pathname + new URL(visitor.page.url()).search).toContain("next=");
});
