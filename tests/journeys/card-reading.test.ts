/** Data read from a card or contained in a NIK is filled in for checking, with and without script; other typed values stay. */
import { expect, it } from "vitest";
import { invented, logIn, personOf } from "#tests/support/borrower.ts";
import { phone } from "#tests/support/browser.ts";
import { birthDateIn, pictureOf, press } from "#tests/support/information.ts";
import { waysOf } from "#tests/support/ways.ts";

it.each(
  waysOf(import.meta.url, [
    { javaScript: true, language: "id-ID", read: "Periksa hasil bacaan" },
    { javaScript: false, language: "en-GB", read: "Check what was read" },
  ]),
)(
  "A card is read and checked, or filled in from the NIK alone (script: $javaScript, $language).",
  async ({ javaScript, language, read }) => {
    const who = await phone({ javaScript, language });
    const { page } = who;
    const { mobileNumber } = await invented(who, javaScript ? 891 : 892);
    await logIn(who, mobileNumber, "/webview/identity");
    const person = await personOf(who, "approved-1");
    await page.setInputFiles("[name=photo]", await pictureOf(who, person, "selfie"));
    await press(who, "identity_card_save");
    await page.locator("[name=nik]").waitFor();
    // No card: nothing is read.
    expect(await page.inputValue("[name=nik]")).toBe("");
    await page.fill("[name=fullName]", "Siti");
    await page.fill("[name=nik]", person.nik);
    await press(who, "identity_nik");
    await expect.poll(() => birthDateIn(page)).toBe(person.birthDate);
    expect(await page.isChecked(`[name=sex][value=${person.sex}]`)).toBe(true);
    expect(await page.inputValue("[name=fullName]")).toBe("Siti");
    await who.look("card-from-nik");
    await page.goto(`${who.origin}/webview/identity?step=card`);
    await page.setInputFiles("[name=photo]", await pictureOf(who, person, "identityCard"));
    await press(who, "identity_card_save");
    await page.getByText(read).first().waitFor();
    expect(await page.inputValue("[name=fullName]")).toBe(person.fullName);
    expect(await page.inputValue("[name=birthPlace]")).toBe(person.birthPlace);
    await who.look("card-read");
  },
  60_000,
);
