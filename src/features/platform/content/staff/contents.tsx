import type { Route } from "./+types/contents";
import { Badge } from "#web/ui/badge/badge.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { Pagination } from "#web/ui/pagination/pagination.tsx";
import { InlineRow } from "#web/ui/stack/stack.tsx";
import { Tabs } from "#web/ui/tabs/tabs.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { call } from "#web/api.ts";
import { readPage } from "#web/list.ts";
import { DateText, InstantText, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { listStaffNames } from "#features/platform/console/contract.ts";
import { languages } from "#shared/texts.ts";
import type { ReplyOf } from "#shared/contract.ts";
import { collectionNames, type CollectionName } from "../contract.ts";
import { listContentProposals, listStaffContents } from "../staff-contract.ts";
import { ProposalTable } from "../parts/proposal-table.tsx";
import { contentEditorTexts as texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.contentsTitle };

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const collection = collectionNames.find((name) => name === query.get("collection")) ?? null;
  if (collection) {
    const listed = await readPage(request, listStaffContents, { collection, limit: 50 }, { context });
    return { collection, page: listed.page, listed, proposals: null };
  }
  const [open, decided, names] = await Promise.all([
    readPage(request, listContentProposals, { limit: 50 }, { context }),
    call(listContentProposals, { decided: "true", limit: 10 }, { context }),
    call(listStaffNames, {}, { context }),
  ]);
  return {
    collection,
    page: open.page,
    listed: null,
    proposals: { open, decided, names: Object.fromEntries(names.items.map(({ staffId, name }) => [staffId, name])) },
  };
}

export default function Contents({ loaderData: { collection, page, listed, proposals } }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <>
      <InlineRow spread>
        <Title lead={t("contentsLead")}>{t("contentsTitle")}</Title>
        {collection && (
          <ButtonLink to={`/staff/contents/new?collection=${collection}`} kind="secondary" compact>
            {t("newEntry")}
          </ButtonLink>
        )}
      </InlineRow>
      <Tabs
        label={t("collections")}
        tabs={[
          { to: "/staff/contents", label: t("waiting"), current: collection === null },
          ...collectionNames.map((name) => ({
            to: `/staff/contents?collection=${name}`,
            label: t(name),
            current: name === collection,
          })),
        ]}
      />
      {collection && listed && <ContentTable collection={collection} rows={listed.items} />}
      {proposals && (
        <>
          <ProposalTable
            caption={t("waitingHeading")}
            empty={t("waitingEmpty")}
            rows={proposals.open.items}
            names={proposals.names}
          />
          <ProposalTable
            caption={t("decidedHeading")}
            empty={t("decidedEmpty")}
            rows={proposals.decided.items}
            names={proposals.names}
          />
        </>
      )}
      <Pagination page={page} />
    </>
  );
}

function ContentTable({
  collection,
  rows,
}: {
  collection: CollectionName;
  rows: ReplyOf<typeof listStaffContents>["items"];
}) {
  const t = useTexts(texts);
  const isDated = rows.some((one) => one.published !== null);
  const hasSections = rows.some((one) => one.section !== null);
  const missing = (has: readonly string[]) =>
    languages.filter((language) => !has.includes(language)).map((language) => t(language));
  return (
    <DataTable
      caption={t(collection)}
      captionHidden
      rows={rows}
      rowKey={(one) => one.key}
      empty={t("empty")}
      columns={[
        {
          key: "title",
          label: t("title"),
          show: (one) => <a href={`/staff/contents/${collection}/${one.key}`}>{one.title}</a>,
        },
        { key: "key", label: t("key"), show: (one) => <span className="console-id">{one.key}</span> },
        ...(hasSections
          ? [
              {
                key: "section",
                label: t("section"),
                show: (one: (typeof rows)[number]) => <span className="console-id">{one.section ?? "–"}</span>,
              },
            ]
          : []),
        {
          key: "languages",
          label: t("languages"),
          show: (one) =>
            missing(one.languages).length === 0 ? (
              one.languages.join(" ")
            ) : (
              <Badge kind="bad">{t("missing", { languages: missing(one.languages).join(", ") })}</Badge>
            ),
        },
        {
          key: "version",
          label: t("versionNumber"),
          figures: true,
          show: (one) => <a href={`/staff/contents/${collection}/${one.key}/versions`}>{one.version}</a>,
        },
        {
          key: "state",
          label: t("state"),
          show: (one) => (
            <InlineRow>
              <Badge kind={one.state === "LIVE" ? "ok" : one.state === "SCHEDULED" ? "info" : "plain"}>
                {t(one.state)}
              </Badge>
              {one.proposalId && <a href={`/staff/contents/proposals/${one.proposalId}`}>{t("openProposal")}</a>}
            </InlineRow>
          ),
        },
        ...(isDated
          ? [
              {
                key: "published",
                label: t("published"),
                show: (one: (typeof rows)[number]) =>
                  one.published ? <DateText date={one.published} style="short" /> : "–",
              },
            ]
          : []),
        { key: "updated", label: t("updated"), show: (one) => <InstantText at={one.updatedAt} style="short" /> },
      ]}
    />
  );
}
