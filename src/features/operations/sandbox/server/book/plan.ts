/** The plan of a book: who comes, borrows, pays and complains on which day. Pure; the same seed gives the same book. */
import { createHash } from "node:crypto";
import { sandboxPersons, type SandboxPerson } from "#server/outside/sandbox-bank/persons.ts";
import { creditSteps } from "../credit-steps.ts";

export interface BookSize {
  borrowers: number;
  /** Days that are played. */
  days: number;
  seed: number;
}

/** A loan in the plan, and how it is repaid. Days count from the book's first, which is 0. */
export interface PlannedLoan {
  day: number;
  amountRupiah: number;
  tenorDays: 30 | 60 | 90;
  /** False: the agreement is left to lapse. */
  isSigned: boolean;
  /** One a due date, in order; an instalment that is never paid ends the list. */
  payments: PlannedPayment[];
}
export interface PlannedPayment {
  day: number;
  way: "VIRTUAL_ACCOUNT" | "QRIS" | "EWALLET";
  /** ALL: everything that is still owed. MOST: three quarters of that. HALF: half of the instalment. */
  share: "INSTALMENT" | "HALF" | "MOST" | "ALL";
}
/** REPEAT: a repeat loan. HELP: asks for help and signs the plan. SHOP: suggests a shop. INCOME: states another income. */
export interface PlannedCreditAct {
  day: number;
  what: "REPEAT" | "HELP" | "SHOP" | "INCOME";
}
export interface PlannedPerson extends Pick<SandboxPerson, "fullName" | "nik" | "birthPlace" | "birthDate" | "sex"> {
  index: number;
  mobileNumber: string;
  email: string;
  address: SandboxPerson["address"];
  incomeRupiah: number;
  owedElsewhereRupiah: number;
  bankCode: string;
  accountNumber: string;
  /** The day on which he registers. */
  day: number;
  /** LEAVES: fills in half of the data and does not come back. */
  course: "BORROWS" | "LEAVES";
  loans: PlannedLoan[];
  creditActs: PlannedCreditAct[];
  /** The bureau's report is bad, and staff approve nevertheless. */
  isReviewed: boolean;
  complaint: { day: number; reason: string; text: string } | null;
  /** Days on which he takes part in campaigns. */
  campaignDays: number[];
}

/** The book uses the addresses of these test persons. The ones played by steps were added later, and must change no book. */
const homes = sandboxPersons.filter(({ key }) => creditSteps[key] === undefined);

type Draw = () => number;
/** Numbers from 0 to below 1 that follow from words alone (mulberry32). */
export function drawsOf(...words: (string | number)[]): Draw {
  let state = createHash("sha256").update(words.join("|")).digest().readUInt32LE(0);
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
const between = (draw: Draw, min: number, max: number): number => min + Math.floor(draw() * (max - min + 1));
const oneOf = <T>(draw: Draw, of: readonly T[]): T => of[Math.floor(draw() * of.length)] as T;
/** Picks one of them by weights, in any unit. */
function weighted<T extends string>(draw: Draw, weights: Readonly<Record<T, number>>): T {
  const all = Object.entries<number>(weights) as [T, number][];
  let left = draw() * all.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [one, weight] of all) if ((left -= weight) < 0) return one;
  return all[0]![0];
}

const givenNames = {
  FEMALE: ["Ayu", "Rina", "Sari", "Fitri", "Lina", "Yuni", "Mega", "Citra", "Novi", "Tuti"],
  MALE: ["Andi", "Bayu", "Dimas", "Joko", "Rudi", "Iwan", "Teguh", "Yusuf", "Galih", "Arif"],
} as const;
const familyNames = ["Wibowo", "Saputra", "Hidayat", "Siregar", "Nasution", "Kurniawan", "Halim", "Maulana", "Susanto"];
const banks = ["014", "008", "002", "009"] as const;
const complaints = [
  ["repayment", "Saya sudah membayar, tetapi tagihan saya belum berubah."],
  ["loan", "Saya ingin tahu mengapa pengajuan saya lama diperiksa."],
  ["otp", "Kode verifikasi saya sering datang terlambat."],
  ["others", "Saya ingin memperbarui alamat saya."],
] as const;
/** One bank account for each way in which a payout can fail, early in every book of sufficient size. */
const misbehavingAccounts: Readonly<Record<number, string>> = {
  3: "9900000002",
  5: "9900000008",
  9: "9900000009",
  15: "9900000004",
  21: "9900000008",
  24: "9900000009",
  27: "9900000002",
  33: "9900000008",
};

/**
 * Persons whose lives show the credit features, early in every book of sufficient size. EAGER borrows every ninth day
 * and repays on the eighth, up to band A; REPEATS has repaid most of the loan that it repeats, REPEATS_EARLY nothing
 * and is refused; NEEDS_HELP pays nothing and is restructured; OWNS_SHOP has a shop verified; PAYS_NOTHING has a low
 * score of the bureau, is approved by staff, and states another income once three months are unpaid, so that the score
 * is computed again: band E. The bands between occur by themselves.
 */
const creditLives: Readonly<Record<number, CreditLife>> = {
  1: "REPEATS",
  2: "OWNS_SHOP",
  4: "EAGER",
  6: "NEEDS_HELP",
  10: "REPEATS_EARLY",
  12: "PAYS_NOTHING",
};
type CreditLife = "REPEATS" | "REPEATS_EARLY" | "OWNS_SHOP" | "EAGER" | "NEEDS_HELP" | "PAYS_NOTHING";
const dueEveryDays = 30;
const helpAfterDays = 45;
/** All three instalments are late by then. */
const incomeAfterDays = 95;
const eagerEveryDays = 9;

/** Loans and acts of such a life that began on a day. */
function creditLife(life: CreditLife, day: number, days: number): Pick<PlannedPerson, "loans" | "creditActs"> {
  const loan = (from: number, payments: PlannedPayment[]): PlannedLoan => ({
    day: from,
    amountRupiah: 1_000_000,
    tenorDays: 90,
    isSigned: true,
    payments,
  });
  const paid = (on: number, share: PlannedPayment["share"]): PlannedPayment => ({
    day: on,
    way: "VIRTUAL_ACCOUNT",
    share,
  });
  const acts = (...creditActs: PlannedCreditAct[]) => creditActs.filter((act) => act.day < days);
  const instalments = [1, 2, 3].map((number) => paid(day + number * dueEveryDays, "INSTALMENT"));
  switch (life) {
    case "REPEATS":
      return { loans: [loan(day, [paid(day + 1, "MOST")])], creditActs: acts({ day: day + 2, what: "REPEAT" }) };
    case "REPEATS_EARLY":
      return { loans: [loan(day, instalments)], creditActs: acts({ day: day + 2, what: "REPEAT" }) };
    case "OWNS_SHOP":
      return { loans: [loan(day, instalments)], creditActs: acts({ day: day + 1, what: "SHOP" }) };
    case "EAGER": {
      const count = Math.max(1, Math.floor((days - day) / eagerEveryDays));
      const begins = Array.from({ length: count }, (_, number) => day + number * eagerEveryDays);
      return { loans: begins.map((from) => loan(from, [paid(from + eagerEveryDays - 1, "ALL")])), creditActs: [] };
    }
    case "NEEDS_HELP":
      return { loans: [loan(day, [])], creditActs: acts({ day: day + helpAfterDays, what: "HELP" }) };
    case "PAYS_NOTHING":
      return { loans: [loan(day, [])], creditActs: acts({ day: day + incomeAfterDays, what: "INCOME" }) };
  }
}

/** Person number `index` of a book. */
export function personOf(size: BookSize, index: number): PlannedPerson {
  const draw = drawsOf("book", size.seed, index);
  const sex = oneOf(draw, ["FEMALE", "MALE"] as const);
  const place = oneOf(draw, homes);
  const course = weighted(draw, { BORROWS: 94, LEAVES: 6 });
  const life = creditLives[index];
  const drawn = weighted(draw, { NONE: 74, REVIEW: 12, INCOME: 7, AGE: 4, UNSIGNED: 3 });
  const trouble = life ? "NONE" : drawn;
  const birthDate = dateText(
    trouble === "AGE" ? 2010 : between(draw, 1970, 2002),
    between(draw, 1, 12),
    between(draw, 1, 28),
  );
  // More persons come early than late, so that their loans fall due within the book.
  const drawnDay = Math.floor(size.days * 0.9 * draw() ** 1.6);
  const day = life ? 0 : drawnDay;
  const serial = String(index + 1).padStart(4, "0");
  const ofSeed = String(Math.abs(size.seed) % 1_000).padStart(3, "0");
  const mobileNumber = `0856${ofSeed}${String(index + 1).padStart(5, "0")}`;
  const draft = { day, trouble, days: size.days };
  return {
    index,
    fullName: `${oneOf(draw, givenNames[sex])} ${oneOf(draw, familyNames)}`,
    // A day of birth that the number does not hold is a mark for the reviewers.
    nik: `${place.address.villageCode.replaceAll(".", "").slice(0, 6)}${birthPart(birthDate, sex, trouble === "REVIEW")}${serial}`,
    birthPlace: place.birthPlace,
    birthDate,
    sex,
    mobileNumber,
    email: `book-${ofSeed}-${serial}@sandbox.example`,
    address: place.address,
    incomeRupiah: trouble === "INCOME" ? 2_400_000 : between(draw, life ? 80 : 40, 150) * 100_000,
    owedElsewhereRupiah: between(draw, 0, 4) * 250_000,
    bankCode: oneOf(draw, banks),
    accountNumber: misbehavingAccounts[index] ?? `72${ofSeed}${String(index + 1).padStart(5, "0")}`,
    day,
    course: life ? "BORROWS" : course,
    creditActs: [],
    isReviewed: life === "PAYS_NOTHING",
    loans: course === "BORROWS" ? loansOf(draw, draft) : [],
    complaint: complaintOf(draw, day),
    campaignDays: course === "BORROWS" && draw() < 0.35 ? [day, day + 1, day + 2, day + between(draw, 3, 9)] : [],
    ...(life ? creditLife(life, day, size.days) : {}),
  };
}

const dateText = (year: number, month: number, day: number): string =>
  [year, ...[month, day].map((part) => String(part).padStart(2, "0"))].join("-");

/** DDMMYY, a woman's day + 40. // Field rules: NIK */
function birthPart(birthDate: string, sex: "MALE" | "FEMALE", isWrong: boolean): string {
  const [year = "", month = "", day = ""] = birthDate.split("-");
  const shown = (isWrong ? (Number(day) % 28) + 1 : Number(day)) + (sex === "FEMALE" ? 40 : 0);
  return `${String(shown).padStart(2, "0")}${month}${year.slice(2)}`;
}

/** Days from a due date to the payment; null: never. */
const habits = { EARLY: -3, IN_TIME: 0, DAYS_LATE: 4, WEEKS_LATE: 17, NEVER: null } as const;

function loansOf(draw: Draw, { day, trouble, days }: { day: number; trouble: string; days: number }): PlannedLoan[] {
  const habit = weighted(draw, { EARLY: 18, IN_TIME: 50, DAYS_LATE: 14, WEEKS_LATE: 8, NEVER: 10 });
  const loans = [loanOf(draw, day, habit)];
  loans[0]!.isSigned = trouble !== "UNSIGNED";
  const [first] = loans as [PlannedLoan];
  const last = first.payments.at(-1);
  const isRepaid = first.payments.length === first.tenorDays / dueEveryDays && habit !== "NEVER";
  if (isRepaid && last && last.day + 2 < days && draw() < 0.6) loans.push(loanOf(draw, last.day + 2, habit));
  return loans;
}

function loanOf(draw: Draw, day: number, habit: keyof typeof habits): PlannedLoan {
  const tenorDays = oneOf(draw, [30, 30, 60, 90] as const);
  const shift = habits[habit];
  const dues = Array.from({ length: tenorDays / dueEveryDays }, (_, n) => day + (n + 1) * dueEveryDays);
  const way = oneOf(draw, ["VIRTUAL_ACCOUNT", "VIRTUAL_ACCOUNT", "QRIS", "EWALLET"] as const);
  const payments: PlannedPayment[] =
    shift === null ? [] : dues.map((due) => ({ day: due + shift, way, share: "INSTALMENT" }));
  // Some pay a part within the first days, and some everything.
  if (draw() < 0.15)
    payments.unshift({ day: day + between(draw, 2, 8), way: "VIRTUAL_ACCOUNT", share: draw() < 0.4 ? "ALL" : "HALF" });
  return { day, amountRupiah: between(draw, 3, 25) * 100_000, tenorDays, isSigned: true, payments };
}

function complaintOf(draw: Draw, day: number): PlannedPerson["complaint"] {
  if (draw() > 0.12) return null;
  const [reason, text] = oneOf(draw, complaints);
  return { day: day + between(draw, 0, 12), reason, text };
}
