/** A content as it is edited (all languages, one head), and as it is stored (one text per language). */
import { Refusal } from "#server/call/refusal.ts";
import type { Ask } from "#server/questions.ts";
import type { FieldProblem } from "#shared/contract.ts";
import { fieldProblemText } from "#shared/fields/problems.ts";
import { languages, say, type Language } from "#shared/texts.ts";
import { headLines, type CollectionName, type HeadLine } from "../contract.ts";
import { writingProblems, type DraftShape } from "../draft-contract.ts";
import { textFaultsOf, handWrittenFigures, structureFaults, type WrittenText, contentStructures } from "./checks.ts";
import type { ContentText, Head } from "./files.ts";

export type ContentDraft = DraftShape;
type WrittenLine = Exclude<HeadLine, "summary">;
const writtenLines = headLines.filter((line): line is WrittenLine => line !== "summary");

/** The draft that a form sent, with empty texts for missing fields. */
export function contentDraftOf(sent: {
  texts: Record<Language, { title: string; summary?: string | undefined; markdown: string }>;
  head?: Partial<Record<WrittenLine, string | undefined>> | undefined;
}): ContentDraft {
  const byLanguage = (language: Language) => ({
    title: sent.texts[language].title,
    summary: sent.texts[language].summary ?? "",
    markdown: sent.texts[language].markdown,
  });
  return {
    texts: { id: byLanguage("id"), en: byLanguage("en"), zh: byLanguage("zh") },
    head: Object.fromEntries(writtenLines.map((line) => [line, sent.head?.[line] ?? ""])) as ContentDraft["head"],
  };
}

/** The same of texts in force or of an old version; a language that is missing is empty. */
export function draftOfTexts(texts: readonly ContentText[]): ContentDraft {
  const of = (language: Language) => texts.find((text) => text.language === language);
  const shared = of("id")?.head ?? texts[0]?.head ?? {};
  const byLanguage = (language: Language) => ({
    title: of(language)?.title ?? "",
    summary: of(language)?.head.summary ?? "",
    markdown: of(language)?.markdown ?? "",
  });
  return {
    texts: { id: byLanguage("id"), en: byLanguage("en"), zh: byLanguage("zh") },
    head: Object.fromEntries(writtenLines.map((line) => [line, shared[line] ?? ""])) as ContentDraft["head"],
  };
}

/** One language of a draft in its stored form: without empty lines. */
export function textOfDraft(draft: ContentDraft, language: Language): WrittenText {
  const { title, summary, markdown } = draft.texts[language];
  const head = Object.fromEntries(
    Object.entries({ ...draft.head, summary }).filter(([, value]) => value !== ""),
  ) as Head;
  return { title, markdown, head };
}

export const sameDraft = (a: ContentDraft, b: ContentDraft): boolean => JSON.stringify(a) === JSON.stringify(b);

/** @throws Refusal INPUT_INVALID with a problem at each field that readers could not be shown. */
export function refuseFaults(
  ask: Ask,
  collection: CollectionName,
  draft: ContentDraft,
  readerLanguage: Language,
): void {
  const texts = {
    id: textOfDraft(draft, "id"),
    en: textOfDraft(draft, "en"),
    zh: textOfDraft(draft, "zh"),
  };
  const found = languages.flatMap((language) =>
    textFaultsOf(collection, texts[language]).map((fault) => ({ language, fault })),
  );
  const structures = ask(contentStructures).flat();
  for (const structure of structures)
    if (structure.collection === collection) found.push(...structureFaults(structure, texts));
  const fields = new Map<string, FieldProblem>();
  for (const { language, fault } of found) {
    const { path, code, names } = fault;
    const isOfLanguage = path === "title" || path === "summary" || path === "markdown";
    const place = isOfLanguage ? `texts.${language}.${path}` : `head.${path}`;
    const words = fieldProblemText(code, readerLanguage, writingProblems);
    const detail = say({ id: words, en: words, zh: words }, readerLanguage, { names: names ?? "" });
    if (!fields.has(place)) fields.set(place, { path: place, code, detail });
  }
  if (fields.size > 0) throw new Refusal("INPUT_INVALID", undefined, [...fields.values()]);
}

/** Numbers that look hand-written where a figure's placeholder may be meant. Shown to maker and checker, who decide. */
export function warningsOf(draft: ContentDraft): { language: Language; written: string }[] {
  return languages.flatMap((language) => {
    const { title, summary, markdown } = draft.texts[language];
    return [...new Set(handWrittenFigures(`${title}\n${summary}\n${markdown}`))].map((written) => ({
      language,
      written,
    }));
  });
}
