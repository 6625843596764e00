import type { Route } from "./+types/configuration";
import { Badge } from "#web/ui/badge/badge.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { Pagination } from "#web/ui/pagination/pagination.tsx";
import { InlineRow } from "#web/ui/stack/stack.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { call } from "#web/api.ts";
import { readPage } from "#web/list.ts";
import { useTexts } from "#web/language.tsx";
import { LocalInstant } from "#web/console/local-time.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { listStaffNames } from "#features/platform/console/contract.ts";
import { listConfigProposals, listConfigs } from "../staff-contract.ts";
import { configurationEditorTexts as texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title };

/** Enough of a value to know it by. */
const maxShown = 80;

export async function loader({ request, context }: Route.LoaderArgs) {
  const [listed, proposals, names] = await Promise.all([
    readPage(request, listConfigs, { limit: 50 }, { context }),
    readPage(request, listConfigProposals, { limit: 50 }, { context, key: "waitingCursor" }),
    call(listStaffNames, {}, { context }),
  ]);
  return {
    ...listed,
    proposals,
    names: Object.fromEntries(names.items.map(({ staffId, name }) => [staffId, name])),
  };
}

export default function Configuration({ loaderData: { items, page, proposals, names } }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <>
      <InlineRow spread>
        <Title lead={t("lead")}>{t("title")}</Title>
        <ButtonLink to="/staff/configuration/new" kind="secondary" compact>
          {t("newName")}
        </ButtonLink>
      </InlineRow>
      <WaitingProposals proposals={proposals.items} names={names} />
      <Pagination page={proposals.page} />
      <DataTable
        caption={t("title")}
        rows={items}
        rowKey={(one) => one.configName}
        empty={t("empty")}
        columns={[
          {
            key: "name",
            label: t("name"),
            show: (one) => (
              <a className="console-id" href={`/staff/configuration/${one.configName}`}>
                {one.configName}
              </a>
            ),
          },
          {
            key: "value",
            label: t("value"),
            flexible: true,
            show: (one) => (
              <span className="console-quote">
                {one.value.length > maxShown ? `${one.value.slice(0, maxShown)}…` : one.value}
              </span>
            ),
          },
          {
            key: "shown",
            label: t("shown"),
            show: (one) => (
              <Badge kind={one.isPublic ? "info" : "plain"}>{t(one.isPublic ? "isPublic" : "isInternal")}</Badge>
            ),
          },
          { key: "version", label: t("versionNumber"), figures: true, show: (one) => one.version },
          { key: "updated", label: t("updated"), show: (one) => <LocalInstant at={one.updatedAt} /> },
          {
            key: "proposal",
            label: t("openProposal"),
            show: (one) =>
              one.proposalId ? (
                <a href={`/staff/configuration/proposals/${one.proposalId}`}>{t("seeProposal")}</a>
              ) : (
                "–"
              ),
          },
        ]}
      />
      <Pagination page={page} />
    </>
  );
}

/** Proposals that another person must check before they are in force. */
function WaitingProposals({
  proposals,
  names,
}: {
  proposals: Route.ComponentProps["loaderData"]["proposals"]["items"];
  names: Route.ComponentProps["loaderData"]["names"];
}) {
  const t = useTexts(texts);
  return (
    <DataTable
      caption={t("waitingHeading")}
      rows={proposals}
      rowKey={(one) => one.proposalId}
      empty={t("waitingEmpty")}
      columns={[
        {
          key: "name",
          label: t("name"),
          show: (one) => (
            <a className="console-id" href={`/staff/configuration/proposals/${one.proposalId}`}>
              {one.configName}
            </a>
          ),
        },
        { key: "maker", label: t("maker"), show: (one) => names[one.makerId] ?? one.makerId },
        { key: "at", label: t("proposedAt"), show: (one) => <LocalInstant at={one.proposedAt} /> },
        {
          key: "note",
          label: t("note"),
          flexible: true,
          show: (one) => (one.note ? <span title={one.note}>{one.note}</span> : "–"),
        },
      ]}
    />
  );
}
