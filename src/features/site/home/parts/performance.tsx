import type { ReplyOf } from "#shared/contract.ts";
import type { getLoanPerformance } from "#features/credit/loan/contract.ts";
import { DateText, useLanguage, useTexts } from "#web/language.tsx";
import { FigureGrid } from "#web/ui/figure-grid/figure-grid.tsx";
import { Section, Small } from "#web/ui/text/text.tsx";
import { formatPpm } from "#shared/money.ts";
import { texts } from "../texts.ts";

/** TKB and TWP as published today; one line with a dash when there are no loans to count. // Field rules: publish performance */
export function PerformanceFigures({ performance }: { performance: ReplyOf<typeof getLoanPerformance> }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const shown = (ppm: number | null | undefined) => (typeof ppm === "number" ? formatPpm(ppm, language) : "–");
  const { asOf, items } = performance;
  // Still published, but small: a grid of dashes would say less than one line.
  if (asOf === null || items.every(({ tkbPpm }) => tkbPpm === null))
    return (
      <div id="performance">
        <Small>{t("performanceNone")}</Small>
      </div>
    );
  const [before, after] = t("performanceAsOf", { date: "\n" }).split("\n");
  return (
    <Section heading={t("performanceTitle")} id="performance">
      <FigureGrid
        items={[
          ...items.map(({ days, tkbPpm }) => [`TKB${days}`, shown(tkbPpm)] as const),
          ["TWP90", shown(items.find(({ days }) => days === 90)?.twpPpm)],
        ]}
      />
      <Small>
        {before}
        <DateText date={asOf} />
        {after}
      </Small>
      <Small>{t("performanceNote")}</Small>
    </Section>
  );
}
