import { useSearchParams } from "react-router";
import type { Route } from "./+types/checks";
import { Button } from "#web/ui/button/button.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Pagination } from "#web/ui/pagination/pagination.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Tabs } from "#web/ui/tabs/tabs.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { call } from "#web/api.ts";
import { InstantText, Money, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { listChecks, type ProposalLine } from "../contract.ts";
import { withNames } from "../parts/check-page.ts";
import { ProposalStateBadge } from "../parts/state-badge.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title };

const path = "/staff/checks";

export function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const [cursor, kind] = [query.get("cursor"), query.get("kind")];
  const state = query.get("state") === "DONE" ? "DONE" : "OPEN";
  const input = { ...(cursor ? { cursor } : {}), ...(kind ? { kind } : {}), state, limit: 50 } as const;
  return withNames(context, call(listChecks, input, { context }));
}

export default function Checks({ loaderData: { found, names } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const [query] = useSearchParams();
  const isDone = query.get("state") === "DONE";
  const kind = query.get("kind") ?? "";
  const to = (more: Record<string, string>): string => {
    const all = { kind, state: isDone ? "DONE" : "", ...more };
    const kept = new URLSearchParams(Object.entries(all).filter(([, value]) => value !== ""));
    return kept.size > 0 ? `${path}?${kept}` : path;
  };
  return (
    <>
      <Title lead={t("lead")}>{t("title")}</Title>
      <Tabs
        label={t("tabs")}
        tabs={[
          { to: to({ state: "" }), label: t("waiting"), current: !isDone },
          { to: to({ state: "DONE" }), label: t("done"), current: isDone },
        ]}
      />
      <Form id="filter" method="get" values={{ kind }}>
        <div className="console-line">
          <Select
            name="kind"
            label={t("kind")}
            options={[
              { value: "", label: t("allKinds") },
              ...found.kinds.map((one) => ({ value: one.kind, label: one.text })),
            ]}
          />
          {isDone && <input type="hidden" name="state" value="DONE" />}
          <Button kind="secondary">{t("filter")}</Button>
        </div>
      </Form>
      <DataTable
        caption={t("title")}
        captionHidden
        rows={found.items}
        rowKey={(one) => one.proposalId}
        empty={t(isDone ? "emptyDone" : "empty")}
        columns={columns(t, (id) => (id === null ? "–" : (names[id] ?? id)), isDone)}
      />
      <Pagination
        first={query.has("cursor") ? to({}) : null}
        next={found.nextCursor ? to({ cursor: found.nextCursor }) : null}
      />
    </>
  );
}

function columns(t: (key: keyof typeof texts) => string, nameOf: (id: string | null) => string, isDone: boolean) {
  return [
    {
      key: "kind",
      label: t("kind"),
      show: (one: ProposalLine) => <a href={`${path}/${one.proposalId}`}>{one.text}</a>,
    },
    {
      key: "subject",
      label: t("subject"),
      show: (one: ProposalLine) => (
        <a className="console-id" href={one.subjectTo ?? `${path}/${one.proposalId}`}>
          {one.subject}
        </a>
      ),
    },
    {
      key: "amount",
      label: t("amount"),
      figures: true,
      show: (one: ProposalLine) => (one.amountRupiah === null ? "–" : <Money rupiah={one.amountRupiah} />),
    },
    { key: "state", label: t("state"), show: (one: ProposalLine) => <ProposalStateBadge {...one} /> },
    { key: "maker", label: t("maker"), show: (one: ProposalLine) => nameOf(one.makerId) },
    { key: "made", label: t("made"), show: (one: ProposalLine) => <InstantText at={one.madeAt} style="short" /> },
    ...(isDone
      ? [
          { key: "checker", label: t("checker"), show: (one: ProposalLine) => nameOf(one.checkerId) },
          {
            key: "ended",
            label: t("ended"),
            show: (one: ProposalLine) => (one.endedAt ? <InstantText at={one.endedAt} style="short" /> : "–"),
          },
        ]
      : []),
  ];
}
