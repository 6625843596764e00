/** Levels of members: what one's own is and what the next asks for, Plus and its conditions, and interest that can be taken off. */
import { beforeAll, expect, it } from "vitest";
import { waitForNextCode } from "#tests/support/applying.ts";
import { invented, logIn, newestCode } from "#tests/support/borrower.ts";
import { phone, type Phone } from "#tests/support/browser.ts";
import { press } from "#tests/support/information.ts";
import { ownDays, type ReadyProduct } from "#tests/support/journey-server.ts";
import { nameEmail } from "#tests/support/naming-email.ts";
import { madeAgain, madeLoan, moveDays, moveToMorning, payBill } from "#tests/support/paying.ts";
import { waysOf } from "#tests/support/ways.ts";

// Loans that were held for a week need a clock of their own.
let product: ReadyProduct;
beforeAll(async () => {
  product = await ownDays();
});

/** A page in each language, and in the dark. */
async function lookAtAll(who: Phone, path: string, name: string): Promise<void> {
  for (const language of ["en", "zh", "id"]) {
    await who.page.goto(`${who.origin}${path}?lang=${language}`);
    await who.look(`${name}-${language}`);
  }
  await who.page.emulateMedia({ colorScheme: "dark" });
  await who.look(`${name}-dark`);
  await who.page.emulateMedia({ colorScheme: "light" });
}

it.each(
  waysOf(import.meta.url, [
    { javaScript: true, language: "id-ID", width: 360 },
    { javaScript: false, language: "zh-CN", width: 320 },
  ]),
)(
  "Somebody new sees that levels are free, what each asks for, and why nothing can be taken off yet (script: $javaScript, $language).",
  async ({ javaScript, language, width }) => {
    const who = await phone({ javaScript, language, width, looksCloser: true });
    const { page } = who;
    const person = await invented(who, javaScript ? 8_101 : 8_102);
    await logIn(who, person.mobileNumber);
    await who.open("/webview/account");
    await page.locator("main a[href='/webview/viprights']").click();
    await page.waitForURL(/viprights/);
    await who.look("viprights-basic");
    expect(await page.locator("main .card").count()).toBe(4);
    await page.locator("main a[href='/webview/upgrade-plus']").first().click();
    await page.waitForURL(/upgrade-plus/);
    await who.look("upgrade-plus-missing");
    // Nothing can be chosen yet: each condition that is missing leads to where it is met.
    expect(await page.locator("button[data-track=plus_begin]").count()).toBe(0);
    for (const to of ["/webview/viprights", "/webview/email-status", "/webview/additional-info"])
      expect(await page.locator(`main a[href='${to}']`).count(), to).toBeGreaterThan(0);
    await who.open("/webview/reduce-interest");
    await who.look("reduce-interest-none");
    expect(await page.locator("button[data-track=interest_reduce]").count()).toBe(0);
    await page.locator("main a[href='/webview/viprights']").click();
    await page.waitForURL(/viprights/);
  },
);

it("A member takes interest off, meets the conditions of Plus one by one, and chooses it.", async () => {
  const who = await phone({ origin: product.origin, looksCloser: true });
  const { page } = who;
  const person = await invented(who, 8_103);
  const { mobileNumber } = person;
  await moveToMorning(who);
  await madeLoan(who, person, mobileNumber);
  await payBill(who, "ALL");
  await madeAgain(who, mobileNumber);
  await payBill(who, "FIRST");
  await who.open("/webview/viprights");
  await lookAtAll(who, "/webview/reduce-interest", "reduce-interest-eligible");
  await press(who, "interest_reduce");
  await page.waitForURL(/taken=1/);
  await who.look("reduce-interest-taken");
  expect(await page.locator("button[data-track=interest_reduce]").count()).toBe(0);
  await payBill(who, "ALL");
  await madeAgain(who, mobileNumber);
  // An instalment counts for the score once the money was held for a week.
  await moveDays(who, 8);
  await payBill(who, "ALL");
  const conditions = () => page.locator("main .badge-ok").count();
  await expect
    .poll(async () => ((await page.goto(`${who.origin}/webview/upgrade-plus`)) ? conditions() : 0), { timeout: 90_000 })
    .toBe(2);
  await who.look("upgrade-plus-gold");
  await page.evaluate(async () => {
    const headers = { "Content-Type": "application/json" };
    const body = JSON.stringify({ account: "anggota@contoh.id", credential: "plain", consent: true });
    const answer = await fetch("/api/lookup/BPJS", { method: "POST", headers, body });
    if (!answer.ok) throw new Error(await answer.text());
  });
  await waitForNextCode(who);
  await who.open("/webview/add-email");
  await nameEmail(who, "anggota@contoh.id", mobileNumber);
  await page.fill("[name=code]", await newestCode(who, "anggota@contoh.id"));
  await press(who, "email_verify");
  await page.waitForURL(/email-status\?verified/);
  await expect
    .poll(async () => ((await page.goto(`${who.origin}/webview/upgrade-plus`)) ? conditions() : 0), { timeout: 90_000 })
    .toBe(4);
  await lookAtAll(who, "/webview/upgrade-plus", "upgrade-plus-ready");
  await press(who, "plus_begin");
  await page.waitForURL(/begun=1/);
  await lookAtAll(who, "/webview/upgrade-plus", "upgrade-plus-running");
  await lookAtAll(who, "/webview/viprights", "viprights-plus");
  await who.open("/webview/upgrade-plus");
  await press(who, "plus_end");
  await page.waitForURL(/ended=1/);
  await who.look("upgrade-plus-ended");
}, 300_000);
