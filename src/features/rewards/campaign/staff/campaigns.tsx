import type { Route } from "./+types/campaigns";
import { dateInWib } from "#shared/dates.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import { readPage } from "#web/list.ts";
import { TwoLines } from "#web/console/queue.tsx";
import { Chart } from "#web/charts/chart.tsx";
import { useFrame } from "#web/frame.tsx";
import { DateText, Money, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { Pagination } from "#web/ui/pagination/pagination.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { listStaffCampaigns } from "../staff-contract.ts";
import { Exhausted } from "./exhausted.tsx";
import { texts } from "./texts.ts";

export const handle: ScreenHandle = { title: texts.title };

const path = "/staff/campaigns";

export function loader({ request, context }: Route.LoaderArgs) {
  return readPage(request, listStaffCampaigns, { limit: 50 }, { context });
}

export default function Campaigns({ loaderData: { items, page, days } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const { staff } = useFrame();
  return (
    <>
      <Title lead={t("lead")}>{t("title")}</Title>
      {staff && mayStaff(staff.roles, "campaign.edit") && (
        <p>
          <ButtonLink compact to="/staff/campaigns/new">
            {t("draft")}
          </ButtonLink>
        </p>
      )}
      {days[0] && <Burn days={days} from={days[0].day} />}
      <DataTable
        caption={t("title")}
        captionHidden
        rows={items}
        rowKey={({ activityId }) => activityId}
        empty={t("empty")}
        columns={[
          {
            key: "name",
            label: t("name"),
            flexible: true,
            show: ({ activityId, title }) => (
              <TwoLines>
                <a href={`${path}/${activityId}`}>{activityId}</a>
                <span title={title}>{title}</span>
              </TwoLines>
            ),
          },
          { key: "mechanic", label: t("mechanic"), show: ({ mechanic }) => t(mechanic) },
          {
            key: "state",
            label: t("state"),
            show: ({ state }) => <Badge kind={state === "RUNNING" ? "ok" : "plain"}>{t(state)}</Badge>,
          },
          {
            key: "closes",
            label: t("closes"),
            show: ({ closesAt }) => <DateText date={dateInWib(new Date(Date.parse(closesAt) - 1))} style="short" />,
          },
          {
            key: "budget",
            label: t("budget"),
            figures: true,
            show: ({ budgetRupiah }) => <Money rupiah={budgetRupiah} />,
          },
          { key: "left", label: t("left"), figures: true, show: ({ leftRupiah }) => <Money rupiah={leftRupiah} /> },
          {
            key: "given",
            label: t("givenAll"),
            figures: true,
            show: ({ givenRupiah }) => <Money rupiah={givenRupiah} />,
          },
          {
            key: "perPerson",
            label: t("perPersonShort"),
            figures: true,
            show: ({ perPersonRupiah, people }) => (people > 0 ? <Money rupiah={perPersonRupiah} /> : "–"),
          },
          {
            key: "exhausted",
            label: t("exhaustedShort"),
            show: (item) => <Exhausted campaign={item} short />,
          },
        ]}
      />
      <Pagination page={page} />
    </>
  );
}

/** Awards of all campaigns per day. */
function Burn({ days, from }: { days: Route.ComponentProps["loaderData"]["days"]; from: string }) {
  const t = useTexts(texts);
  return (
    <Section heading={t("burn")}>
      <div className="chart-grid">
        <Chart
          id="burn"
          shape="STACKED"
          unit="RUPIAH"
          title={t("burnAll")}
          definition={t("burnLabel")}
          from={from}
          series={[{ label: t("given"), values: days.map(({ rupiah }) => rupiah) }]}
        />
        <Chart
          id="awards"
          shape="STACKED"
          unit="COUNT"
          title={t("awardsAll")}
          definition={t("awardsLabel")}
          from={from}
          series={[{ label: t("awards"), values: days.map(({ awards }) => awards) }]}
        />
      </div>
    </Section>
  );
}
