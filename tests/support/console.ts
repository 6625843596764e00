/** The console in a browser: logging in as a sandbox person, and borrowers for it to work on, made through the API. */
import type { StaffRole } from "#shared/staff-permissions.ts";
import { phone, type Phone, type PhoneOptions } from "./browser.ts";
import { invented, personOf, sandboxGet, sandboxPost, type Person } from "./borrower.ts";
import { whenFileOver } from "./when-over.ts";

interface StaffPerson {
  name: string;
  role: StaffRole;
  email: string;
  password: string;
  totp: string;
}

async function staffPerson(who: Phone, role: StaffRole, index: 0 | 1): Promise<StaffPerson> {
  const { items } = await sandboxGet<{ items: StaffPerson[] }>(who, "/api/sandbox/staff");
  const person = items.filter((one) => one.role === role)[index];
  if (!person) throw new Error(`The sandbox has no ${role} number ${index}.`);
  return person;
}

type Cookies = Parameters<Phone["context"]["addCookies"]>[0];
/** Sessions that earlier files of this worker left, by product and person. A login costs as much as four pages, and waits for a code that no other took. */
const left = new Map<string, Cookies>();

/** Goes on with a session that an earlier file left, where it still stands. */
async function goesOn({ page, context, origin }: Phone, key: string): Promise<boolean> {
  const cookies = left.get(key);
  // Each session goes to one phone: a logout there ends no other's.
  if (!cookies || !left.delete(key)) return false;
  await context.addCookies(cookies);
  await page.goto(`${origin}/staff`);
  if (new URL(page.url()).pathname === "/staff") return true;
  await context.clearCookies();
  return false;
}

/** Leaves the session to the worker's next file. */
function leaveAfterFile({ context, origin }: Phone, key: string): void {
  whenFileOver(async () => {
    const cookies = await context.cookies(origin);
    left.set(
      key,
      cookies.filter(({ name }) => name !== "lang"),
    );
  });
}

/** The first or second person of a role, logged in by the form where no session is left; a code works once, so a second login waits for the next one. */
export async function staffPhone(role: StaffRole, index: 0 | 1, options: PhoneOptions = {}): Promise<Phone> {
  const who = await phone(options);
  const { page } = who;
  const key = `${who.origin} ${role} ${index}`;
  leaveAfterFile(who, key);
  if (await goesOn(who, key)) return who;
  let used = "";
  for (let attempt = 0; attempt < 2; attempt++) {
    let person = await staffPerson(who, role, index);
    while (person.totp === used) {
      await page.waitForTimeout(1000);
      person = await staffPerson(who, role, index);
    }
    used = person.totp;
    await page.goto(`${who.origin}/staff`);
    await page.fill("[name=email]", person.email);
    await page.fill("[name=password]", person.password);
    await page.fill("[name=code]", person.totp);
    await Promise.all([page.waitForEvent("load"), page.press("[name=code]", "Enter")]);
    if (new URL(page.url()).pathname === "/staff") return who;
  }
  throw new Error(`${role} number ${index} could not log in.`);
}

export interface MadeApplication {
  borrowerId: string;
  loanId: string;
  mobileNumber: string;
}

/** Texts for the free-text fields of an application. */
export interface FreeTexts {
  /** The invitation code with which the borrower registers. */
  invitationCode?: string;
  street?: string;
  companyName?: string;
  companyAddress?: string;
  rt?: string;
  /** One of the sandbox bank's accounts that misbehave, instead of the person's own. */
  accountNumber?: string;
  /** Whole rupiah; 1,000,000 by default, and the person's own income. */
  amountRupiah?: number;
  monthlyIncomeRupiah?: number;
}

/** The whole application of a sandbox person, by key, or of an invented one for 1,000,000 over 90 days, sent call by call from a page of the product. */
export async function madeApplication(
  who: Phone,
  person: string | Person,
  mobileNumber: string,
  texts: FreeTexts = {},
): Promise<MadeApplication> {
  return await applyAs(who, typeof person === "string" ? await personOf(who, person) : person, mobileNumber, texts);
}

/** The application of a person whom no other journey is, which comes to the staff for its score. */
export async function madeCase(who: Phone, seed: number): Promise<MadeApplication> {
  const person = await invented(who, seed);
  // The bureau is asked again where an offer or a document is judged.
  const answers = Array.from({ length: 5 }, () => ({ outcome: "LOW_SCORE" }));
  await sandboxPost(who, "/api/sandbox/next", { port: "BUREAU", key: person.nik, answers });
  return await applyAs(who, person, person.mobileNumber, {});
}

async function applyAs(who: Phone, person: Person, mobileNumber: string, texts: FreeTexts): Promise<MadeApplication> {
  await who.page.goto(`${who.origin}/login`);
  const made = await who.page.evaluate(apply, { person, mobileNumber, texts });
  return { ...made, mobileNumber };
}

/** The case of an application, once its rules have been judged. */
export async function caseOf(staff: Phone, made: MadeApplication): Promise<string> {
  for (let round = 0; round < 60; round++) {
    const found = await staff.page.evaluate(async (borrowerId) => {
      const page = await (await fetch("/api/staff/cases?limit=100")).json();
      return page.items.find((one: { borrowerId: string }) => one.borrowerId === borrowerId)?.caseId as
        | string
        | undefined;
    }, made.borrowerId);
    if (found) return found;
    await staff.page.waitForTimeout(500);
  }
  throw new Error("The case never came to the staff.");
}

/** Runs in the page, as the product's own script would. */
async function apply({
  person,
  mobileNumber,
  texts,
}: {
  // oxlint-disable-next-line typescript/no-explicit-any
  person: any;
  mobileNumber: string;
  texts: FreeTexts;
}): Promise<{ borrowerId: string; loanId: string }> {
  const read = async (answer: Response) => {
    const body = await answer.json();
    if (!answer.ok) throw new Error(`${answer.url}: ${JSON.stringify(body)}`);
    return body;
  };
  const get = async (path: string) => read(await fetch(path));
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) =>
    read(
      await fetch(path, {
        method: "POST",
        headers: { "Content-Type": "application/json", ...headers },
        body: JSON.stringify(body),
      }),
    );
  const picture = async (path: string, kind: string, more: Record<string, string> = {}) => {
    const form = new FormData();
    form.set("photo", await (await fetch(`/api/sandbox/persons/${person.key}/pictures/${kind}`)).blob(), "photo.jpg");
    for (const [name, value] of Object.entries(more)) form.set(name, value);
    await read(await fetch(path, { method: "POST", body: form }));
  };
  const { captchaKey } = await post("/api/user/generateCaptcha", {});
  const { answer: captcha } = await get(`/api/sandbox/captcha/${captchaKey}`);
  const { verificationId } = await post("/api/v2/mobile/sendVerification", {
    mobileNumber,
    purpose: "LOGIN",
    channel: "SMS",
    captchaKey,
    captcha,
  });
  const { items } = await get(`/api/sandbox/messages?to=${mobileNumber}`);
  const { userId } = await post("/api/v2/user/union/registerOrLogin", {
    mobileNumber,
    verificationId,
    code: items[0].code,
    agreements: ["TERMS", "PRIVACY"],
    ...(texts.invitationCode ? { invitationCode: texts.invitationCode } : {}),
  });
  const { fullName, nik, birthPlace, birthDate, sex, address, employment } = person;
  await post("/api/identity", { fullName, nik, birthPlace, birthDate, sex });
  await picture("/api/identity/card-photo", "identity-card");
  await picture("/api/identity/face-check", "selfie", { agreed: "true" });
  await post("/api/profile/personal", {
    education: person.education,
    civilStatus: person.civilStatus,
    loanPurpose: person.loanPurpose,
    relationship: "SIBLING",
    owedElsewhereRupiah: person.owedElsewhereRupiah,
  });
  await post("/api/profile/home", {
    villageCode: address.villageCode,
    street: texts.street ?? address.street,
    rt: address.rt,
    rw: address.rw,
  });
  await post("/api/profile/work", {
    industry: employment.industry,
    companyName: texts.companyName ?? employment.companyName,
    companyAddress: texts.companyAddress ?? employment.companyAddress,
    companyPhone: employment.companyPhone,
    workingMonths: employment.workingPeriodMonths,
    monthlyIncomeRupiah: texts.monthlyIncomeRupiah ?? employment.monthlyIncomeRupiah,
    salaryDay: employment.salaryDate,
  });
  await post("/api/profile/contacts", person.emergencyContact);
  await picture("/api/document/kind/SALARY_SLIP", "salary-slip");
  const account = await post("/api/bank-account", {
    bankCode: person.bankAccount.bankCode,
    accountNumber: texts.accountNumber ?? person.bankAccount.accountNumber,
  });
  const sent = await post(
    "/api/loan/apply",
    { amountRupiah: texts.amountRupiah ?? 1_000_000, tenorDays: 90, purpose: "EDUCATION", bankAccountId: account.id },
    { "Idempotency-Key": `console-${verificationId}` },
  );
  return { borrowerId: userId, loanId: sent.loanId ?? sent.id ?? "" };
}
