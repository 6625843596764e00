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
import { say } from "#shared/texts.ts";
import { listLimitChanges, type WhyChanged } from "../contract.ts";
import { FactorPoints } from "../parts/factor-points.tsx";
import { scoreTexts, texts } from "../texts.ts";

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
            {change.why?.freeze
              ? null
              : `${t("fromTo", { from: formatRupiah(change.fromRupiah), to: formatRupiah(change.toRupiah) })} · `}
            {formatInstant(new Date(change.changedAt), language)}
            {change.why && <Why why={change.why} />}
          </TimelineItem>
        ))}
      </Timeline>
      <Pagination page={page} />
    </Stack>
  );
}

/** Bands, points and the rule of the month; of a freeze its cause. */
function Why({ why }: { why: WhyChanged }) {
  const t = useTexts(texts);
  const score = useTexts(scoreTexts);
  const language = useLanguage();
  const { scoreFrom, scoreTo, bandFrom, bandTo, bound, freeze, reasons } = why;
  if (freeze) return <p>{freeze === "BORROWER" ? score("pauseTitle") : say(scoreTexts[freeze], language)}</p>;
  if (scoreTo === null || bandTo === null) return null;
  return (
    <>
      <p>
        {scoreFrom === null || bandFrom === null
          ? t("whyFirst", { to: bandTo, scoreTo })
          : t("why", { from: bandFrom, to: bandTo, scoreFrom, scoreTo })}{" "}
        {bound && t(bound)}
      </p>
      <FactorPoints factors={reasons.map(({ factor, points }) => ({ code: factor, points }))} />
    </>
  );
}
