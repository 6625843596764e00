/** The host simulator: own pages inside a simulated app, what passes between both, and answers by choice. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { phone } from "#tests/support/browser.ts";
import { waysOf } from "#tests/support/ways.ts";

const path = "/sandbox/host";
const lines = (page: Page, kind: string) => page.locator(`.host-line-${kind}`);
const frameOf = (page: Page) => page.frameLocator("iframe.host-view");

it.each(
  waysOf(import.meta.url, [
    { width: 1280, language: "en-GB" },
    { width: 360, language: "id-ID" },
  ]),
)(
  "shows at $width px what a page and its app say to each other, and whether it keeps the contract",
  async (options) => {
    const who = await phone(options);
    const { page } = who;
    await page.goto(`${who.origin}${path}?app=KilatApp&version=2.12.0&platform=ANDROID&dress=dark&bar=shown`);
    // The page in the frame speaks as soon as it is loaded; the simulator judges each message.
    await lines(page, "fromPage").filter({ hasText: "statusBarHeight" }).waitFor();
    await lines(page, "fromApp").filter({ hasText: "statusBarHeight" }).waitFor();
    await lines(page, "fromPage").filter({ hasText: "setTitle" }).waitFor();
    expect(await page.locator(".host-log .badge-bad").count()).toBe(0);
    const frame = frameOf(page);
    expect(await frame.locator("html").getAttribute("data-host-app")).toBe("KilatApp");
    expect(await frame.locator("html").getAttribute("data-brand")).toBe("kilat");
    expect(await frame.locator(".navigation-bar").count()).toBe(1);
    expect(await frame.locator("html").evaluate((html) => html.style.getPropertyValue("--status-bar"))).toBe("24px");
    expect(await frame.locator("body").evaluate((body) => getComputedStyle(body).colorScheme)).toBe("dark");
    await who.look(`host-simulator-${options.width}`);
    // Another answer holds from the next question on.
    await page.locator("details.disclosure").first().locator("summary").click();
    await page.locator(".host-answers select").first().selectOption("DENIED");
    await page.locator("button", { hasText: /Kosongkan|Clear/ }).click();
    await page.locator("button", { hasText: /Muat ulang|Reload/ }).click();
    await lines(page, "fromApp").filter({ hasText: "hashedUserId" }).first().waitFor();
    await lines(page, "fromApp").filter({ hasText: "hashedUserId" }).first().locator("summary").click();
    expect(await lines(page, "fromApp").filter({ hasText: "hashedUserId" }).first().textContent()).toContain("DENIED");
    // A message that answers nothing is shown as such, and changes nothing in the page.
    await page.locator("details.disclosure").nth(1).locator("summary").click();
    await page.locator("textarea.host-text").fill('{"v":1,"__proto__":{"ok":true}}');
    await page.locator("button", { hasText: /Kirim ke|Send to/ }).click();
    await page.locator(".host-line-fromApp .badge-bad").first().waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.locator("button", { hasText: "fixture" }).click(),
    ]);
    const run = JSON.parse(await readFile(await download.path(), "utf8"));
    expect(run).toMatchObject({ host: { app: "KilatApp", version: "2.12.0", platform: "ANDROID" } });
    expect(run.entries.length).toBeGreaterThan(3);
    await who.look(`host-simulator-used-${options.width}`);
  },
);

it("An old app hears nothing that it does not know; its page uses the network, which the simulator shows.", async () => {
  const { page, origin } = await phone({ width: 1280, language: "en-GB" });
  await page.goto(`${origin}${path}?app=TunaiApp&version=1.0.0&platform=IOS&size=412`);
  await lines(page, "network").filter({ hasText: "/event/uploadEvents/v2" }).first().waitFor();
  expect(await lines(page, "fromPage").count()).toBe(0);
  const upload = lines(page, "network").filter({ hasText: "/event/uploadEvents/v2" }).first();
  await upload.locator("summary").click();
  expect(await upload.textContent()).toContain('"platform-sdk-type": "IOS"');
});

it("Without script the page opens in the app all the same; a plain browser and other windows are in none.", async () => {
  const { page, origin, look } = await phone({ javaScript: false });
  await page.goto(`${origin}${path}?app=PeraApp&version=2.11.8&platform=ANDROID`);
  const app = () => frameOf(page).locator("html").getAttribute("data-host-app");
  expect(await app()).toBe("PeraApp");
  await look("host-simulator-without-script");
  await page.goto(`${origin}/webview/help-center`);
  expect(await page.locator("html").getAttribute("data-host-app")).toBeNull();
  await page.goto(`${origin}${path}`);
  await page.selectOption("[name=app]", "browser");
  await page.locator("#host-form button").click();
  await page.waitForURL(/app=browser/);
  expect(await app()).toBeNull();
});
