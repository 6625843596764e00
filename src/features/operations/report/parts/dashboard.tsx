import type { BusinessDate } from "#shared/dates.ts";
import type { ReplyOf } from "#shared/contract.ts";
import { say } from "#shared/texts.ts";
import { Chart } from "#web/charts/chart.tsx";
import { InstantText, useLanguage, useTexts } from "#web/language.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Tabs } from "#web/ui/tabs/tabs.tsx";
import { Heading, Small } from "#web/ui/text/text.tsx";
import { charts } from "../charts-contract.ts";
import { reportDays, type getReport } from "../contract.ts";
import { texts } from "../texts.ts";

/** The console's charts over the last days; `path` is the page that they stand on. */
export function Dashboard({ report, days, path }: { report: ReplyOf<typeof getReport>; days: string; path: string }) {
  const t = useTexts(texts);
  const language = useLanguage();
  if (report.foldedAt === null) return <Notice>{t("notYet")}</Notice>;
  return (
    <>
      <Heading>{t("charts")}</Heading>
      <Tabs
        label={t("period")}
        tabs={reportDays.map((length) => ({
          to: `${path}?days=${length}`,
          label: t("lastDays", { days: length }),
          current: String(length) === days,
        }))}
      />
      <Small>
        {t("countedAt")} <InstantText at={report.foldedAt} style="short" />
      </Small>
      <div className="chart-grid">
        {charts.map((kind) => (
          <Chart
            key={kind.key}
            id={`chart-${kind.key}`}
            shape={kind.shape}
            unit={kind.unit}
            title={say(kind.title, language)}
            definition={say(kind.definition, language)}
            from={report.from as BusinessDate}
            series={kind.parts.map(({ label }, index) => ({
              label: say(label, language),
              values: report.charts.find(({ key }) => key === kind.key)?.series[index]?.values ?? [],
            }))}
            csvTo={`/api/staff/report/${kind.key}/csv?days=${days}`}
          />
        ))}
      </div>
    </>
  );
}
