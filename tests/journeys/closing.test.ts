/** Closing an account: what stands in the way, the form with its code, taking it back, and the certificate at the end; with and without script. */
import { beforeAll, expect, it } from "vitest";
import { waitForNextCode } from "#tests/support/applying.ts";
import { invented, logIn, newestCode, sandboxPost } from "#tests/support/borrower.ts";
import { phone, type Phone } from "#tests/support/browser.ts";
import { madeApplication } from "#tests/support/console.ts";
import { press } from "#tests/support/information.ts";
import { ownDays, type ReadyProduct } from "#tests/support/journey-server.ts";
import { waysOf } from "#tests/support/ways.ts";

// 72 hours go by: that takes a clock of its own.
let product: ReadyProduct;
beforeAll(async () => {
  product = await ownDays();
});

const words = {
  "id-ID": { three: "paling banyak tiga", left: "72 jam", kept: "bisa dipakai seperti biasa", erased: "Data dihapus" },
  "en-GB": {
    three: "three reasons at most",
    left: "72 hours",
    kept: "use your account as before",
    erased: "Data erased",
  },
  "zh-CN": { three: "最多选择三个", left: "72 小时", kept: "可照常使用", erased: "数据删除" },
} as const;

/** From the form to the page that counts the hours. */
async function sendWithCode(who: Phone, mobileNumber: string): Promise<void> {
  const { page } = who;
  await waitForNextCode(who);
  await press(who, "account_close");
  await page.locator("[name=code]").waitFor();
  await who.look("closing-code");
  await page.fill("[name=code]", await newestCode(who, mobileNumber));
  await press(who, "account_close_code");
  await page.waitForURL(/cancel-account\?asked=1/);
}

it.each(
  waysOf(import.meta.url, [
    ["id-ID", true],
    ["en-GB", false],
    ["zh-CN", true],
  ]),
)(
  "an account is closed from the website, taken back, closed again and forgotten (%s, script: %s)",
  async (language, javaScript) => {
    const who = await phone({ origin: product.origin, language, javaScript });
    const { page } = who;
    const t = words[language];
    const person = await invented(who, 81 + Object.keys(words).indexOf(language));
    await who.open("/close-account");
    await who.look("closing-public");
    await page.locator("main a[href='/webview/cancel-account']").click();
    await page.waitForURL(/\/login\?next=/);
    await logIn(who, person.mobileNumber, "/webview/cancel-account");
    await page.waitForURL(/\/webview\/cancel-account$/);
    await who.look("closing-form");

    // A refusal keeps the typed values.
    for (const reason of ["PRIVACY", "BAD_SERVICE", "COST_TOO_HIGH", "OTHER"])
      await page.check(`[name=reasons][value=${reason}]`, { force: true });
    await page.fill("[name=description]", "Kata-kata saya");
    await page.check("[name=acceptLost]");
    await press(who, "account_close");
    await page.getByText(t.three).first().waitFor();
    expect(await page.inputValue("[name=description]")).toBe("Kata-kata saya");
    expect(await page.locator("[name=reasons]:checked").count()).toBe(4);
    await who.look("closing-refused");
    await page.uncheck("[name=reasons][value=COST_TOO_HIGH]", { force: true });
    await sendWithCode(who, person.mobileNumber);
    expect(await page.locator("main").innerText()).toContain(t.left);
    await who.look("closing-cooling");

    // Nothing else opens, and the way back is one button.
    for (const path of ["/webview/home", "/webview/my-profile", "/webview/account"]) {
      await page.goto(who.origin + path);
      await page.waitForURL(/\/webview\/cancel-account$/);
    }
    await who.open("/webview/cancel-account");
    await page.locator("main a[href='/webview/privacy/export']").click();
    await page.locator("[data-track=privacy_export_ask]").waitFor();
    await who.look("closing-export");
    await who.open("/webview/cancel-account");
    await press(who, "account_close_undo");
    await page.waitForURL(/kept=1/);
    await page.getByText(t.kept).waitFor();
    await who.look("closing-taken-back");
    await who.open("/webview/account");
    await page.locator("a[href='/webview/cancel-account']").click();

    // The code of before still stands.
    await page.check("[name=reasons][value=NO_LONGER_NEEDED]", { force: true });
    await page.check("[name=acceptLost]");
    await press(who, "account_close");
    await page.waitForURL(/cancel-account\?asked=1/);
    await sandboxPost(who, "/api/sandbox/clock", { advanceSeconds: 72 * 3_600 });
    const certificate = await page.locator("[data-copy*='/verify/']").getAttribute("data-copy");
    await expect
      .poll(
        async () => {
          await page.goto(certificate!);
          return page.locator("main").innerText();
        },
        { interval: 500, timeout: 30_000 },
      )
      .toContain(t.erased);
    await who.look("closing-certificate");
    await page.goto(`${who.origin}/webview/cancel-account`);
    await page.waitForURL(/\/login/);
  },
);

it("says what has to be settled first, and leads there.", async () => {
  const who = await phone({ origin: product.origin });
  const person = await invented(who, 85);
  await madeApplication(who, person, person.mobileNumber);
  await who.open("/webview/account");
  await who.page.locator("a[href='/webview/cancel-account']").click();
  await who.page.waitForURL(/\/webview\/cancel-account$/);
  await who.look("closing-blocked");
  expect(await who.page.locator("[data-track=account_close]").count()).toBe(0);
  await who.page.locator("main a[href^='/webview/loan-history/']").click();
  await who.page.waitForURL(/\/webview\/loan-history\//);
});
