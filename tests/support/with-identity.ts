/** A new borrower whose card's data are there, by the calls that the screens make. */
import { expect } from "vitest";
import { invented, newestCode, sandboxGet, type Person } from "./borrower.ts";
import { phone, type Phone, type PhoneOptions } from "./browser.ts";

let seeds = 300;

export async function withIdentity(options: PhoneOptions = {}): Promise<{ who: Phone; person: Person }> {
  const who = await phone(options);
  const person = await invented(who, ++seeds);
  const ask = async (path: string, body: unknown) => {
    const answer = await who.context.request.post(who.origin + path, {
      data: body as object,
      headers: { "Sec-Fetch-Site": "same-origin", "Accept-Language": options.language ?? "id-ID" },
    });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return (await answer.json()) as Record<string, string>;
  };
  const { captchaKey } = await ask("/api/user/generateCaptcha", {});
  const { answer: captcha } = await sandboxGet<{ answer: string }>(who, `/api/sandbox/captcha/${captchaKey}`);
  const { mobileNumber } = person;
  const { verificationId } = await ask("/api/v2/mobile/sendVerification", {
    mobileNumber,
    purpose: "LOGIN",
    channel: "SMS",
    captchaKey,
    captcha,
  });
  const code = await newestCode(who, mobileNumber);
  const agreements = ["TERMS", "PRIVACY"];
  await ask("/api/v2/user/union/registerOrLogin", { mobileNumber, verificationId, code, agreements });
  const { fullName, nik, birthPlace, birthDate, sex } = person;
  await ask("/api/identity", { fullName, nik, birthPlace, birthDate, sex });
  return { who, person };
}
