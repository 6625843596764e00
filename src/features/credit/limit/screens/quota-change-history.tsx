import type { Route } from "./+types/quota-change-history";
import { readPage } from "#web/list.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { Pagination } from "#web/ui/pagination/pagination.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Timeline, TimelineItem } from "#web/ui/timeline/timeline.tsx";
import { formatInstant } from "#shared/dates.ts";
import { formatRupiah } from "#shared/money.ts";
import { listLimitChanges } from "../contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.historyTitle, back: "/webview/quota" };

export function loader({ request, context }: Route.LoaderArgs) {
  return readPage(request, listLimitChanges, {}, { context });
}

export default function QuotaChangeHistory({ loaderData: { items, page } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  if (items.length === 0) {
    return (
      <EmptyState
        level={1}
        art="receipt"
        title={t("historyEmptyTitle")}
        action={<a href="/webview/quota">{t("backToLimits")}</a>}
      >
        {t("historyEmptyBody")}
      </EmptyState>
    );
  }
  return (
    <Stack gap="loose">
      <Title>{t("historyTitle")}</Title>
      <Timeline>
        {items.map((change) => (
          <TimelineItem
            key={change.id}
            state="done"
            title={`${t(change.kind === "CREDIT" ? "credit" : "temporary")}: ${t(change.cause)}`}
          >
            {t("fromTo", { from: formatRupiah(change.fromRupiah), to: formatRupiah(change.toRupiah) })} ·{" "}
            {formatInstant(new Date(change.changedAt), language)}
          </TimelineItem>
        ))}
      </Timeline>
      <Pagination page={page} />
    </Stack>
  );
}
