/** Profile: how the borrower lives and works, and where. */
import * as v from "valibot";
import { noInput } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { creditStatuses } from "#shared/credit-status.ts";
import { zones } from "#shared/dates.ts";
import { detailedAddress, neighbourhood, postalCode, villageCode } from "#shared/fields/address.ts";
import { enteredRupiah } from "#shared/fields/amount.ts";
import { cleanLine } from "#shared/fields/cleaning.ts";
import { dayOfMonth } from "#shared/fields/date.ts";
import { fullName } from "#shared/fields/name.ts";
import { officePhone, phone } from "#shared/fields/phone.ts";
import { defineTexts } from "#shared/texts.ts";
import { areaUnknown } from "./area-contract.ts";
import { openShape } from "#shared/fields/shape.ts";

export const educations = ["SD", "SMP", "SMA", "D3", "S1", "S2"] as const;
/** Spec 3: married 10, single 20, divorced 30. */
export const civilStatuses = [10, 20, 30] as const;
export const loanPurposes = [
  "DAILY_NEEDS",
  "EDUCATION",
  "HEALTH",
  "BUSINESS",
  "HOME_REPAIR",
  "VEHICLE",
  "FAMILY_EVENT",
  "OTHER",
] as const;
export const industries = [
  "MANUFACTURING",
  "TRADE",
  "FOOD_AND_HOTEL",
  "TRANSPORT",
  "CONSTRUCTION",
  "FARMING_AND_FISHING",
  "HEALTH",
  "EDUCATION",
  "GOVERNMENT",
  "FINANCE",
  "TECHNOLOGY",
  "SERVICES",
  "OTHER",
] as const;
/** Relation to the borrower: the profile's closest person and each emergency contact. */
export const relationships = ["SPOUSE", "PARENT", "SIBLING", "CHILD", "RELATIVE", "FRIEND", "COLLEAGUE"] as const;
export type Relationship = (typeof relationships)[number];

const companyName = v.pipe(
  v.string("COMPANY_NAME_LENGTH"),
  v.nonEmpty("REQUIRED"),
  v.minLength(2, "COMPANY_NAME_LENGTH"),
  v.maxLength(100, "COMPANY_NAME_LENGTH"),
  v.transform(cleanLine),
  v.minLength(2, "COMPANY_NAME_LENGTH"),
);
const months = v.pipe(
  v.number("MONTHS_FORMAT"),
  v.integer("MONTHS_FORMAT"),
  v.minValue(0, "MONTHS_FORMAT"),
  v.maxValue(720, "MONTHS_FORMAT"),
);

/** Texts of codes that only the profile's fields use. */
export const profileFieldTexts = defineTexts({
  COMPANY_PHONE_FORMAT: {
    id: "Tulis nomor telepon kantor, 8–14 angka diawali 0, boleh dengan nomor pesawat (ext).",
    en: "Enter the company's phone number, 8 to 14 digits that start with 0, with its extension if there is one.",
    zh: "请填写公司电话：以 0 开头的 8 至 14 位数字，可附分机号。",
  },
  COMPANY_NAME_LENGTH: {
    id: "Tulis nama tempat kerja, 2–100 karakter.",
    en: "Enter the company's name, 2 to 100 characters.",
    zh: "请填写单位名称，2 至 100 个字符。",
  },
  MONTHS_FORMAT: {
    id: "Tulis lama bekerja dalam tahun dan bulan, paling lama 60 tahun.",
    en: "Enter the working period in years and months, 60 years at most.",
    zh: "请填写工作年数与月数，最多 60 年。",
  },
});

const personalEntries = {
  education: v.picklist(educations, "CHOICE_INVALID"),
  civilStatus: v.pipe(
    v.number("CHOICE_INVALID"),
    v.integer("CHOICE_INVALID"),
    v.picklist(civilStatuses, "CHOICE_INVALID"),
  ),
  loanPurpose: v.picklist(loanPurposes, "CHOICE_INVALID"),
  /** Accepted from older apps, but not asked for: no decision uses it. */
  relationship: v.exactOptional(v.picklist(relationships, "CHOICE_INVALID")),
  /** Product decisions 4: typed, and compared with the bureau. */
  owedElsewhereRupiah: enteredRupiah,
};
const homeEntries = {
  villageCode,
  street: detailedAddress,
  rt: neighbourhood,
  rw: neighbourhood,
  postalCode: v.optional(postalCode),
};
const workEntries = {
  industry: v.picklist(industries, "CHOICE_INVALID"),
  companyName,
  companyAddress: detailedAddress,
  companyPhone: officePhone("COMPANY_PHONE_FORMAT"),
  workingMonths: months,
  monthlyIncomeRupiah: enteredRupiah,
  salaryDay: dayOfMonth,
};

/** The profile is filled in three parts, each of which fits on a phone. */
export const profileParts = ["PERSONAL", "HOME", "WORK"] as const;
export type ProfilePart = (typeof profileParts)[number];

const answersOf = {
  personal: v.object({ ...personalEntries, civilStatus: v.picklist(civilStatuses) }),
  home: v.object(homeEntries),
  work: v.object(workEntries),
};
export type PersonalAnswers = v.InferOutput<typeof answersOf.personal>;
export type HomeAnswers = v.InferOutput<typeof answersOf.home>;
export type WorkAnswers = v.InferOutput<typeof answersOf.work>;

/** Parts of an address in addition to the typed ones. */
export const homeAddress = v.object({
  ...homeEntries,
  village: v.string(),
  districtCode: v.string(),
  district: v.string(),
  /** City of residence (spec 3): the regency or city of the village. */
  regencyCode: v.string(),
  regency: v.string(),
  provinceCode: v.string(),
  province: v.string(),
  zone: v.picklist(zones),
});
export type HomeAddress = v.InferOutput<typeof homeAddress>;

/** Typed values of a part that were not saved as final yet, by field name. */
const typed = v.record(
  v.pipe(v.string(), v.regex(/^[a-zA-Z]{1,30}$/)),
  v.pipe(v.string(), v.maxLength(300, "TOO_LONG")),
);
export const profileAnswer = v.object({
  complete: v.boolean(),
  missing: v.array(v.picklist(profileParts)),
  personal: v.nullable(answersOf.personal),
  home: v.nullable(homeAddress),
  work: v.nullable(answersOf.work),
  drafts: v.object({ PERSONAL: v.optional(typed), HOME: v.optional(typed), WORK: v.optional(typed) }),
});
export type ProfileAnswer = v.InferOutput<typeof profileAnswer>;

export const getProfile = defineCall({
  id: "getProfile",
  method: "GET",
  path: "/api/profile",
  summary: "The borrower's profile by parts, the missing parts, and saved drafts.",
  policy: { who: "borrower" },
  input: noInput,
  output: profileAnswer,
  problems: {},
});

/** Spec 3: credit status of the profile; computed, never typed (product decisions 4). */
export const getCreditStatus = defineCall({
  id: "getCreditStatus",
  method: "GET",
  path: "/api/profile/credit-status",
  summary: "Whether the borrower never had a loan, paid all off, or still owes.",
  policy: { who: "borrower" },
  input: noInput,
  output: v.object({ creditStatus: v.picklist(creditStatuses) }),
  problems: {},
});

const saved = openShape("ProfileSaved", { complete: v.boolean(), missing: v.array(v.picklist(profileParts)) });

export const savePersonal = defineCall({
  id: "savePersonalInformation",
  method: "POST",
  path: "/api/profile/personal",
  summary: "Saves education, civil status, loan purpose, closest person and debts elsewhere.",
  policy: { who: "borrower" },
  input: v.strictObject(personalEntries),
  output: saved,
  problems: {},
  fieldProblems: profileFieldTexts,
});
export const saveHome = defineCall({
  id: "saveHomeInformation",
  method: "POST",
  path: "/api/profile/home",
  summary: "Saves the address of residence, from street and RT/RW up to the village's province.",
  policy: { who: "borrower" },
  input: v.strictObject(homeEntries),
  output: saved,
  problems: { AREA_UNKNOWN: { ...areaUnknown, status: 422 } },
  fieldProblems: profileFieldTexts,
});
export const saveWork = defineCall({
  id: "saveWorkInformation",
  method: "POST",
  path: "/api/profile/work",
  summary: "Saves industry, company, working period, monthly income and salary date.",
  policy: { who: "borrower" },
  input: v.strictObject(workEntries),
  output: saved,
  problems: {},
  fieldProblems: profileFieldTexts,
});
/** Stores a draft without validation, so that it need not be typed twice. */
export const saveProfileDraft = defineCall({
  id: "saveProfileDraft",
  method: "POST",
  path: "/api/profile/draft",
  summary: "Saves a draft of one part of the profile without validating it.",
  policy: { who: "borrower" },
  input: v.strictObject({
    part: v.picklist(profileParts, "CHOICE_INVALID"),
    typed: v.pipe(typed, v.maxEntries(20, "INVALID")),
  }),
  output: v.object({ kept: v.literal(true) }),
  problems: {},
});

/** Parts that an application needs before it may be submitted (product decisions 4). */
export const readinessParts = ["IDENTITY", "PROFILE", "CONTACTS", "INCOME_EVIDENCE", "BANK_ACCOUNT"] as const;
export type ReadinessPart = (typeof readinessParts)[number];
/** APPLICATION until its money is on the way, LOAN while it is owed. */
export const openLoanStages = ["APPLICATION", "LOAN"] as const;
export interface OpenLoan {
  loanId: string;
  stage: (typeof openLoanStages)[number];
}
export const getReadiness = defineCall({
  id: "getReadiness",
  method: "GET",
  path: "/api/profile/readiness",
  summary: "The parts missing before an application can be submitted, and open applications and loans.",
  policy: { who: "borrower" },
  input: noInput,
  output: v.object({
    complete: v.boolean(),
    missing: v.array(v.picklist(readinessParts)),
    /** The open application or loan, which blocks another application. */
    openLoan: v.nullable(v.object({ loanId: v.string(), stage: v.picklist(openLoanStages) })),
  }),
  problems: {},
});

export const housings = ["OWN", "FAMILY", "RENTED", "ROOM", "EMPLOYER", "OTHER"] as const;
const whole = (maximum: number, code: string) =>
  v.pipe(v.number(code), v.integer(code), v.minValue(0, code), v.maxValue(maximum, code));

/** Optional facts about the household. // Spec account 9 */
export const optionalEntries = {
  /** People who live on the borrower's income. */
  dependants: v.optional(whole(20, "DEPENDANTS_FORMAT")),
  housing: v.optional(v.picklist(housings, "CHOICE_INVALID")),
  /** Full years at this address. */
  yearsThere: v.optional(whole(80, "YEARS_THERE_FORMAT")),
  /** Per month, without instalments. */
  monthlyExpensesRupiah: v.optional(enteredRupiah),
  /** Per month, in addition to the profile's income. */
  secondIncomeRupiah: v.optional(enteredRupiah),
};
export const optionalAnswers = v.object(optionalEntries);
export type OptionalAnswers = v.InferOutput<typeof optionalAnswers>;

/** An emergency contact as it is typed. */
export const contactPerson = v.strictObject({
  name: fullName,
  mobileNumber: phone,
  relationship: v.picklist(relationships, "CHOICE_INVALID"),
});
/** Phone numbers that are refused for any contact. */
export const contactNumberProblems = {
  CONTACT_IS_SELF: {
    status: 422,
    field: "mobileNumber",
    text: {
      id: "Ini nomor Anda sendiri. Tulis nomor orang lain.",
      en: "This is your own number. Enter another person's.",
      zh: "这是您自己的号码。请填写他人的号码。",
    },
  },
  CONTACT_REFUSES: {
    status: 409,
    field: "mobileNumber",
    text: {
      id: "Orang ini sudah menolak menjadi kontak darurat Anda. Pilih orang lain.",
      en: "This person has refused to be your emergency contact. Choose someone else.",
      zh: "此人已拒绝成为您的紧急联系人。请选择其他人。",
    },
  },
} as const satisfies ProblemKinds;
