/** The screen of points: the balance, the shop, and ways to earn more. */
import { unbroken } from "#web/ui/text/unbroken.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Figure, Section, Title } from "#web/ui/text/text.tsx";
import { dateInWib, formatDate } from "#shared/dates.ts";
import { groupThousands } from "#shared/money.ts";
import type { PointsAnswer } from "../contract.ts";
import { texts } from "../texts.ts";
import { PointsArt } from "./points-art.tsx";
import { ShopBadge } from "./shop-badge.tsx";
import { TaskList } from "./task-list.tsx";

export function PointsScreen({ points: { balance, expiresAt, tasks, items } }: { points: PointsAnswer }) {
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    <div className="campaign-page">
      <Stack gap="loose">
        <div className="campaign-art">
          <PointsArt points={balance} />
        </div>
        <Stack>
          <Title>{t("title")}</Title>
          <Figure
            label={t("balance")}
            note={expiresAt && t("expires", { date: formatDate(dateInWib(new Date(expiresAt)), language) })}
          >
            {groupThousands(balance)}
          </Figure>
        </Stack>
        <Section heading={t("shop")}>
          {items.length === 0 ? (
            <EmptyState title={t("shopEmptyTitle")}>{t("shopEmptyBody")}</EmptyState>
          ) : (
            <LinkList
              items={items.map((item) => ({
                to: `/webview/integral-detail?item=${encodeURIComponent(item.itemKey)}`,
                label: unbroken(item.title),
                detail: t("points", { count: groupThousands(item.points) }),
                aside: <ShopBadge item={item} balance={balance} />,
                track: "points_item",
              }))}
            />
          )}
        </Section>
        {tasks.length > 0 && (
          <Section heading={t("earn")}>
            <TaskList tasks={tasks} />
          </Section>
        )}
        <LinkList
          items={[
            { to: "/webview/activity-center", label: t("toEvents"), icon: "calendar" },
            { to: "/webview/integral-record", label: t("toRecords"), icon: "clock" },
            { to: "/webview/integral-rule", label: t("toRules"), icon: "document" },
          ]}
        />
      </Stack>
    </div>
  );
}
