/** The borrower's privacy rights: receipts, withdrawing, switches, a copy by a code; with and without script. */
import { readFile } from "node:fs/promises";
import { strFromU8, unzipSync } from "fflate";
import { beforeAll, expect, it } from "vitest";
import { waitForNextCode } from "#tests/support/applying.ts";
import { invented, logIn, newestCode } from "#tests/support/borrower.ts";
import { phone, type Phone } from "#tests/support/browser.ts";
import { press } from "#tests/support/information.ts";
import { ownDays, type ReadyProduct } from "#tests/support/journey-server.ts";
import { enter, proveIdentity } from "#tests/support/with-identity.ts";
import { waysOf } from "#tests/support/ways.ts";

// Codes wait for a minute: that takes a clock of its own.
let product: ReadyProduct;
beforeAll(async () => {
  product = await ownDays();
});

const words = {
  "id-ID": {
    receipt: "Pemeriksaan wajah",
    gone: "Persetujuan ditarik",
    real: "Tanda terima ini asli",
    on: "Aktif",
    off: "Tidak aktif",
    making: "Salinan Anda sedang disiapkan",
    withdrawn: "Ditarik",
    asked: "Permintaan diterima",
  },
  "en-GB": {
    receipt: "Face check",
    gone: "The consent is withdrawn",
    real: "This receipt is real",
    on: "On",
    off: "Off",
    making: "Your copy is being made",
    withdrawn: "Withdrawn",
    asked: "We have your request",
  },
} as const;

it.each(
  waysOf(import.meta.url, [
    ["id-ID", true],
    ["en-GB", false],
  ]),
)(
  "receipts are read, one is withdrawn and checked, measuring is switched off, and the data comes as a file (%s, script: %s)",
  async (language, javaScript) => {
    const who = await phone({ origin: product.origin, language, javaScript });
    const t = words[language];
    const person = await invented(who, javaScript ? 71 : 72);
    await enter(who, person.mobileNumber);
    await proveIdentity(who, person);
    const { page } = who;
    await who.open("/webview/account");
    await page.locator("a[href='/webview/privacy']").first().click();
    await page.waitForURL(/\/webview\/privacy$/);
    await who.look("privacy");
    await withdraw(who, t);
    await switchOff(who, t);
    await copyOf(who, person, t);
    for (const path of ["uses", "opened"]) await who.open(`/webview/privacy/${path}`);
    await askPeople(who, t);
    await who.open("/webview/privacy/consents/0190cccc-0000-7000-8000-000000000001");
  },
);

type Words = (typeof words)[keyof typeof words];

async function withdraw(who: Phone, t: Words): Promise<void> {
  const { page } = who;
  await who.open("/webview/privacy/consents");
  await page.getByRole("link", { name: t.receipt }).first().click();
  await page.waitForURL(/\/consents\/[0-9a-f-]{36}$/);
  await who.look("privacy-receipt");
  const address = page.url();
  const verify = await page.locator("a[href^='/verify/']").getAttribute("href");
  await page.locator("[data-dialog-open=withdraw]").click();
  const question = page.locator("dialog#withdraw");
  await question.waitFor();
  await question.evaluate((dialog) => Promise.all(dialog.getAnimations().map(({ finished }) => finished)));
  await who.look("privacy-withdraw-ask");
  await question.locator("button[data-track=privacy_withdraw]").click();
  await page.waitForURL(/withdrawn=1/);
  await page.getByText(t.gone).waitFor();
  await who.look("privacy-withdrawn");
  expect(page.url()).toContain(address);
  expect(await page.locator("[data-dialog-open=withdraw]").count()).toBe(0);
  await who.open("/webview/privacy/consents");
  await page.getByText(t.withdrawn, { exact: true }).first().waitFor();
  await who.open(verify!);
  await page.getByText(t.real).waitFor();
}

async function askPeople(who: Phone, t: Words): Promise<void> {
  const { page } = who;
  await who.open("/webview/privacy");
  await page.locator("[data-track=privacy_request]").click();
  await page.waitForURL(/\/privacy-request$/);
  await who.look("privacy-request");
  await page.check("[name=kind][value=RESTRICTION]", { force: true });
  await page.fill("[name=text]", "Jangan pakai data saya untuk penawaran.");
  await press(who, "privacy_request_send");
  await page.waitForURL(/privacy-request\?sent=1/);
  expect(await page.locator("main").innerText()).toContain(t.asked);
  await who.look("privacy-request-sent");
  // Asked twice, what was typed stays.
  await page.check("[name=kind][value=RESTRICTION]", { force: true });
  await page.fill("[name=text]", "Sekali lagi.");
  await press(who, "privacy_request_send");
  await page.locator("form .field-problem, form .notice-bad, form [role=alert]").first().waitFor();
  expect(await page.inputValue("[name=text]")).toBe("Sekali lagi.");
}

async function switchOff(who: Phone, t: Words): Promise<void> {
  const { page } = who;
  await who.open("/webview/privacy/consents");
  const measuring = page.locator("form:has(input[value=ANALYTICS])");
  await measuring.locator("button[data-track=privacy_switch_off]").click();
  await measuring.locator("button[data-track=privacy_switch_on]").waitFor();
  await who.look("privacy-switched-off");
  await measuring.locator("button[data-track=privacy_switch_on]").click();
  await measuring.locator("button[data-track=privacy_switch_off]").waitFor();
  expect(await page.getByText(t.on, { exact: true }).count()).toBeGreaterThan(0);
}

async function copyOf(who: Phone, person: { mobileNumber: string; nik: string }, t: Words): Promise<void> {
  const { page } = who;
  await who.open("/webview/privacy/export");
  await waitForNextCode(who);
  await press(who, "privacy_export_ask");
  await page.locator("[name=code]").waitFor();
  await who.look("privacy-export-code");
  await page.fill("[name=code]", await newestCode(who, person.mobileNumber));
  await press(who, "privacy_export_code");
  await page.waitForURL(/export\?asked=1/);
  const link = page.locator("a[href$='/file']");
  // It may be there by now.
  if ((await link.count()) === 0) expect(await page.locator("main").innerText()).toContain(t.making);
  await expect
    .poll(
      async () => {
        await page.goto(`${who.origin}/webview/privacy/export`);
        return link.count();
      },
      { interval: 500, timeout: 20_000 },
    )
    .toBe(1);
  await who.look("privacy-export-ready");
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  const files = unzipSync(new Uint8Array(await readFile(await download.path())));
  const identity = JSON.parse(strFromU8(files["data/identity.json"]!)) as { rows: { nik: string }[] };
  expect(identity.rows[0]?.nik).toBe(person.nik);
  const pages = await phone({ width: 360 });
  await pages.page.setContent(strFromU8(files["index.html"]!));
  expect(
    await pages.page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
  ).toBe(true);
  await pages.look("privacy-copy");
}

it("says the same in Chinese, and sends who is not logged in to the login.", async () => {
  const who = await phone({ origin: product.origin, language: "zh-CN" });
  await who.page.goto(`${who.origin}/webview/privacy/export`);
  await who.page.waitForURL(/\/login\?next=/);
  await who.open("/privacy-request");
  await who.look("privacy-request-logged-out");
  expect(await who.page.locator("[data-track=privacy_request_send]").count()).toBe(0);
  const person = await invented(who, 73);
  await logIn(who, person.mobileNumber, "/webview/privacy");
  for (const path of ["", "/consents", "/export", "/uses", "/opened"]) await who.open(`/webview/privacy${path}`);
  await who.page.goto(`${who.origin}/webview/privacy/consents`);
  await who.page.getByRole("link", { name: "使用条款" }).first().click();
  await who.page.waitForURL(/\/consents\/[0-9a-f-]{36}$/);
  await who.look("privacy-receipt-terms");
  expect(await who.page.locator("main").innerText()).toContain("账户关闭时终止");
});
