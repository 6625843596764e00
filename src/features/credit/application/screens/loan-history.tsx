import type { Route } from "./+types/loan-history";
import { readPage } from "#web/list.ts";
import { Money, useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { Pagination } from "#web/ui/pagination/pagination.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { dateInWib, formatDate } from "#shared/dates.ts";
import { listLoanHistory } from "../contract.ts";
import { ApplicationStateBadge } from "../parts/state-badge.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.historyTitle };

export function loader({ request, context }: Route.LoaderArgs) {
  return readPage(request, listLoanHistory, {}, { context });
}

export default function LoanHistory({ loaderData: { items, page } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  if (items.length === 0) {
    return (
      <EmptyState
        level={1}
        art="receipt"
        title={t("historyEmptyTitle")}
        action={<ButtonLink to="/webview/apply-loan">{t("startApplication")}</ButtonLink>}
      >
        {t("historyEmptyBody")}
      </EmptyState>
    );
  }
  return (
    <Stack gap="loose">
      <Title>{t("historyTitle")}</Title>
      <LinkList
        items={items.map((loan) => ({
          to: `/webview/loan-history/${loan.loanId}`,
          label: <Money rupiah={loan.amountRupiah} />,
          detail: t("appliedOn", {
            date: formatDate(dateInWib(new Date(loan.submittedAt)), language, "short"),
            days: loan.tenorDays,
          }),
          icon: "loan",
          aside: <ApplicationStateBadge state={loan.state} overdue={loan.daysPastDue > 0} />,
        }))}
      />
      <Pagination page={page} />
    </Stack>
  );
}
