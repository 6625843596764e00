import { Badge } from "#web/ui/badge/badge.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { InstantText, useTexts } from "#web/language.tsx";
import type { ReplyOf } from "#shared/contract.ts";
import type { listContentProposals } from "../staff-contract.ts";
import { contentEditorTexts } from "../texts.ts";

type Line = ReplyOf<typeof listContentProposals>["items"][number];

/** Proposals, each a link to its page. `names` are staff by id. */
export function ProposalTable({
  caption,
  empty,
  rows,
  names,
}: {
  caption: string;
  empty: string;
  rows: readonly Line[];
  names: Readonly<Record<string, string>>;
}) {
  const t = useTexts(contentEditorTexts);
  return (
    <DataTable
      caption={caption}
      rows={rows}
      rowKey={(one) => one.proposalId}
      empty={empty}
      columns={[
        {
          key: "title",
          label: t("title"),
          show: (one) => <a href={`/staff/contents/proposals/${one.proposalId}`}>{one.title}</a>,
        },
        { key: "collection", label: t("collections"), show: (one) => t(one.collection) },
        { key: "kind", label: t("kind"), show: (one) => t(one.kind) },
        { key: "state", label: t("state"), show: (one) => <ProposalBadge state={one.state} /> },
        { key: "maker", label: t("maker"), show: (one) => names[one.makerId] ?? one.makerId },
        { key: "at", label: t("proposedAt"), show: (one) => <InstantText at={one.proposedAt} style="short" /> },
      ]}
    />
  );
}

export function ProposalBadge({ state }: { state: Line["state"] }) {
  const t = useTexts(contentEditorTexts);
  return (
    <Badge
      kind={state === "OPEN" ? "attention" : state === "PUBLISHED" ? "ok" : state === "REJECTED" ? "bad" : "plain"}
    >
      {t(state)}
    </Badge>
  );
}
