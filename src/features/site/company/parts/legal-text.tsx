import type { getStaticText } from "#features/platform/content/contract.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import { guidePartsOf } from "#web/ui/guide/parts-of.ts";
import { Split } from "#web/ui/stack/stack.tsx";
import { Prose } from "#web/ui/text/prose.tsx";
import { Heading, Title } from "#web/ui/text/text.tsx";
import type { ReplyOf } from "#shared/contract.ts";
import { dateInWib, formatDate } from "#shared/dates.ts";
import { texts } from "../texts.ts";

type StaticText = ReplyOf<typeof getStaticText>;

/** A legal text with its version. The Chinese text is shown with the Indonesian one, which prevails. // Product decisions 6 */
export function LegalText({ text, original }: { text: StaticText; original: StaticText | null }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const version = t("version", {
    version: text.version,
    date: formatDate(dateInWib(new Date(text.updatedAt)), language),
  });
  return (
    <>
      <Title lead={version}>{text.title}</Title>
      {original === null ? (
        <Split aside={<Contents html={text.body} />}>
          <Prose html={text.body} />
        </Split>
      ) : (
        <div className="legal-both">
          <Prose html={text.body} />
          <section className="legal-original section">
            <Heading>{t("original")}</Heading>
            <div lang="id">
              <Prose html={original.body.replaceAll(/<(\/?)h[23]\b/g, "<$1h3")} />
            </div>
          </section>
        </div>
      )}
    </>
  );
}

/** The text's headings as links, when there is room at its side. */
function Contents({ html }: { html: string }) {
  const t = useTexts(texts);
  return (
    <nav className="legal-contents no-print" aria-label={t("contents")}>
      <Heading>{t("contents")}</Heading>
      <ul className="legal-contents-list">
        {guidePartsOf(html).parts.map(({ id, title }) => (
          <li key={id}>
            <a className="legal-contents-link" href={`#${id}`}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
