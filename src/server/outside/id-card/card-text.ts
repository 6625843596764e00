/**
 * Parses the text of an identity card, recognised line by line: labels with one wrong letter are accepted, and
 * contradictory values are omitted, so that the borrower types them. // docs/decisions/253
 */
import { nikDisagreements, type Sex } from "#shared/fields/nik.ts";
import type { IdCardFields } from "./port.ts";

/** Letters that are recognised where only digits can be, and the digit each stands for. */
const misreadDigits: Readonly<Record<string, string>> = {
  O: "0",
  o: "0",
  D: "0",
  Q: "0",
  l: "1",
  I: "1",
  L: "1",
  "|": "1",
  "!": "1",
  "]": "1",
  Z: "2",
  z: "2",
  S: "5",
  s: "5",
  b: "6",
  "?": "7",
  B: "8",
};
const digitsOf = (text: string): string =>
  [...text]
    .map((sign) => misreadDigits[sign] ?? sign)
    .join("")
    .replace(/\D/g, "");

/** The value after a line's label: after the colon, or after the first word when no colon was recognised. */
function valueOf(line: string): string {
  const colon = line.search(/[:;]/);
  return (colon >= 0 ? line.slice(colon + 1) : line.replace(/^\S+\s+/, "")).replace(/^[:;.\s]+/, "").trim();
}

/** Wide gaps end a value: behind it lies the portrait. */
const beforeGap = (value: string): string => value.split(/\s{3,}/)[0] ?? "";
const lettersOf = (value: string): string =>
  beforeGap(value)
    .toUpperCase()
    // A single stroke before a name is its first letter.
    .replace(/^[|!1]\s+/, "I ")
    .replace(/-/g, " ")
    .replace(/[^A-Z' .,]/g, "")
    // Specks after a word; an initial keeps its full stop.
    .replace(/([A-Z]{3})\.+/g, "$1 ")
    .replace(/\s+/g, " ")
    .trim();

function nikOf(line: string): string | undefined {
  const written = valueOf(line).replace(/\s/g, "");
  const digits = digitsOf(written);
  const day = Number(digits.slice(6, 8)) % 40;
  const month = Number(digits.slice(8, 10));
  const isNik = digits.length === 16 && written.length < 20 && day >= 1 && day <= 31 && month >= 1 && month <= 12;
  return isNik ? digits : undefined;
}

const digit = "[\\dOolI]";
const born = new RegExp(`^(.*?)[,.]?\\s*(${digit}{2})\\s*[-–—. ]?\\s*(${digit}{2})\\s*[-–—. ]?\\s*(${digit}{4})`);

function birthOf(line: string): Pick<IdCardFields, "birthPlace" | "birthDate"> {
  const [, place = "", ...parts] = born.exec(valueOf(line)) ?? [];
  const [day, month, year] = parts.map(digitsOf);
  const birthDate = `${year}-${month}-${day}`;
  const date = new Date(`${birthDate}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || !date.toISOString().startsWith(birthDate)) return {};
  return { birthDate, ...(lettersOf(place) ? { birthPlace: lettersOf(place) } : {}) };
}

function sexOf(line: string): Sex | undefined {
  if (/EMPUAN|PEREM/i.test(line)) return "FEMALE";
  return /LAKI/i.test(line) ? "MALE" : undefined;
}

/** Whether a line begins with this label of four letters or more; one of the first four letters may be wrong. */
function isLabelled(line: string, label: string): boolean {
  const begin = line.toUpperCase().replace(/[^A-Z]/g, "");
  return [0, 1, 2, 3].filter((n) => begin[n] !== label[n]).length <= 1;
}

/** The fields of a card's text; absent ones could not be read with certainty. */
export function cardFields(text: string): IdCardFields {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const find = <Found>(read: (line: string) => Found | undefined): Found | undefined => {
    for (const line of lines) {
      const found = read(line);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const nik = find(nikOf);
  const fullName = find((line) => (isLabelled(line, "NAMA") ? lettersOf(valueOf(line)) || undefined : undefined));
  const birth = find((line) => (isLabelled(line, "TEMPAT") || /LAHIR/i.test(line) ? birthOf(line) : undefined)) ?? {};
  const sex = find((line) => (/KELAMIN|JENIS/i.test(line) ? sexOf(line) : undefined));
  const fields: IdCardFields = {
    ...(nik ? { nik } : {}),
    ...(fullName ? { fullName } : {}),
    ...birth,
    ...(sex ? { sex } : {}),
  };
  return withoutContradiction(fields);
}

/** The number encodes the birth date: when they disagree, one was misread, and we cannot know which. */
function withoutContradiction(fields: IdCardFields): IdCardFields {
  const { nik, birthDate, sex, ...rest } = fields;
  if (nik === undefined || birthDate === undefined) return fields;
  const disagreements = nikDisagreements(nik, { birthDate, sex: sex ?? "MALE" });
  if (disagreements.includes("BIRTH_DATE") || disagreements.includes("IMPOSSIBLE_DATE"))
    return { ...rest, ...(sex ? { sex } : {}) };
  if (sex !== undefined && disagreements.includes("SEX")) return { ...rest, nik, birthDate };
  return fields;
}
