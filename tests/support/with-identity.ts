/** The stages of a borrower by the calls that the screens make, for journeys that begin after them. */
import type { APIResponse } from "playwright-core";
import { expect } from "vitest";
import { invented, newestCode, sandboxGet, sandboxPost, type Person } from "./borrower.ts";
import { phone, type Phone, type PhoneOptions } from "./browser.ts";
import { pictureOf } from "./information.ts";

let seeds = 300;
type Picture = Parameters<typeof pictureOf>[2];

const headersOf = ({ language }: Phone) => ({ "Sec-Fetch-Site": "same-origin", "Accept-Language": language });
async function read(answer: APIResponse): Promise<Record<string, string>> {
  expect(answer.ok(), `${answer.url()}: ${await answer.text()}`).toBe(true);
  return (await answer.json()) as Record<string, string>;
}
const ask = async (who: Phone, path: string, data: object) =>
  read(await who.context.request.post(who.origin + path, { data, headers: headersOf(who) }));

/** Registers or logs in by a code, as `logIn` does on the page. Answers the borrower's id. */
export async function enter(who: Phone, mobileNumber: string): Promise<string> {
  const { captchaKey } = await ask(who, "/api/user/generateCaptcha", {});
  const { answer: captcha } = await sandboxGet<{ answer: string }>(who, `/api/sandbox/captcha/${captchaKey}`);
  const sending = { mobileNumber, purpose: "LOGIN", channel: "SMS", captchaKey, captcha };
  const { verificationId } = await ask(who, "/api/v2/mobile/sendVerification", sending);
  const code = await newestCode(who, mobileNumber);
  const agreements = ["TERMS", "PRIVACY"];
  const entered = await ask(who, "/api/v2/user/union/registerOrLogin", {
    mobileNumber,
    verificationId,
    code,
    agreements,
  });
  return entered["userId"]!;
}

async function sayWhoIs(who: Phone, { fullName, nik, birthPlace, birthDate, sex }: Person): Promise<void> {
  await ask(who, "/api/identity", { fullName, nik, birthPlace, birthDate, sex });
}

const show = async (who: Phone, person: Person, path: string, kind: Picture, more: object = {}) => {
  const multipart = { photo: await pictureOf(who, person, kind), ...more };
  return read(await who.context.request.post(who.origin + path, { multipart, headers: headersOf(who) }));
};

/** Card, its data and the face: what `giveIdentity` does on its pages. */
export async function proveIdentity(who: Phone, person: Person): Promise<void> {
  await show(who, person, "/api/identity/card-photo", "identityCard");
  await sayWhoIs(who, person);
  await show(who, person, "/api/identity/face-check", "selfie", { agreed: "on" });
}

/** Everything that an application asks for: what `giveInformation` does on its pages, which main-job and languages walk. */
export async function provideInformation(who: Phone, person: Person): Promise<void> {
  const { education, civilStatus, loanPurpose, owedElsewhereRupiah, employment } = person;
  const { villageCode, street, rt, rw } = person["address"];
  const { industry, companyName, companyAddress, companyPhone, monthlyIncomeRupiah } = employment;
  await proveIdentity(who, person);
  await ask(who, "/api/profile/personal", { education, civilStatus, loanPurpose, owedElsewhereRupiah });
  await ask(who, "/api/profile/home", { villageCode, street, rt, rw });
  await ask(who, "/api/profile/work", {
    industry,
    companyName,
    companyAddress,
    companyPhone,
    monthlyIncomeRupiah,
    workingMonths: employment.workingPeriodMonths,
    salaryDay: employment.salaryDate,
  });
  const { name, mobileNumber } = person["emergencyContact"];
  await ask(who, "/api/profile/contacts", { name, mobileNumber, relationship: "SIBLING" });
  await show(who, person, "/api/document/kind/SALARY_SLIP", "salarySlip");
  const { bankCode, accountNumber } = person["bankAccount"];
  await ask(who, "/api/bank-account", { bankCode, accountNumber });
  // The page of the account waits for the next code, and journeys go on from there.
  await sandboxPost(who, "/api/sandbox/clock", { advanceSeconds: 61 });
}

/** A new borrower with the data of the identity card. */
export async function withIdentity(
  options: PhoneOptions = {},
): Promise<{ who: Phone; person: Person; borrowerId: string }> {
  const who = await phone(options);
  const person = await invented(who, ++seeds);
  const borrowerId = await enter(who, person.mobileNumber);
  await sayWhoIs(who, person);
  return { who, person, borrowerId };
}
