/** The way to a loan in any browser: from the home page to the signature and the code that pays it back. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect } from "vitest";
import { datePartsOf } from "#shared/fields/date.ts";
import { newestCode, sandboxGet, sandboxPost, type Person } from "../borrower.ts";
import type { Visitor } from "./visitor.ts";

const tracked = (name: string): string => `button[data-track="${name}"]`;

/** Chooses an amount on the home page and goes on with it to the login. */
export async function startAtHome(visitor: Visitor): Promise<void> {
  // Whatever language the browser asks for.
  await visitor.open("/?lang=id");
  await visitor.press('[data-stepper] [data-step="1"]');
  await visitor.tick("[name=tenorDays][value='60']");
  // The figures follow by themselves: 1,100,000 over 60 days.
  await visitor.until("the figures of what was chosen", async () => (await visitor.text()).includes("1.232.000"));
  await visitor.press("main form [type=submit], main form button:not([type=button])");
  await visitor.see("[name=mobileNumber]");
}

/** Answers everything that the login page asks for before it sends a code, and sends it. */
export async function askForCode(visitor: Visitor, mobileNumber: string): Promise<void> {
  await visitor.type("mobileNumber", mobileNumber);
  await visitor.tick("[name=channel][value=SMS]");
  await visitor.tick("[name=agreeTerms]");
  await visitor.tick("[name=agreePrivacy]");
  await visitor.press("button.button[name=intent][value=send]");
  // A captcha comes only where the rule asks for one.
  await visitor.see("[name=code], [name=captchaKey], .notice");
  if (!(await visitor.isThere("[name=captchaKey]"))) return;
  const captchaKey = await visitor.run(
    () => (document.querySelector("[name=captchaKey]") as HTMLInputElement).value,
    0,
  );
  const { answer } = await sandboxGet<{ answer: string }>(visitor, `/api/sandbox/captcha/${captchaKey}`);
  await visitor.type("captcha", answer);
  await visitor.press("button.button[name=intent][value=send]");
}

/** From the login page by the form to wherever it leads on to. */
export async function logInByForm(visitor: Visitor, mobileNumber: string): Promise<void> {
  await askForCode(visitor, mobileNumber);
  await visitor.see("[name=code]");
  await visitor.type("code", await newestCode(visitor, mobileNumber));
  await visitor.press(tracked("login_enter"));
  await visitor.until("the page behind the login", async () => !(await visitor.path()).startsWith("/login"));
  await visitor.see("main h1");
}

/** A picture as a phone's camera leaves it: large, lying on its side, with a word about how it is to be turned. */
async function phonePhoto(folder: string): Promise<string> {
  const noise = { type: "gaussian" as const, mean: 128, sigma: 30 };
  const size = { width: 2400, height: 1800, channels: 3 as const, background: "#888" };
  const file = join(folder, "slip.jpg");
  await sharp({ create: { ...size, noise } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toFile(file);
  return file;
}

/** A photo that a page's form sent: width, height and bytes as sent. */
export interface SentPhoto {
  width: number;
  height: number;
  bytes: number;
}

export async function giveEverything(visitor: Visitor, person: Person, folder: string): Promise<SentPhoto> {
  const picture = async (kind: "identityCard" | "selfie"): Promise<string> => {
    const file = join(folder, `${kind}.jpg`);
    const answer = await fetch(new URL(person["pictures"][kind], visitor.origin));
    await writeFile(file, new Uint8Array(await answer.arrayBuffer()));
    return file;
  };
  await visitor.open("/webview/identity");
  await visitor.engine.choose("[name=photo]", await picture("identityCard"));
  await visitor.press(tracked("identity_card_save"));
  await visitor.see("[name=nik]");
  for (const name of ["nik", "fullName", "birthPlace"] as const) await visitor.type(name, person[name]);
  const born = datePartsOf(person.birthDate);
  await visitor.type("birthDate.year", born.year);
  await visitor.select("birthDate.month", String(Number(born.month)));
  await visitor.type("birthDate.day", born.day);
  await visitor.tick(`[name=sex][value=${person.sex}]`);
  await visitor.press(tracked("identity_data_save"));
  await visitor.see("[name=agreed]");
  await visitor.engine.choose("[name=photo]", await picture("selfie"));
  await visitor.tick("[name=agreed]");
  await visitor.press(tracked("identity_face_check"));
  await visitor.until("the checked face", async () => !(await visitor.isThere("[name=agreed]")));
  await giveProfile(visitor, person);
  await visitor.open("/webview/additional-info/contact-upload");
  await visitor.type("name", person["emergencyContact"].name);
  await visitor.type("mobileNumber", person["emergencyContact"].mobileNumber);
  await visitor.select("relationship", "SIBLING");
  await visitor.press(tracked("contact_add"));
  await visitor.see("a[data-dialog-open^=remove-]");
  const sent = await giveIncomeEvidence(visitor, folder);
  await giveBankAccount(visitor, person);
  return sent;
}

async function giveProfile(visitor: Visitor, person: Person): Promise<void> {
  const { address, employment } = person as Record<string, any>; // oxlint-disable-line typescript/no-explicit-any
  await visitor.open("/webview/profile");
  await visitor.select("education", person["education"]);
  await visitor.tick(`[name=civilStatus][value="${person["civilStatus"]}"]`);
  await visitor.select("loanPurpose", person["loanPurpose"]);
  await visitor.type("owedElsewhereRupiah", String(person["owedElsewhereRupiah"]));
  await visitor.press(tracked("profile_personal_save"));
  // Each list brings the next by itself: a call of the page's own script.
  const parts = address.villageCode.split(".");
  for (const [index, name] of ["province", "regency", "district", "village"].entries())
    await visitor.select(name, parts.slice(0, index + 1).join("."));
  await visitor.press(tracked("profile_area"));
  for (const name of ["street", "rt", "rw"]) await visitor.type(name, address[name]);
  await visitor.press(tracked("profile_home_save"));
  await visitor.select("industry", employment.industry);
  for (const name of ["companyName", "companyAddress", "companyPhone"]) await visitor.type(name, employment[name]);
  await visitor.type("workingMonths", String(employment.workingPeriodMonths));
  await visitor.type("monthlyIncomeRupiah", String(employment.monthlyIncomeRupiah));
  await visitor.type("salaryDay", String(employment.salaryDate));
  await visitor.press(tracked("profile_work_save"));
  await visitor.until("the saved profile", async () => (await visitor.path()).includes("additional-info?saved"));
}

async function giveIncomeEvidence(visitor: Visitor, folder: string): Promise<SentPhoto> {
  await visitor.open("/webview/additional-info/upload/salary-slip");
  await visitor.until("the script that makes photos smaller", () =>
    visitor.run(() => "uploads" in document.documentElement.dataset, null),
  );
  await visitor.run(() => {
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function (body) {
      const photo = (body as FormData).get("photo") as File;
      const picture = new Image();
      picture.src = URL.createObjectURL(photo);
      void picture.decode().then(() => {
        const { naturalWidth: width, naturalHeight: height } = picture;
        sessionStorage.setItem("sent", JSON.stringify({ width, height, bytes: photo.size }));
        send.call(this, body);
      });
    };
  }, null);
  await visitor.engine.choose("[name=photo]", await phonePhoto(folder));
  await visitor.see(".photos-picture");
  return visitor.run(() => JSON.parse(sessionStorage.getItem("sent") ?? "null") as SentPhoto, null);
}

async function giveBankAccount(visitor: Visitor, { bankAccount, mobileNumber }: Person): Promise<void> {
  await sandboxPost(visitor, "/api/sandbox/clock", { advanceSeconds: 61 });
  await visitor.open("/webview/bank-account");
  await visitor.select("bankCode", bankAccount.bankCode);
  await visitor.type("accountNumber", bankAccount.accountNumber);
  await visitor.press(tracked("bank_account_add"));
  await visitor.see("[name=code], .notice-ok");
  if (await visitor.isThere("[name=code]")) {
    await visitor.type("code", await newestCode(visitor, mobileNumber));
    await visitor.press(tracked("bank_account_code"));
  }
  await visitor.until("the saved account", async () => (await visitor.path()).includes("saved"));
}

/** Opens the home again until this link of the next step is there. Decisions take seconds. */
async function untilHomeLeadsTo(visitor: Visitor, path: string): Promise<void> {
  await visitor.until(`home leads to ${path}`, async () => {
    await visitor.open("/webview/home");
    return visitor.isThere(`main a[href^="${path}"]`);
  });
}

export async function applyAndSign(visitor: Visitor, mobileNumber: string): Promise<void> {
  await visitor.open("/webview/apply-loan");
  await visitor.type("amountRupiah", "1000000");
  await visitor.tick('[name=tenorDays][value="90"]');
  await visitor.select("purpose", "EDUCATION");
  await visitor.until("the figures", async () => !(await visitor.isThere("[data-live-region][aria-busy=true]")));
  await visitor.press(tracked("apply-submit"));
  await visitor.until("home", async () => (await visitor.path()).startsWith("/webview/home"));
  await untilHomeLeadsTo(visitor, "/webview/agreement");
  await sandboxPost(visitor, "/api/sandbox/clock", { advanceSeconds: 61 });
  await visitor.open("/webview/agreement");
  await visitor.tick("[name=read]");
  await visitor.tick("[name=platforms]");
  await visitor.press(tracked("agreement_accept"));
  await visitor.see("[name=code]");
  await visitor.type("code", await newestCode(visitor, mobileNumber));
  await visitor.press(tracked("agreement_sign"));
  await visitor.until("the signed agreement", async () => (await visitor.path()).includes("/webview/agreement?loan="));
}

/** Chooses QRIS on the bill, and sees its picture drawn. */
export async function seeQris(visitor: Visitor): Promise<void> {
  await untilHomeLeadsTo(visitor, "/webview/bills");
  await visitor.open("/webview/bills");
  await visitor.tick('[name=way][value="QRIS"]');
  await visitor.press(tracked("bills-pay"));
  await visitor.see("main img[src*='/qris/']");
  await visitor.until("the picture of the code", () =>
    visitor.run(() => {
      const picture = document.querySelector("main img[src*='/qris/']") as HTMLImageElement;
      return picture.complete && picture.naturalWidth > 0;
    }, null),
  );
}

/** Opens the dialog of the page that stands and answers the colour of what lies behind it. */
export async function backdropOf(visitor: Visitor, opener: string): Promise<string> {
  await visitor.press(opener);
  await visitor.see("dialog[open]");
  return visitor.run(
    () => getComputedStyle(document.querySelector("dialog[open]") as Element, "::backdrop").backgroundColor,
    null,
  );
}

/** Presses a copy button while the clipboard is refused, and answers the toast and what is marked. */
export async function copyWithoutClipboard(visitor: Visitor): Promise<{ toast: string; marked: string }> {
  await visitor.see("[data-copy]");
  await visitor.run(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true });
    (document.querySelector("[data-copy]") as HTMLElement).click();
  }, null);
  await visitor.until("the toast", () =>
    visitor.run(() => Boolean(document.querySelector("[data-toast-region] p")?.textContent), null),
  );
  return visitor.run(
    () => ({
      toast: document.querySelector("[data-toast-region] p")?.textContent ?? "",
      marked: (getSelection()?.toString() ?? "").trim(),
    }),
    null,
  );
}

/** Faults but those that are answers of a server on purpose. */
export const expectNoFaults = ({ engine }: Visitor): void =>
  expect(engine.faults.filter((fault) => !/status of 4\d\d/.test(fault))).toEqual([]);
