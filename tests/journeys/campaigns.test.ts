/** Campaigns as people meet them: what a visitor sees, an egg opened and its proof, a tree planted and watered, a coupon taken, and a rest. */
import { expect, it } from "vitest";
import { sandboxGet } from "#tests/support/borrower.ts";
import { phone, type Phone } from "#tests/support/browser.ts";
import { staffPhone } from "#tests/support/console.ts";
import { verifiedBorrower as verified } from "#tests/support/verified.ts";
import { withIdentity } from "#tests/support/with-identity.ts";
import { waysOf } from "#tests/support/ways.ts";

/** Once the sandbox's campaigns run. */
async function running(who: Phone): Promise<void> {
  await expect
    .poll(async () => (await sandboxGet<{ items: { view: string }[] }>(who, "/api/activity")).items.length, {
      timeout: 60_000,
      interval: 500,
    })
    .toBeGreaterThan(15);
}

/** Amounts stand unbroken. */
const says = async (who: Phone) => (await who.page.locator("main").innerText()).replaceAll("\u00a0", " ");
const act = (who: Phone) =>
  who.page.locator(".action-bar button:is([data-track=campaign_act], [data-track=coupon_obtain])").click();

it("A visitor sees what every campaign gives, its chances and pieces left, and the way in.", async () => {
  const who = await phone();
  await running(who);
  for (const [path, name] of [
    ["/webview/activity-center", "center"],
    ["/webview/activity/comming", "coming"],
    ["/webview/seven-year", "seven-year"],
    ["/webview/activity/get-coupon", "get-coupon"],
    ["/webview/email-coupon", "email-coupon"],
    ["/webview/new-gift", "new-gift"],
    ["/webview/order-gift", "order-gift"],
    ["/webview/order-page", "order-page"],
    ["/webview/activity/tomoro/tomoro-coffee", "tomoro"],
    ["/webview/activity/tomoro-rules/tomoro-coffee", "tomoro-rules"],
    ["/webview/activity/sign-in", "sign-in"],
    ["/webview/activity/sign-in-order", "sign-in-order"],
    ["/webview/activity/toy-egg/toy-egg-1", "toy-egg"],
    ["/webview/activity/toy-egg-2/toy-egg-2", "toy-egg-2"],
    ["/webview/activity/toy-egg-2/policyAgreement/toy-egg-2", "policy"],
    ["/webview/golden-egg", "golden-egg"],
    ["/webview/golden-rule", "golden-rule"],
    ["/webview/activity/watering", "watering"],
    ["/webview/activity/watering/rule", "watering-rule"],
    ["/webview/watering-new", "watering-new"],
    ["/webview/watering-new-year", "watering-new-year"],
    ["/webview/watering-new-skin", "watering-new-skin"],
    ["/webview/watering-new-page", "watering-new-page"],
    ["/webview/activity/pay-wish", "pay-wish"],
    ["/webview/activity/toy-egg/egg-soon", "egg-soon"],
    ["/webview/activity/toy-egg/egg-paused", "egg-paused"],
    ["/webview/activity/toy-egg/egg-empty", "egg-empty"],
    ["/webview/activity/toy-egg/egg-ended", "egg-ended"],
  ] as const) {
    await who.open(path);
    await who.look(`visitor-${name}`);
    expect(await who.page.locator("main svg").count(), path).toBeGreaterThanOrEqual(
      name.includes("rule") || name === "policy" ? 0 : 1,
    );
  }
  await who.page.locator("a[data-track=campaign_act]").click();
  expect(new URL(who.page.url()).pathname).toBe("/webview/activity-center");
}, 300_000);

it.each(
  waysOf(import.meta.url, [
    { javaScript: true, language: "id-ID", colorScheme: "light" },
    { javaScript: false, language: "en-GB", colorScheme: "dark" },
  ]),
)(
  "An egg is opened, its prize is shown with its proof, and an empty one says so calmly (script: $javaScript, $language).",
  async (options) => {
    const who = await verified(options);
    await running(who);
    const { page } = who;
    const name = `${options.language}-${options.colorScheme}`;
    await who.open("/webview/activity/toy-egg/egg-win");
    await who.look(`egg-ticket-${name}`);
    await act(who);
    await page.locator("[name=choice]").first().waitFor({ state: "attached" });
    await who.look(`egg-choose-${name}`);
    await page.locator(".art-option").nth(2).click();
    await act(who);
    await page.locator("a[href^='/webview/activity/draw/']").first().waitFor();
    await who.look(`egg-won-${name}`);
    expect(await says(who)).toContain("Rp 5.000");
    await page.locator("a[href^='/webview/activity/draw/']").first().click();
    await page.locator(".draw-hash").first().waitFor();
    await who.look(`proof-sealed-${name}`);
    await who.open("/webview/activity/toy-egg/egg-lose");
    await act(who);
    await page.locator("[name=choice]").first().waitFor({ state: "attached" });
    await act(who);
    await page.locator(".campaign-moves").waitFor({ state: "attached" });
    await who.look(`egg-lost-${name}`);
    expect(new URL(page.url()).searchParams.has("award")).toBe(false);
    await who.open("/webview/activity/toy-egg-2/toy-egg-2");
    await act(who);
    await page.locator("a[data-track=campaign_act]").click();
    await page.locator("[name=agree]").check();
    await act(who);
    await page.locator("[name=choice]").first().waitFor({ state: "attached" });
    await who.look(`toy-egg-2-${name}`);
    await who.open("/webview/golden-egg");
    await who.look(`golden-egg-${name}`);
  },
  120_000,
);

it.each(
  waysOf(import.meta.url, [
    { javaScript: true, language: "zh-CN", colorScheme: "dark" },
    { javaScript: false, language: "id-ID", colorScheme: "light" },
  ]),
)(
  "A tree is planted and watered, a coupon taken, a day checked in, and a rest begun (script: $javaScript, $language).",
  async (options) => {
    const who = await verified(options);
    await running(who);
    const { page } = who;
    const name = `${options.language}-${options.colorScheme}`;
    // One press counts in all that is joined by then; what is joined later has its own.
    await who.open("/webview/activity/sign-in");
    await who.look(`check-in-${name}`);
    await act(who);
    await page.locator(".campaign-moves").waitFor({ state: "attached" });
    await who.look(`check-in-done-${name}`);
    await who.open("/webview/activity/watering");
    await who.look(`tree-plant-${name}`);
    await page.locator("[name=agree]").check();
    await act(who);
    await page.locator("progress").waitFor();
    await act(who);
    await page.locator("[name=pours]").first().waitFor({ state: "attached" });
    await who.look(`tree-energy-${name}`);
    await act(who);
    await page.locator(".campaign-moves").waitFor({ state: "attached" });
    await who.look(`tree-watered-${name}`);
    await who.open("/webview/activity/pay-wish");
    await page.locator("input[name=wishKey]").nth(1).check({ force: true });
    await page.locator("[name=agree]").check();
    await who.look(`wish-choose-${name}`);
    await act(who);
    await page.locator("progress").waitFor();
    await act(who);
    await page.locator("progress[value='10']").waitFor();
    await page.locator(".disclosure-summary").first().click();
    await who.look(`wish-${name}`);
    await page.fill("[name=wishCode]", "0000000000");
    await page.locator(".disclosure button").click();
    await page.locator("[role=alert], .problem-summary").first().waitFor();
    expect(await page.inputValue("[name=wishCode]")).toBe("0000000000");
    await who.open("/webview/activity/pay-wish-detail");
    await who.open("/webview/activity/get-coupon");
    await who.look(`coupon-${name}`);
    await act(who);
    // Won, and ready to use in the list of one's own below.
    await page.locator(".receipt .badge-ok").first().waitFor();
    await who.look(`coupon-taken-${name}`);
    await who.open("/webview/activity/tomoro/tomoro-coffee");
    await page.locator(".code-box").first().waitFor();
    const { items } = await sandboxGet<{ items: { activityId: string; code: string }[] }>(
      who,
      "/api/sandbox/entry-codes",
    );
    const { code } = items.find(({ activityId }) => activityId === "tomoro-coffee")!;
    // The outlet's code as people type it: a key after the other in the first box, from which the script goes on.
    await page.locator(".code-box").first().pressSequentially(code);
    await who.look(`coffee-${name}`);
    await act(who);
    await page.locator(".code-box").first().waitFor({ state: "detached" });
    await who.look(`coffee-given-${name}`);
    await who.open("/webview/activity-center");
    await page.locator(".disclosure-summary").first().click();
    await page.locator("input[name=days][value='30']").check({ force: true });
    await page.locator("button[data-track=break_set]").click();
    await page.getByRole("status").first().waitFor();
    await who.open("/webview/activity/toy-egg/toy-egg-1");
    await who.look(`rest-${name}`);
  },
  120_000,
);

it.each(waysOf(import.meta.url, [{ javaScript: true }, { javaScript: false }]))(
  "A coming event is waited for by one tap, and the next one takes it back (script: $javaScript).",
  async (options) => {
    const { who } = await withIdentity(options);
    await running(who);
    const address = "/webview/activity/toy-egg/egg-soon";
    await who.open(address);
    const tap = async (reminded: boolean) => {
      await who.page.locator("button[data-track=campaign_act]").first().click();
      await who.page.waitForURL(`**${address}?reminded=${reminded}&act=remind`);
      await who.page.getByRole("status").first().waitFor();
      await who.look(`coming-reminded-${reminded}`);
    };
    await tap(true);
    await tap(false);
  },
  90_000,
);

it("Staff see what a campaign costs, draft one, and pause another with a reason.", async () => {
  const admin = await staffPhone("admin", 0);
  const { page } = admin;
  await admin.open("/staff/campaigns");
  await admin.look("staff-campaigns");
  await admin.open("/staff/campaigns/egg-win");
  await admin.look("staff-campaign");
  await admin.open("/staff/campaigns/egg-win/winners");
  await admin.look("staff-winners");
  await admin.open("/staff/campaigns/new?template=toy-egg");
  await admin.look("staff-new");
  await page.fill("[name=activityId]", "journey-eggs");
  for (const name of ["titleId", "titleEn", "titleZh"]) await page.fill(`[name=${name}]`, "Telur perjalanan");
  await page.selectOption("[name=skin]", "toy-egg");
  await page.fill("[name=opensOn]", "2027-01-01");
  await page.fill("[name=closesOn]", "2026-01-01");
  await page.fill("[name=budgetRupiah]", "1000000");
  await page.locator(".action-bar button").click();
  await page.locator("[aria-invalid=true]").first().waitFor();
  expect(await page.inputValue("[name=activityId]")).toBe("journey-eggs");
  await page.fill("[name=closesOn]", "2027-02-01");
  await page.locator(".action-bar button").click();
  await page.waitForURL(/saved=1/);
  await admin.look("staff-draft");
  await page.locator("a", { hasText: "Ubah rancangan" }).click();
  await page.locator("[name=titleEn]").waitFor();
  await admin.look("staff-draft-form");
  await page.fill("[name=titleEn]", "Better eggs");
  await page.locator(".action-bar button").click();
  await page.waitForURL(/saved=1/);
  await admin.open("/staff/campaigns/journey-eggs/edit");
  expect(await page.inputValue("[name=titleEn]")).toBe("Better eggs");
  await admin.open("/staff/campaigns/golden-egg");
  await page.locator(".disclosure-summary", { hasText: "Jeda sekarang" }).click();
  await page.locator(".disclosure[open] textarea[name=reason]").fill("Perlu diperiksa lebih dulu.");
  await page.locator(".disclosure[open] button").first().click();
  await page.locator(".notice-ok").first().waitFor();
  await admin.look("staff-paused");
}, 300_000);
