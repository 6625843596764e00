/** The steps of a borrower in a browser, as a person takes them: by labels and buttons, with and without script. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, inject } from "vitest";
import type { Phone } from "./browser.ts";

/** A test person as `/api/sandbox/persons` returns it; each fits every form. */
export interface Person {
  key: string;
  fullName: string;
  nik: string;
  birthPlace: string;
  birthDate: string;
  sex: "MALE" | "FEMALE";
  mobileNumber: string;
  // Further fields are read where a step needs them.
  // oxlint-disable-next-line typescript/no-explicit-any
  [more: string]: any;
}

export async function sandboxGet<Reply>(who: Pick<Phone, "origin">, path: string): Promise<Reply> {
  const answer = await fetch(who.origin + path);
  expect(answer.status, path).toBe(200);
  return (await answer.json()) as Reply;
}
export async function sandboxPost<Reply>(who: Pick<Phone, "origin">, path: string, body: unknown): Promise<Reply> {
  const answer = await fetch(who.origin + path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const read = (await answer.json()) as Reply;
  expect(answer.status, `${path}: ${JSON.stringify(read)}`).toBe(200);
  return read;
}

export async function personOf(who: Pick<Phone, "origin">, key: string): Promise<Person> {
  const { items } = await sandboxGet<{ items: Person[] }>(who, "/api/sandbox/persons");
  const found = items.find((person) => person.key === key);
  if (!found) throw new Error(`There is no test person ${key}.`);
  return found;
}

/** A person whom no partner knows and no other journey is: everything plausible gets through. A seed is the same person again within one file. `like`: the test person that it has everything else of. Product decisions 3. */
export async function invented(who: Pick<Phone, "origin">, seed: number, like = "approved-1"): Promise<Person> {
  const person = await personOf(who, like);
  const serial = String(serialOf(seed));
  return {
    ...person,
    nik: person.nik.slice(0, 12) + serial,
    mobileNumber: `0878${serial}${serial}`,
    bankAccount: { ...person["bankAccount"], accountNumber: `71${serial}${serial}` },
    emergencyContact: { ...person["emergencyContact"], mobileNumber: `0859${serial}${serial}` },
  };
}

/** By file and seed. */
const serials = new Map<string, number>();
/** The last four digits of an invented NIK, 1000 to 9999, which no other process of this run has taken. */
function serialOf(seed: number): number {
  const key = `${expect.getState().testPath} ${seed}`;
  let serial = serials.get(key) ?? 0;
  for (
    let next = 1_000 + ((process.pid * 7 + seed * 1_009) % 9_000);
    !serial;
    next = next === 9_999 ? 1_000 : next + 1
  ) {
    try {
      mkdirSync(join(inject("takenPersons"), String(next)));
      serial = next;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
  serials.set(key, serial);
  return serial;
}

/** The newest code that was sent to a number. */
export async function newestCode(who: Pick<Phone, "origin">, mobileNumber: string): Promise<string> {
  const { items } = await sandboxGet<{ items: { code?: string }[] }>(who, `/api/sandbox/messages?to=${mobileNumber}`);
  const code = items.find((message) => message.code)?.code;
  if (!code) throw new Error(`No code was sent to ${mobileNumber}.`);
  return code;
}

/** The newest link to this path that was sent to a number; it may take a job a moment to send it. */
export async function newestLink(who: Pick<Phone, "origin">, mobileNumber: string, path = "/"): Promise<string> {
  const find = async () =>
    (await sandboxGet<{ items: { link?: string }[] }>(who, `/api/sandbox/messages?to=${mobileNumber}`)).items.find(
      ({ link }) => link?.includes(path),
    )?.link ?? "";
  await expect.poll(find).not.toBe("");
  return find();
}

/** Waits for the field of the code. Where the page asks for a captcha first, answers it; tells whether it did. */
export async function passCaptcha({ page, origin }: Pick<Phone, "page" | "origin">): Promise<boolean> {
  const picture = page.locator("img[src*=getCaptchaImage]");
  await page.locator("input[name=code]").or(picture).first().waitFor();
  if ((await picture.count()) === 0) return false;
  const key = await page.locator("input[name=captchaKey]").inputValue();
  const { answer } = await sandboxGet<{ answer: string }>({ origin }, `/api/sandbox/captcha/${key}`);
  await page.fill("input[name=captcha]", answer);
  await page.press("input[name=captcha]", "Enter");
  await page.locator("input[name=code]").waitFor();
  return true;
}

/** Registers or logs in from the login page (opened by the caller or here) and ends on `next`. */
export async function logIn(who: Phone, mobileNumber: string, next = "/webview/home"): Promise<void> {
  const { page, origin } = who;
  if (!page.url().startsWith(`${origin}/login`)) await page.goto(`${origin}/login?next=${encodeURIComponent(next)}`);
  await who.look("login");
  await page.fill("input[name=mobileNumber]", mobileNumber);
  await page.locator("input[name=channel][value=SMS]").check();
  await page.check("input[name=agreeTerms]");
  await page.check("input[name=agreePrivacy]");
  await page.locator("button.button[name=intent][value=send]").click();
  await passCaptcha(who);
  await who.look("login-code");
  await page.fill("input[name=code]", await newestCode(who, mobileNumber));
  await page.locator("form:has(input[name=code]) button.button-primary").click();
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
}
