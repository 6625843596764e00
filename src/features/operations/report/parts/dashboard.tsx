import type { BusinessDate } from "#shared/dates.ts";
import type { ReplyOf } from "#shared/contract.ts";
import { say, type Language } from "#shared/texts.ts";
import { Chart, type ChartSeries } from "#web/charts/chart.tsx";
import { InstantText, useLanguage, useTexts } from "#web/language.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Tabs } from "#web/ui/tabs/tabs.tsx";
import { Heading, Small } from "#web/ui/text/text.tsx";
import { chartGroups, type ChartGroup, type ChartKind } from "../chart-contract.ts";
import { chartsOf } from "../charts-contract.ts";
import { reportDays, type getReport } from "../contract.ts";
import { texts } from "../texts.ts";

interface DashboardProps {
  report: ReplyOf<typeof getReport>;
  days: string;
  group: ChartGroup;
  path: string;
}

/** The console's charts over the last days; `path` is their page. */
export function Dashboard({ report, days, group, path }: DashboardProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const pathOf = (shown: { days: string; group: ChartGroup }) =>
    `${path}?days=${shown.days}${shown.group === "BUSINESS" ? "" : `&charts=${shown.group.toLowerCase()}`}`;
  if (report.foldedAt === null) return <Notice>{t("notYet")}</Notice>;
  return (
    <>
      <Heading>{t(group === "BUSINESS" ? "charts" : "operation")}</Heading>
      <Tabs
        label={t("kinds")}
        tabs={chartGroups.map((one) => ({
          to: pathOf({ days, group: one }),
          label: t(one === "BUSINESS" ? "business" : "operationShort"),
          current: one === group,
        }))}
      />
      <Tabs
        label={t("period")}
        tabs={reportDays.map((length) => ({
          to: pathOf({ days: String(length), group }),
          label: t("lastDays", { days: length }),
          current: String(length) === days,
        }))}
      />
      <Small>
        {t("countedAt")} <InstantText at={report.foldedAt} style="short" />
      </Small>
      <div className="chart-grid">
        {chartsOf(group).map((kind) => (
          <Chart
            key={kind.key}
            id={`chart-${kind.key}`}
            shape={kind.shape}
            unit={kind.unit}
            title={say(kind.title, language)}
            definition={say(kind.definition, language)}
            from={report.from as BusinessDate}
            series={seriesOf(kind, report.charts.find(({ key }) => key === kind.key)?.series ?? [], language)}
            csvTo={`/api/staff/report/${kind.key}/csv?days=${days}`}
          />
        ))}
      </div>
    </>
  );
}

type Answered = ReplyOf<typeof getReport>["charts"][number]["series"];

/** The answer's values, with each part's tone and unit from the chart. */
function seriesOf({ parts, waiting }: ChartKind, answered: Answered, language: Language): ChartSeries[] {
  if (waiting) {
    const { metric, beside } = waiting;
    const [drawn, told] = [metric, beside.metric].map((wanted) => answered.filter((one) => one.metric === wanted));
    return (drawn ?? []).map(({ label, values }, index) => ({
      label,
      values,
      beside: { label: say(beside.label, language), unit: beside.unit, values: told?.[index]?.values ?? [] },
    }));
  }
  return answered.map(({ label, values }, index) => {
    const { tone, unit } = parts[index] ?? {};
    return { ...(tone ? { tone } : {}), ...(unit ? { unit } : {}), label, values };
  });
}
