/** A sandbox person with everything that an application asks for, given call by call as the screens do. */
import sharp from "sharp";
import { expect } from "vitest";
import { seedBorrower } from "#features/account/login/server/index.ts";
import { transact } from "#server/database.server.ts";
import { sandboxPersons, type SandboxPerson } from "#server/outside/sandbox-bank/persons.ts";
import type { TestApp, TestClient } from "./app.ts";

export interface Applicant {
  borrowerId: string;
  person: SandboxPerson;
  client: TestClient;
  bankAccountId: string;
}

export interface PersonOptions {
  /** Another number than the person's own: a second account of the same person. */
  mobileNumber?: string;
  /** Invented data of a person whom no partner knows: a clear case whose NIK and account no other person has. */
  nik?: string;
  accountNumber?: string;
  /** Parts that are left open. */
  without?: readonly ("contacts" | "evidence")[];
}

let picture: Uint8Array | undefined;
/** A photo large enough to be taken; its grain keeps it from being compressed to nothing. */
export async function somePhoto(): Promise<Blob> {
  picture ??= await sharp({
    create: {
      width: 900,
      height: 700,
      channels: 3,
      background: "#888",
      noise: { type: "gaussian", mean: 128, sigma: 30 },
    },
  })
    .jpeg()
    .toBuffer();
  return new Blob([new Uint8Array(picture)], { type: "image/jpeg" });
}

/** Registers the person and fills in everything; throws with the refusal where one of the steps is refused. */
export async function applicant(app: TestApp, key: string, options: PersonOptions = {}): Promise<Applicant> {
  const person = sandboxPersons.find((one) => one.key === key);
  if (!person) throw new Error(`There is no sandbox person ${key}.`);
  const { services } = app;
  const borrowerId = await transact(services.database, (trx) =>
    seedBorrower(services, trx, { mobileNumber: options.mobileNumber ?? person.mobileNumber }),
  );
  const client = await app.loggedIn(borrowerId, "STEP_UP_BIND");
  const send = async (path: string, body: unknown) => {
    const answered = await client.post(path, body);
    expect(answered.status, `${path} ${answered.text}`).toBeLessThan(300);
    return answered.body;
  };
  const sendPhoto = async (path: string, more: Record<string, string> = {}) => {
    const form = new FormData();
    form.set("photo", await somePhoto(), "photo.jpg");
    for (const [name, value] of Object.entries(more)) form.set(name, value);
    const answered = await client.send("POST", path, form);
    expect(answered.status, `${path} ${answered.text}`).toBeLessThan(300);
  };
  const nik = options.nik ?? person.nik;
  const { fullName, birthPlace, birthDate, sex, address, employment } = person;
  await send("/api/identity", { fullName, nik, birthPlace, birthDate, sex });
  await sendPhoto("/api/identity/card-photo");
  await sendPhoto("/api/identity/face-check", { agreed: "true" });
  await send("/api/profile/personal", {
    education: person.education,
    civilStatus: person.civilStatus,
    loanPurpose: person.loanPurpose,
    relationship: "SIBLING",
    owedElsewhereRupiah: person.owedElsewhereRupiah,
  });
  await send("/api/profile/home", {
    villageCode: address.villageCode,
    street: address.street,
    rt: address.rt,
    rw: address.rw,
  });
  await send("/api/profile/work", {
    industry: employment.industry,
    companyName: employment.companyName,
    companyAddress: employment.companyAddress,
    companyPhone: employment.companyPhone,
    workingMonths: employment.workingPeriodMonths,
    monthlyIncomeRupiah: employment.monthlyIncomeRupiah,
    salaryDay: employment.salaryDate,
  });
  if (!options.without?.includes("contacts")) await send("/api/profile/contacts", person.emergencyContact);
  if (!options.without?.includes("evidence")) await sendPhoto("/api/document/kind/SALARY_SLIP");
  const { bankCode } = person.bankAccount;
  const accountNumber = options.accountNumber ?? person.bankAccount.accountNumber;
  const { id } = await send("/api/bank-account", { bankCode, accountNumber });
  return { borrowerId, person, client, bankAccountId: id };
}

/** Sends an application, by default for 1,000,000 over 90 days. */
export async function sendApplication(
  of: Applicant,
  options: { amountRupiah?: number; tenorDays?: number; key?: string; bankAccountId?: string } = {},
) {
  const { amountRupiah = 1_000_000, tenorDays = 90, bankAccountId = of.bankAccountId } = options;
  const headers = {
    "Idempotency-Key": options.key ?? `key-${amountRupiah}-${tenorDays}-${Math.trunc(performance.now() * 1000)}`,
  };
  return of.client.post("/api/loan/apply", { amountRupiah, tenorDays, purpose: "EDUCATION", bankAccountId }, headers);
}
