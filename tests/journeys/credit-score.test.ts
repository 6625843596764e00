/** The page of the score: what the limit does next comes first, the points are behind a fold, and the own pause closes the limit. */
import { expect, it } from "vitest";
import { invented } from "#tests/support/borrower.ts";
import { phone } from "#tests/support/browser.ts";
import { press } from "#tests/support/information.ts";
import { enter, provideInformation } from "#tests/support/with-identity.ts";
import { waysOf } from "#tests/support/ways.ts";

it.each(
  waysOf(import.meta.url, [
    { javaScript: true, language: "id-ID" },
    { javaScript: false, language: "en-GB" },
  ]),
)(
  "A borrower sees what the limit does next, opens the points, and pauses borrowing (script: $javaScript, $language).",
  async ({ javaScript, language }) => {
    const who = await phone({ javaScript, language });
    const { page } = who;
    const person = await invented(who, javaScript ? 7_901 : 7_902);
    await enter(who, person.mobileNumber);
    await provideInformation(who, person);
    await who.open("/webview/credit");
    await who.look("credit");
    const main = page.locator("main");
    expect(await main.locator("details[open]").count()).toBe(0);
    await main.locator("details").first().locator("summary").first().click();
    expect(await main.innerText()).toContain("620");
    await who.look("credit-points");
    await main.locator("details").last().locator("summary").first().click();
    await page.check("[name=days][value='30']", { force: true });
    await press(who, "credit_pause");
    await page.waitForURL(/paused=1/);
    await who.look("credit-paused");
    await who.open("/webview/quota");
    expect(await page.locator("main a[href='/webview/apply-loan']").count()).toBe(0);
    await who.look("quota-frozen");
    await who.open("/webview/quota-change-history");
    await who.look("quota-history-frozen");
  },
  120_000,
);
