/** A shop told at choice: its area, its fields, photos, sent, looked at by people; and the sales of a linked shop account. */
import { expect, it } from "vitest";
import { waitForNextCode } from "#tests/support/applying.ts";
import { invented, newestCode } from "#tests/support/borrower.ts";
import { phone } from "#tests/support/browser.ts";
import { pictureOf, press } from "#tests/support/information.ts";
import { decideCase } from "#tests/support/reviewing.ts";
import { enter, provideInformation } from "#tests/support/with-identity.ts";
import { waysOf } from "#tests/support/ways.ts";

it.each(
  waysOf(import.meta.url, [
    { javaScript: true, language: "id-ID", width: 360 },
    { javaScript: false, language: "en-GB", width: 320 },
  ]),
)(
  "A shop is told, sent and verified, and its sales can raise the limit (script: $javaScript, $language).",
  async ({ javaScript, language, width }) => {
    const who = await phone({ javaScript, language, width, looksCloser: true });
    const { page } = who;
    const person = await invented(who, javaScript ? 8_201 : 8_202);
    const typed = { ...person, employment: { ...person["employment"], monthlyIncomeRupiah: 5_000_000 } };
    await enter(who, person.mobileNumber);
    await provideInformation(who, typed);
    await who.open("/webview/account");
    await page.locator("main a[href='/webview/merchant-info']").click();
    await page.waitForURL(/merchant-info/);
    await who.look("merchant-info-first");
    // Another place is chosen where the home is not the shop's, and the way back keeps the one that is known.
    await who.open("/webview/merchant-info?area=change");
    await who.look("merchant-info-area");
    await who.open("/webview/merchant-info");
    await page.fill("[name=name]", "Warung Bu Ani");
    await page.locator("[name=kind]").selectOption("FOOD");
    await page.locator("[name=platform]").selectOption("SHOPEE");
    await page.fill("[name=months]", "18");
    await page.fill("[name=monthlyTurnoverRupiah]", "4.000.000");
    await press(who, "shop_add");
    // A shop on a platform needs its address: the page says so, and keeps what was typed.
    await page.locator("[name=link][aria-invalid]").waitFor();
    await who.look("merchant-info-missing");
    expect(await page.inputValue("[name=name]")).toBe("Warung Bu Ani");
    await page.fill("[name=link]", `shopee.co.id/warung-ani-${width}`);
    await press(who, "shop_add");
    await page.waitForURL(/merchant-detail\/[0-9a-f-]{36}/);
    await who.look("merchant-detail-draft");
    await page.setInputFiles("[name=photo]", await pictureOf(who, person, "identityCard"));
    if (!javaScript) await press(who, "shop_photo_upload");
    await page.locator("main img.photos-picture").waitFor();
    await who.look("merchant-detail-photo");
    await press(who, "shop_submit");
    await page.waitForURL(/sent=1/);
    await who.look("merchant-detail-sent");
    await decideCase(who.origin, "shop", { decision: "APPROVE" });
    await who.open("/webview/merchant-detail");
    await who.look("merchant-detail-verified");
    expect(await page.locator("button[data-track=shop_submit]").count()).toBe(0);

    await who.open("/webview/shopee-center");
    await who.look("shopee-center-none");
    await page.locator("main a[href='/webview/additional-info/bind-ecom']").click();
    await page.waitForURL(/bind-ecom/);
    await page.check("[name=consent]");
    await waitForNextCode(who);
    await press(who, "link_begin");
    await page.locator("[name=userId], [name=code]").first().waitFor();
    if (await page.locator("[name=code]").count()) {
      await page.fill("[name=code]", await newestCode(who, person.mobileNumber));
      await press(who, "link_code_own");
      await page.locator("[name=userId]").waitFor();
    }
    await page.locator("[name=institution]").selectOption("SHOPEE");
    await page.fill("[name=userId]", "pemilik01");
    await page.fill("[name=credential]", "abc123");
    await press(who, "link_connect");
    await page.getByText("••••4321").first().waitFor();
    await who.open("/webview/shopee-center");
    await who.look("shopee-center-linked");
    expect(await page.locator("main").innerText()).toMatch(/1[.,]200[.,]000/);
    await page.locator("main a[href='/webview/quota']").click();
    await page.locator("button[data-track=limit_raise]").waitFor();
    await who.look("quota-raise-shop");
    await press(who, "limit_raise");
    await page.locator("button[data-track=limit_raise]").waitFor({ state: "detached" });
    await who.open("/webview/quota-change-history");
    await who.look("quota-history-shop");
  },
  180_000,
);
