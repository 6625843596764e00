/** Codes and facts of events in words for staff, from the texts that each domain provides. */
import { formatDate, formatInstant } from "#shared/dates.ts";
import { formatRupiah } from "#shared/money.ts";
import { say, type Language, type Text } from "#shared/texts.ts";
import type { Services } from "#server/services.ts";
import { defineQuestion } from "#server/questions.ts";

export type ConsoleFacts = Readonly<Record<string, string | number | boolean | null>>;

export interface ConsoleWords {
  /** Words for events, by code. */
  happenings?: Readonly<Record<string, Text>>;
  /** Labels for facts, by their stored name. */
  facts?: Readonly<Record<string, Text>>;
  /** Codes that are the value of a fact. */
  codes?: Readonly<Record<string, Text>>;
}

/** A domain's texts for the console's timelines. */
export const consoleWords = defineQuestion<ConsoleWords>("console-words", "MANY");

/** A code without a text is shown as it is. */
export function wordOf(services: Services, kind: keyof ConsoleWords, code: string, language: Language): string {
  for (const words of services.ask(consoleWords)) {
    const texts = words[kind];
    if (texts && Object.hasOwn(texts, code)) return say(texts[code] as Text, language);
  }
  return code;
}

/** The text for an event code, or for a staff call by its audit trail name (`POST /api/staff/…`). */
export function happeningText(services: Services, what: string, language: Language): string {
  const trail = services.trailTexts.get(what);
  return trail ? say(trail, language) : wordOf(services, "happenings", what, language);
}

/** Facts on one line: amounts as money, dates as dates, empty ones omitted; empty where there are none. */
export function factsText(services: Services, facts: ConsoleFacts, language: Language): string {
  return Object.entries(facts)
    .filter(([, value]) => value !== null && value !== "")
    .map(
      ([name, value]) => `${wordOf(services, "facts", name, language)}: ${valueText(services, name, value, language)}`,
    )
    .join(" · ");
}

function valueText(services: Services, name: string, value: ConsoleFacts[string], language: Language): string {
  if (name.endsWith("Rupiah") && typeof value === "number") return formatRupiah(value);
  const code = String(value);
  if (/^\d{4}-\d\d-\d\d$/.test(code)) return formatDate(code as Parameters<typeof formatDate>[0], language, "short");
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(code)) return formatInstant(new Date(code), language, "WIB", "short");
  if (/^[A-Z_]+(?:,[A-Z_]+)+$/.test(code))
    return code
      .split(",")
      .map((one) => wordOf(services, "codes", one, language))
      .join(", ");
  // The audit trail names the staff member; here it is only "staff".
  const [first = "", rest] = code.split(":");
  const word = wordOf(services, "codes", rest !== undefined && first === "STAFF" ? "STAFF" : code, language);
  const problem = name === "code" && word === code ? services.problemTexts.get(code) : undefined;
  const sentence = problem && say(problem, language).replace(/[.。]$/, "");
  // A text with placeholders cannot be filled in here, so the code is shown.
  return sentence && !sentence.includes("{") ? sentence : word;
}
