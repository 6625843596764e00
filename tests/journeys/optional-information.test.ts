/** What a borrower may tell and need not: skipped, told, corrected and taken back, with and without script. */
import { expect, it } from "vitest";
import { invented, logIn } from "#tests/support/borrower.ts";
import { phone, type Phone } from "#tests/support/browser.ts";
import { press } from "#tests/support/information.ts";

const says = (who: Phone) => who.page.locator("main").innerText();
let seeds = 700;
async function newBorrower(options: { javaScript: boolean; language: "id-ID" | "en-GB" | "zh-CN" }): Promise<Phone> {
  const who = await phone(options);
  await logIn(who, (await invented(who, ++seeds)).mobileNumber, "/webview/additional-info");
  return who;
}

/** Opens the dialog of a removal, with script or by its address. */
async function openDialog(who: Phone, id: string, javaScript: boolean): Promise<void> {
  const { page } = who;
  if (!javaScript) return page.goto(`${page.url().split("?")[0]}#${id}`).then(() => undefined);
  await page.locator(`a[href='#${id}']`).click();
  await page
    .locator(`dialog#${id}`)
    .evaluate((dialog) => Promise.all(dialog.getAnimations().map(({ finished }) => finished)));
}

it.each([
  { javaScript: true, language: "id-ID", help: "mungkin membantu", skipped: "Dilewati", empty: "paling sedikit satu" },
  { javaScript: false, language: "en-GB", help: "may help us", skipped: "Skipped", empty: "at least one" },
] as const)(
  "Optional information is skipped, told, shown among the own data and removed (script: $javaScript, $language).",
  async ({ javaScript, language, help, skipped, empty }) => {
    const who = await newBorrower({ javaScript, language });
    const { page } = who;
    await who.open("/webview/additional-info");
    expect(await says(who)).toContain(help);
    await page.locator("main a[href='/webview/optional-info']").click();
    await page.locator("[name=dependants]").waitFor();
    await who.look("optional-info-empty");
    expect(await says(who)).not.toMatch(/\d+ ?%/);
    await press(who, "optional_info_skip");
    await page.waitForURL(/additional-info$/);
    expect(await says(who)).toContain(skipped);
    await who.look("additional-info-skipped");
    await who.open("/webview/optional-info");
    // Nothing told but the consent.
    await page.check("[name=consent]");
    await press(who, "optional_info_save");
    await page.getByText(empty).first().waitFor();
    await who.look("optional-info-refused");
    await page.fill("[name=dependants]", "2");
    await page.selectOption("[name=housing]", "ROOM");
    await page.fill("[name=monthlyExpensesRupiah]", "2.500.000");
    await page.check("[name=consent]");
    await press(who, "optional_info_save");
    await page.waitForURL(/saved=1/);
    await who.look("optional-info-saved");
    expect(await page.inputValue("[name=monthlyExpensesRupiah]")).toBe("2.500.000");
    expect(await page.isChecked("[name=consent]")).toBe(false);
    await who.open("/webview/my-profile");
    expect(await says(who)).toContain("2.500.000");
    await who.open("/webview/optional-info");
    await openDialog(who, "remove", javaScript);
    await who.look("optional-info-remove");
    await press(who, "optional_info_remove");
    await page.waitForURL(/removed=1/);
    expect(await page.inputValue("[name=dependants]")).toBe("");
    await who.look("optional-info-removed");
  },
  90_000,
);
