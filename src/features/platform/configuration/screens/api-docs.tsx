import type { Route } from "./+types/api-docs";
import { call } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { LinkCard } from "#web/ui/card/card.tsx";
import { Columns, Stack } from "#web/ui/stack/stack.tsx";
import { Prose } from "#web/ui/text/prose.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { getOpenApi } from "../contract.ts";
import { callGroupsOf } from "../parts/open-api.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.apiTitle, kind: "reading", measure: "wide", noIndex: true };

export async function loader({ context }: Route.LoaderArgs) {
  const groups = callGroupsOf(await call(getOpenApi, {}, { context }));
  return {
    groups: groups.map(({ name, calls }) => ({ name, paths: calls.map(({ method, path }) => `${method} ${path}`) })),
  };
}

export default function ApiDocs({ loaderData: { groups } }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <Stack gap="loose">
      <Title lead={t("apiLead")}>{t("apiTitle")}</Title>
      <div>
        <ButtonLink to="/api/openapi.json" kind="secondary" compact>
          {t("apiDocument")}
        </ButtonLink>
      </div>
      <Section heading={t("conventions")}>
        <Prose>
          <ul>
            <li>{t("conventionSuccess")}</li>
            <li>{t("conventionFailure", { shape: "{ status: { code, detail, fields?, data? }, traceId }" })}</li>
            <li>{t("conventionMoney")}</li>
            <li>{t("conventionLists")}</li>
            <li>{t("conventionIdempotency")}</li>
          </ul>
        </Prose>
      </Section>
      <Section heading={t("groups")}>
        <Columns>
          {groups.map((group) => (
            <LinkCard
              key={group.name}
              to={`/api/docs/${group.name}`}
              title={`${group.name} · ${t("calls", { count: group.paths.length })}`}
            >
              {group.paths.map((path) => (
                <span key={path} className="api-path">
                  {path}
                </span>
              ))}
            </LinkCard>
          ))}
        </Columns>
      </Section>
    </Stack>
  );
}
