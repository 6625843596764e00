/** Optional information of a borrower: skipped, given, corrected and deleted, with and without script. */
import { expect, it } from "vitest";
import { invented, logIn, personOf } from "#tests/support/borrower.ts";
import { phone, type Phone } from "#tests/support/browser.ts";
import { pictureOf, press, sendChosen } from "#tests/support/information.ts";
import { waysOf } from "#tests/support/ways.ts";

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

it.each(
  waysOf(import.meta.url, [
    {
      javaScript: true,
      language: "id-ID",
      help: "mungkin membantu",
      skipped: "Dilewati",
      empty: "paling sedikit satu",
    },
    { javaScript: false, language: "en-GB", help: "may help us", skipped: "Skipped", empty: "at least one" },
  ]),
)(
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

it.each(
  waysOf(import.meta.url, [
    { javaScript: true, language: "zh-CN" },
    { javaScript: false, language: "id-ID" },
  ]),
)(
  "The mother's maiden name is kept and shown masked, changed and removed (script: $javaScript, $language).",
  async ({ javaScript, language }) => {
    const who = await newBorrower({ javaScript, language });
    const { page } = who;
    await page.locator("main a[href='/webview/mother-surname']").click();
    await page.locator("[name=name]").waitFor();
    await who.look("mother-surname-empty");
    if (javaScript) {
      // Without script the browser itself holds it back by the pattern.
      await page.fill("[name=name]", "4n1");
      await press(who, "mothers_name_save");
      await page.locator("[aria-invalid=true]").first().waitFor();
      await who.look("mother-surname-refused");
    }
    await page.fill("[name=name]", "Sri Wahyuni");
    await press(who, "mothers_name_save");
    await page.waitForURL(/saved=1/);
    expect(await says(who)).toContain("S•• W••••••");
    expect(await page.content()).not.toContain("Wahyuni");
    await who.look("mother-surname-kept");
    await who.open("/webview/my-profile");
    await page.locator("main a[href='/webview/mother-surname']").click();
    await page.locator("main summary").click();
    await page.fill("[name=name]", "Siti");
    await who.look("mother-surname-change");
    await press(who, "mothers_name_save");
    await page.getByText("S•••", { exact: true }).waitFor();
    await openDialog(who, "remove", javaScript);
    await who.look("mother-surname-remove");
    await press(who, "mothers_name_remove");
    await page.waitForURL(/removed=1/);
    await who.look("mother-surname-removed");
  },
  90_000,
);

it.each(
  waysOf(import.meta.url, [
    { javaScript: true, language: "en-GB" },
    { javaScript: false, language: "zh-CN" },
  ]),
)(
  "Words of one's own are written, kept, too long ones refused, and emptied (script: $javaScript, $language).",
  async ({ javaScript, language }) => {
    const who = await newBorrower({ javaScript, language });
    const { page } = who;
    await page.locator("main a[href='/webview/additional-info/input']").click();
    await page.locator("[name=note]").waitFor();
    await who.look("input-empty");
    await page.fill("[name=note]", "Saya juga berjualan <b>daring</b>.");
    await press(who, "other_text_save");
    await page.waitForURL(/saved=1/);
    await who.look("input-saved");
    expect(await page.inputValue("[name=note]")).toBe("Saya juga berjualan <b>daring</b>.");
    // It is the note of that kind of document, shown there as well.
    await page.locator("main a[href$='/upload/other-text']").click();
    await page.locator("[name=photo]").waitFor();
    expect(await page.inputValue("[name=note]")).toContain("daring");
    await who.open("/webview/additional-info/input");
    const long = "x".repeat(501);
    await page.locator("[name=note]").evaluate((field, text) => {
      field.removeAttribute("maxlength");
      (field as HTMLTextAreaElement).value = text;
    }, long);
    await press(who, "other_text_save");
    await page.locator("[aria-invalid=true]").first().waitFor();
    expect(await page.inputValue("[name=note]")).toBe(long);
    await page.fill("[name=note]", "");
    await press(who, "other_text_save");
    await page.waitForURL(/saved=1/);
    expect(await page.inputValue("[name=note]")).toBe("");
  },
  90_000,
);

it.each(
  waysOf(import.meta.url, [
    { javaScript: true, language: "id-ID" },
    { javaScript: false, language: "en-GB" },
  ]),
)(
  "Limits elsewhere are told with screenshots and removed; without the consent nothing is taken (script: $javaScript, $language).",
  async ({ javaScript, language }) => {
    const who = await newBorrower({ javaScript, language });
    const { page } = who;
    await page.locator("main a[href='/webview/additional-info/competitors']").click();
    await page.locator("[name=lenderKey]").waitFor();
    await who.look("competitors-empty");
    expect(await page.locator("[name=photo]").count()).toBe(0);
    // Values chosen and typed together stay.
    await page.selectOption("[name=lenderKey]", "JULO");
    await page.fill("[name=lenderName]", "Pinjam Kita");
    await page.fill("[name=limitRupiah]", "5.000.000");
    await page.check("[name=consent]");
    await press(who, "competitor_add");
    await page.locator("[aria-invalid=true]").first().waitFor();
    await who.look("competitors-refused");
    expect(await page.inputValue("[name=lenderName]")).toBe("Pinjam Kita");
    await page.selectOption("[name=lenderKey]", "");
    await page.check("[name=consent]");
    await press(who, "competitor_add");
    await page.waitForURL(/saved=1/);
    expect(await says(who)).toContain("Pinjam Kita");
    expect(await page.locator("[name=consent]").count()).toBe(0);
    await page.setInputFiles("[name=photo]", await pictureOf(who, await personOf(who, "approved-1"), "salarySlip"));
    await sendChosen(who, "competitor_photo_upload");
    await page.locator(".photos-picture").waitFor();
    await who.look("competitors-told");
    await press(who, "competitor_photo_delete");
    await page.locator(".photos-picture").waitFor({ state: "detached" });
    await press(who, "competitor_remove");
    await page.getByText("Pinjam Kita").waitFor({ state: "detached" });
    await who.look("competitors-removed");
  },
  90_000,
);
