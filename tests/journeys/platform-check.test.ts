/** The regulator's check of a borrower: below and above the cap, with and without script, and its page for a borrower without a verified identity. */
import { expect, it } from "vitest";
import { invented, logIn, personOf } from "#tests/support/borrower.ts";
import { phone } from "#tests/support/browser.ts";
import { press } from "#tests/support/information.ts";
import { proveIdentity } from "#tests/support/with-identity.ts";

it.each([
  { key: "refused-platforms", javaScript: true, language: "id-ID", says: "Batas platform sudah tercapai" },
  { key: "review", javaScript: false, language: "en-GB", says: "You may still borrow" },
] as const)(
  "The check says what follows ($key, script: $javaScript, $language).",
  async ({ key, javaScript, language, says }) => {
    const who = await phone({ javaScript, language });
    const { page } = who;
    const { mobileNumber } = await invented(who, key === "review" ? 881 : 882);
    await logIn(who, mobileNumber, "/webview/ojk-checkuser");
    await who.look(`platform-check-nobody-${key}`);
    expect(await page.locator("main a[href='/webview/identity']").count()).toBeGreaterThan(0);
    await proveIdentity(who, await personOf(who, key));
    await who.open("/webview/additional-info");
    await page.locator("main a[href='/webview/ojk-checkuser']").click();
    await page.locator("[name=consent]").waitFor();
    await who.look(`platform-check-${key}`);
    await page.check("[name=consent]", { force: true });
    await press(who, "platform_check");
    await page.getByText(says).first().waitFor();
    await who.look(`platform-check-${key}-done`);
    expect(await page.locator("button[data-track=platform_check]").count()).toBe(0);
  },
  90_000,
);
