/** Help: found by topic and by words, with and without script, in a browser and in an app. */
import { describe, expect, it } from "vitest";
import { phone } from "#tests/support/browser.ts";

const inApp =
  "Mozilla/5.0 (Linux; Android 13; wv) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile Safari/537.36 TunaiApp/2.11.8";

describe.each([{ javaScript: true }, { javaScript: false }])("with script: $javaScript", ({ javaScript }) => {
  it("words lead to an answer, and the answer to its screen", async () => {
    const { page, open, look, origin } = await phone({ javaScript });
    await open("/webview/help-center");
    await page.getByLabel("Apa yang Anda cari?").fill("bayar OVO");
    await page.getByRole("button", { name: "Cari" }).click();
    await page.waitForURL(/\/webview\/help-center\?q=bayar/);
    await look("help-found");
    expect(await page.getByLabel("Apa yang Anda cari?").inputValue()).toBe("bayar OVO");
    await page.getByRole("link", { name: /Membayar cicilan dengan OVO/ }).click();
    await page.waitForURL(`${origin}/webview/e-wallet-explain`);
    expect(await page.locator("main").textContent()).toContain("55 detik");
  });

  it("words that nothing answers keep what was typed and lead on", async () => {
    const { page, open } = await phone({ javaScript });
    await open("/webview/help-center?q=zzqxw");
    expect(await page.locator("h1").textContent()).toBe("Tidak ada jawaban untuk “zzqxw”");
    await page.getByRole("link", { name: /^Membayar/ }).click();
    await page.getByRole("link", { name: /Sudah bayar, tagihan belum berubah/ }).click();
    await page.waitForURL(/article=payment-not-shown/);
    expect(await page.title()).toContain("Sudah bayar, tagihan belum berubah");
    await page.getByRole("link", { name: "Hubungi kami" }).click();
    await page.waitForURL(/\/webview\/customer-service$/);
  });
});

it("what one visitor searched is shown to no other, and a search in another language keeps its words", async () => {
  const { page, open, origin } = await phone();
  await open("/webview/help-center?q=denda");
  await open("/webview/help-center");
  expect(await page.getByLabel("Apa yang Anda cari?").inputValue()).toBe("");
  await page.goto(`${origin}/webview/help-center?q=denda`);
  expect(await page.locator("a[hreflang=en]").first().getAttribute("href")).toBe(
    "/webview/help-center?q=denda&lang=en",
  );
});

it("a question that was found opens on its section's page", async () => {
  const { page, open, look } = await phone();
  await open("/webview/help-center?q=LAPS SJK");
  await page.locator("main a[href*='/webview/customer-service/faq?section=']").first().click();
  await page.waitForURL(/section=/);
  const key = new URL(page.url()).hash.slice(1);
  expect(key).not.toBe("");
  expect(await page.locator(`details#${key}`).getAttribute("open")).not.toBeNull();
  await look("faq-found");
});

it("a made-up article, topic, section, text, example, lender type or picture is a 404 with a way on", async () => {
  const { page, origin, look } = await phone();
  const madeUp = [
    "help-center?article=made-up",
    "help-center?topic=made-up",
    "customer-service/faq?section=made-up",
    "static-agreement/made-up",
    "prl-example/made-up",
    "lender/help-center/made-up",
    "img-page?key=made-up",
    "img-page",
  ];
  for (const path of madeUp) {
    expect((await page.goto(`${origin}/webview/${path}`))?.status(), path).toBe(404);
    await look(`missing-${path.replace(/\W+/g, "-")}`);
    expect(await page.locator("main a").count(), path).toBeGreaterThan(0);
  }
});

it("an address given as a picture's key shows nothing of it", async () => {
  const { page, origin } = await phone();
  expect((await page.goto(`${origin}/webview/img-page?key=https://evil.example/x.png`))?.status()).toBe(404);
  expect(await page.content()).not.toContain("<img");
});

it("lender help without a type stands at GENERAL", async () => {
  const { page, origin } = await phone();
  await page.goto(`${origin}/webview/lender/help-center`);
  expect(new URL(page.url()).pathname).toBe("/webview/lender/help-center/GENERAL");
});

it("the story plays when it is asked to, pauses, and keeps its words below", async () => {
  const { page, open } = await phone();
  await open("/webview/full-video");
  const state = () =>
    page
      .locator(".story-slide")
      .first()
      .evaluate((slide) => getComputedStyle(slide).animationPlayState);
  expect(await state()).toBe("paused");
  await page.getByText("Putar", { exact: true }).click();
  expect(await state()).toBe("running");
  await page.getByText("Jeda", { exact: true }).click();
  expect(await state()).toBe("paused");
  expect(await page.locator("main ol h2").count()).toBe(7);
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await page.locator(".story").isVisible()).toBe(false);
  expect(await page.locator("main ol .drawing").count()).toBe(7);
});

it("the example agreement says that it is one, and in Chinese has the Indonesian beside it", async () => {
  const { page, open } = await phone({ language: "zh-CN" });
  await open("/webview/prl-example/loan-agreement");
  expect(await page.locator("h1").textContent()).toContain("示例");
  expect(await page.locator("section[lang=id]").count()).toBeGreaterThan(5);
  await open("/webview/static-agreement/credit-check");
  expect(await page.locator("details[open] section[lang=id]").count()).toBe(1);
});

it("in the app the bar shows when it is asked for, with the page's title and a way back to help", async () => {
  const { page, open } = await phone({ userAgent: inApp });
  await open("/webview/how-to-loan");
  expect(await page.locator("header").count()).toBe(0);
  await open("/webview/how-to-loan?navBar=1");
  expect(await page.locator(".navigation-bar-title").textContent()).toBe("Cara mengajukan");
  expect(await page.locator(".navigation-bar [data-back]").getAttribute("href")).toBe("/webview/help-center");
  await open("/webview/how-to-loan?navBar=1&hideBack=1");
  expect(await page.locator(".navigation-bar [data-back]").count()).toBe(0);
  await open("/webview/prevent-fraud");
  expect(await page.getAttribute("html", "data-open-hosts")).toBe("www.ojk.go.id iasc.ojk.go.id");
  expect(
    await page
      .locator("a[href^='https://']")
      .evaluateAll((links) => links.every((link) => link.hasAttribute("data-open-in-app"))),
  ).toBe(true);
});

it("every screen of help is whole at 320 px in the dark", async () => {
  const { open } = await phone({ width: 320, colorScheme: "dark", language: "en-GB" });
  const guides = [
    "how-to-loan",
    "how-to-loan-new",
    "prevent-fraud",
    "full-video",
    "tied-card-guide",
    "bank-card-example",
    "e-wallet-explain",
  ];
  const others = [
    "help-center",
    "customer-service",
    "pengumuman",
    "coupon-instructions",
    "lender/about-us",
    "lender/help-center/RISK",
    "static-protocol",
    "privyid-faq",
    "renewal-instructions",
    "prl-example/riplay",
    "img-page?key=rates",
  ];
  for (const screen of [...guides, ...others]) await open(`/webview/${screen}`);
});
