/**
 * Test persons, like a payment company's test cards: the NIK, bank account or phone number alone decides the outcome
 * of each, as documented here. Every person fits every form. All are invented. Product decisions 3.
 */
import type { PersonOutcome } from "#shared/sandbox-persons.ts";
import type { Text } from "#shared/texts.ts";
import { creditDrafts } from "./credit-drafts.ts";
import { type PersonDraft, drafts, places } from "./person-drafts.ts";

export interface SandboxPerson {
  /** `approved-1`, `refused-age` … */
  key: string;
  outcome: PersonOutcome;
  /** The expected outcome, for the sandbox page. */
  expectation: Text;
  fullName: string;
  /** 16 digits. */
  nik: string;
  birthPlace: string;
  /** YYYY-MM-DD */
  birthDate: string;
  sex: "MALE" | "FEMALE";
  /** `08…`; also the e-wallet's number. */
  mobileNumber: string;
  email: string;
  mothersName: string;
  /** Spec 3: married 10, single 20, divorced 30. */
  civilStatus: 10 | 20 | 30;
  education: "SMA" | "D3" | "S1" | "S2";
  loanPurpose: string;
  /** 15 digits. */
  npwp: string;
  address: {
    street: string;
    rt: string;
    rw: string;
    villageCode: string;
    village: string;
    district: string;
    regency: string;
    province: string;
    zone: "WIB" | "WITA" | "WIT";
  };
  bankAccount: { bankCode: string; accountNumber: string; accountName: string };
  employment: {
    companyName: string;
    companyAddress: string;
    companyPhone: string;
    industry: string;
    workingPeriodMonths: number;
    monthlyIncomeRupiah: number;
    /** Day of the month. */
    salaryDate: number;
  };
  owedElsewhereRupiah: number;
  emergencyContact: { name: string; mobileNumber: string; relationship: "SPOUSE" | "PARENT" | "SIBLING" | "FRIEND" };
}

/** Field rules: NIK, area 6 + DDMMYY (women DD + 40) + serial. */
function nikOf(villageCode: string, birthDate: string, sex: "MALE" | "FEMALE", serial: number): string {
  const [year = "", month = "", day = ""] = birthDate.split("-");
  const dayPart = String(Number(day) + (sex === "FEMALE" ? 40 : 0)).padStart(2, "0");
  return (
    villageCode.replaceAll(".", "").slice(0, 6) + dayPart + month + year.slice(2) + String(serial).padStart(4, "0")
  );
}

const twoDigits = (index: number): string => String(index).padStart(2, "0");

function complete(draft: PersonDraft, index: number): SandboxPerson {
  const place = places[draft.place];
  const serial = twoDigits(index + 1);
  const upper = draft.name.toUpperCase();
  return {
    key: draft.key,
    outcome: draft.outcome,
    expectation: draft.expectation,
    fullName: draft.name,
    nik: nikOf(place.villageCode, draft.birthDate, draft.sex, index + 1),
    birthPlace: place.regency.replace(/^Kota (Administrasi )?/, ""),
    birthDate: draft.birthDate,
    sex: draft.sex,
    mobileNumber: `0812000010${serial}`,
    email: `${draft.key}@sandbox.example`,
    mothersName: "Sri Wahyuni",
    civilStatus: draft.outcome === "REFUSED_AGE" ? 20 : index % 2 ? 20 : 10,
    education: "SMA",
    loanPurpose: "EDUCATION",
    npwp: `0930001${serial}541000`,
    address: { street: `Jl. Melati No. ${index + 1}`, rt: "003", rw: "007", ...place },
    bankAccount: { bankCode: draft.bankCode, accountNumber: `99000010${serial}`, accountName: draft.holder ?? upper },
    employment: {
      companyName: "PT Maju Bersama Nusantara",
      companyAddress: "Jl. Jenderal Sudirman Kav. 1",
      companyPhone: "0215550100",
      industry: "MANUFACTURING",
      workingPeriodMonths: 36,
      monthlyIncomeRupiah: draft.incomeRupiah ?? 8_000_000,
      salaryDate: 25,
    },
    owedElsewhereRupiah: draft.owedElsewhereRupiah ?? 0,
    emergencyContact: { name: "Ani Suryani", mobileNumber: `0813000020${serial}`, relationship: "SIBLING" },
  };
}

export const sandboxPersons: readonly SandboxPerson[] = [...drafts, ...creditDrafts].map(complete);
const byNik = new Map(sandboxPersons.map((person) => [person.nik, person]));
const byAccount = new Map(
  sandboxPersons.map((person) => [`${person.bankAccount.bankCode}:${person.bankAccount.accountNumber}`, person]),
);
const byMobile = new Map(sandboxPersons.map((person) => [person.mobileNumber, person]));

/** The three keys by which the sandbox's partners know a test person; undefined for invented data, which passes everywhere. */
export const personByNik = (nik: string): SandboxPerson | undefined => byNik.get(nik);
export const personByAccount = (bankCode: string, accountNumber: string): SandboxPerson | undefined =>
  byAccount.get(`${bankCode}:${accountNumber}`);
export const personByMobile = (mobileNumber: string): SandboxPerson | undefined => byMobile.get(mobileNumber);

/** Bank account numbers with a fixed outcome, for any holder at any bank. Every other account is found and paid. */
export const magicAccounts = {
  "9900000001": { does: "NOT_FOUND", says: "The bank knows no such account; a transfer to it is rejected at once." },
  "9900000002": { does: "TRANSFER_FAILS", says: "The transfer is accepted and fails after two seconds." },
  "9900000003": {
    does: "TRANSFER_UNKNOWN",
    says: "The order has its effect, its answer is lost, and no callback comes: only an inquiry tells.",
  },
  "9900000004": {
    does: "TRANSFER_UNHEARD",
    says: "The first order never arrives and its answer is unknown; the second one, under the same id, is paid.",
  },
  "9900000005": { does: "TRANSFER_DUPLICATES", says: "Paid; the callback comes three times." },
  "9900000006": { does: "TRANSFER_OUT_OF_ORDER", says: "Paid; a stale 'pending' callback follows the final one." },
  "9900000007": { does: "NAME_UNAVAILABLE", says: "The name inquiry is not answered." },
  "9900000008": {
    does: "TRANSFER_PAID_LATE",
    says: "The transfer fails after two seconds; ten minutes later the bank says that it was paid after all.",
  },
  "9900000009": { does: "TRANSFER_RETURNED", says: "Paid; ten minutes later the receiving bank sends the money back." },
} as const;
export type MagicAction = (typeof magicAccounts)[keyof typeof magicAccounts]["does"];
/** Phone numbers whose e-wallet misbehaves. */
export const magicWallets = {
  "081200000001": { does: "TIMES_OUT", says: "Nobody answers: failed after 55 seconds." },
  "081200000002": { does: "REJECTED", says: "The number has no OVO account: rejected at once." },
  "081200000003": { does: "DECLINED", says: "The owner declines: failed after ten seconds." },
} as const;
