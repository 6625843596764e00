import { useSearchParams } from "react-router";
import type { Route } from "./+types/inbox";
import { noticeTopics, type NoticeTopic } from "#features/platform/notice/contract.ts";
import { defineForms } from "#web/form-actions.ts";
import { readPage } from "#web/list.ts";
import { InstantText, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { Pagination } from "#web/ui/pagination/pagination.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Tabs } from "#web/ui/tabs/tabs.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { unbroken } from "#web/ui/text/unbroken.ts";
import { withUnbrokenNumbers } from "#shared/loan-number.ts";
import { listMessages, readAllMessages } from "../contract.ts";
import { topicIcons } from "../parts/topics.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.inbox, keptKeys: ["topic"] };

const path = "/webview/message";
const addressOf = (topic: NoticeTopic | null): string => (topic ? `${path}?topic=${topic}` : path);
const topicOf = (query: URLSearchParams): NoticeTopic | null =>
  noticeTopics.find((topic) => topic === query.get("topic")) ?? null;

export async function loader({ request, context }: Route.LoaderArgs) {
  const topic = topicOf(new URL(request.url).searchParams);
  return readPage(request, listMessages, topic ? { topic } : {}, { context });
}

const forms = defineForms({
  readAll: { call: readAllMessages, done: (_reply, { url }) => addressOf(topicOf(url.searchParams)) },
});
export const action = forms.action;

export default function Inbox({ loaderData: { items, page, unread }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const [query] = useSearchParams();
  const topic = topicOf(query);
  const isFirst = page.first === null;
  const newest = items[0];
  if (!newest && !topic && isFirst) {
    return (
      <EmptyState
        level={1}
        art="empty"
        title={t("inboxEmpty")}
        action={<ButtonLink to="/webview/home">{t("toHome")}</ButtonLink>}
      >
        {t("inboxEmptyBody")}
      </EmptyState>
    );
  }
  return (
    <Stack gap="loose">
      <Title lead={unread === 0 ? t("inboxAllRead") : t(unread > 98 ? "inboxMany" : "inboxUnread", { count: unread })}>
        {t("inbox")}
      </Title>
      <Tabs
        label={t("topics")}
        tabs={[null, ...noticeTopics].map((one) => ({
          to: addressOf(one),
          label: t(one ?? "ALL"),
          current: one === topic,
        }))}
      />
      {newest ? (
        <LinkList
          items={items.map((item) => ({
            to: `${path}/${item.id}`,
            icon: topicIcons[item.topic],
            label: item.read ? item.title : <strong>{item.title}</strong>,
            detail: (
              <>
                {unbroken(withUnbrokenNumbers(item.excerpt))}
                <br />
                <Small>
                  <InstantText at={item.createdAt} style="short" />
                </Small>
              </>
            ),
            ...(item.read ? {} : { aside: <Badge kind="info">{t("unread")}</Badge> }),
            track: "message_open",
          }))}
        />
      ) : (
        <EmptyState title={t("topicEmpty")} action={<ButtonLink to={path}>{t("toAll")}</ButtonLink>} />
      )}
      <Pagination page={page} />
      {/* Marks all topics as read, so it is shown only when all topics are visible from the newest on. */}
      {unread > 0 && newest && !topic && isFirst && (
        <ActionForm of={forms.form("readAll", actionData)} bare hidden={{ upToId: newest.id }}>
          <Button kind="secondary" track="message_read_all">
            {t("readAll")}
          </Button>
        </ActionForm>
      )}
      <LinkList items={[{ to: "/webview/notification-settings", icon: "bell", label: t("settings") }]} />
    </Stack>
  );
}
