import { useTexts } from "#web/language.tsx";
import { texts } from "../texts.ts";

/** What an option is called: made-up countries by their letter. */
export function useOptionName(): (optionKey: string) => string {
  const t = useTexts(texts);
  return (optionKey) =>
    /^SAMPLE_[A-Z]$/.test(optionKey) ? t("country", { letter: optionKey.slice(-1) }) : optionKey.replaceAll("_", " ");
}
