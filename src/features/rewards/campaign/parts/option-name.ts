import type { Campaign } from "../contract.ts";
import { useLanguage } from "#web/language.tsx";

type Named = Pick<NonNullable<Campaign["pick"]>, "names">;

/** The name of an option in the page's language. */
export function useOptionName(pick: Named | null): (optionKey: string) => string {
  const language = useLanguage();
  const byKey = new Map((pick?.names ?? []).map((option) => [option.optionKey, option[language]]));
  return (optionKey) => byKey.get(optionKey) ?? optionKey;
}

/** Whether all options are invented, which the page then says. */
export const isSample = ({ names }: Named): boolean => names.every(({ optionKey }) => optionKey.startsWith("SAMPLE_"));
