import type { Route } from "./+types/faq-section";
import { faqSections, listContentBodies, type Content } from "#features/platform/content/contract.ts";
import { call } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { Split } from "#web/ui/stack/stack.tsx";
import { Prose } from "#web/ui/text/prose.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { breadcrumbs, faqPage } from "#web/structured-data.ts";
import { say } from "#shared/texts.ts";
import { FaqSearch } from "../parts/faq-search.tsx";
import { StillUnanswered } from "../parts/still-no-answer.tsx";
import { pageTexts, sectionTitles, texts } from "../texts.ts";

export const handle: ScreenHandle<Awaited<ReturnType<typeof loader>>> = {
  title: pageTexts.faqTitle,
  kind: "reading",
  measure: "wide",
  event: "faq-section",
  head: ({ section, items }, frame) => {
    const name = say(sectionTitles[section], frame.language);
    return {
      title: name,
      description: descriptionOf(items),
      structuredData: [
        faqPage(
          frame,
          items.map(({ title, body }) => ({ question: title, answer: body })),
        ),
        breadcrumbs(frame, [
          { name: say(pageTexts.faqTitle, frame.language), path: "/about/faq" },
          { name, path: `/about/faq/${section}` },
        ]),
      ],
    };
  },
};

/** The part of a description that search engines show. */
const maxCharacters = 160;

/** As many questions as fit into a description. */
function descriptionOf(items: readonly Content[]): string {
  let words = "";
  for (const { title } of items) {
    if (words && words.length + title.length >= maxCharacters) break;
    words = words ? `${words} ${title}` : title;
  }
  return words;
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const section = faqSections.find((name) => name === params.section);
  if (!section) throw new Response(null, { status: 404 });
  const { items } = await call(listContentBodies, { collection: "faq", section }, { context });
  return { section, items };
}

export default function FaqSection({ loaderData: { section, items } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const titles = useTexts(sectionTitles);
  return (
    <>
      <Title>{titles(section)}</Title>
      <Split
        aside={
          <>
            <FaqSearch />
            <StillUnanswered />
          </>
        }
      >
        <div>
          {items.map(({ key, title, body }) => (
            <Disclosure key={key} summary={title} anchor={key}>
              <Prose html={body} />
            </Disclosure>
          ))}
        </div>
        <div className="no-print">
          <Section heading={t("otherSections")}>
            <nav className="chips" aria-label={t("otherSections")}>
              {faqSections.map((name) => (
                <a
                  className="chip"
                  key={name}
                  href={`/about/faq/${name}`}
                  aria-current={name === section ? "page" : undefined}
                >
                  {titles(name)}
                </a>
              ))}
            </nav>
          </Section>
        </div>
      </Split>
    </>
  );
}
