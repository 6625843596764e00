/** Twelve months of a score as a line, with the figures of its table behind a fold. */
import { useLanguage, useTexts } from "#web/language.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { formatMonth } from "#shared/dates.ts";
import { scoreTexts } from "../texts.ts";

const [width, height, edge] = [320, 120, 8];
const [lowest, highest] = [300, 850];

interface Month {
  month: string;
  score: number | null;
}

/** Where a month's point stands in the picture. */
function pointOf(score: number, index: number, count: number): { x: number; y: number } {
  const x = edge + (index * (width - 2 * edge)) / Math.max(1, count - 1);
  const y = height - edge - ((score - lowest) * (height - 2 * edge)) / (highest - lowest);
  return { x: Math.round(x), y: Math.round(y) };
}

export function ScoreLine({ months }: { months: readonly Month[] }) {
  const t = useTexts(scoreTexts);
  const language = useLanguage();
  const points = months.flatMap(({ month, score }, index) =>
    score === null ? [] : [{ month, score, ...pointOf(score, index, months.length) }],
  );
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  return (
    <>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width="100%"
        role="img"
        aria-label={t("lineSays", { from: first.score, to: last.score })}
      >
        <line x1={edge} y1={height - edge} x2={width - edge} y2={height - edge} stroke="var(--line)" />
        <polyline
          points={points.map(({ x, y }) => `${x},${y}`).join(" ")}
          fill="none"
          stroke="var(--brand)"
          strokeWidth={2}
        />
        {points.map(({ month, x, y }) => (
          <circle key={month} cx={x} cy={y} r={3} fill="var(--brand)" />
        ))}
      </svg>
      <Disclosure summary={t("lineTable")}>
        <DefinitionList items={months.map(({ month, score }) => [formatMonth(month, language), score])} />
      </Disclosure>
    </>
  );
}
