/** Staff write two campaigns by their forms, two people approve them, and a borrower wins in each: without a line of JSON. */
import { expect, it } from "vitest";
import { sandboxGet } from "#tests/support/borrower.ts";
import { phone, type Phone } from "#tests/support/browser.ts";
import { staffPhone } from "#tests/support/console.ts";
import { verifiedBorrower } from "#tests/support/verified.ts";

const desk = { width: 1280 } as const;
const says = async (who: Phone) => (await who.page.locator("main").innerText()).replaceAll("\u00a0", " ");

/** The days of a campaign that runs now. */
async function period(writer: Phone): Promise<void> {
  const { now } = await sandboxGet<{ now: string }>(writer, "/api/sandbox/clock");
  const day = (more: number) => new Date(Date.parse(now) + (7 + 24 * more) * 3_600_000).toISOString().slice(0, 10);
  await writer.page.fill("[name=opensOn]", day(0));
  await writer.page.fill("[name=closesOn]", day(20));
}

/** Proposed by who wrote it, looked at and confirmed by a second person, and running. */
async function approved(writer: Phone, activityId: string, name: string): Promise<Phone> {
  const { page } = writer;
  await page.locator(".disclosure-summary", { hasText: "Usulkan untuk disetujui" }).click();
  await page.locator(".disclosure[open] textarea[name=reason]").fill("Anggaran dan hadiahnya sudah dibahas.");
  await page.locator(".disclosure[open] button").first().click();
  await page.locator(".notice-ok").first().waitFor();
  const checker = await staffPhone("finance", 0, desk);
  await checker.open("/staff/checks?kind=campaign.budget");
  await checker.page.locator("tbody a", { hasText: "aturan dan anggaran" }).first().click();
  await checker.page.locator("form#check").waitFor();
  await checker.look(`campaign-check-${name}`);
  await checker.page.locator("form#check button[value=true]").click();
  await checker.page.locator("form#check").waitFor({ state: "detached" });
  const visitor = await phone();
  await expect
    .poll(
      async () => {
        const { view } = await sandboxGet<{ view: string }>(visitor, `/api/activity/${activityId}`);
        return view;
      },
      { timeout: 90_000, interval: 1_000 },
    )
    .toBe("LOGIN");
  return checker;
}

it("A second welcome gift is written without script, approved by two people, reached by its name and taken.", async () => {
  const writer = await staffPhone("content", 0, { ...desk, javaScript: false });
  const { page } = writer;
  await writer.open("/staff/campaigns/new");
  await writer.look("campaign-new-choose");
  await page.locator("a[href='/staff/campaigns/new?template=new-gift']").click();
  await page.locator("[name='rules.mechanic']").waitFor({ state: "attached" });
  await page.fill("[name=activityId]", "tiga-orang");
  await page.fill("[name=titleId]", "Hadiah tunai gratis");
  await page.fill("[name=titleEn]", "Cash for your identity");
  await page.fill("[name=titleZh]", "身份验证现金礼");
  await period(writer);
  await page.fill("[name=budgetRupiah]", "15.000");
  await page.selectOption("[name='rules.prizes.0.prize.kind']", "CASH");
  await page.fill("[name='rules.prizes.0.prize.amount']", "5.000");
  await page.selectOption("[name='rules.prizes.0.prize.key']", "");
  await page.fill("[name='rules.prizes.0.stock']", "3");
  await page.fill("[name='rules.prizes.0.prizeKey']", "");
  await page.fill("[name='rules.plusPoints']", "");
  await page.fill("[name='rules.withinDays']", "nol");
  for (const need of ["PROFILE_COMPLETED", "PASSWORD_SET"])
    await page.locator(`[name='rules.needs'][value=${need}]`).uncheck({ force: true });
  await page.locator("[name='rules.needs'][value=IDENTITY_VERIFIED]").check({ force: true });
  // Faults are shown before anything is kept, and typed values stay.
  await page.locator(".console-aside button[value=check]").click();
  await page.locator(".console-aside .notice", { hasText: "Isi dengan bilangan bulat." }).waitFor();
  await page.fill("[name='rules.withinDays']", "0");
  await page.locator(".console-aside button[value=check]").click();
  await page.locator(".console-aside .notice", { hasText: "Judul menjanjikan gratis." }).waitFor();
  await writer.look("campaign-new-checked");
  expect(await says(writer)).toContain("Rp 15.000");
  expect(await page.inputValue("[name='rules.prizes.0.prize.amount']")).toBe("5.000");
  await page.fill("[name=titleId]", "Hadiah tunai verifikasi");
  // The same rules as JSON and back.
  await page.locator("button[value=toJson]").click();
  await page.locator("textarea[name=rules]").waitFor();
  expect(JSON.parse(await page.inputValue("textarea[name=rules]"))).toMatchObject({
    prizes: [{ prizeKey: "CASH_5000", stock: 3 }],
    needs: ["IDENTITY_VERIFIED"],
  });
  await page.locator("button[value=toForm]").click();
  await page.locator("[name='rules.mechanic']").waitFor({ state: "attached" });
  await page.locator(".action-bar button[value=draft]").click();
  await page.waitForURL(/saved=1/);
  await writer.look("campaign-draft");
  await approved(writer, "tiga-orang", "gift");

  const who = await verifiedBorrower({ javaScript: false });
  await who.open("/webview/activity-center");
  for (let pages = 0; pages < 5; pages++) {
    if (await who.page.locator("a[href='/webview/new-gift?of=tiga-orang'], li[data-activity=tiga-orang] a").count())
      break;
    await who.page.locator("a[rel=next]").first().click();
  }
  await who.page.locator("li[data-activity=tiga-orang] a").first().click();
  await who.page.locator(".action-bar button[data-track=campaign_act]").waitFor();
  await who.look("gift-of-two");
  // The sentences are those of its own rules.
  expect(await says(who)).toContain("Untuk yang sudah memverifikasi KTP dan wajah.");
  await who.page.locator(".action-bar button[data-track=campaign_act]").click();
  await who.page.waitForURL(/award=/);
  await who.look("gift-of-two-won");
  expect(await says(who)).toContain("Rp 5.000");
  // The one that ran before stands as before.
  await who.open("/webview/new-gift?of=new-gift");
  expect(await says(who)).toContain("Lengkapi data diri");
}, 300_000);

it("Eggs are written with script, which counts chances and cost while one types, and one of them is opened.", async () => {
  const writer = await staffPhone("content", 1, desk);
  const { page } = writer;
  await writer.open("/staff/campaigns/new?template=toy-egg");
  await page.fill("[name=activityId]", "telur-formulir");
  await period(writer);
  await page.fill("[name=permitNumber]", "CONTOH/UJI/2026");
  await page.fill("[name=budgetRupiah]", "5.000.000");
  // One prize is left of the template's five.
  for (const row of [1, 2, 3, 4]) {
    for (const field of ["prize.amount", "prizeKey", "perDay", "ppm"])
      await page.fill(`[name='rules.prizes.${row}.${field}']`, "");
    for (const field of ["prize.kind", "prize.key"])
      await page.selectOption(`[name='rules.prizes.${row}.${field}']`, "");
  }
  await page.fill("[name='rules.prizes.0.prize.amount']", "5.000");
  await page.fill("[name='rules.prizes.0.prizeKey']", "");
  await page.fill("[name='rules.prizes.0.perDay']", "100");
  await page.fill("[name='rules.prizes.0.ppm']", "990.000");
  await page.locator(".live-region", { hasText: "Peluang berjumlah 990.000 dari 1.000.000." }).waitFor();
  await writer.look("eggs-odds-short");
  await page.locator(".action-bar button[value=draft]").click();
  await page.locator("[data-problem-for='rules.prizes']:not([hidden])").waitFor();
  expect(await page.inputValue("[name='rules.prizes.0.ppm']")).toBe("990.000");
  await page.fill("[name='rules.prizes.0.ppm']", "1000000");
  // A hundred a day of 6.667 each, with the tax.
  await page.locator(".live-region", { hasText: "Rp 666.700" }).waitFor();
  await writer.look("eggs-odds-right");
  await page.locator(".action-bar button[value=draft]").click();
  await page.waitForURL(/saved=1/);
  await writer.open("/staff/campaigns/telur-formulir/preview?view=WON");
  await writer.look("eggs-preview-won");
  await writer.open("/staff/campaigns/telur-formulir/edit");
  await page.fill("[name='rules.playsADay']", "2");
  await page.locator(".action-bar button[value=draft]").click();
  await page.waitForURL(/saved=1/);
  await approved(writer, "telur-formulir", "eggs");

  const who = await verifiedBorrower();
  await who.open("/webview/activity/toy-egg/telur-formulir");
  const act = () => who.page.locator(".action-bar button[data-track=campaign_act]").click();
  await act();
  await who.page.locator("[name=choice]").first().waitFor({ state: "attached" });
  await act();
  await who.page.locator("a[href^='/webview/activity/draw/']").first().waitFor();
  await who.look("eggs-of-form-won");
  expect(await says(who)).toContain("Rp 5.000");
}, 300_000);
