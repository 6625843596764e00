import type { Route } from "./+types/borrower-timeline";
import { LocalInstant } from "#web/console/local-time.tsx";
import { WithShortIds } from "#web/console/short-id.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { Pagination } from "#web/ui/pagination/pagination.tsx";
import { Tabs } from "#web/ui/tabs/tabs.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { readPage } from "#web/list.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { timelineKinds } from "#shared/timeline-kinds.ts";
import { getBorrowerTimeline } from "../staff-contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.timelineTitle };

export async function loader({ request, params: { borrowerId }, context }: Route.LoaderArgs) {
  const kind = timelineKinds.find((known) => known === new URL(request.url).searchParams.get("kind"));
  const input = { borrowerId, ...(kind ? { kind } : {}) };
  const list = await readPage(request, getBorrowerTimeline, input, { context });
  return { ...list, borrowerId, kind: kind ?? null };
}

export default function BorrowerTimeline({ loaderData: { items, page, borrowerId, kind } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const base = `/staff/borrowers/${borrowerId}/timeline`;
  return (
    <>
      <Title>{t("timelineTitle")}</Title>
      <Tabs
        label={t("kind")}
        tabs={[
          { to: base, label: t("allKinds"), current: kind === null },
          ...timelineKinds.map((one) => ({ to: `${base}?kind=${one}`, label: t(one), current: kind === one })),
        ]}
      />
      <DataTable
        caption={t("timelineTitle")}
        captionHidden
        rows={items.map((item, index) => ({ ...item, index }))}
        rowKey={(item) => `${item.at} ${item.index}`}
        empty={t("timelineEmpty")}
        columns={[
          { key: "when", label: t("when"), show: (item) => <LocalInstant at={item.at} /> },
          { key: "kind", label: t("kind"), show: (item) => <Badge>{t(item.kind)}</Badge> },
          {
            key: "what",
            label: t("what"),
            show: (item) => (item.to === null ? item.text : <a href={item.to}>{item.text}</a>),
          },
          {
            key: "details",
            label: t("details"),
            show: (item) => (
              <span className="console-quote">{item.details ? <WithShortIds text={item.details} /> : "–"}</span>
            ),
          },
        ]}
      />
      <Pagination page={page} />
    </>
  );
}
