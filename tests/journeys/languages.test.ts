/** From login to a signed loan in English and Chinese, and with JavaScript switched off. People are invented: they pass as the test persons do. */
import { expect, it } from "vitest";
import { applyFor, pressLink, signLoan, untilHomeLeadsTo, untilSealed } from "#tests/support/applying.ts";
import { invented, logIn } from "#tests/support/borrower.ts";
import { phone, type Phone } from "#tests/support/browser.ts";
import { giveInformation } from "#tests/support/information.ts";
import { chooseWay, pay, shownAccount } from "#tests/support/paying.ts";

/** Words of the interface that are Indonesian and nothing else; names and the law's own text may be. */
const indonesian = /\b(Anda|Simpan|Lanjut|Pinjaman|Bayar|Tagihan|Kirim|Pilih|belum|dengan|untuk)\b/;

async function expectLanguage({ page }: Phone, language: string): Promise<void> {
  expect(await page.getAttribute("html", "lang")).toBe(language);
  expect(await page.locator("main").innerText(), page.url()).not.toMatch(indonesian);
}

it("From login to a running loan, in English, with every page read in Chinese too", async () => {
  const who = await phone({ language: "en-GB", looksCloser: true });
  const reader = await phone({ language: "zh-CN" });
  const both = [
    [who, "en"],
    [reader, "zh"],
  ] as const;
  const openIn = async (...paths: string[]) => {
    for (const path of paths) {
      for (const [one, lang] of both) {
        await one.open(path);
        await expectLanguage(one, lang);
      }
    }
  };
  const person = await invented(who, 1);
  await openIn("/", "/login");
  await logIn(who, person.mobileNumber);
  await reader.context.addCookies((await who.context.cookies()).filter(({ name }) => name !== "lang"));
  await giveInformation(who, person);
  await openIn(
    "/webview/home",
    "/webview/additional-info",
    "/webview/quota",
    "/webview/quota-change-history",
    "/webview/loan-product",
    "/webview/apply-loan",
    "/webview/my-profile",
  );
  await applyFor(who, { amountRupiah: 600_000, tenorDays: 60 });
  await untilHomeLeadsTo(who, "/webview/agreement");
  await openIn("/webview/home");
  for (const [one] of both) {
    for (const path of ["/webview/agreement/riplay", "/webview/pdf-preview"]) {
      await one.page.goto(`${one.origin}/webview/agreement`);
      await pressLink(one, path);
      await one.look(path.slice(1));
    }
  }
  await signLoan(who, person.mobileNumber);
  await expectLanguage(who, "en");
  await untilSealed(who);
  await untilHomeLeadsTo(who, "/webview/bills");
  await openIn("/webview/home", "/webview/bills", "/webview/loan-history", "/webview/protocol", "/webview/ovo");
  for (const [one] of both) {
    await one.open("/webview/bills");
    await chooseWay(one, "014");
    await shownAccount(one);
    await one.look("bills-bank");
  }
});

it("From login to a signed and partly paid loan without script.", async () => {
  const who = await phone({ javaScript: false, language: "zh-CN", width: 320, looksCloser: true });
  const person = await invented(who, 3);
  await who.open("/");
  await logIn(who, person.mobileNumber);
  await giveInformation(who, person, { javaScript: false });
  await applyFor(who, { amountRupiah: 700_000, tenorDays: 30 });
  await untilHomeLeadsTo(who, "/webview/agreement");
  await signLoan(who, person.mobileNumber);
  await untilHomeLeadsTo(who, "/webview/bills");
  await who.look("home-active-plain");
  await who.open("/webview/bills?pay=other");
  await chooseWay(who, "014", 100_000);
  const virtualAccountNumber = await shownAccount(who);
  await pay(who, { virtualAccountNumber, amount: 100_000 });
  await expect
    .poll(
      async () => {
        await who.page.reload();
        return who.page.locator("a[href^='/repayment/success']").count();
      },
      { interval: 400 },
    )
    .toBeGreaterThan(0);
  await pressLink(who, "/repayment/success");
  await who.look("repayment-success-plain");
});

it("a text of the law's kind shows the Indonesian one that binds below a translation", async () => {
  for (const language of ["zh-CN", "en-GB", "id-ID"] as const) {
    const reader = await phone({ language });
    await reader.open("/webview/static-text/terms");
    const original = reader.page.locator("details section[lang=id]");
    expect(await original.count(), language).toBe(language === "id-ID" ? 0 : 1);
    if (language === "en-GB") await reader.page.locator("details:has(section[lang=id]) > summary").click();
    if (language !== "id-ID") expect(await original.innerText()).toContain("Pinjaman");
  }
});
