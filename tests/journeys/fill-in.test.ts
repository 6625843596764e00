/** A link to fill in, from the desk of support to a browser without a login: right, wrong three times, given, sent, over. */
import { expect, it } from "vitest";
import { newestLink } from "#tests/support/borrower.ts";
import { phone, type Phone } from "#tests/support/browser.ts";
import { staffPhone } from "#tests/support/console.ts";
import { chooseArea, fillBirthDate, pictureOf, press } from "#tests/support/information.ts";
import { proveIdentity, withIdentity } from "#tests/support/with-identity.ts";
import { waysOf } from "#tests/support/ways.ts";

const path = "/webview/no-login-fill";
const canaries = { street: "Jalan Kenari CANARY 17", companyName: "Toko CANARY Maju", income: "7654321" };

/** Neither the secret of the link nor a stored value stands in an address or a page. */
async function isSilent(who: Phone, token: string, stored: readonly string[]): Promise<void> {
  const html = await who.page.content();
  for (const secret of [token, ...stored]) {
    expect(html).not.toContain(secret);
    expect(who.page.url()).not.toContain(encodeURIComponent(secret));
  }
  expect(who.page.url()).not.toContain("t=");
}

async function sendFrom(desk: Phone, borrowerId: string): Promise<void> {
  await desk.page.goto(`${desk.origin}/staff/borrowers/${borrowerId}/fill-link`);
  await desk.page.fill("[name=reason]", "Peminjam menelepon, tidak bisa masuk.");
  await press(desk, "staff_fill_link");
  await desk.page.waitForURL(/sent=1/);
}

it.each(
  waysOf(import.meta.url, [
    { javaScript: true, language: "id-ID", width: 360 },
    { javaScript: false, language: "en-GB", width: 360 },
    { javaScript: false, language: "zh-CN", width: 320 },
  ]),
)(
  "What is missing is given by a link, and the link is over (script: $javaScript, $language).",
  async ({ javaScript, language, width }) => {
    const { who: owner, person, borrowerId } = await withIdentity();
    await proveIdentity(owner, person);
    const desk = await staffPhone("support", 0, { width: 1280 });
    await desk.page.goto(`${desk.origin}/staff/borrowers/${borrowerId}/fill-link`);
    await desk.look("desk-fill-link");
    await press(desk, "staff_fill_link");
    await desk.page.locator("[name=reason][aria-invalid]").waitFor();
    await sendFrom(desk, borrowerId);
    await desk.look("desk-fill-link-sent");
    const link = await newestLink(owner, person.mobileNumber, path);
    const token = new URL(link).searchParams.get("t")!;

    const who = await phone({ javaScript, language, width, looksCloser: true });
    const { page } = who;
    const stored: string[] = [person.fullName, person.nik, person.mobileNumber, person.birthDate];
    await page.goto(link);
    await isSilent(who, token, stored);
    await who.look("fill-check");
    await fillBirthDate(page, "1999-09-09");
    await press(who, "fill_check");
    await page.locator("[name='birthDate.day'][aria-invalid]").waitFor();
    await who.look("fill-check-wrong");
    expect(await page.inputValue("[name='birthDate.day']")).toBe("09");
    await fillBirthDate(page, person.birthDate);
    await press(who, "fill_check");
    await page.locator(`main a[href^='${path}?step=']`).first().waitFor();
    await isSilent(who, token, stored);
    await who.look("fill-list");

    await who.open(`${path}?step=personal`);
    // Without script the browser itself keeps an empty form.
    if (javaScript) {
      await press(who, "profile_personal_save");
      await page.locator("[name=education][aria-invalid]").waitFor();
      await who.look("fill-personal-refused");
    }
    await page.selectOption("[name=education]", "S1");
    await page.check('[name=civilStatus][value="20"]', { force: true });
    await page.selectOption("[name=loanPurpose]", "EDUCATION");
    await page.fill("[name=owedElsewhereRupiah]", "0");
    await press(who, "profile_personal_save");
    await page.locator("[name=province]").waitFor();
    await who.look("fill-area");
    await chooseArea(who, person["address"].villageCode, javaScript);
    await page.fill("[name=street]", canaries.street);
    if (javaScript) {
      await press(who, "profile_home_save");
      await page.locator("[name=rt][aria-invalid]").waitFor();
      expect(await page.inputValue("[name=street]")).toBe(canaries.street);
    }
    await page.fill("[name=rt]", "001");
    await page.fill("[name=rw]", "002");
    await who.look("fill-home");
    await press(who, "profile_home_save");
    await page.locator("[name=industry]").waitFor();
    stored.push(canaries.street);
    await isSilent(who, token, stored);
    await page.selectOption("[name=industry]", "TRADE");
    const typed = {
      companyName: canaries.companyName,
      companyAddress: "Jalan Melati nomor 9",
      companyPhone: "0215550001",
      workingYears: "2",
      workingMonths: "6",
      monthlyIncomeRupiah: canaries.income,
      salaryDay: "25",
    };
    for (const [name, value] of Object.entries(typed)) await page.fill(`[name=${name}]`, value);
    await who.look("fill-work");
    await press(who, "profile_work_save");
    await page.locator("[name=mobileNumber]").waitFor();
    stored.push(canaries.companyName, canaries.income, "7.654.321");
    await isSilent(who, token, stored);
    await page.fill("[name=name]", "Budi Santoso");
    await page.selectOption("[name=relationship]", "SIBLING");
    await page.fill("[name=mobileNumber]", person.mobileNumber);
    await press(who, "fill_contact");
    await page.locator("[name=mobileNumber][aria-invalid]").waitFor();
    await who.look("fill-contact-self");
    await page.fill("[name=mobileNumber]", person["emergencyContact"].mobileNumber);
    await press(who, "fill_contact");
    await page.locator("[name=photo]").waitFor();
    await who.look("fill-document");
    await page.setInputFiles("[name=photo]", await pictureOf(owner, person, "salarySlip"));
    await press(who, "fill_document");
    await page.waitForURL(/saved=1/);
    await who.look("fill-document-saved");
    // The same photo again is said at the field.
    await page.selectOption("[name=kind]", "SALARY_SLIP");
    await page.setInputFiles("[name=photo]", await pictureOf(owner, person, "salarySlip"));
    await press(who, "fill_document");
    await page.locator("[aria-invalid]").first().waitFor();
    await who.look("fill-document-known");

    // A second browser with the same link gives the birth date too, and sees the same.
    const second = await phone({ javaScript: false, language });
    await second.page.goto(link);
    await fillBirthDate(second.page, person.birthDate);
    await press(second, "fill_check");
    await second.page.locator("button[data-track=fill_finish]").waitFor();
    await isSilent(second, token, stored);
    await who.open(path);
    await who.look("fill-ready");
    await press(who, "fill_finish");
    await page.locator("main a[href='/webview/home']").waitFor();
    await who.look("fill-done");
    await press(second, "fill_finish");
    await second.page.locator("main a[href='/webview/home']").waitFor();
    const late = await phone({ javaScript, language, width });
    await late.page.goto(link);
    await late.page.locator("main a[href='/webview/additional-info']").waitFor();
    await late.look("fill-dead");
    await owner.open("/webview/profile?step=work");
    expect(await owner.page.inputValue("[name=companyName]")).toBe(canaries.companyName);
  },
  240_000,
);

it("The third wrong birth date ends the link; a foreign one and none look the same.", async () => {
  const { who: owner, person, borrowerId } = await withIdentity();
  await proveIdentity(owner, person);
  const desk = await staffPhone("support", 1, { width: 1280 });
  await sendFrom(desk, borrowerId);
  const link = await newestLink(owner, person.mobileNumber, path);
  const who = await phone({ javaScript: true, language: "id-ID", width: 360 });
  const { page } = who;
  await page.goto(link);
  const titles: string[] = [];
  for (const year of ["1971", "1972", "1973"]) {
    await fillBirthDate(page, `${year}-03-03`);
    await Promise.all([page.waitForEvent("load"), press(who, "fill_check")]);
  }
  await page.locator("main a[href='/webview/additional-info']").waitFor();
  await who.look("fill-dead-wrong");
  titles.push(await page.locator("h1").innerText());
  for (const other of [link, `${who.origin}${path}?t=k1.bad.link`, `${who.origin}${path}`]) {
    await page.goto(other);
    titles.push(await page.locator("h1").innerText());
  }
  expect(new Set(titles).size).toBe(1);
}, 300_000);
