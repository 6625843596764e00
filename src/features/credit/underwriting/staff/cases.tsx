import { useSearchParams } from "react-router";
import type { Route } from "./+types/cases";
import { Badge } from "#web/ui/badge/badge.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { Pagination } from "#web/ui/pagination/pagination.tsx";
import { Tabs } from "#web/ui/tabs/tabs.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { call } from "#web/api.ts";
import { InstantText, Money, useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { say } from "#shared/texts.ts";
import { listStaffNames } from "#features/platform/console/contract.ts";
import { caseStates, listCases } from "../contract.ts";
import { ruleTexts, texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.casesTitle };

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const state = caseStates.find((known) => known === query.get("state"));
  const cursor = query.get("cursor");
  const [page, names] = await Promise.all([
    call(listCases, { ...(state ? { state } : {}), ...(cursor ? { cursor } : {}), limit: 50 }, { context }),
    call(listStaffNames, {}, { context }),
  ]);
  return {
    ...page,
    state: state ?? null,
    names: Object.fromEntries(names.items.map(({ staffId, name }) => [staffId, name])),
  };
}

export default function Cases({ loaderData: { items, nextCursor, state, names } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const [query] = useSearchParams();
  const base = state ? `/staff/cases?state=${state}` : "/staff/cases";
  const tabs = [null, "WAITING", "PROPOSED", "CLOSED"] as const;
  return (
    <>
      <Title>{t("casesTitle")}</Title>
      <Tabs
        label={t("states")}
        tabs={tabs.map((tab) => ({
          to: tab ? `/staff/cases?state=${tab}` : "/staff/cases",
          label: t(tab ?? "waitingAll"),
          current: tab === state,
        }))}
      />
      <DataTable
        caption={t("casesTitle")}
        captionHidden
        rows={items}
        rowKey={(one) => one.caseId}
        empty={t("empty")}
        columns={[
          {
            key: "loan",
            label: t("loan"),
            show: (one) => (
              <a className="console-id" href={`/staff/cases/${one.caseId}`}>
                {one.loanNumber}
              </a>
            ),
          },
          {
            key: "state",
            label: t("state"),
            show: (one) => (
              <Badge kind={one.state === "CLOSED" ? "plain" : "attention"}>{t(one.outcome ?? one.state)}</Badge>
            ),
          },
          { key: "amount", label: t("amount"), figures: true, show: (one) => <Money rupiah={one.amountRupiah} /> },
          { key: "tenor", label: t("tenor"), figures: true, show: (one) => t("days", { count: one.tenorDays }) },
          {
            key: "submitted",
            label: t("submitted"),
            show: (one) => <InstantText at={one.submittedAt} style="short" />,
          },
          {
            key: "promised",
            label: t("promised"),
            show: (one) => <InstantText at={one.promisedUntil} style="short" />,
          },
          {
            key: "review",
            label: t("reviewRules"),
            show: (one) => one.reviewRules.map((rule) => say(ruleTexts[rule], language)).join(" · ") || "–",
          },
          {
            key: "proposal",
            label: t("proposal"),
            show: (one) =>
              one.proposal
                ? `${t(one.proposal)} ${one.proposedBy ? t("by", { name: names[one.proposedBy] ?? one.proposedBy }) : ""}`
                : "–",
          },
        ]}
      />
      <Pagination
        first={query.has("cursor") ? base : null}
        next={nextCursor ? `${base}${state ? "&" : "?"}cursor=${encodeURIComponent(nextCursor)}` : null}
      />
    </>
  );
}
