import type { Route } from "./+types/configuration-proposal";
import { Badge } from "#web/ui/badge/badge.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Difference } from "#web/ui/difference/difference.tsx";
import { InlineRow } from "#web/ui/stack/stack.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { call } from "#web/api.ts";
import { useFrame } from "#web/frame.tsx";
import { InstantText, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { standardRateConfigName } from "../contract.ts";
import { checkFlags } from "#features/platform/checks/parts/check-flags.ts";
import { CheckForms } from "#features/platform/checks/parts/check-forms.tsx";
import { checkForms, withNames } from "#features/platform/checks/parts/check-page.ts";
import { getConfigProposal } from "../staff-contract.ts";
import { RatesPreview } from "../parts/rates-preview.tsx";
import { configurationEditorTexts as texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.waitingHeading };

export function loader({ params: { proposalId }, context }: Route.LoaderArgs) {
  return withNames(context, call(getConfigProposal, { proposalId }, { context }));
}

export const action = checkForms.action;

export default function ConfigurationProposal({
  loaderData: { found, ownId, names },
  actionData,
}: Route.ComponentProps) {
  const t = useTexts(texts);
  const roles = useFrame().staff?.roles ?? [];
  const nameOf = (id: string | null) => (id === null ? null : (names[id] ?? id));
  const shown = (isPublic: boolean) => t(isPublic ? "isPublic" : "isInternal");
  const badge =
    found.state === "OPEN"
      ? "attention"
      : found.state === "PUBLISHED"
        ? "ok"
        : found.state === "REJECTED"
          ? "bad"
          : "plain";
  return (
    <>
      <InlineRow spread>
        <Title>{t("proposalTitle", { name: found.configName })}</Title>
        <Badge kind={badge}>{t(found.state)}</Badge>
      </InlineRow>
      <InlineRow>
        <a href="/staff/configuration">{t("title")}</a>
        {found.newestVersion > 0 && <a href={`/staff/configuration/${found.configName}`}>{found.configName}</a>}
      </InlineRow>
      <DefinitionList
        items={[
          [t("baseVersion"), found.baseVersion === 0 ? t("newValue") : found.baseVersion],
          [
            t("shown"),
            found.wasPublic === null || found.wasPublic === found.isPublic
              ? shown(found.isPublic)
              : t("publicChange", { before: shown(found.wasPublic), after: shown(found.isPublic) }),
          ],
          [t("maker"), nameOf(found.makerId)],
          [t("proposedAt"), <InstantText at={found.proposedAt} />],
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
      <CheckForms card={checkFlags(found, { ownId, roles }, "content.check")} agree={t("agree")} outcome={actionData} />
      <Section heading={t("difference")}>
        <Difference parts={found.difference} />
      </Section>
      {found.configName === standardRateConfigName && <RatesPreview value={found.value} />}
    </>
  );
}
