import type { Route } from "./+types/about";
import { getContent } from "#features/platform/content/contract.ts";
import { call } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { LinkCard } from "#web/ui/card/card.tsx";
import { Illustration } from "#web/ui/illustration/illustration.tsx";
import { Columns, InlineRow, Split } from "#web/ui/stack/stack.tsx";
import { Prose } from "#web/ui/text/prose.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { breadcrumbs, organization } from "#web/structured-data.ts";
import { CompanyFacts } from "../parts/company-facts.tsx";
import { pageTexts, texts } from "../texts.ts";

type Loaded = Awaited<ReturnType<typeof loader>>;

export const handle: ScreenHandle<Loaded> = {
  title: pageTexts.aboutTitle,
  description: pageTexts.aboutDescription,
  kind: "reading",
  measure: "wide",
  head: ({ text }, frame) => ({
    structuredData: [organization(frame), breadcrumbs(frame, [{ name: text.title, path: "/about" }])],
  }),
};

export async function loader({ context }: Route.LoaderArgs) {
  return { text: await call(getContent, { collection: "company", key: "about" }, { context }) };
}

const areas = [
  { to: "/about/faq", art: "search", title: "faqTitle", detail: "faqDetail" },
  { to: "/about/us", art: "house", title: "usTitle", detail: "usDetail" },
  { to: "/executive-team", art: "id-card", title: "teamTitle", detail: "teamDetail" },
  { to: "/news", art: "phone", title: "newsTitle", detail: "newsDetail" },
  { to: "/social-events", art: "gift", title: "eventsTitle", detail: "eventsDetail" },
  { to: "/blog", art: "receipt", title: "blogTitle", detail: "blogDetail" },
] as const;

export default function About({ loaderData: { text } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const page = useTexts(pageTexts);
  return (
    <>
      <Title lead={text.summary ?? undefined}>{text.title}</Title>
      <Split aside={<CompanyFacts />}>
        <Prose html={text.body} />
      </Split>
      <Section heading={t("areas")}>
        <Columns three>
          {areas.map(({ to, art, title, detail }) => (
            <LinkCard key={to} to={to} art={<Illustration name={art} size="small" />} title={page(title)}>
              {t(detail)}
            </LinkCard>
          ))}
        </Columns>
      </Section>
      <Section heading={t("legal")}>
        <InlineRow>
          <a href="/terms">{page("termsTitle")}</a>
          <a href="/privacy">{page("privacyTitle")}</a>
        </InlineRow>
      </Section>
    </>
  );
}
