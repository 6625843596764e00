/** Visits in the console: the reports of a borrower's page appear some seconds later, by app and version, without script. */
import { expect, test } from "vitest";
import { phone } from "#tests/support/browser.ts";
import { staffPhone } from "#tests/support/console.ts";
import { agentOf } from "#tests/support/user-agents.ts";

test("A page that an app opened stands among the visits within ten seconds, with its speed and the app's version", async () => {
  const borrower = await phone({ userAgent: agentOf("KilatApp", "2.11.8", "ANDROID") });
  await borrower.page.goto(`${borrower.origin}/webview/help-center?navBar=1`);
  await borrower.page.waitForLoadState("networkidle");
  // An app without the bridge is waited for a second; the speed is told as the page is left.
  await borrower.page.waitForTimeout(1_500);
  await borrower.page.evaluate(() => dispatchEvent(new Event("pagehide")));
  const left = Date.now();
  const who = await staffPhone("auditor", 0, { width: 1280, javaScript: false });
  await who.open("/staff/visits?app=KilatApp&hours=1");
  const row = who.page.locator("tr", { hasText: "/webview/help-center" });
  await expect
    .poll(async () => {
      await who.page.reload();
      return (await row.count()) === 1 ? row.textContent() : "";
    })
    .toMatch(/[\d,.]+ dtk/);
  // The login of staff takes its time too.
  expect(Date.now() - left).toBeLessThan(20_000);
  expect(await who.page.locator("tr", { hasText: "2.11.8" }).textContent()).toContain("Android");
  await who.look("staff-visits");
  await who.page.selectOption("[name=platform]", "IOS");
  await who.page.click("#filter button");
  await who.page.waitForURL(/platform=IOS/);
  expect(await row.count()).toBe(0);
  await who.page.setViewportSize({ width: 320, height: 700 });
  await who.open("/staff/visits");
  await who.look("staff-visits-320");
});
