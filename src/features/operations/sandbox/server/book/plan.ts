/** What happens in a book: who comes, borrows, pays and complains on which day. Pure; the same seed gives the same book. */
import { createHash } from "node:crypto";
import { sandboxPersons, type SandboxPerson } from "#server/outside/sandbox-bank/persons.ts";

export interface BookSize {
  borrowers: number;
  /** Days that are played. */
  days: number;
  seed: number;
}

/** A loan that somebody applies for, and how it is repaid. Days count from the book's first, which is 0. */
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
  /** ALL: everything that is still owed. HALF: half of the instalment. */
  share: "INSTALMENT" | "HALF" | "ALL";
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
  /** LEAVES: gives half of what is asked and is not seen again. */
  course: "BORROWS" | "LEAVES";
  loans: PlannedLoan[];
  complaint: { day: number; reason: string; text: string } | null;
  /** Days on which he takes part in campaigns. */
  campaignDays: number[];
}

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
/** One of them by weights, in any unit. */
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
/** One for each way in which a payout goes wrong, early in every book that has so many. */
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

/** Person number `index` of a book. */
export function personOf(size: BookSize, index: number): PlannedPerson {
  const draw = drawsOf("book", size.seed, index);
  const sex = oneOf(draw, ["FEMALE", "MALE"] as const);
  const place = oneOf(draw, sandboxPersons);
  const course = weighted(draw, { BORROWS: 94, LEAVES: 6 });
  const trouble = weighted(draw, { NONE: 74, REVIEW: 12, INCOME: 7, AGE: 4, UNSIGNED: 3 });
  const birthDate = dateText(
    trouble === "AGE" ? 2010 : between(draw, 1970, 2002),
    between(draw, 1, 12),
    between(draw, 1, 28),
  );
  // More come early than late: what they borrow shall come due within the book.
  const day = Math.floor(size.days * 0.9 * draw() ** 1.6);
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
    incomeRupiah: trouble === "INCOME" ? 2_400_000 : between(draw, 40, 150) * 100_000,
    owedElsewhereRupiah: between(draw, 0, 4) * 250_000,
    bankCode: oneOf(draw, banks),
    accountNumber: misbehavingAccounts[index] ?? `72${ofSeed}${String(index + 1).padStart(5, "0")}`,
    day,
    course,
    loans: course === "BORROWS" ? loansOf(draw, draft) : [],
    complaint: complaintOf(draw, day),
    campaignDays: course === "BORROWS" && draw() < 0.35 ? [day, day + 1, day + 2, day + between(draw, 3, 9)] : [],
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

const dueEveryDays = 30;
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
  // Some pay a part within the first days, and some all of it.
  if (draw() < 0.15)
    payments.unshift({ day: day + between(draw, 2, 8), way: "VIRTUAL_ACCOUNT", share: draw() < 0.4 ? "ALL" : "HALF" });
  return { day, amountRupiah: between(draw, 3, 25) * 100_000, tenorDays, isSigned: true, payments };
}

function complaintOf(draw: Draw, day: number): PlannedPerson["complaint"] {
  if (draw() > 0.12) return null;
  const [reason, text] = oneOf(draw, complaints);
  return { day: day + between(draw, 0, 12), reason, text };
}
