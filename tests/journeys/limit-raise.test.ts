/** Optional information to its end: told, an account linked that states more, the higher limit taken over and found in the history. */
import { expect, it } from "vitest";
import { waitForNextCode } from "#tests/support/applying.ts";
import { invented, newestCode } from "#tests/support/borrower.ts";
import { phone, type Phone } from "#tests/support/browser.ts";
import { press } from "#tests/support/information.ts";
import { enter, provideInformation } from "#tests/support/with-identity.ts";
import { waysOf } from "#tests/support/ways.ts";

const amounts = async ({ page }: Phone) =>
  [...(await page.locator("main").innerText()).matchAll(/Rp\s?([\d.,]+)/g)].map(([, digits = ""]) =>
    Number(digits.replace(/\D/g, "")),
  );

it.each(
  waysOf(import.meta.url, [
    { javaScript: true, language: "id-ID" },
    { javaScript: false, language: "zh-CN" },
  ]),
)(
  "A limit rises by what a linked account states once its owner takes it over, and never by itself (script: $javaScript, $language).",
  async ({ javaScript, language }) => {
    const who = await phone({ javaScript, language });
    const { page } = who;
    const person = await invented(who, javaScript ? 7_801 : 7_802);
    const typed = { ...person, employment: { ...person["employment"], monthlyIncomeRupiah: 5_000_000 } };
    await enter(who, person.mobileNumber);
    await provideInformation(who, typed);
    await who.open("/webview/optional-info");
    await page.fill("[name=dependants]", "1");
    await page.fill("[name=monthlyExpensesRupiah]", "2.000.000");
    await page.check("[name=consent]");
    await press(who, "optional_info_save");
    await page.waitForURL(/saved=1/);
    // Optional information changes no limit.
    await who.open("/webview/quota");
    expect(await page.locator("button[data-track=limit_raise]").count()).toBe(0);
    const before = await amounts(who);

    await who.open("/webview/additional-info/bind-bank");
    await page.check("[name=consent]");
    await waitForNextCode(who);
    await press(who, "link_begin");
    await page.locator("[name=userId], [name=code]").first().waitFor();
    // Where the login is long ago, its owner proves the number once more.
    if (await page.locator("[name=code]").count()) {
      await page.fill("[name=code]", await newestCode(who, person.mobileNumber));
      await press(who, "link_code_own");
      await page.locator("[name=userId]").waitFor();
    }
    await page.locator("[name=institution]").selectOption({ index: 1 });
    await page.fill("[name=userId]", "pemilik01");
    await page.fill("[name=credential]", "abc123");
    await press(who, "link_connect");
    await page.getByText("••••4321").first().waitFor();

    await who.open("/webview/quota");
    await page.locator("button[data-track=limit_raise]").waitFor();
    await who.look("quota-raise");
    // Shown before accepting: the typed income, the stated income, the old and the new limit.
    const offered = await amounts(who);
    expect(offered).toEqual(expect.arrayContaining([5_000_000, 7_300_000]));
    await press(who, "limit_raise");
    await page.locator("button[data-track=limit_raise]").waitFor({ state: "detached" });
    await who.look("quota-raised");
    const after = await amounts(who);
    expect(Math.max(...after)).toBeGreaterThan(Math.max(...before));
    await page.locator("main a[href='/webview/quota-change-history']").click();
    await page.waitForURL(/quota-change-history/);
    await who.look("quota-history-raised");
    expect(await amounts(who)).toEqual(expect.arrayContaining([Math.max(...after)]));
  },
  120_000,
);
