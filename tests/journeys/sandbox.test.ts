/** The sandbox at a phone's and a desktop's width: what partners answer next, and what they were asked, with and without script. */
import { expect, it } from "vitest";
import { invented, logIn } from "#tests/support/borrower.ts";
import { phone } from "#tests/support/browser.ts";
import { waysOf } from "#tests/support/ways.ts";

const widthOver = (page: Awaited<ReturnType<typeof phone>>["page"]) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

it.each(
  waysOf(import.meta.url, [
    { width: 360, javaScript: true, language: "id-ID" },
    { width: 1280, javaScript: false, language: "en-GB" },
    { width: 320, javaScript: false, language: "zh-CN" },
  ]),
)("shows at $width px who was asked what, by partner, and scrolls in one direction", async (options) => {
  const who = await phone(options);
  const { page } = who;
  const { mobileNumber } = await invented(who, 7_300 + options.width);
  await logIn(who, mobileNumber);
  await who.open("/sandbox");
  await who.look(`sandbox-${options.width}`);
  if (options.javaScript) expect(await widthOver(page)).toBe(0);
  await page.locator("#requests a[href='/sandbox/requests']").click();
  await page.locator("[name=port]").waitFor();
  await page.selectOption("[name=port]", "MESSAGING");
  await page.locator("#requests-form button").click();
  await page.waitForURL(/port=MESSAGING/);
  const [card] = await page.locator("main details").all();
  await card!.locator("summary").click();
  await who.look(`sandbox-requests-${options.width}`);
  // Folded or not, of this person and of those of other journeys.
  const all = (await page.locator("main").textContent()) ?? "";
  expect(all).not.toContain(mobileNumber);
  expect(all).toMatch(/08\d\d••••\d{3}/);
});
