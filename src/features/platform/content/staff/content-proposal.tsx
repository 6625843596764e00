import type { Route } from "./+types/content-proposal";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { InlineRow } from "#web/ui/stack/stack.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { call } from "#web/api.ts";
import { useFrame } from "#web/frame.tsx";
import { InstantText, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { checkFlags } from "#features/platform/checks/parts/check-flags.ts";
import { CheckForms } from "#features/platform/checks/parts/check-forms.tsx";
import { checkForms, withNames } from "#features/platform/checks/parts/check-page.ts";
import { getContentProposal } from "../staff-contract.ts";
import { ContentPreviews, HandWritten } from "../parts/content-preview.tsx";
import { Differences } from "../parts/differences.tsx";
import { ProposalBadge } from "../parts/proposal-table.tsx";
import { contentEditorTexts as texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.waitingHeading };

export function loader({ params: { proposalId }, context }: Route.LoaderArgs) {
  return withNames(context, call(getContentProposal, { proposalId }, { context }));
}

export const action = checkForms.action;

export default function ContentProposal({ loaderData: { found, ownId, names }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const { collection, key } = found;
  const roles = useFrame().staff?.roles ?? [];
  const isOpen = found.state === "OPEN";
  const nameOf = (id: string | null) => (id === null ? null : (names[id] ?? id));
  return (
    <>
      <InlineRow spread>
        <Title>{t("proposalTitle", { title: found.title })}</Title>
        <ProposalBadge state={found.state} />
      </InlineRow>
      <InlineRow>
        <a href="/staff/contents">{t("contentsTitle")}</a>
        {found.baseVersion > 0 && (
          <a href={`/staff/contents/${collection}/${key}`}>{t("editTitle", { collection: t(collection), key })}</a>
        )}
        {!isOpen && found.kind === "PUBLISH" && found.newestVersion > 0 && (
          <a href={`/staff/contents/${collection}/${key}?proposal=${found.proposalId}`}>{t("editAgain")}</a>
        )}
      </InlineRow>
      <DefinitionList
        items={[
          [t("kind"), t(found.kind)],
          [t("key"), `${collection}/${key}`],
          [t("baseVersion"), found.baseVersion === 0 ? t("newContent") : found.baseVersion],
          [t("maker"), nameOf(found.makerId)],
          [t("proposedAt"), <InstantText at={found.proposedAt} />],
          ...(Object.entries(found.head) as [keyof typeof found.head, string][])
            .filter(([, value]) => value !== "")
            .map(([line, value]) => [t(line), value] as const),
          [t("note"), found.note || null],
          ...(found.checkedAt === null
            ? []
            : ([
                [t("checker"), nameOf(found.checkerId)],
                [t("checkedAt"), <InstantText at={found.checkedAt} />],
                [t("reason"), found.reason || null],
              ] as const)),
        ]}
      />
      <CheckForms
        card={checkFlags(found, { ownId, roles }, "content.check")}
        agree={t(found.kind === "PUBLISH" ? "agree" : "agreeWithdrawal")}
        outcome={actionData}
      />
      {found.kind === "PUBLISH" && (
        <Section heading={t("differences")}>
          <HandWritten warnings={found.warnings} />
          <Differences
            differences={found.differences}
            none={t(found.baseVersion === 0 ? "everythingNew" : "noDifferences")}
          />
        </Section>
      )}
      <Section heading={t("previewHeading")}>
        <ContentPreviews previews={found.previews} />
      </Section>
    </>
  );
}
