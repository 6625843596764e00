/**
 * NIK, the number on the identity card. Field rules: NIK, area 6 + DDMMYY (women DD + 40) + serial from 0001, no checksum;
 * a disagreement with the typed birth date or sex is a flag for the reviewer, never a refusal.
 */
import * as v from "valibot";
import { cleanDigits, typedDigits } from "./cleaning.ts";

export type Sex = "FEMALE" | "MALE";
export interface NikParts {
  /** Province, regency and district as the card's issuer wrote them, 6 digits without dots; districts may have split since. */
  areaCode: string;
  sex: Sex;
  day: number;
  month: number;
  /** 0 to 99; the century is not in the number. */
  yearOfCentury: number;
  serial: string;
}
export type NikDisagreement = "BIRTH_DATE" | "SEX" | "IMPOSSIBLE_DATE" | "SERIAL_ZERO";

/** 16 digits; characters between them are dropped. */
export const nik = v.pipe(
  v.string("NIK_FORMAT"),
  v.nonEmpty("REQUIRED"),
  v.maxLength(40, "NIK_FORMAT"),
  v.regex(typedDigits(16), "NIK_FORMAT"),
  v.transform(cleanDigits),
);

/** The parts of a 16-digit NIK. Dates may be impossible: see `nikDisagreements`. */
export function nikParts(nikDigits: string): NikParts {
  const writtenDay = Number(nikDigits.slice(6, 8));
  const female = writtenDay > 40;
  return {
    areaCode: nikDigits.slice(0, 6),
    sex: female ? "FEMALE" : "MALE",
    day: female ? writtenDay - 40 : writtenDay,
    month: Number(nikDigits.slice(8, 10)),
    yearOfCentury: Number(nikDigits.slice(10, 12)),
    serial: nikDigits.slice(12),
  };
}

/**
 * The birth date (`YYYY-MM-DD`) and sex that a 16-digit NIK names, the later of two centuries that is not after `latest`; null for a
 * date that there is none of. To fill in a form, and to be checked by its owner.
 */
export function bornOfNik(nikDigits: string, latest: string): { birthDate: string; sex: Sex } | null {
  const { day, month, yearOfCentury, sex } = nikParts(nikDigits);
  const two = (value: number): string => String(value).padStart(2, "0");
  for (const century of ["20", "19"]) {
    const birthDate = `${century}${two(yearOfCentury)}-${two(month)}-${two(day)}`;
    const date = new Date(`${birthDate}T00:00:00Z`);
    const isDate = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(birthDate);
    if (isDate && birthDate <= latest) return { birthDate, sex };
  }
  return null;
}

/** The parts of a NIK that disagree with the typed birth date (`YYYY-MM-DD`) and sex; empty when all agree. For review only. */
export function nikDisagreements(nikDigits: string, typed: { birthDate: string; sex: Sex }): NikDisagreement[] {
  const parts = nikParts(nikDigits);
  const [year, month, day] = typed.birthDate.split("-").map(Number);
  const found: NikDisagreement[] = [];
  if (parts.day < 1 || parts.day > 31 || parts.month < 1 || parts.month > 12) found.push("IMPOSSIBLE_DATE");
  else if (parts.day !== day || parts.month !== month || parts.yearOfCentury !== (year ?? 0) % 100)
    found.push("BIRTH_DATE");
  if (parts.sex !== typed.sex) found.push("SEX");
  if (parts.serial === "0000") found.push("SERIAL_ZERO");
  return found;
}

/** The last four digits, by which the owner of a card is asked. */
export const nikEnding = v.pipe(
  v.string("NIK_ENDING"),
  v.nonEmpty("REQUIRED"),
  v.maxLength(20, "NIK_ENDING"),
  v.regex(typedDigits(4), "NIK_ENDING"),
  v.transform(cleanDigits),
);

/** `3171••••••••0001`. */
export function maskNik(nikDigits: string): string {
  return `${nikDigits.slice(0, 4)}••••••••${nikDigits.slice(-4)}`;
}
