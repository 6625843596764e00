/** Actions of a book's borrowers, call by call as the screens make them. */
import type { Api } from "#server/call/pipeline.ts";
import type { SandboxPersonAnswer } from "../../contract.ts";
import { sandboxOf } from "../partners.ts";
import { drawPicture, type PictureKind } from "../pictures.ts";
import { RefusedCall, visitor, type Visitor } from "./client.ts";
import type { PlannedLoan, PlannedPayment, PlannedPerson } from "./plan.ts";

/** The browsers of a book's persons, kept as long as this process plays it. */
export interface Stage {
  api: Api;
  /** Begins every key and device of the book. */
  name: string;
  browsers: Map<string, Visitor>;
  /** Pictures shared by many persons: drawing one takes longer than the rest of a registration. */
  pictures: Map<string, Promise<Uint8Array>>;
  /** Numbers of applications that staff approve. */
  approved: Set<string>;
}

const addressOf = (index: number): string => `10.${20 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`;

/** The person's browser, logged in; after the end of its session, again with a new code. */
export async function browserOf(stage: Stage, person: PlannedPerson): Promise<Visitor> {
  const known = stage.browsers.get(person.mobileNumber);
  if (known) {
    try {
      await known.get("/api/v5/cashloan/userStatus");
      return known;
    } catch (error) {
      if (!(error instanceof RefusedCall) || error.code !== "NOT_LOGGED_IN") throw error;
    }
  }
  const browser = visitor(stage.api, {
    device: `${stage.name}-phone-${person.index}`,
    address: addressOf(person.index),
  });
  const { verificationId } = await sendCode(browser, person.mobileNumber);
  await browser.post("/api/v2/user/union/registerOrLogin", {
    mobileNumber: person.mobileNumber,
    verificationId,
    code: await newestCode(stage, person.mobileNumber),
    agreements: ["TERMS", "PRIVACY"],
  });
  stage.browsers.set(person.mobileNumber, browser);
  return browser;
}

async function sendCode(browser: Visitor, mobileNumber: string): Promise<{ verificationId: string }> {
  const answered = await answerCaptcha(browser);
  return browser.post("/api/v2/mobile/sendVerification", {
    mobileNumber,
    purpose: "LOGIN",
    channel: "SMS",
    ...answered,
  });
}

async function answerCaptcha(browser: Visitor): Promise<{ captchaKey: string; captcha: string }> {
  const { captchaKey } = await browser.post("/api/user/generateCaptcha", {});
  const { answer: captcha } = await browser.get(`/api/sandbox/captcha/${captchaKey}`);
  return { captchaKey, captcha };
}

export async function newestCode({ api }: Stage, mobileNumber: string): Promise<string> {
  const sent = await sandboxOf(api.services).messages.list({ to: mobileNumber, limit: 5 });
  return sent.find((message) => message.code)?.code ?? "";
}

/** Registers and fills in everything that an application needs; a person who leaves stops half-way. */
export async function registerAsPerson(stage: Stage, person: PlannedPerson): Promise<void> {
  const browser = await browserOf(stage, person);
  const { fullName, nik, birthPlace, birthDate, sex, address } = person;
  await browser.post("/api/identity", { fullName, nik, birthPlace, birthDate, sex });
  await sendPhoto(stage, browser, person, "/api/identity/card-photo", "identity-card");
  if (person.course === "LEAVES") return;
  await sendPhoto(stage, browser, person, "/api/identity/face-check", "selfie", { agreed: "true" });
  await browser.post("/api/profile/personal", {
    education: "SMA",
    civilStatus: 20,
    loanPurpose: "EDUCATION",
    relationship: "SIBLING",
    owedElsewhereRupiah: person.owedElsewhereRupiah,
  });
  const { villageCode, street, rt, rw } = address;
  await browser.post("/api/profile/home", { villageCode, street, rt, rw });
  await stateIncome(stage, person, person.incomeRupiah);
  await browser.post("/api/profile/contacts", {
    name: "Ani Contoh",
    mobileNumber: `0857${person.mobileNumber.slice(4)}`,
    relationship: "SIBLING",
  });
  await sendPhoto(stage, browser, person, "/api/document/kind/SALARY_SLIP", "salary-slip");
  await browser.post("/api/bank-account", { bankCode: person.bankCode, accountNumber: person.accountNumber });
}

/** States the work and its monthly income. */
export async function stateIncome(stage: Stage, person: PlannedPerson, monthlyIncomeRupiah: number): Promise<void> {
  const browser = await browserOf(stage, person);
  await browser.post("/api/profile/work", {
    industry: "TRADE",
    companyName: "PT Contoh Sejahtera",
    companyAddress: "Jl. Contoh No. 12",
    companyPhone: "0215550111",
    workingMonths: 30,
    monthlyIncomeRupiah,
    salaryDay: 25,
  });
}

async function sendPhoto(
  stage: Stage,
  browser: Visitor,
  person: PlannedPerson,
  path: string,
  kind: PictureKind,
  more: Record<string, string> = {},
): Promise<void> {
  const form = new FormData();
  form.set("photo", await pictureFor(stage, person, kind), "photo.jpg");
  for (const [name, value] of Object.entries(more)) form.set(name, value);
  await browser.send(path, form);
}

export const pictureFor = async (stage: Stage, person: PlannedPerson, kind: PictureKind): Promise<Blob> =>
  new Blob([new Uint8Array(await pictureOf(stage, person, kind))], { type: "image/jpeg" });

/** A card of their own for each person, because it is read and compared; a common selfie and slip for each sex. */
async function pictureOf({ pictures }: Stage, person: PlannedPerson, kind: PictureKind): Promise<Uint8Array> {
  if (kind === "identity-card") return drawPicture(shownOf(person), kind);
  const key = `${kind}:${person.sex}`;
  const drawn = pictures.get(key) ?? drawPicture(shownOf(person), kind);
  pictures.set(key, drawn);
  return drawn;
}

/** As a test person is shown, for the pictures. */
const shownOf = (person: PlannedPerson): SandboxPersonAnswer =>
  ({
    ...person,
    key: person.mobileNumber,
    employment: {
      companyName: "PT Contoh Sejahtera",
      companyAddress: "Jl. Contoh No. 12",
      monthlyIncomeRupiah: person.incomeRupiah,
      salaryDate: 25,
    },
    bankAccount: {
      bankCode: person.bankCode,
      accountNumber: person.accountNumber,
      accountName: person.fullName.toUpperCase(),
      bankName: "",
    },
  }) as unknown as SandboxPersonAnswer;

/** The step by which an amount that was too high is lowered. */
const stepRupiah = 200_000;

/** Applies; an amount above the limit or the affordable one is lowered. */
export async function applyAsPerson(stage: Stage, person: PlannedPerson, loan: PlannedLoan): Promise<void> {
  const browser = await browserOf(stage, person);
  const { items } = await browser.get("/api/bank-account");
  const bankAccountId = items[0]?.id;
  const key = `${stage.name}-apply-${person.index}-${loan.day}`;
  // The bureau is asked again where an offer or a document is judged.
  if (person.isReviewed)
    await sandboxOf(stage.api.services).next.put(
      "BUREAU",
      person.nik,
      Array.from({ length: 5 }, () => ({ outcome: "LOW_SCORE", delaySeconds: null, duplicates: 0 })),
    );
  let amountRupiah = loan.amountRupiah;
  for (;;) {
    try {
      const body = { amountRupiah, tenorDays: loan.tenorDays, purpose: "EDUCATION", bankAccountId };
      const { number } = await browser.post("/api/loan/apply", body, `${key}-${amountRupiah}`);
      if (person.isReviewed) stage.approved.add(number);
      return;
    } catch (error) {
      const isTooMuch = error instanceof RefusedCall && ["LIMIT_EXCEEDED", "INSTALMENT_TOO_LARGE"].includes(error.code);
      if (!isTooMuch || amountRupiah < 400_000) throw error;
      amountRupiah -= stepRupiah;
    }
  }
}

/** Reads, accepts and signs an approved application; false when there is nothing to sign. */
export async function signAsPerson(stage: Stage, person: PlannedPerson): Promise<boolean> {
  const browser = await browserOf(stage, person);
  const { application } = await browser.get("/api/v5/cashloan/userStatus");
  if (application?.state !== "APPROVED") return false;
  const { loanId, toSign } = await browser.get("/api/agreement");
  const path = `/api/agreement/${loanId}`;
  const { verificationId } = await browser.post("/api/mobile/sendVerificationWithoutCaptcha", {
    purpose: "STEP_UP_SIGN",
    channel: "SMS",
  });
  await browser.post(`${path}/accept`, { hash: toSign.hash, read: true, platforms: true });
  const code = await newestCode(stage, person.mobileNumber);
  await browser.post(
    `${path}/sign`,
    { hash: toSign.hash, verificationId, code },
    `${stage.name}-sign-${person.index}-${loanId}`,
  );
  return true;
}

/** Pays the amount due, or everything; false without a debt. */
export async function payAsPerson(
  stage: Stage,
  person: PlannedPerson,
  { day, way, share }: PlannedPayment,
): Promise<boolean> {
  const browser = await browserOf(stage, person);
  const { bill } = await browser.get("/api/repayment/bills");
  if (!bill || bill.payoffRupiah === 0) return false;
  const whole = share === "ALL" || share === "MOST" ? bill.payoffRupiah : bill.suggestedRupiah;
  const part = share === "HALF" ? Math.floor(whole / 2) : share === "MOST" ? Math.floor((whole * 3) / 4) : whole;
  const amountRupiah = Math.max(10_000, part);
  const { bank } = sandboxOf(stage.api.services);
  if (way === "VIRTUAL_ACCOUNT") {
    const { virtualAccountNumber } = await browser.post("/api/repayment/virtual-account", { bankCode: "014" });
    await bank.pay({ virtualAccountNumber, amountRupiah });
  } else if (way === "QRIS") {
    const { reference } = await browser.post("/api/repayment/qris", { amountRupiah });
    await bank.pay({ reference, amountRupiah });
  } else {
    const key = `${stage.name}-push-${person.index}-${day}`;
    await browser.post("/api/repayment/ewallet", { mobileNumber: person.mobileNumber, amountRupiah }, key);
  }
  return true;
}

export async function complain(stage: Stage, person: PlannedPerson): Promise<void> {
  if (!person.complaint) return;
  const browser = await browserOf(stage, person);
  const { reason, text } = person.complaint;
  const body = { reason, text, email: person.email, ...(await answerCaptcha(browser)) };
  await browser.post("/api/complaint", body, `${stage.name}-complaint-${person.index}`);
}

/** The daily press, a coupon, and an egg with a ticket. */
export async function takePart(stage: Stage, person: PlannedPerson, day: number): Promise<void> {
  const browser = await browserOf(stage, person);
  await browser.post("/api/activity/check-in", {});
  if (day === person.day) {
    const { prizes } = await browser.get("/api/activity/get-coupon");
    const key = `${stage.name}-claim-${person.index}`;
    await browser.post("/api/activity/get-coupon/claim", { prizeKey: prizes[0].prizeKey }, key);
    return;
  }
  const { ticketIds } = await browser.get("/api/activity/toy-egg-1");
  const [ticketId] = ticketIds;
  if (ticketId) await browser.post("/api/activity/toy-egg-1/play", { ticketId, choice: 1 + (person.index % 3) });
}
