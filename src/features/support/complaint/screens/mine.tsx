import type { Route } from "./+types/mine";
import { readPage } from "#web/list.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Pagination } from "#web/ui/pagination/pagination.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { dateInWib, formatDate } from "#shared/dates.ts";
import { listOwnComplaints } from "../contract.ts";
import { complaintStateKinds } from "../parts/state-kinds.ts";
import { complaintReasonLabels, complaintStateTexts, texts } from "../texts.ts";

const path = "/webview/customer-service/complaint";
export const handle: ScreenHandle = { title: texts.ownTitle, back: path };

export function loader({ request, context }: Route.LoaderArgs) {
  return readPage(request, listOwnComplaints, {}, { context });
}

export default function Mine({ loaderData: { items, page } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const reason = useTexts(complaintReasonLabels);
  const state = useTexts(complaintStateTexts);
  const language = useLanguage();
  if (items.length === 0) {
    return (
      <EmptyState
        level={1}
        art="phone"
        title={t("ownEmptyTitle")}
        action={<ButtonLink to={path}>{t("formTitle")}</ButtonLink>}
      >
        {t("ownEmptyBody")}
      </EmptyState>
    );
  }
  return (
    <Stack gap="loose">
      <Title>{t("ownTitle")}</Title>
      <LinkList
        items={items.map((one) => ({
          to: one.path,
          label: one.number,
          detail: t("ownDetail", {
            reason: reason(one.reason),
            date: formatDate(dateInWib(new Date(one.receivedAt)), language),
          }),
          aside: <Badge kind={complaintStateKinds[one.state]}>{state(one.state)}</Badge>,
        }))}
      />
      <Pagination page={page} />
      <ActionBar>
        <ButtonLink to={path}>{t("newComplaint")}</ButtonLink>
      </ActionBar>
    </Stack>
  );
}
