/** Reports: figures by the day for the console's charts. */
import { answer, Binary, type CallAnswer } from "#server/call/pipeline.ts";
import type { Database } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import type { Services } from "#server/services.ts";
import { addDays, dateInWib, daysBetween, type BusinessDate } from "#shared/dates.ts";
import { charts, chartsOf } from "../charts-contract.ts";
import { say } from "#shared/texts.ts";
import type { ChartKind, ChartPart } from "../chart-contract.ts";
import { getReport, getReportCsv } from "../contract.ts";
import { foldOf, metricValuesOf } from "./store.ts";
import { reportFoldSweep, stateMetrics } from "./fold.ts";
import { health, workListsOf } from "./health.ts";
import { reportParts } from "#server/console/report.ts";

const answers: readonly CallAnswer[] = [
  answer(getReport, async ({ days, group }, { services, database, language }) => {
    const range = rangeOf(services, days);
    const kinds = chartsOf(group).map((kind) => wholeOf(services, kind));
    const [all, foldedAt] = await Promise.all([seriesOf(database, kinds, range), foldOf(database, range.to)]);
    const charts = all.map(({ key, series }, index) => ({
      key,
      series: series.map((one, place) => ({ ...one, label: say(kinds[index]!.parts[place]!.label, language) })),
    }));
    return { ...range, foldedAt: foldedAt?.toISOString() ?? null, charts };
  }),
  answer(getReportCsv, async ({ chart, days }, { services, database }) => {
    const range = rangeOf(services, days);
    const kind = wholeOf(
      services,
      charts.find(({ key }) => key === chart)!,
    );
    const [{ series }] = (await seriesOf(database, [kind], range)) as [ChartSeries];
    const csv = csvOf(range.from, series);
    return new Binary(new TextEncoder().encode(csv), "text/csv; charset=utf-8", {
      "Content-Disposition": `attachment; filename="${chart}-${range.from}-${range.to}.csv"`,
    });
  }),
];

const rangeOf = ({ clock }: Services, days: string) => {
  const to = dateInWib(clock.now());
  return { from: addDays(to, 1 - Number(days)), to };
};

/** A chart with the parts that only the registered sweeps, or the lists of work handed in, know: how much waits for each, and for how long. */
function wholeOf({ sweeps, ask }: Services, kind: ChartKind): ChartKind {
  if (!kind.waiting) return kind;
  const { of, metric, beside } = kind.waiting;
  const named =
    of === "SWEEPS"
      ? sweeps.list().flatMap(({ name, waits }) => (waits ? [{ dimension: name, label: waits.text }] : []))
      : workListsOf(ask).map(({ key, text }) => ({ dimension: key, label: text }));
  const parts = named.flatMap(({ dimension, label }): ChartPart[] => [
    { metric, dimension, label },
    { ...beside, dimension },
  ]);
  return { ...kind, parts };
}

interface Series {
  metric: string;
  dimension: string;
  values: (number | null)[];
}
interface ChartSeries {
  key: string;
  series: Series[];
}

/** Each chart's parts, one value per day. A folded day without a value is 0, except for a ratio without a denominator. */
async function seriesOf(
  database: Database,
  kinds: readonly ChartKind[],
  range: { from: BusinessDate; to: BusinessDate },
): Promise<ChartSeries[]> {
  const metrics = [...new Set(kinds.flatMap(({ parts }) => parts.map(({ metric }) => metric)))];
  const values = new Map(
    (await metricValuesOf(database, metrics, range)).map((one) => [
      `${one.metric}:${one.dimension}:${one.day}`,
      one.value,
    ]),
  );
  const length = daysBetween(range.from, range.to) + 1;
  const days = Array.from({ length }, (_, index) => addDays(range.from, index));
  return kinds.map(({ key, unit, parts }) => ({
    key,
    series: parts.map(({ metric, dimension, unit: own }) => {
      const none = unit === "PPM" || own !== undefined || stateMetrics.includes(metric) ? null : 0;
      return { metric, dimension, values: days.map((day) => values.get(`${metric}:${dimension}:${day}`) ?? none) };
    }),
  }));
}

/** Only days, codes and whole numbers: a spreadsheet cannot take them for a formula. */
function csvOf(from: BusinessDate, series: readonly Series[]): string {
  const head = ["day", ...series.map(({ metric, dimension }) => (dimension ? `${metric}:${dimension}` : metric))];
  const length = series[0]?.values.length ?? 0;
  const lines = Array.from({ length }, (_, index) => [
    addDays(from, index),
    ...series.map(({ values }) => values[index] ?? ""),
  ]);
  return [head, ...lines].map((line) => `${line.join(",")}\r\n`).join("");
}

export const domain: Domain = {
  answers,
  work: (services) => services.sweeps.add(reportFoldSweep),
  answersTo: [reportParts.by(health)],
};
