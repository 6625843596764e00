import { useLanguage, useTexts } from "#web/language.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { formatDate, type BusinessDate } from "#shared/dates.ts";
import { say } from "#shared/texts.ts";
import type { ScoreFactor } from "../score-contract.ts";
import { factorText, scoreTexts, signedPoints } from "../texts.ts";

interface Shown {
  code: ScoreFactor;
  points: number;
  until?: BusinessDate | null;
}

/** Factors of a score in words with their points, and the day from which each counts for nothing. */
export function FactorPoints({ factors }: { factors: readonly Shown[] }) {
  const t = useTexts(scoreTexts);
  const language = useLanguage();
  if (factors.length === 0) return null;
  return (
    <DefinitionList
      items={factors.map(({ code, points, until }) => [
        <>
          {say(factorText(code), language)}
          {until && ` · ${t("until", { date: formatDate(until, language) })}`}
        </>,
        t("signed", { points: signedPoints(points) }),
      ])}
    />
  );
}
