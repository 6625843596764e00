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

it.each([
  { language: "en-GB", lang: "en", seed: 1 },
  { language: "zh-CN", lang: "zh", seed: 2 },
] as const)("From login to a running loan, in $lang", async ({ language, lang, seed }) => {
  const who = await phone({ language });
  const person = await invented(who, seed);
  await who.open("/");
  await expectLanguage(who, lang);
  await logIn(who, person.mobileNumber);
  await giveInformation(who, person);
  for (const path of [
    "/webview/home",
    "/webview/additional-info",
    "/webview/quota",
    "/webview/quota-change-history",
    "/webview/loan-product",
    "/webview/apply-loan",
    "/webview/my-profile",
  ]) {
    await who.open(path);
    await expectLanguage(who, lang);
  }
  await applyFor(who, { amountRupiah: 600_000, tenorDays: 60 });
  await untilHomeLeadsTo(who, "/webview/agreement");
  await expectLanguage(who, lang);
  await who.look("home-approved");
  for (const path of ["/webview/agreement/riplay", "/webview/pdf-preview"]) {
    await who.page.goto(`${who.origin}/webview/agreement`);
    await pressLink(who, path);
    await who.look(path.slice(1));
  }
  await signLoan(who, person.mobileNumber);
  await expectLanguage(who, lang);
  await untilSealed(who);
  await untilHomeLeadsTo(who, "/webview/bills");
  await expectLanguage(who, lang);
  await who.look("home-active");
  for (const path of ["/webview/bills", "/webview/loan-history", "/webview/protocol", "/webview/ovo"]) {
    await who.open(path);
    await expectLanguage(who, lang);
  }
  await who.open("/webview/bills");
  await chooseWay(who, "014");
  await shownAccount(who);
  await who.look("bills-bank");
});

it("From login to a signed and partly paid loan without script.", async () => {
  const who = await phone({ javaScript: false });
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
