/** The size of a file in words: `45 kB`, `1,2 MB` (comma in Indonesian). */
import type { Language } from "#shared/texts.ts";

export function fileSize(sizeBytes: number, language: Language): string {
  if (sizeBytes < 1_000_000) return `${Math.max(1, Math.round(sizeBytes / 1000))} kB`;
  const tenths = String(Math.round(sizeBytes / 100_000) / 10);
  return `${language === "id" ? tenths.replace(".", ",") : tenths} MB`;
}
