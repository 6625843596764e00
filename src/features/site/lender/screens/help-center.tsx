import { data } from "react-router";
import type { Route } from "./+types/help-center";
import { lenderHelpSections, listContentBodies } from "#features/platform/content/contract.ts";
import { call } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Tabs } from "#web/ui/tabs/tabs.tsx";
import { Prose } from "#web/ui/text/prose.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.helpTitle, kind: "reading", back: "/webview/lender/about-us" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const type = lenderHelpSections.find((one) => one === params.type) ?? null;
  const { items } = type
    ? await call(listContentBodies, { collection: "lender-help", section: type }, { context })
    : { items: [] };
  return data({ type, items }, { status: type ? 200 : 404 });
}

export default function LenderHelp({ loaderData: { type, items } }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <Stack gap="loose">
      <Title>{t("helpTitle")}</Title>
      <Tabs
        wrap
        label={t("types")}
        tabs={lenderHelpSections.map((one) => ({
          to: `/webview/lender/help-center/${one}`,
          label: t(one),
          current: one === type,
        }))}
      />
      {type === null ? (
        <EmptyState art="search" title={t("unknownTitle")}>
          {t("unknownBody")}
        </EmptyState>
      ) : items.length === 0 ? (
        <EmptyState title={t("noneTitle")} />
      ) : (
        <div>
          {items.map(({ key, title, body }) => (
            <Disclosure key={key} id={key} summary={title}>
              <Prose html={body} />
            </Disclosure>
          ))}
        </div>
      )}
      <ButtonLink kind="secondary" to="/webview/lender/about-us" track="lender-about">
        {t("aboutTitle")}
      </ButtonLink>
    </Stack>
  );
}
