import type { Route } from "./+types/winners";
import { InstantText, useLanguage, useTexts } from "#web/language.tsx";
import { readPage } from "#web/list.ts";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { Pagination } from "#web/ui/pagination/pagination.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { prizeWords } from "../parts/prize-words.ts";
import { listWinners } from "../staff-contract.ts";
import { texts } from "./texts.ts";

export const handle: ScreenHandle = { title: texts.winners };

export async function loader({ request, params: { activityId }, context }: Route.LoaderArgs) {
  return { activityId, ...(await readPage(request, listWinners, { activityId, limit: 50 }, { context })) };
}

export default function Winners({ loaderData: { activityId, items, page } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    <>
      <Title>{t("winnersOf", { name: activityId })}</Title>
      <p>
        <a href={`/staff/campaigns/${activityId}`}>{activityId}</a>
      </p>
      <DataTable
        caption={t("winners")}
        captionHidden
        rows={items}
        rowKey={({ awardId }) => awardId}
        empty={t("noWinners")}
        columns={[
          { key: "at", label: t("at"), show: ({ wonAt }) => <InstantText at={wonAt} style="short" /> },
          { key: "prize", label: t("prize"), show: ({ prize }) => prizeWords(prize, language) },
          { key: "state", label: t("state"), show: ({ state }) => <Badge>{t(state)}</Badge> },
          {
            key: "borrower",
            label: t("borrower"),
            show: ({ borrowerId }) => <a href={`/staff/borrowers/${borrowerId}`}>{borrowerId.slice(0, 8)}</a>,
          },
          {
            key: "draw",
            label: t("draw"),
            show: ({ drawId }) => (drawId ? <a href={`/webview/activity/draw/${drawId}`}>{drawId}</a> : ""),
          },
        ]}
      />
      <Pagination page={page} />
    </>
  );
}
