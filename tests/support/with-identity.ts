/** The stages of a borrower by the calls that the screens make, for journeys that begin after them. */
import type { APIResponse } from "playwright-core";
import { expect } from "vitest";
import { invented, newestCode, sandboxGet, type Person } from "./borrower.ts";
import { phone, type Phone, type PhoneOptions } from "./browser.ts";
import { pictureOf } from "./information.ts";

let seeds = 300;

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

/** Card, its data and the face: what `giveIdentity` does on its pages. */
export async function proveIdentity(who: Phone, person: Person): Promise<void> {
  const show = async (path: string, kind: "identityCard" | "selfie", more: object = {}) => {
    const multipart = { photo: await pictureOf(who, person, kind), ...more };
    return read(await who.context.request.post(who.origin + path, { multipart, headers: headersOf(who) }));
  };
  await show("/api/identity/card-photo", "identityCard");
  await sayWhoIs(who, person);
  await show("/api/identity/face-check", "selfie", { agreed: "on" });
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
