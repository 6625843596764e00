import type { Route } from "./+types/home";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { call } from "#web/api.ts";
import { InstantText, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { chartGroups, getReport, reportDays, usualDays } from "#features/operations/report/contract.ts";
import { Dashboard } from "#features/operations/report/parts/dashboard.tsx";
import { getStaffHome, getStaffSession } from "#features/platform/console/contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.homeTitle };

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const days = reportDays.map(String).find((length) => length === query.get("days")) ?? String(usualDays);
  const group = chartGroups.find((one) => one.toLowerCase() === query.get("charts")) ?? "BUSINESS";
  const { roles } = await call(getStaffSession, {}, { context });
  const [{ lists }, report] = await Promise.all([
    call(getStaffHome, {}, { context }),
    mayStaff(roles, "report.read") ? call(getReport, { days, group }, { context }) : null,
  ]);
  return { lists, report, days, group };
}

export default function Home({ loaderData: { lists, report, days, group } }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <>
      <Title>{t("homeTitle")}</Title>
      {lists.length === 0 ? (
        <Notice>{t("nothingForRoles")}</Notice>
      ) : (
        <DataTable
          caption={t("workLists")}
          rows={lists}
          rowKey={(list) => list.key}
          columns={[
            { key: "list", label: t("list"), show: (list) => <a href={list.to}>{list.text}</a> },
            { key: "count", label: t("waiting"), figures: true, show: (list) => list.count },
            {
              key: "oldest",
              label: t("oldest"),
              show: (list) => (list.oldestAt ? <InstantText at={list.oldestAt} style="short" /> : "–"),
            },
          ]}
        />
      )}
      {report && <Dashboard report={report} days={days} group={group} path="/staff" />}
    </>
  );
}
