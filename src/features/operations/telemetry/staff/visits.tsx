import type { Route } from "./+types/visits";
import { defineList, listAddress } from "#web/console/list.ts";
import { ListTable, type ListColumn } from "#web/console/list-table.tsx";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { FigureGrid } from "#web/ui/figure-grid/figure-grid.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Tabs } from "#web/ui/tabs/tabs.tsx";
import { Heading, Title } from "#web/ui/text/text.tsx";
import { groupThousands } from "#shared/money.ts";
import { waitText } from "#shared/wait.ts";
import { listVisitedPages, visitHours, type VisitedPage } from "../staff-contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title };

const usualHours = "24";
const pages = defineList(listVisitedPages, { filters: ["hours", "app", "platform"] });

export const loader = ({ request, context }: Route.LoaderArgs) => pages.read({ request, context });

export default function Visits({ loaderData }: Route.ComponentProps) {
  const { items, list, total, versions, apps, oldestWaitingSeconds } = loaderData;
  const t = useTexts(texts);
  const language = useLanguage();
  const seconds = useSeconds();
  return (
    <>
      <Title lead={t("lead")}>{t("title")}</Title>
      <Tabs
        label={t("hours")}
        tabs={visitHours.map((hours) => ({
          to: listAddress(list, { hours: String(hours) === usualHours ? "" : String(hours) }),
          label:
            hours === 1 ? t("thisHour") : hours <= 24 ? t("lastHours", { hours }) : t("lastDays", { days: hours / 24 }),
          current: String(hours) === (list.asked["hours"] ?? usualHours),
        }))}
      />
      <FigureGrid
        items={[
          [t("views"), groupThousands(total.views)],
          [t("clicks"), groupThousands(total.clicks)],
          [t("errors"), groupThousands(total.errors)],
          [t("load"), seconds(total.loadP75)],
          [t("loadSlow"), seconds(total.loadP95)],
          [t("lcp"), seconds(total.lcpP75)],
          [t("lag"), oldestWaitingSeconds === 0 ? "–" : waitText(oldestWaitingSeconds, language)],
        ]}
      />
      <ListTable
        list={list}
        filter={{
          names: ["app", "platform"],
          fields: (
            <>
              <Select
                name="app"
                label={t("app")}
                conditional
                options={[
                  { value: "browser", label: t("browser") },
                  ...apps.map((app) => ({ value: app, label: app })),
                ]}
              />
              <Select
                name="platform"
                label={t("platform")}
                conditional
                options={platforms.map((value) => ({ value, label: t(value) }))}
              />
            </>
          ),
        }}
        table={{
          caption: t("title"),
          rows: items,
          rowKey: ({ path }) => path,
          empty: t("empty"),
          columns: useColumns(),
        }}
      />
      <Versions versions={versions} />
    </>
  );
}

function useColumns(): ListColumn<VisitedPage>[] {
  const t = useTexts(texts);
  const seconds = useSeconds();
  return [
    { key: "page", label: t("page"), show: ({ path }) => path || t("others") },
    { key: "views", label: t("views"), figures: true, show: ({ views }) => groupThousands(views) },
    { key: "errors", label: t("errors"), figures: true, show: ({ errors }) => groupThousands(errors) },
    { key: "refusals", label: t("refusals"), figures: true, show: ({ refusals }) => groupThousands(refusals) },
    { key: "load", label: t("load"), figures: true, show: ({ loadP75 }) => seconds(loadP75) },
    { key: "slow", label: t("loadSlow"), figures: true, show: ({ loadP95 }) => seconds(loadP95) },
    { key: "lcp", label: t("lcp"), figures: true, show: ({ lcpP75 }) => seconds(lcpP75) },
    { key: "inp", label: t("inp"), figures: true, show: ({ inpP75 }) => seconds(inpP75) },
  ];
}

const platforms = ["ANDROID", "IOS", "WEB"] as const;

/** Apps by version, the most used first. */
function Versions({ versions }: Pick<Route.ComponentProps["loaderData"], "versions">) {
  const t = useTexts(texts);
  if (versions.length === 0) return null;
  return (
    <>
      <Heading>{t("versions")}</Heading>
      <DataTable
        caption={t("versions")}
        captionHidden
        rows={versions}
        rowKey={({ app, version, platform }) => `${app} ${version} ${platform}`}
        columns={[
          { key: "app", label: t("app"), show: ({ app }) => app },
          { key: "version", label: t("version"), show: ({ version }) => version },
          {
            key: "platform",
            label: t("platform"),
            show: ({ platform }) => t(platforms.find((one) => one === platform) ?? "WEB"),
          },
          { key: "views", label: t("views"), figures: true, show: ({ views }) => groupThousands(views) },
        ]}
      />
    </>
  );
}

/** Seconds with two decimals, as the page's language writes them; a dash where nothing was measured. */
function useSeconds() {
  const t = useTexts(texts);
  const language = useLanguage();
  return (value: number | null) =>
    value === null
      ? "–"
      : t("seconds", { seconds: new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(value) });
}
