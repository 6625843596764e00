/**
 * How a change of number and a lost number end: moved and given back, rejected, objected to, taken by another account in between,
 * not finished, not matched – as its owner reads it, with and without script. The steps themselves stand in number-change and lost-number.
 */
import { beforeAll, expect, it } from "vitest";
import {
  invented,
  logIn,
  newestCode,
  newestLink,
  passCaptcha,
  sandboxGet,
  type Person,
} from "#tests/support/borrower.ts";
import { phone, type Phone, type PhoneOptions } from "#tests/support/browser.ts";
import { pictureOf, press } from "#tests/support/information.ts";
import { ownDays, type ReadyProduct } from "#tests/support/journey-server.ts";
import { decideCase, pass } from "#tests/support/reviewing.ts";
import { enter, proveIdentity } from "#tests/support/with-identity.ts";
import { waysOf } from "#tests/support/ways.ts";

// Days go by: that needs a clock of its own.
let product: ReadyProduct;
beforeAll(async () => {
  product = await ownDays();
});
const phoneHere = (options: PhoneOptions = {}) => phone({ origin: product.origin, ...options });
const text = ({ page }: Phone) => page.locator("main").innerText();
const result = "/webview/loan-edit-mobile/edit-result";
const hour = 3_600;
let keys = 0;

/** A call of a native app in this browser's session. */
// oxlint-disable-next-line typescript/no-explicit-any
async function send(who: Phone, path: string, data: object): Promise<any> {
  const headers = { Origin: who.origin, "Idempotency-Key": `outcome-${++keys}` };
  const answer = await who.context.request.post(who.origin + path, { headers, data });
  const read = await answer.json();
  expect(answer.status(), `${path}: ${JSON.stringify(read)}`).toBe(200);
  return read;
}
async function show(who: Phone, path: string, person: Person, kind: "selfie" | "identityCard", more: object = {}) {
  const multipart = { photo: await pictureOf(who, person, kind), ...more };
  const answer = await who.context.request.post(who.origin + path, { headers: { Origin: who.origin }, multipart });
  expect(answer.status(), path).toBe(200);
}

interface Made {
  who: Phone;
  person: Person;
  next: string;
}
async function verified(seed: number, options: PhoneOptions): Promise<Made> {
  const who = await phoneHere(options);
  const person = await invented(who, seed);
  await enter(who, person.mobileNumber);
  await proveIdentity(who, person);
  return { who, person, next: `0857${person.mobileNumber.slice(4)}` };
}

/** Sends a whole change in; `upTo` leaves it after its first step. */
async function ask({ who, person, next }: Made, upTo: "START" | "SUBMIT" = "SUBMIT"): Promise<void> {
  const { requestId } = (await send(who, "/api/mobile-change", {})).request;
  if (upTo === "START") return;
  const at = (step: string) => `/api/mobile-change/${requestId}/${step}`;
  await pass(who, 61);
  const old = await send(who, "/api/mobile/sendVerificationWithoutCaptcha", { purpose: "OLD_NUMBER", channel: "SMS" });
  await send(who, at("old-number"), {
    verificationId: old.verificationId,
    code: await newestCode(who, person.mobileNumber),
  });
  await show(who, at("identity"), person, "selfie", { nik: person.nik, agreed: "on" });
  const named = await send(who, at("new-number"), { mobileNumber: next, channel: "SMS" });
  await send(who, at("new-number/verify"), {
    verificationId: named.verificationId,
    code: await newestCode(who, next),
  });
  await show(who, at("proof"), person, "identityCard");
  await send(who, at("submit"), {});
}

/** Opens what a message links to, on another host name than ours perhaps. */
async function openLink(reader: Phone, link: string): Promise<void> {
  const { pathname, search } = new URL(link, product.origin);
  await reader.page.goto(new URL(pathname + search, product.origin).href);
}
/** The owner presses "not me" and proves number, NIK and face; two people release the account. */
async function objectAndRelease(reader: Phone, person: Person): Promise<void> {
  const { page } = reader;
  await press(reader, "security_freeze");
  await page.locator("a[href='/account-hold']").click();
  await pass(reader, 61);
  await page.fill("[name=mobileNumber]", person.mobileNumber);
  await page.check("[name=channel][value=SMS]", { force: true });
  await press(reader, "security_send_code");
  await passCaptcha(reader);
  await page.fill("[name=code]", await newestCode(reader, person.mobileNumber));
  await press(reader, "security_code");
  await page.locator("[name=nik]").waitFor();
  await page.fill("[name=nik]", person.nik);
  await page.setInputFiles("[name=photo]", await pictureOf(reader, person, "selfie"));
  await page.check("[name=agreed]");
  await press(reader, "identity_face_check");
  await page.getByText("Permintaan Anda kami terima").waitFor();
  await decideCase(product.origin, "contest", { decision: "APPROVE" });
}

it.each(waysOf(import.meta.url, [true, false]))(
  "a change is confirmed and moves the number; the old number objects, and it comes back (script: %s)",
  async (javaScript) => {
    const made = await verified(javaScript ? 301 : 302, { javaScript });
    const { who, person, next } = made;
    await ask(made);
    await decideCase(product.origin, "mobile_change", { decision: "APPROVE" });
    await who.open(result);
    await who.look("number-result-approved");
    expect(await text(who)).not.toContain(next);
    await pass(who, 25 * hour);
    // Every login has ended.
    await who.page.goto(`${product.origin}${result}`);
    expect(who.page.url()).toContain("/login");
    await logIn(who, next, result);
    await who.page.getByRole("heading", { name: "Nomor Anda sudah diganti" }).waitFor();
    await who.look("number-result-done");
    await who.open("/webview/loan-edit-mobile");
    await who.look("number-entry-held");

    // The old number gets a notice with the time of the change and the way to object.
    await pass(who, 61);
    const before = await phoneHere({ javaScript });
    const { page } = before;
    await page.goto(`${product.origin}/login`);
    await page.fill("input[name=mobileNumber]", person.mobileNumber);
    await page.locator("input[name=channel][value=SMS]").check();
    await page.check("input[name=agreeTerms]");
    await page.check("input[name=agreePrivacy]");
    await page.locator("button.button[name=intent][value=send]").click();
    await passCaptcha(before);
    await page.fill("input[name=code]", await newestCode(before, person.mobileNumber));
    await page.locator("form:has(input[name=code]) button.button-primary").click();
    await before.look("login-number-replaced");
    await page.locator("main a[href*='/not-me']").waitFor();
    await page.locator("main a[href*='/not-me']").click();
    await objectAndRelease(before, person);
    await pass(who, 61);
    const owner = await phoneHere({ javaScript });
    await logIn(owner, person.mobileNumber, "/webview/security");
    await owner.look("number-given-back");
    // The former holder of the other number is logged out and has no account with it.
    await who.page.goto(`${product.origin}/webview/security`);
    expect(who.page.url()).toContain("/login");
  },
  240_000,
);

it.each(waysOf(import.meta.url, [true, false]))(
  "a change that is rejected says why, and one whose number another account took says that it was not done (script: %s)",
  async (javaScript) => {
    const made = await verified(javaScript ? 303 : 304, { javaScript });
    await ask(made);
    await decideCase(product.origin, "mobile_change", { decision: "REJECT", reasonCode: "PROOF_UNREADABLE" });
    await made.who.open(result);
    await made.who.page.getByRole("heading", { name: "Nomor tidak diganti" }).waitFor();
    await made.who.look("number-result-rejected");
    expect(await made.who.page.locator("a[href^='tel:']").count()).toBeGreaterThan(0);

    const second = await verified(javaScript ? 305 : 306, { javaScript });
    await ask(second);
    await decideCase(product.origin, "mobile_change", { decision: "APPROVE" });
    await pass(second.who, 61);
    await enter(await phoneHere(), second.next);
    await pass(second.who, 25 * hour);
    await second.who.open(result);
    await second.who.page.getByRole("heading", { name: "Nomor tidak diganti" }).waitFor();
    await second.who.look("number-result-conflict");
  },
  240_000,
);

it.each(waysOf(import.meta.url, [true, false]))(
  "a change that its owner objects to stops, and one that is not finished ends by itself (script: %s)",
  async (javaScript) => {
    const made = await verified(javaScript ? 307 : 308, { javaScript });
    const { who, person } = made;
    await ask(made);
    const reader = await phoneHere({ javaScript });
    await openLink(reader, await newestLink(who, person.mobileNumber, "/not-me"));
    await reader.look("not-me-number-change");
    await objectAndRelease(reader, person);
    await pass(who, 61);
    const owner = await phoneHere({ javaScript });
    await logIn(owner, person.mobileNumber, result);
    await owner.page.getByRole("heading", { name: "Permintaan dihentikan" }).waitFor();
    await owner.look("number-result-stopped");

    const other = await verified(javaScript ? 309 : 310, { javaScript });
    await ask(other, "START");
    await pass(other.who, 25 * hour);
    await other.who.open("/webview/loan-edit-mobile");
    await other.who.look("number-entry-expired");
    await other.who.open(result);
    await other.who.page.getByRole("heading", { name: "Permintaan berakhir" }).waitFor();
    await other.who.look("number-result-expired");
  },
  240_000,
);

/** Sends a request about a lost number in; `upTo` leaves it after its first page. */
async function report(who: Phone, about: Person, next: string, upTo: "START" | "SUBMIT" = "SUBMIT"): Promise<string> {
  const { captchaKey } = await send(who, "/api/user/generateCaptcha", {});
  const { answer } = await sandboxGet<{ answer: string }>(who, `/api/sandbox/captcha/${captchaKey}`);
  const { mobileNumber, nik, birthDate } = about;
  const started = await send(who, "/api/lost-number", { mobileNumber, nik, birthDate, captchaKey, captcha: answer });
  const requestId = String(started.requestId);
  if (upTo === "START") return requestId;
  const at = (step: string) => `/api/lost-number/${requestId}/${step}`;
  const named = await send(who, at("new-number"), { mobileNumber: next, channel: "SMS" });
  await send(who, at("new-number/verify"), { verificationId: named.verificationId, code: await newestCode(who, next) });
  await show(who, at("selfie"), about, "selfie", { agreed: "on" });
  await show(who, at("proof"), about, "identityCard");
  await send(who, at("submit"), {});
  return requestId;
}
const told = async (to: string) =>
  (await sandboxGet<{ items: { text: string }[] }>(product, `/api/sandbox/messages?to=${to}`)).items.map(
    ({ text: said }) => said,
  );

it.each(waysOf(import.meta.url, [true, false]))(
  "a lost number is recovered after three days and two people; its page looks the same for one that matched nobody (script: %s)",
  async (javaScript) => {
    const { who: owner, person, next } = await verified(javaScript ? 311 : 312, {});
    // The phone is gone; the owner sits at another one.
    const who = await phoneHere({ javaScript });
    const requestId = await report(who, person, next);
    await pass(who, 120);
    await decideCase(product.origin, "lost_number", { decision: "APPROVE" });
    const nobody = await phoneHere({ javaScript });
    const stranger = { ...person, nik: `${person.nik.slice(0, 12)}9999`, mobileNumber: `0852${next.slice(4)}` };
    const unknown = await report(nobody, stranger, `0853${next.slice(4)}`);
    const shown = async (one: Phone, id: string) => {
      await one.open(`/lost-number?request=${id}`);
      return (await text(one)).replace(/LN-\w+|08\d+•+\d+|\d{1,2} \w+ \d{4}[^\n]*/g, "");
    };
    expect(await shown(who, requestId)).toBe(await shown(nobody, unknown));
    await pass(who, 73 * hour);
    await who.open(`/lost-number?request=${requestId}`);
    await who.look("lost-number-over");
    expect((await told(next)).some((said) => said.includes("disetujui"))).toBe(true);
    await owner.page.goto(`${product.origin}/webview/security`);
    expect(owner.page.url()).toContain("/login");
    await pass(who, 61);
    await logIn(who, next, "/webview/security");
    await who.look("lost-number-recovered");
  },
  240_000,
);

it.each(waysOf(import.meta.url, [true, false]))(
  "a lost number is rejected in silence, stopped by its owner's login or objection, and ends where it is not sent (script: %s)",
  async (javaScript) => {
    const rejected = await verified(javaScript ? 321 : 322, {});
    const asking = await phoneHere({ javaScript });
    await report(asking, rejected.person, rejected.next);
    await pass(asking, 120);
    await decideCase(product.origin, "lost_number", { decision: "REJECT", reasonCode: "NOT_THE_PERSON" });

    // Its owner has the SIM after all: a login is a conflict, and speed does not decide it.
    const conflict = await verified(javaScript ? 323 : 324, {});
    await report(await phoneHere({ javaScript }), conflict.person, conflict.next);
    await pass(asking, 120);
    await enter(await phoneHere(), conflict.person.mobileNumber);
    await pass(asking, 180);
    await conflict.who.page.goto(`${product.origin}/webview/security`);
    expect(conflict.who.page.url()).toContain("/login");

    const contested = await verified(javaScript ? 325 : 326, {});
    await report(await phoneHere({ javaScript }), contested.person, contested.next);
    await pass(asking, 120);
    const reader = await phoneHere({ javaScript });
    await openLink(reader, await newestLink(asking, contested.person.mobileNumber, "/not-me"));
    await reader.look("not-me-lost-number");
    await objectAndRelease(reader, contested.person);

    // A network makes three requests a day.
    await pass(asking, 25 * hour);
    const open = await phoneHere({ javaScript });
    const unfinished = await report(
      open,
      { ...contested.person, mobileNumber: `0852${contested.next.slice(4)}` },
      "",
      "START",
    );
    await pass(asking, 100 * hour);
    await open.page.goto(`${product.origin}/lost-number?request=${unfinished}`);
    await open.look("lost-number-expired");
    for (const { next } of [rejected, conflict, contested])
      expect((await told(next)).filter((said) => said.includes("tidak bisa dipenuhi"))).toHaveLength(1);
    // The numbers stayed where they were.
    for (const { person } of [rejected, contested]) {
      await pass(asking, 61);
      await enter(await phoneHere(), person.mobileNumber);
    }
  },
  300_000,
);
