/** A pick and the console's pages of rewards, as people meet them. */
import { expect, it } from "vitest";
import { sandboxGet } from "#tests/support/borrower.ts";
import { phone, type Phone } from "#tests/support/browser.ts";
import { staffPhone } from "#tests/support/console.ts";
import { verifiedBorrower as verified } from "#tests/support/verified.ts";
import { waysOf } from "#tests/support/ways.ts";

const running = (who: Phone) =>
  expect
    .poll(async () => (await sandboxGet<{ items: unknown[] }>(who, "/api/activity?skin=world-cup")).items.length, {
      timeout: 60_000,
      interval: 500,
    })
    .toBe(1);
const says = (who: Phone) => who.page.locator("main").innerText();

it.each(
  waysOf(import.meta.url, [
    { javaScript: false, language: "id-ID", colorScheme: "light" },
    { javaScript: true, language: "zh-CN", colorScheme: "dark" },
  ]),
)(
  "One champion is picked, once, and the choice stands (script: $javaScript, $language).",
  async (options) => {
    const visitor = await phone(options);
    await running(visitor);
    await visitor.open("/webview/activity/world-cup");
    await visitor.look(`pick-visitor-${options.language}`);
    const who = await verified(options);
    const { page } = who;
    await who.open("/webview/activity/world-cup");
    await who.look(`pick-open-${options.language}`);
    expect(await page.locator("[name=optionKey]").count()).toBe(16);
    await page.locator(".art-option").nth(3).click();
    await page.locator(".action-bar button[data-track=campaign_act]").click();
    await page.locator(".campaign-moves").waitFor({ state: "attached" });
    await who.look(`pick-made-${options.language}`);
    expect(await says(who)).toContain("D");
    expect(await page.locator("[name=optionKey]").count()).toBe(0);
    await who.open("/webview/integral");
    await who.look(`shop-${options.language}`);
    await page.locator("a[href^='/webview/integral-detail']").first().click();
    await page.locator("main h1").waitFor();
    await who.look(`shop-item-${options.language}`);
  },
  120_000,
);

it("The console shows held awards, the house's money and the result's page before it is due.", async () => {
  const admin = await staffPhone("admin", 0);
  for (const [path, name] of [
    ["/staff/rewards/review", "staff-held"],
    ["/staff/money/house", "staff-house"],
    ["/staff/campaigns/world-cup/result", "staff-result"],
  ] as const) {
    await admin.open(path);
    await admin.look(name);
    expect(await admin.page.locator("main h1").count()).toBe(1);
  }
}, 300_000);
