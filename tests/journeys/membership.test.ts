/** Levels of members: what one's own is and what the next asks for, Plus and its conditions, and interest that can be taken off. */
import { expect, it } from "vitest";
import { invented, logIn } from "#tests/support/borrower.ts";
import { phone } from "#tests/support/browser.ts";

it.each([
  { javaScript: true, language: "id-ID", width: 360 },
  { javaScript: false, language: "zh-CN", width: 320 },
] as const)(
  "Somebody new sees that levels are free, what each asks for, and why nothing can be taken off yet (script: $javaScript, $language).",
  async ({ javaScript, language, width }) => {
    const who = await phone({ javaScript, language, width, looksCloser: true });
    const { page } = who;
    const person = await invented(who, javaScript ? 8_101 : 8_102);
    await logIn(who, person.mobileNumber);
    await who.open("/webview/account");
    await page.locator("main a[href='/webview/viprights']").click();
    await page.waitForURL(/viprights/);
    await who.look("viprights-basic");
    expect(await page.locator("main .card").count()).toBe(4);
    await page.locator("main a[href='/webview/upgrade-plus']").first().click();
    await page.waitForURL(/upgrade-plus/);
    await who.look("upgrade-plus-missing");
    // Nothing can be chosen yet: each condition that is missing leads to where it is met.
    expect(await page.locator("button[data-track=plus_begin]").count()).toBe(0);
    for (const to of ["/webview/viprights", "/webview/email-status", "/webview/additional-info"])
      expect(await page.locator(`main a[href='${to}']`).count(), to).toBeGreaterThan(0);
    await who.open("/webview/reduce-interest");
    await who.look("reduce-interest-none");
    expect(await page.locator("button[data-track=interest_reduce]").count()).toBe(0);
    await page.locator("main a[href='/webview/viprights']").click();
    await page.waitForURL(/viprights/);
  },
);
