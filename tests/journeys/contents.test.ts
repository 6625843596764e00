/** Contents and configuration in a browser: written by one person, checked by another, read by everybody a moment later. */
import { expect, it } from "vitest";
import { phone } from "#tests/support/browser.ts";
import { staffPhone } from "#tests/support/console.ts";

it("An answer of the FAQ is rewritten, checked without script, and stands on the public page a moment later.", async () => {
  const reader = await phone({ language: "id-ID" });
  await reader.open("/about/faq");
  const maker = await staffPhone("content", 0, { width: 1280 });
  const { page } = maker;
  await maker.open("/staff/contents");
  await maker.open("/staff/contents?collection=faq");
  await page.locator("main table a[href^='/staff/contents/faq/']").first().click();
  await page.locator("[name='texts.id.markdown']").waitFor();
  await maker.look("contents-editor");
  const section = await page.inputValue("[name='head.section']");
  await reader.open(`/about/faq/${section}`);
  const sentence = `Jawaban diperiksa dua orang (${process.pid}).`;
  await page.fill("[name='texts.id.markdown']", `${sentence}\n\nBiayanya {{noSuchFigure}}.`);
  await page.getByRole("button", { name: "Pratinjau" }).click();
  await page.locator("[data-problem-for='texts.id.markdown']:not([hidden])").waitFor();
  expect(await page.inputValue("[name='texts.id.markdown']")).toContain(sentence);
  await maker.look("contents-editor-problem");
  await page.fill("[name='texts.id.markdown']", `${sentence}\n\nBiayanya {{dailyRate}} per hari.`);
  await page.getByRole("button", { name: "Pratinjau" }).click();
  await page.locator(".content-preview").first().getByText("Biayanya 0,2% per hari.").waitFor();
  await maker.look("contents-preview");
  await page.getByRole("button", { name: "Usulkan", exact: true }).click();
  await page.getByText("Usulan Anda menunggu orang lain.").waitFor();
  await maker.look("contents-proposal");
  const address = new URL(page.url()).pathname;

  const checker = await staffPhone("content", 1, { javaScript: false });
  await checker.open("/staff/contents");
  await checker.page.goto(checker.origin + address);
  await checker.look("contents-check");
  await checker.page.getByRole("button", { name: "Tolak" }).click();
  await checker.page.locator("[data-problem-for=reason]:not([hidden])").waitFor();
  await checker.page.getByRole("button", { name: "Setuju, terbitkan" }).click();
  await checker.page.getByText("Terbit", { exact: true }).first().waitFor();
  await expect
    .poll(
      async () =>
        (
          await (await fetch(`${reader.origin}/about/faq/${section}`, { headers: { "Accept-Language": "id" } })).text()
        ).includes(sentence),
      { interval: 50 },
    )
    .toBe(true);

  await page.goto(
    `${maker.origin}${await checker.page.locator("main a[href^='/staff/contents/faq/']").first().getAttribute("href")}/versions`,
  );
  await maker.look("contents-versions");
  await page.getByRole("link", { name: "1 → 2" }).click();
  await page.locator("ins, .difference-added").first().waitFor();
  await maker.look("contents-versions-compared");
});

it("The standard rates are proposed in their form, checked, and a second proposal meanwhile keeps what was typed.", async () => {
  const maker = await staffPhone("content", 0);
  const { page } = maker;
  await maker.open("/staff/configuration");
  await maker.open("/staff/configuration/new");
  await page.goto(`${maker.origin}/staff/configuration/app_config.standard_rate_for_web`);
  await maker.look("configuration-rates");
  await page.fill("[name=normalTo]", "4");
  await page.getByRole("button", { name: "Usulkan" }).click();
  await page.locator("[data-problem-for=normalTo]:not([hidden])").waitFor();
  await maker.look("configuration-rates-problem");
  await page.fill("[name=normalTo]", "0,25");
  await page.getByRole("button", { name: "Usulkan" }).click();
  await page.getByText("Usulan Anda menunggu orang lain.").waitFor();
  await maker.look("configuration-proposal");
  const address = page.url();

  const checker = await staffPhone("content", 1);
  await checker.page.goto(`${checker.origin}/staff/configuration/app_config.standard_rate_for_web`);
  await checker.page.fill("[name=normalTo]", "0,2");
  await checker.page.getByRole("button", { name: "Usulkan" }).click();
  await checker.page.getByText("Usulan lain sedang menunggu pemeriksa.").first().waitFor();
  expect(await checker.page.inputValue("[name=normalTo]")).toBe("0,2");
  await checker.look("configuration-second-editor");
  await checker.page.goto(address);
  await checker.page.getByRole("button", { name: "Setuju, berlakukan" }).click();
  await checker.page.getByText("Berlaku", { exact: true }).first().waitFor();
  const config = await (await fetch(`${checker.origin}/api/generalConfig?key=app_config.standard_rate_for_web`)).json();
  expect(JSON.parse(config.configs[0].configValue).rateContentForIdn).toBe("0,1% - 0,25%");
});
