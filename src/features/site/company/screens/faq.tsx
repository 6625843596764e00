import type { Route } from "./+types/faq";
import {
  faqSections,
  listContents,
  maxQueryCharacters,
  searchContents,
  type ContentItem,
  type SearchResult,
} from "#features/platform/content/contract.ts";
import { call } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { Split } from "#web/ui/stack/stack.tsx";
import { Heading, Section, Small, Title } from "#web/ui/text/text.tsx";
import { breadcrumbs } from "#web/structured-data.ts";
import { say } from "#shared/texts.ts";
import { FaqSearch } from "../parts/faq-search.tsx";
import { StillUnanswered } from "../parts/still-no-answer.tsx";
import { pageTexts, sectionTitles, texts } from "../texts.ts";

export const handle: ScreenHandle<Awaited<ReturnType<typeof loader>>> = {
  title: pageTexts.faqTitle,
  description: pageTexts.faqDescription,
  kind: "reading",
  freshBy: ["q"],
  keptKeys: ["q"],
  measure: "wide",
  head: (_data, frame) => ({
    structuredData: [
      breadcrumbs(frame, [
        { name: say(pageTexts.aboutTitle, frame.language), path: "/about" },
        { name: say(pageTexts.faqTitle, frame.language), path: "/about/faq" },
      ]),
    ],
  }),
};

/** More questions than a page of a list holds would have to be cut into more sections anyway. */
const maxQuestions = 100;

export async function loader({ request, context }: Route.LoaderArgs) {
  const words = (new URL(request.url).searchParams.get("q") ?? "").trim().slice(0, maxQueryCharacters);
  if (words)
    return {
      words,
      found: (await call(searchContents, { q: words, collections: ["faq", "blog"] }, { context })).items,
      items: [],
    };
  return {
    words,
    found: null,
    items: (await call(listContents, { collection: "faq", limit: maxQuestions }, { context })).items,
  };
}

const addressOf = (one: Pick<SearchResult, "collection" | "section" | "key">): string =>
  one.collection === "blog" ? `/blog/${one.key}` : `/about/faq/${one.section}#${one.key}`;

export default function Faq({ loaderData: { words, found, items } }: Route.ComponentProps) {
  return found === null ? <Front items={items} /> : <Results words={words} found={found} />;
}

/** The questions in their sections, each with its own anchor; the answers are on the sections' pages. // docs/decisions/120 */
function Front({ items }: { items: readonly ContentItem[] }) {
  const t = useTexts(texts);
  const page = useTexts(pageTexts);
  const section = useTexts(sectionTitles);
  const filled = faqSections
    .map((name) => ({ name, questions: items.filter((item) => item.section === name) }))
    .filter(({ questions }) => questions.length > 0);
  return (
    <>
      <Title lead={t("faqLead", { count: items.length })}>{t("faqHeading")}</Title>
      <FaqSearch />
      <nav className="chips" aria-label={t("sections")}>
        {filled.map(({ name }) => (
          <a className="chip" key={name} href={`#${name}`}>
            {section(name)}
          </a>
        ))}
      </nav>
      <Split aside={<StillUnanswered />}>
        <h2 className="visually-hidden">{page("faqTitle")}</h2>
        {filled.map(({ name, questions }) => (
          <section className="section" id={name} key={name}>
            <Heading
              level={3}
              aside={<a href={`/about/faq/${name}`}>{t("readAnswers", { count: questions.length })}</a>}
            >
              {section(name)}
            </Heading>
            <LinkList
              items={questions.map((question) => ({ to: addressOf({ ...question }), label: question.title }))}
            />
          </section>
        ))}
      </Split>
    </>
  );
}

function Results({ words, found }: { words: string; found: readonly SearchResult[] }) {
  const t = useTexts(texts);
  const section = useTexts(sectionTitles);
  const answers = found.filter(({ collection }) => collection === "faq");
  const articles = found.filter(({ collection }) => collection === "blog");
  const sectionOf = (one: SearchResult): string =>
    section(faqSections.find((name) => name === one.section) ?? "generalQuestion");
  return (
    <>
      <Title>{t(found.length === 0 ? "noResultTitle" : "resultsTitle", { query: words })}</Title>
      <FaqSearch query={words} />
      <Split aside={<StillUnanswered />}>
        {found.length === 0 ? (
          <p>{t("noResultBody")}</p>
        ) : (
          <Small>{found.length === 1 ? t("resultOne") : t("resultsCount", { count: found.length })}</Small>
        )}
        {answers.length > 0 && (
          <Section heading={t("inQuestions")}>
            <LinkList
              items={answers.map((one) => ({
                to: addressOf(one),
                label: one.title,
                detail: `${sectionOf(one)} · ${one.excerpt}`,
                track: "faq-result",
              }))}
            />
          </Section>
        )}
        {articles.length > 0 && (
          <Section heading={t("inBlog")}>
            <LinkList
              items={articles.map((one) => ({
                to: addressOf(one),
                label: one.title,
                detail: one.excerpt,
                track: "faq-result",
              }))}
            />
          </Section>
        )}
        <nav className="chips" aria-label={t("sections")}>
          {faqSections.map((name) => (
            <a className="chip" key={name} href={`/about/faq#${name}`}>
              {section(name)}
            </a>
          ))}
        </nav>
      </Split>
    </>
  );
}
