import type { Route } from "./+types/uses";
import { call } from "#web/api.ts";
import { InstantText, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Card } from "#web/ui/card/card.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { listUses } from "../contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.usesTitle, back: "/webview/privacy" };

export async function loader({ context }: Route.LoaderArgs) {
  const { items } = await call(listUses, {}, { context });
  const decisions = new Map<string, typeof items>();
  for (const one of items) decisions.set(one.reference, [...(decisions.get(one.reference) ?? []), one]);
  return { decisions: [...decisions] };
}

export default function Uses({ loaderData: { decisions } }: Route.ComponentProps) {
  const t = useTexts(texts);
  if (decisions.length === 0)
    return (
      <EmptyState level={1} title={t("usesEmpty")}>
        {t("usesEmptyBody")}
      </EmptyState>
    );
  return (
    <Stack gap="loose">
      <Title lead={t("usesLead")}>{t("usesTitle")}</Title>
      {decisions.map(([reference, uses]) => (
        <Card key={reference} heading={t("decisionOf", { reference })}>
          <Stack gap="tight">
            {uses[0] && (
              <Small>
                <InstantText at={uses[0].at} /> · {uses[0].decision ?? t("decisionOpen")}
              </Small>
            )}
            <DefinitionList
              stacked
              items={uses.map(({ rule, outcome, read }) => [
                rule,
                <div key={rule}>
                  {outcome}
                  {read.length > 0 && <Small>{t("readData", { read: read.join(", ") })}</Small>}
                </div>,
              ])}
            />
          </Stack>
        </Card>
      ))}
      <Small>
        {t("inputsStay")} {t("usesNote")}
      </Small>
    </Stack>
  );
}
