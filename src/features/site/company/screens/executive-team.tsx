import type { Route } from "./+types/executive-team";
import { getContent } from "#features/platform/content/contract.ts";
import { call } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { FactualClaim } from "#web/shells/fact.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { Icon } from "#web/ui/icon/icon.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Columns } from "#web/ui/stack/stack.tsx";
import { Prose } from "#web/ui/text/prose.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { breadcrumbs } from "#web/structured-data.ts";
import { boards, listExecutives, type Executive } from "../contract.ts";
import { pageTexts, texts } from "../texts.ts";

export const handle: ScreenHandle<Awaited<ReturnType<typeof loader>>> = {
  title: pageTexts.teamTitle,
  description: pageTexts.teamDescription,
  kind: "reading",
  measure: "wide",
  head: ({ text }, frame) => ({
    title: text.title,
    ...(text.summary ? { description: text.summary } : {}),
    structuredData: [breadcrumbs(frame, [{ name: text.title, path: "/executive-team" }])],
  }),
};

export async function loader({ context }: Route.LoaderArgs) {
  const [text, { items }] = await Promise.all([
    call(getContent, { collection: "company", key: "executive-team" }, { context }),
    call(listExecutives, {}, { context }),
  ]);
  return { text, items };
}

export default function ExecutiveTeam({ loaderData: { text, items } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const page = useTexts(pageTexts);
  return (
    <>
      <Title lead={text.summary ?? undefined}>{text.title}</Title>
      <Prose html={text.body} />
      {items.some(({ verified }) => !verified) && (
        <Notice kind="attention" title={t("sampleTitle")}>
          {t("sampleTeam")}
        </Notice>
      )}
      {items.length === 0 && (
        <EmptyState art="id-card" title={t("noTeamTitle")}>
          {t("noTeamBody")}
        </EmptyState>
      )}
      {boards
        .map((board) => ({ board, people: items.filter((item) => item.board === board) }))
        .filter(({ people }) => people.length > 0)
        .map(({ board, people }) => (
          <Section key={board} heading={t(board)}>
            <Columns>
              {people.map((person) => (
                <Person key={person.key} person={person} />
              ))}
            </Columns>
          </Section>
        ))}
      <p className="no-print">
        <a href="/about/us/management">{page("managementTitle")}</a>
      </p>
    </>
  );
}

function Person({ person: { name, role, duties, verified } }: { person: Executive }) {
  const t = useTexts(texts);
  return (
    <Card>
      <div className="person">
        <span className="person-mark" aria-hidden="true">
          <Icon name="person" />
        </span>
        <div className="person-words">
          <h3 className="card-heading">{role}</h3>
          <p>
            <FactualClaim verified={verified}>{name ?? t("notNamed")}</FactualClaim>
          </p>
          <p className="small">{duties}</p>
        </div>
      </div>
    </Card>
  );
}
