import type { Route } from "./+types/checks";
import { LocalInstant } from "#web/console/local-time.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Tabs } from "#web/ui/tabs/tabs.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { defineList, listAddress } from "#web/console/list.ts";
import { ListTable } from "#web/console/list-table.tsx";
import { Money, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { listChecks, type ProposalLine } from "../contract.ts";
import { withNames } from "../parts/check-page.ts";
import { ProposalStateBadge } from "../parts/state-badge.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title };

const path = "/staff/checks";

const checks = defineList(listChecks, { filters: ["state", "kind"] });

export function loader({ request, context }: Route.LoaderArgs) {
  return withNames(context, checks.read({ request, context }));
}

export default function Checks({ loaderData: { found, names } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const { list } = found;
  const isDone = list.asked["state"] === "DONE";
  return (
    <>
      <Title lead={t("lead")}>{t("title")}</Title>
      <Tabs
        label={t("tabs")}
        tabs={[
          { to: listAddress(list, { state: "" }), label: t("waiting"), current: !isDone },
          { to: listAddress(list, { state: "DONE" }), label: t("done"), current: isDone },
        ]}
      />
      <ListTable
        list={list}
        filter={{
          names: ["kind"],
          fields: (
            <Select
              name="kind"
              label={t("kind")}
              conditional
              options={[
                { value: "", label: t("allKinds") },
                ...found.kinds.map((one) => ({ value: one.kind, label: one.text })),
              ]}
            />
          ),
        }}
        table={{
          caption: t("title"),
          rows: found.items,
          rowKey: (one) => one.proposalId,
          empty: t(isDone ? "emptyDone" : "empty"),
          columns: columns(t, (id) => (id === null ? "–" : (names[id] ?? id)), isDone),
        }}
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
          {one.subject || t("whole")}
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
    { key: "made", label: t("made"), show: (one: ProposalLine) => <LocalInstant at={one.madeAt} /> },
    ...(isDone
      ? [
          { key: "checker", label: t("checker"), show: (one: ProposalLine) => nameOf(one.checkerId) },
          {
            key: "ended",
            label: t("ended"),
            show: (one: ProposalLine) => (one.endedAt ? <LocalInstant at={one.endedAt} /> : "–"),
          },
        ]
      : []),
  ];
}
