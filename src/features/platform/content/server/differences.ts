/** The differences between two drafts, field by field. */
import { differenceOf } from "#server/records/difference.ts";
import { languages } from "#shared/texts.ts";
import type { ContentDifference } from "../staff-contract.ts";
import type { ContentDraft } from "./drafts.ts";

/** Every field that differs; empty for equal drafts. */
export function differencesOf(before: ContentDraft, after: ContentDraft): ContentDifference[] {
  const inTexts = languages.flatMap((language) =>
    (["title", "summary", "markdown"] as const).flatMap((field) => {
      const [old, now] = [before.texts[language][field], after.texts[language][field]];
      return old === now ? [] : [{ language, field, parts: differenceOf(old, now, language) }];
    }),
  );
  const inHead = (Object.keys(after.head) as (keyof ContentDraft["head"])[]).flatMap((field) => {
    const [old, now] = [before.head[field], after.head[field]];
    return old === now ? [] : [{ language: null, field, parts: differenceOf(old, now, "id") }];
  });
  return [...inHead, ...inTexts];
}
