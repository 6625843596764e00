/** Step 3 of a borrower in a browser: identity, profile, contact, income evidence and bank account, in any language, with and without script. */
import type { Page } from "playwright-core";
import { datePartsOf } from "#shared/fields/date.ts";
import type { Phone } from "./browser.ts";
import { newestCode, sandboxPost, type Person } from "./borrower.ts";

/** Presses the first button of this tracking name; names are the same in every language. */
export async function press({ page }: Phone, track: string): Promise<void> {
  await page.locator(`button[data-track="${track}"]`).first().click();
}

/** Sends a choice that needs no further input: automatically if the page's script runs, else by the form's button. */
export async function sendChosen(who: Phone, track = "document_upload"): Promise<void> {
  if ((await who.page.locator("html[data-enhanced]").count()) === 0) await press(who, track);
}

/** A birth date, `YYYY-MM-DD`, into its three parts. */
export async function fillBirthDate(page: Page, date: string): Promise<void> {
  const { year, month, day } = datePartsOf(date);
  await page.fill('[name="birthDate.year"]', year);
  await page.selectOption('[name="birthDate.month"]', String(Number(month)));
  await page.fill('[name="birthDate.day"]', day);
}

/** The birth date that stands in its three parts, `YYYY-MM-DD`. */
export async function birthDateIn(page: Page): Promise<string> {
  const parts = ["year", "month", "day"].map((part) => page.inputValue(`[name="birthDate.${part}"]`));
  return (await Promise.all(parts)).map((part) => part.padStart(2, "0")).join("-");
}

/** An invented picture of the person, as a file to choose. */
export async function pictureOf(who: Phone, person: Person, kind: "identityCard" | "selfie" | "salarySlip") {
  const answer = await who.context.request.get(new URL(person["pictures"][kind], who.origin).href);
  return { name: `${kind}.jpg`, mimeType: "image/jpeg", buffer: await answer.body() };
}

export async function giveIdentity(who: Phone, person: Person): Promise<void> {
  const { page } = who;
  await who.open("/webview/identity");
  await page.setInputFiles("[name=photo]", await pictureOf(who, person, "identityCard"));
  await who.look("identity-chosen");
  await press(who, "identity_card_save");
  await page.locator("[name=nik]").waitFor();
  await who.look("identity-data");
  for (const name of ["nik", "fullName", "birthPlace"] as const) await page.fill(`[name=${name}]`, person[name]);
  await fillBirthDate(page, person.birthDate);
  await page.check(`[name=sex][value=${person.sex}]`, { force: true });
  await press(who, "identity_data_save");
  await page.locator("[name=agreed]").waitFor();
  await who.look("identity-face");
  await page.setInputFiles("[name=photo]", await pictureOf(who, person, "selfie"));
  await page.check("[name=agreed]");
  await press(who, "identity_face_check");
  await page.locator("[name=agreed]").waitFor({ state: "detached" });
  await who.look("identity-done");
}

export interface ProfileOptions {
  javaScript?: boolean;
  /** Stops after the first part; the next device goes on. */
  onlyPersonal?: boolean;
}

export async function giveProfile(
  who: Phone,
  person: Person,
  { javaScript = true, onlyPersonal = false }: ProfileOptions = {},
): Promise<void> {
  const { page } = who;
  await who.open("/webview/profile");
  if (await page.locator("[name=education]").count()) await givePersonal(who, person);
  if (onlyPersonal) return;
  await page.locator("[name=province]").waitFor();
  await who.look("profile-area");
  await chooseArea(who, person["address"].villageCode, javaScript);
  const { address, employment } = person;
  for (const name of ["street", "rt", "rw"]) await page.fill(`[name=${name}]`, address[name]);
  await who.look("profile-home");
  await press(who, "profile_home_save");
  await page.locator("[name=industry]").waitFor();
  await page.selectOption("[name=industry]", employment.industry);
  const typed: Record<string, unknown> = {
    ...employment,
    workingYears: Math.floor(employment.workingPeriodMonths / 12),
    workingMonths: employment.workingPeriodMonths % 12,
    salaryDay: employment.salaryDate,
  };
  for (const name of [
    "companyName",
    "companyAddress",
    "companyPhone",
    "workingYears",
    "workingMonths",
    "monthlyIncomeRupiah",
    "salaryDay",
  ])
    await page.fill(`[name=${name}]`, String(typed[name]));
  await who.look("profile-work");
  await press(who, "profile_work_save");
  await page.waitForURL(/additional-info\?saved/);
}

async function givePersonal(who: Phone, person: Person): Promise<void> {
  const { page } = who;
  await page.selectOption("[name=education]", person["education"]);
  await page.check(`[name=civilStatus][value="${person["civilStatus"]}"]`, { force: true });
  await page.selectOption("[name=loanPurpose]", person["loanPurpose"]);
  await page.fill("[name=owedElsewhereRupiah]", String(person["owedElsewhereRupiah"]));
  await who.look("profile-personal");
  await press(who, "profile_personal_save");
  await page.locator("[name=province]").waitFor();
}

/** With script the lists below fill by themselves; without, "continue" brings the next one. */
export async function chooseArea(who: Phone, villageCode: string, javaScript: boolean): Promise<void> {
  const { page } = who;
  const parts = villageCode.split(".");
  for (const [index, name] of ["province", "regency", "district", "village"].entries()) {
    const value = parts.slice(0, index + 1).join(".");
    await page.locator(`[name=${name}] option[value="${value}"]`).waitFor({ state: "attached" });
    await page.selectOption(`[name=${name}]`, value);
    if (!javaScript && name !== "village") await press(who, "profile_area");
  }
  await press(who, "profile_area");
  await page.locator("[name=street]").waitFor();
}

export async function giveContact(who: Phone, { emergencyContact: { name, mobileNumber } }: Person): Promise<void> {
  const { page } = who;
  await who.open("/webview/additional-info/contact-upload");
  await page.fill("[name=name]", name);
  await page.fill("[name=mobileNumber]", mobileNumber);
  await page.selectOption("[name=relationship]", "SIBLING");
  await press(who, "contact_add");
  await page.locator("a[data-dialog-open^=remove-]").waitFor();
  await who.look("contacts");
}

export async function giveIncomeEvidence(who: Phone, person: Person): Promise<void> {
  await who.open("/webview/additional-info/upload/salary-slip");
  await who.page.setInputFiles("[name=photo]", [await pictureOf(who, person, "salarySlip")]);
  await sendChosen(who);
  await who.page.locator(".photos-picture").waitFor();
  await who.look("upload-done");
}

/** A borrower who registered minutes ago needs no second code; another device does. */
export async function giveBankAccount(who: Phone, { bankAccount, mobileNumber }: Person): Promise<void> {
  const { page } = who;
  await sandboxPost(who, "/api/sandbox/clock", { advanceSeconds: 61 });
  await who.open("/webview/bank-account");
  await page.selectOption("[name=bankCode]", bankAccount.bankCode);
  await page.fill("[name=accountNumber]", bankAccount.accountNumber);
  await press(who, "bank_account_add");
  await page.locator("[name=code], .notice-ok").first().waitFor();
  if (await page.locator("[name=code]").count()) {
    await who.look("bank-account-code");
    await page.fill("[name=code]", await newestCode(who, mobileNumber));
    await press(who, "bank_account_code");
  }
  await page.waitForURL(/saved/);
  await who.look("bank-account-done");
}

/** Everything that an application asks for. */
export async function giveInformation(who: Phone, person: Person, options: ProfileOptions = {}): Promise<void> {
  await giveIdentity(who, person);
  await giveProfile(who, person, options);
  await giveContact(who, person);
  await giveIncomeEvidence(who, person);
  await giveBankAccount(who, person);
}
