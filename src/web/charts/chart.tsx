/**
 * Charts as SVG drawn on the server, without script: each with a legend, its meaning, and its figures as a table and as
 * CSV. `shape`: STACKED bars or LINES by day, STANDING for the parts of a current state.
 */
import { scaleBand, scaleLinear } from "d3-scale";
import { line, stack } from "d3-shape";
import type { BusinessDate } from "#shared/dates.ts";
import { addDays, formatDate } from "#shared/dates.ts";
import { formatPpm, formatRupiah, groupThousands } from "#shared/money.ts";
import type { Language } from "#shared/texts.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { Small } from "#web/ui/text/text.tsx";
import { chartTexts } from "./texts.ts";

export type ChartUnit = "COUNT" | "RUPIAH" | "PPM";
type FigureUnit = ChartUnit | "MILLISECONDS" | "SECONDS";

export interface ChartSeries {
  label: string;
  /** Whole numbers in the chart's unit, one per day starting at `from`; null when unknown. */
  values: readonly (number | null)[];
  /** A figure with a different unit: shown below the chart and in the table, not drawn. */
  unit?: "COUNT" | "MILLISECONDS" | "SECONDS";
  /** 1 to 6; without it the place among the series. */
  tone?: number;
  /** STANDING: how long the oldest waiting item has been due, in addition to the number waiting. Parts without waiting items are then not drawn. */
  beside?: { label: string; unit: "SECONDS"; values: readonly (number | null)[] };
}

export interface ChartProps {
  id: string;
  shape: "STACKED" | "LINES" | "STANDING";
  unit: ChartUnit;
  title: string;
  definition: string;
  from: BusinessDate;
  series: readonly ChartSeries[];
  /** Where its figures are to be had as CSV; without it they are in the link itself. */
  csvTo?: string;
}

const [width, height] = [560, 200];
const room = { top: 8, right: 8, bottom: 24, left: 64 };

/** A whole number in words of its unit. */
function formatFigure(value: number, unit: FigureUnit, language: Language): string {
  if (unit === "MILLISECONDS" || unit === "SECONDS") return lengthOf(value, unit, language);
  if (unit === "RUPIAH") return formatRupiah(value);
  return unit === "PPM" ? formatPpm(value, language) : groupThousands(value);
}

/** A length of time in the largest unit that it fills. */
function lengthOf(value: number, unit: "MILLISECONDS" | "SECONDS", language: Language): string {
  const seconds = unit === "SECONDS" ? value : value / 1000;
  const [amount, name] =
    seconds < 1
      ? [value, "millisecond"]
      : seconds < 120
        ? [seconds, "second"]
        : seconds < 7200
          ? [seconds / 60, "minute"]
          : [seconds / 3600, "hour"];
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit: unit === "SECONDS" && seconds < 1 ? "second" : name,
    unitDisplay: "short",
    maximumFractionDigits: 1,
  }).format(amount);
}

/** As short as an axis needs: 1,2 jt. */
function shortly(value: number, unit: ChartUnit, language: Language): string {
  if (unit === "PPM") return formatPpm(value, language);
  return new Intl.NumberFormat(language, { notation: "compact", maximumFractionDigits: 1 }).format(value);
}

const sumOf = (values: readonly (number | null)[]): number =>
  values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

export function Chart(props: ChartProps) {
  const t = useTexts(chartTexts);
  const { id, shape, title, definition, csvTo } = props;
  const series = props.series.filter(({ unit }) => unit === undefined);
  const isEmpty = series.every(({ values }) => values.every((value) => value === null || value === 0));
  const Drawing = shape === "STANDING" ? Standing : ByDay;
  return (
    <section className="chart" aria-labelledby={`${id}-title`}>
      <h3 className="chart-title" id={`${id}-title`}>
        {title}
      </h3>
      {isEmpty ? (
        <p className="chart-empty">{t(series.some(({ beside }) => beside) ? "nothingWaits" : "noData")}</p>
      ) : (
        <Drawing {...props} series={series} />
      )}
      {!isEmpty && shape !== "STANDING" && series.length > 1 && <Legend series={series} />}
      {!isEmpty && <Besides series={props.series} />}
      <details className="chart-figures">
        <summary>{t("figures")}</summary>
        <Small>{definition}</Small>
        <Figures {...props} />
        <p>
          <a href={csvTo ?? csvWithin(props)} download={`${id}.csv`}>
            {t("csv")}
          </a>
        </p>
      </details>
    </section>
  );
}

/** The figures themselves as a file: a line a day, as the report's own CSV. */
function csvWithin({ from, series }: ChartProps): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const days = (series[0]?.values ?? []).map((_, day) =>
    [addDays(from, day), ...series.map(({ values }) => values[day] ?? "")].join(","),
  );
  const lines = [["day", ...series.map(({ label }) => quoted(label))].join(","), ...days];
  return `data:text/csv;charset=utf-8,${encodeURIComponent(lines.join("\r\n"))}`;
}

/** Figures that are not drawn, with their last value. */
function Besides({ series }: Pick<ChartProps, "series">) {
  const language = useLanguage();
  return series.map(({ label, values, unit }) => {
    const last = values.findLast((value) => value !== null);
    return unit === undefined || last === undefined || last === null ? null : (
      <p className="chart-besides" key={label}>
        {label}: <strong>{formatFigure(last, unit, language)}</strong>
      </p>
    );
  });
}

function Legend({ series }: Pick<ChartProps, "series">) {
  return (
    <ul className="chart-legend">
      {series.map(({ label, tone }, index) => (
        <li key={label}>
          <span className={`chart-key chart-tone-${tone ?? index + 1}`} aria-hidden="true" />
          {label}
        </li>
      ))}
    </ul>
  );
}

/** Bars or lines over days. The text alternative gives the sum of each part; every figure is in the table. */
function ByDay({ shape, unit, title, from, series }: ChartProps) {
  const language = useLanguage();
  const t = useTexts(chartTexts);
  const length = series[0]?.values.length ?? 0;
  const days = Array.from({ length }, (_, index) => index);
  const known = series.flatMap(({ values }) => values.filter((value) => value !== null));
  const top =
    shape === "STACKED"
      ? Math.max(...days.map((day) => sumOf(series.map((one) => Math.max(0, one.values[day] ?? 0)))))
      : Math.max(...known);
  // A percentage axis starts near the lowest value: between 95 and 100 % everything would be one line at the top.
  const bottom =
    unit === "PPM" ? Math.max(0, Math.floor(Math.min(...known) / 50_000) * 50_000 - 50_000) : Math.min(0, ...known);
  const y = scaleLinear()
    .domain([bottom, Math.max(top, bottom + 1)])
    .range([height - room.bottom, room.top]);
  if (unit !== "PPM") y.nice(4);
  const x = scaleBand<number>()
    .domain(days)
    .range([room.left, width - room.right])
    .padding(0.2);
  const ticks = y.ticks(4).filter((tick) => unit !== "COUNT" || Number.isInteger(tick));
  const marked = days.filter((day) => day % Math.ceil(length / 6) === 0);
  const description = series.map(({ label, values }) => {
    const value = unit === "PPM" ? values.findLast((one) => one !== null) : sumOf(values);
    return `${label}: ${value === null || value === undefined ? "–" : formatFigure(value, unit, language)}`;
  });
  return (
    <svg
      className="chart-drawing"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`${title}. ${description.join(", ")}. ${t("seeTable")}`}
    >
      {ticks.map((tick) => (
        <g key={tick}>
          <line className="chart-line" x1={room.left} x2={width - room.right} y1={y(tick)} y2={y(tick)} />
          <text className="chart-label" x={room.left - 6} y={y(tick)} dy="0.32em" textAnchor="end">
            {shortly(tick, unit, language)}
          </text>
        </g>
      ))}
      {marked.map((day) => (
        <text
          className="chart-label"
          key={day}
          x={(x(day) ?? 0) + x.bandwidth() / 2}
          y={height - 6}
          textAnchor="middle"
        >
          {formatDate(addDays(from, day), language, "short").replace(/[ ,]*\d{4}年?/, "")}
        </text>
      ))}
      {shape === "STACKED" ? <Bars {...{ days, series, x, y }} /> : <Lines {...{ series, x, y }} />}
    </svg>
  );
}

interface Scales {
  x: ReturnType<typeof scaleBand<number>>;
  y: ReturnType<typeof scaleLinear<number, number>>;
}

function Bars({ days, series, x, y }: { days: readonly number[]; series: readonly ChartSeries[] } & Scales) {
  const layers = stack<number, number>()
    .keys(series.map((_, index) => index))
    .value((day, index) => Math.max(0, series[index]?.values[day] ?? 0))([...days]);
  return layers.map((layer) => (
    <g key={layer.key} className={`chart-tone-${series[layer.key]?.tone ?? layer.key + 1}`}>
      {layer.map(([low, high], day) =>
        high > low ? (
          <rect
            key={day}
            x={round(x(day) ?? 0)}
            width={round(x.bandwidth())}
            y={round(y(high))}
            height={round(y(low) - y(high))}
          />
        ) : null,
      )}
    </g>
  ));
}

function Lines({ series, x, y }: { series: readonly ChartSeries[] } & Scales) {
  const draw = line<number | null>()
    .defined((value) => value !== null)
    .x((_, day) => round((x(day) ?? 0) + x.bandwidth() / 2))
    .y((value) => round(y(value ?? 0)));
  return series.map(({ label, values, tone }, index) => {
    const lastDay = values.findLastIndex((value) => value !== null);
    const last = values[lastDay];
    return (
      <g key={label} className={`chart-tone-${tone ?? index + 1}`}>
        <path className="chart-stroke" d={draw([...values]) ?? ""} />
        {last !== null && last !== undefined && (
          <circle cx={round((x(lastDay) ?? 0) + x.bandwidth() / 2)} cy={round(y(last))} r="3" />
        )}
      </g>
    );
  });
}

/** Rounds coordinates to a tenth: finer steps are invisible, and a page of charts sends thousands of them. */
const round = (value: number): number => Math.round(value * 10) / 10;

/** Parts of a current state, one bar each with its figure. */
function Standing({ unit, series }: ChartProps) {
  const language = useLanguage();
  const values = series
    .map(({ label, values: all, beside }) => ({ label, value: all.at(-1) ?? 0, beside }))
    .filter(({ value, beside }) => value > 0 || beside === undefined);
  const top = Math.max(1, ...values.map(({ value }) => value));
  const sum = sumOf(values.map(({ value }) => value));
  const besides = (value: number, beside: ChartSeries["beside"]): string => {
    if (beside) return ` · ${beside.label}: ${formatFigure(beside.values.at(-1) ?? 0, beside.unit, language)}`;
    return sum > 0 ? ` · ${formatPpm(Math.round((value / sum) * 1000) * 1000, language)}` : "";
  };
  return (
    <dl className="chart-parts">
      {values.map(({ label, value, beside }, index) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <svg className="chart-part" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              <rect className={`chart-tone-${beside ? 1 : index + 1}`} width={round((value / top) * 100)} height="10" />
            </svg>
            {formatFigure(value, unit, language)}
            <span className="chart-share">{besides(value, beside)}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Every figure, the newest day first. */
function Figures({ shape, unit, title, from, series }: ChartProps) {
  const t = useTexts(chartTexts);
  const language = useLanguage();
  const say = (value: number | null | undefined, own?: FigureUnit) =>
    value === null || value === undefined ? "–" : formatFigure(value, own ?? unit, language);
  if (shape === "STANDING") {
    const beside = series.find((one) => one.beside)?.beside;
    return (
      <DataTable
        caption={title}
        captionHidden
        rows={series}
        rowKey={({ label }) => label}
        columns={[
          { key: "part", label: t("part"), show: ({ label }) => label },
          { key: "value", label: t("value"), figures: true, show: ({ values }) => say(values.at(-1)) },
          ...(beside
            ? [
                {
                  key: "beside",
                  label: beside.label,
                  figures: true,
                  show: (one: ChartSeries) => say(one.beside?.values.at(-1), one.beside?.unit),
                },
              ]
            : []),
        ]}
      />
    );
  }
  const days = (series[0]?.values ?? []).map((_, index) => index).reverse();
  return (
    <DataTable
      caption={title}
      captionHidden
      rows={days}
      rowKey={String}
      columns={[
        { key: "day", label: t("day"), show: (day) => formatDate(addDays(from, day), language, "short") },
        ...series.map(({ label, values, unit: own }, index) => ({
          key: String(index),
          label,
          figures: true,
          show: (day: number) => say(values[day], own),
        })),
      ]}
    />
  );
}
