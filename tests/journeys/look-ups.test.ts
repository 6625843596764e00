/** Look-ups of a borrower: each outcome of the registers, with and without script, in the three languages in turn. */
import { expect, it } from "vitest";
import { newestCode, sandboxPost } from "#tests/support/borrower.ts";
import { phone, type Phone } from "#tests/support/browser.ts";
import { press } from "#tests/support/information.ts";
import { withIdentity } from "#tests/support/with-identity.ts";
import { waysOf } from "#tests/support/ways.ts";

const npwp = "01.234.567.8-901.000";
async function fill({ page }: Phone, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await page.fill(`[name=${name}]`, value);
  // Another try of a mistyped password stands under the consent that was given.
  const consent = page.locator("[name=consent][type=checkbox]");
  if ((await consent.count()) > 0) await consent.check();
}
const says = (who: Phone) => who.page.locator("main").innerText();

async function askNpwp(who: Phone, credential: string): Promise<void> {
  await fill(who, { account: npwp, credential });
  await press(who, "lookup_npwp_ask");
}

it.each(
  waysOf(import.meta.url, [
    { javaScript: true, language: "id-ID", found: "Data ditemukan", removed: "Data sudah dihapus" },
    { javaScript: false, language: "en-GB", found: "Record found", removed: "The record was removed" },
  ]),
)(
  "The tax number is found, shown and removed again (script: $javaScript, $language).",
  async ({ javaScript, language, found, removed }) => {
    const { who } = await withIdentity({ javaScript, language });
    const { page } = who;
    await who.open("/webview/additional-info");
    await page.locator("#lookups summary").click();
    await page.locator("a[href='/webview/spider/npwp']").click();
    await page.locator("[name=account]").waitFor();
    await who.look("npwp-form");
    // Each error is shown at its field; the password is never filled in again.
    await fill(who, { account: "12", credential: "wrong-1" });
    if (javaScript) {
      await press(who, "lookup_npwp_ask");
      await page.locator("[aria-invalid=true]").first().waitFor();
      await who.look("npwp-invalid");
    }
    await askNpwp(who, "wrong-1");
    await page.locator("[role=alert], .problem-summary, [aria-invalid=true]").first().waitFor();
    await who.look("npwp-refused");
    expect(await page.inputValue("[name=account]")).toBe(npwp);
    expect(await page.inputValue("[name=credential]")).toBe("");
    expect(await page.content()).not.toContain("wrong-1");
    expect(await says(who)).toContain("2");
    await askNpwp(who, "plain-1");
    await page.getByRole("heading", { name: found }).waitFor();
    await who.look("npwp-found");
    expect(await says(who)).toContain("KPP Pratama");
    await who.open("/webview/additional-info");
    if (javaScript) {
      await who.open("/webview/spider/npwp");
      await page.locator("a[href='#remove']").click();
      await page
        .locator("dialog")
        .evaluate((dialog) => Promise.all(dialog.getAnimations().map(({ finished }) => finished)));
      await who.look("npwp-remove");
    } else await who.open("/webview/spider/npwp#remove");
    await page.locator("button[data-track=lookup_remove]").click();
    await page.getByText(removed).waitFor();
    await who.look("npwp-removed");
  },
  60_000,
);

it.each(
  waysOf(import.meta.url, [
    { javaScript: true, language: "zh-CN", asking: "正在查询", answered: "已收到答复", found: "已找到记录" },
    {
      javaScript: false,
      language: "id-ID",
      asking: "Sedang mencari",
      answered: "Jawaban sudah ada",
      found: "Data ditemukan",
    },
  ]),
)(
  "A slow register is waited for; the page may be left and reloaded (script: $javaScript, $language).",
  async ({ javaScript, language, asking, answered, found }) => {
    const { who } = await withIdentity({ javaScript, language });
    const { page } = who;
    await who.open("/webview/spider/bpjs");
    await fill(who, { account: "siti@contoh.id", credential: "slow-1" });
    await press(who, "lookup_bpjs_ask");
    await page.getByRole("heading", { name: asking }).waitFor();
    await who.look("bpjs-asking");
    await page.reload();
    await page.getByRole("heading", { name: asking }).waitFor();
    // On return to the plain address, the page shows that the look-up is in progress.
    await who.open("/webview/spider/bpjs");
    await page.getByRole("heading", { name: asking }).waitFor();
    await sandboxPost(who, "/api/sandbox/clock", { advanceSeconds: 35 });
    if (javaScript) await page.getByRole("heading", { name: answered }).waitFor();
    else await page.locator("form#waiting button").click();
    await page.getByRole("heading", { name: answered }).waitFor();
    await who.look("bpjs-answered");
    await page.locator("main a[href='/webview/spider/bpjs']").click();
    await page.getByRole("heading", { name: found }).waitFor();
    await who.look("bpjs-found");
    expect(await says(who)).toContain("Rp");
  },
  60_000,
);

it.each(
  waysOf(import.meta.url, [
    { javaScript: true, language: "en-GB", code: "Enter the code", left: "Tries left today: 2", found: "Record found" },
    { javaScript: false, language: "zh-CN", code: "输入验证码", left: "今日剩余次数：2", found: "已找到记录" },
  ]),
)(
  "The operator is asked about the own number, with the code that it sends (script: $javaScript, $language).",
  async ({ javaScript, language, code, left, found }) => {
    const { who, person } = await withIdentity({ javaScript, language });
    const { page } = who;
    await who.open("/webview/spider/operator");
    expect(await says(who)).not.toContain(person.mobileNumber);
    await fill(who, {});
    await press(who, "lookup_operator_ask");
    await page.getByRole("heading", { name: code }).waitFor();
    await who.look("operator-code");
    await page.fill("[name=code]", "000000");
    await press(who, "lookup_code");
    await page.getByText(left).first().waitFor();
    await who.look("operator-code-wrong");
    expect(await page.inputValue("[name=code]")).toBe("");
    await page.fill("[name=code]", await newestCode(who, person.mobileNumber));
    await press(who, "lookup_code");
    await page.getByRole("heading", { name: found }).waitFor();
    await who.look("operator-found");
    // The register's abbreviations are shown in words.
    expect(await says(who)).not.toMatch(/PRABAYAR|2017-06/);
  },
  60_000,
);

it.each(
  waysOf(import.meta.url, [
    { javaScript: true, language: "id-ID", texts: ["Tidak ada catatan", "orang lain", "tidak menjawab"] },
    { javaScript: false, language: "en-GB", texts: ["no record", "another person", "did not answer"] },
  ]),
)(
  "Not found, somebody else's and unavailable are each said, and what was typed stays (script: $javaScript, $language).",
  async ({ javaScript, language, texts }) => {
    const { who } = await withIdentity({ javaScript, language });
    const { page } = who;
    for (const [index, word] of (["none1", "other1", "away1"] as const).entries()) {
      await who.open("/webview/spider/education");
      await fill(who, { institution: "Universitas Contoh", account: word, year: "2015" });
      await press(who, "lookup_education_ask");
      if (word === "away1") {
        await page.locator("[name=institution]").waitFor();
        await page.locator(".problem-summary, [role=alert]").first().waitFor();
        expect(await page.inputValue("[name=institution]")).toBe("Universitas Contoh");
        await who.look("education-away");
        await who.open("/webview/spider/education");
      }
      await page.getByText(texts[index]!).first().waitFor();
      await who.look(`education-${word}`);
    }
  },
  60_000,
);

it("After three refusals the register is left alone for today; without the card's data nothing can be compared.", async () => {
  const { who } = await withIdentity();
  const { page } = who;
  await who.open("/webview/spider/npwp");
  for (const left of [2, 1]) {
    await askNpwp(who, "wrong-1");
    await page.getByText(`Sisa percobaan hari ini: ${left}`).first().waitFor();
  }
  await askNpwp(who, "wrong-1");
  await page.getByText("agar akun Anda di sana tidak terkunci").waitFor();
  await who.look("npwp-no-tries");
  const wide = await withIdentity({ width: 700, language: "zh-CN" });
  await wide.who.open("/webview/spider/education");
  const small = await withIdentity({ width: 320 });
  await small.who.open("/webview/spider/bpjs");
  // A visitor who is not logged in is led to the login, and back from there.
  const stranger = await phone();
  await stranger.page.goto(`${stranger.origin}/webview/spider/operator`);
  expect(new URL(stranger.page.url()).search).toContain(encodeURIComponent("/webview/spider/operator"));
}, 300_000);
