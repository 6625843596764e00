import { useSearchParams } from "react-router";
import type { Route } from "./+types/borrower-timeline";
import { Badge } from "#web/ui/badge/badge.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { Pagination } from "#web/ui/pagination/pagination.tsx";
import { Tabs } from "#web/ui/tabs/tabs.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { call } from "#web/api.ts";
import { InstantText, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { timelineKinds } from "#shared/timeline-kinds.ts";
import { getBorrowerTimeline } from "../staff-contract.ts";
import { BorrowerTabs } from "../parts/borrower-tabs.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.timelineTitle };

export async function loader({ request, params: { borrowerId }, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const kind = timelineKinds.find((known) => known === query.get("kind"));
  const before = query.get("before");
  const page = await call(
    getBorrowerTimeline,
    { borrowerId, ...(kind ? { kind } : {}), ...(before ? { before } : {}) },
    { context },
  );
  return { ...page, borrowerId, kind: kind ?? null };
}

export default function BorrowerTimeline({
  loaderData: { items, nextBefore, borrowerId, kind },
}: Route.ComponentProps) {
  const t = useTexts(texts);
  const [query] = useSearchParams();
  const base = `/staff/borrowers/${borrowerId}/timeline`;
  const ofKind = kind ? `kind=${kind}` : "";
  return (
    <>
      <Title>{t("timelineTitle")}</Title>
      <BorrowerTabs borrowerId={borrowerId} />
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
          { key: "when", label: t("when"), show: (item) => <InstantText at={item.at} style="short" /> },
          { key: "kind", label: t("kind"), show: (item) => <Badge>{t(item.kind)}</Badge> },
          {
            key: "what",
            label: t("what"),
            show: (item) => (item.to === null ? item.text : <a href={item.to}>{item.text}</a>),
          },
          {
            key: "details",
            label: t("details"),
            show: (item) => <span className="console-quote">{item.details || "–"}</span>,
          },
        ]}
      />
      <Pagination
        first={query.has("before") ? `${base}?${ofKind}` : null}
        next={nextBefore ? `${base}?${ofKind}${ofKind && "&"}before=${encodeURIComponent(nextBefore)}` : null}
      />
    </>
  );
}
