/** A verified identity is corrected at 360 px, with and without script: what is wrong, the proof, what people see, and the way back. */
import { expect, it } from "vitest";
import { invented } from "#tests/support/borrower.ts";
import { phone, type Phone } from "#tests/support/browser.ts";
import { staffPhone } from "#tests/support/console.ts";
import { giveIdentity, pictureOf, press, sendChosen } from "#tests/support/information.ts";
import { enter, proveIdentity } from "#tests/support/with-identity.ts";
import { waysOf } from "#tests/support/ways.ts";

const text = ({ page }: Phone) => page.locator("main").innerText();
const base = "/webview/my-profile/correction";

it.each(waysOf(import.meta.url, [true, false]))(
  "a person corrects the place of birth, and people look at it (script: %s)",
  async (javaScript) => {
    const who = await phone({ javaScript });
    const { page } = who;
    const person = await invented(who, javaScript ? 5_301 : 5_302);
    await enter(who, person.mobileNumber);
    await who.open(base);
    await who.look("correction-unverified");
    expect(await page.locator(`main a[href="/webview/identity"]`).count()).toBe(1);
    await giveIdentity(who, person);
    await who.open("/webview/my-profile");
    await page.locator(`main a[href="${base}"]`).first().click();
    await page.waitForURL(/correction$/);
    await who.look("correction-entry");
    await press(who, "identity_correction_start");
    await page.locator("[name=agreed]").waitFor();
    await who.look("correction-face");
    await page.fill("[name=nik]", person.nik);
    await page.setInputFiles("[name=photo]", await pictureOf(who, person, "selfie"));
    await page.check("[name=agreed]");
    await press(who, "identity_face_check");
    await page.locator("[name=birthPlace]").waitFor();
    await who.look("correction-values");
    // Nothing was changed: it says so, and what stands stays filled in.
    await press(who, "identity_correction_values");
    await page.getByText("Belum ada yang berubah").first().waitFor();
    await who.look("correction-values-same");
    expect(await page.inputValue("[name=fullName]")).toBe(person.fullName);
    await page.fill("[name=birthPlace]", "Bukittinggi");
    await press(who, "identity_correction_values");
    await page.locator("#photo-form").waitFor();
    await who.look("correction-proof");
    await press(who, "identity_correction_submit");
    await page.getByText("Tambahkan paling sedikit satu foto bukti").first().waitFor();
    await who.look("correction-proof-missing");
    await page.setInputFiles("[name=photo]", await pictureOf(who, person, "identityCard"));
    await sendChosen(who, "identity_correction_photo");
    await page.getByText("Foto (1 dari 6)").waitFor();
    await who.look("correction-proof-full");
    await press(who, "identity_correction_submit");
    await page.getByText("Keputusan paling lambat").waitFor();
    await who.look("correction-review");
    expect(await text(who)).toContain("Bukittinggi");

    const staff = await staffPhone("underwriter", 0);
    await staff.open("/staff/reviews?kind=identity_correction");
    await staff.page.locator('main a[href^="/staff/reviews/"]').filter({ hasText: "RV-" }).last().click();
    await staff.page.waitForURL(/\/staff\/reviews\/[0-9a-f-]{36}/);
    await staff.look("correction-staff-case");
    const seen = await text(staff);
    expect(seen).toContain("Bukittinggi");
    expect(seen).not.toContain(person.nik);

    await press(who, "identity_correction_withdraw");
    await page.getByText("Anda membatalkan permintaan terakhir").waitFor();
    await who.look("correction-withdrawn");
  },
);

it("in English and Chinese it says the same, and nobody without a login gets in", async () => {
  const visitor = await phone({});
  await visitor.page.goto(`${visitor.origin}${base}`);
  expect(visitor.page.url()).toContain("/login");
  for (const [index, language] of (["en-GB", "zh-CN"] as const).entries()) {
    const who = await phone({ language });
    const person = await invented(who, 5_303 + index);
    await enter(who, person.mobileNumber);
    await proveIdentity(who, person);
    await who.open(base);
    await who.look(`correction-entry-${language}`);
  }
});
