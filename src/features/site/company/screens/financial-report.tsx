import type { Route } from "./+types/financial-report";
import { getContent } from "#features/platform/content/contract.ts";
import { call } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { FactualClaim } from "#web/shells/fact.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { InlineRow } from "#web/ui/stack/stack.tsx";
import { Section } from "#web/ui/text/text.tsx";
import { listStatements, type FinancialStatement } from "../contract.ts";
import { CompanyText, headOfSection } from "../parts/company-text.tsx";
import { StatementTable } from "../parts/statement-table.tsx";
import { pageTexts, texts } from "../texts.ts";

export const handle: ScreenHandle<Awaited<ReturnType<typeof loader>>> = {
  title: pageTexts.financialTitle,
  description: pageTexts.financialDescription,
  kind: "reading",
  measure: "wide",
  head: ({ text }, frame) => headOfSection(text, frame),
};

export async function loader({ context }: Route.LoaderArgs) {
  const [text, { items }] = await Promise.all([
    call(getContent, { collection: "company", key: "financial-report" }, { context }),
    call(listStatements, {}, { context }),
  ]);
  return { text, items };
}

export default function FinancialReport({ loaderData: { text, items } }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <CompanyText text={text}>
      {items.length === 0 ? (
        <EmptyState art="document" title={t("noReportsTitle")}>
          {t("noReportsBody")}
        </EmptyState>
      ) : (
        <Reports items={items} />
      )}
    </CompanyText>
  );
}

function Reports({ items }: { items: readonly FinancialStatement[] }) {
  const t = useTexts(texts);
  return (
    <>
      {items.some(({ verified }) => !verified) && (
        <Notice kind="attention" title={t("sampleTitle")}>
          {t("sampleReports")}
        </Notice>
      )}
      <Section heading={t("figuresOf")}>
        <StatementTable items={items} />
      </Section>
      <div className="no-print">
        <Section heading={t("downloads")}>
          <DefinitionList
            items={items.map(({ year, verified }) => [
              <FactualClaim key={year} verified={verified}>
                {year}
              </FactualClaim>,
              <InlineRow key={year}>
                <a
                  href={`/api/company/statements/${year}/pdf?language=id`}
                  aria-label={`${t("inIndonesian")}, ${year}`}
                >
                  {t("inIndonesian")}
                </a>
                <a href={`/api/company/statements/${year}/pdf?language=en`} aria-label={`${t("inEnglish")}, ${year}`}>
                  {t("inEnglish")}
                </a>
              </InlineRow>,
            ])}
          />
        </Section>
      </div>
    </>
  );
}
