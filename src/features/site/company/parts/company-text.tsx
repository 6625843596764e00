import type { ReactNode } from "react";
import type { Content } from "#features/platform/content/contract.ts";
import { useFrame } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import type { PageFrame, PageHeadData } from "#web/screen.ts";
import { Split } from "#web/ui/stack/stack.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { Prose } from "#web/ui/text/prose.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { breadcrumbs } from "#web/structured-data.ts";
import { say } from "#shared/texts.ts";
import { pageTexts, texts } from "../texts.ts";

/** Sections of the company's area, in the order of its pages. // Spec 2.1 */
export const usSections = [
  { key: "operation", title: "operationTitle" },
  { key: "management", title: "managementTitle" },
  { key: "financial-report", title: "financialTitle" },
  { key: "publication-complaint", title: "complaintsTitle" },
] as const;
export type UsSection = (typeof usSections)[number]["key"];

export const usPath = (key: UsSection): string => `/about/us/${key}`;

/** Title and description of a section follow its content. */
export function headOfSection(
  { title, summary, key }: Pick<Content, "title" | "summary" | "key">,
  frame: PageFrame,
): PageHeadData {
  const company = say(pageTexts.usTitle, frame.language);
  const path = `/about/us/${key}`;
  return {
    title,
    ...(summary ? { description: summary } : {}),
    structuredData: [
      breadcrumbs(frame, [
        { name: company, path: "/about/us" },
        { name: title, path },
      ]),
    ],
  };
}

/** One section of the company's area: its text, the screen's additions, links to the others. */
export function CompanyText({ text, children }: { text: Content; children?: ReactNode }) {
  const t = useTexts(texts);
  const page = useTexts(pageTexts);
  const { path } = useFrame();
  const others = usSections.filter(({ key }) => usPath(key) !== path);
  return (
    <>
      <Title lead={text.summary ?? undefined}>{text.title}</Title>
      <Split
        aside={
          <div className="no-print">
            <Section heading={<a href="/about/us">{t("toUs")}</a>}>
              <LinkList
                items={[
                  ...others.map(({ key, title }) => ({ to: usPath(key), label: page(title) })),
                  { to: "/executive-team", label: page("teamTitle") },
                ]}
              />
            </Section>
          </div>
        }
      >
        <Prose html={text.body} />
        {children}
      </Split>
    </>
  );
}
