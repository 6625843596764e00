/** The questionnaires that contents define, as they are in force. */
import {
  figuresInForce,
  fillWords,
  findPublished,
  readPublishedStates,
  type PublishedState,
} from "#features/platform/content/server/index.ts";
import type { Brand } from "#shared/brand.ts";
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { dateInWib, type BusinessDate } from "#shared/dates.ts";
import type { Language } from "#shared/texts.ts";
import { eventTypes, type EventType, type QuestionnaireQuestion } from "../contract.ts";
import { parseDefinition } from "./definition.ts";

export interface Defined {
  questionnaireKey: string;
  /** One version for all languages: a change in one makes a new version of the whole. */
  version: number;
  /** Null for a survey. */
  eventType: EventType | null;
  order: number;
  /** Its last day is over, or it was withdrawn. A full quota is checked elsewhere. */
  hasEnded: boolean;
  endsOn: BusinessDate | null;
  quota: number | null;
  questions: QuestionnaireQuestion[];
  title: string;
  lead: string;
}

/** The reader: texts come in their language, figures from their brand. */
export interface Readership {
  language: Language;
  brand: Brand;
}
/** Language for decisions that do not depend on words. */
const structureOnly: Language = "id";

/** A questionnaire by its key; null when there is none, or its first day has not come. */
export async function findDefined(
  services: Services,
  reader: Reader,
  key: string,
  readership?: Readership,
): Promise<Defined | null> {
  const published = await findPublished(reader, "questionnaire", key, today(services));
  return published ? definedBy(services, published, readership) : null;
}

/** All questionnaires that have begun, in the order of their sections' lists. */
export async function listDefined(services: Services, reader: Reader, readership?: Readership): Promise<Defined[]> {
  const [all] = await Promise.all([
    readPublishedStates(reader, "questionnaire", today(services)),
    // Figures for the texts, queried together with them: a read-only request queries them once.
    readership && figuresInForce(services, readership.language, readership.brand),
  ]);
  const defined = await Promise.all(all.map((published) => definedBy(services, published, readership)));
  return defined
    .filter((one) => one !== null)
    .toSorted((a, b) => a.order - b.order || (a.questionnaireKey < b.questionnaireKey ? -1 : 1));
}

const today = ({ clock }: Services): BusinessDate => dateInWib(clock.now());

async function definedBy(
  services: Services,
  { texts, newestVersion, state }: PublishedState,
  readership: Readership | undefined,
): Promise<Defined | null> {
  if (state === "SCHEDULED") return null;
  const language = readership?.language ?? structureOnly;
  const text = texts.find((one) => one.language === language) ?? texts[0]!;
  const { head, key } = text;
  const fill = await filling(services, readership, text.title + (head.summary ?? "") + text.markdown);
  const { quota, questions } = parseDefinition(text.markdown);
  return {
    questionnaireKey: key,
    version: newestVersion,
    eventType: eventTypes.find((known) => known === head.section) ?? null,
    order: Number(head.order ?? 0),
    hasEnded: state !== "LIVE",
    endsOn: head.until ?? null,
    quota,
    questions: questions.map((question) => ({
      ...question,
      text: fill(question.text),
      hint: question.hint === null ? null : fill(question.hint),
      options: question.options.map(({ value, label }) => ({ value, label: fill(label) })),
    })),
    title: fill(text.title),
    lead: fill(head.summary ?? ""),
  };
}

/** Fills in figures where a text names some; it costs queries, which most questionnaires do not need. */
async function filling(
  services: Services,
  readership: Readership | undefined,
  whole: string,
): Promise<(words: string) => string> {
  if (!readership || !whole.includes("{{")) return (words) => words;
  const figures = await figuresInForce(services, readership.language, readership.brand);
  return (words) => fillWords(words, figures);
}
