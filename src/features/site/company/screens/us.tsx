import type { Route } from "./+types/us";
import { listContents } from "#features/platform/content/contract.ts";
import { call } from "#web/api.ts";
import { Money, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { FactualClaim } from "#web/shells/fact.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Split } from "#web/ui/stack/stack.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { breadcrumbs, organization } from "#web/structured-data.ts";
import { say } from "#shared/texts.ts";
import { listStatements, type FinancialStatement } from "../contract.ts";
import { CompanyFacts } from "../parts/company-facts.tsx";
import { usPath, usSections } from "../parts/company-text.tsx";
import { pageTexts, texts } from "../texts.ts";

export const handle: ScreenHandle = {
  title: pageTexts.usTitle,
  description: pageTexts.usDescription,
  kind: "reading",
  measure: "wide",
  head: (_data, frame) => ({
    structuredData: [
      organization(frame),
      breadcrumbs(frame, [
        { name: say(pageTexts.aboutTitle, frame.language), path: "/about" },
        { name: say(pageTexts.usTitle, frame.language), path: "/about/us" },
      ]),
    ],
  }),
};

export async function loader({ context }: Route.LoaderArgs) {
  const [contents, statements] = await Promise.all([
    call(listContents, { collection: "company", limit: 100 }, { context }),
    call(listStatements, {}, { context }),
  ]);
  return { contents: contents.items, latest: statements.items[0] ?? null };
}

/** Each section of the company's area in brief, with its own anchor and a link to its page. */
export default function Us({ loaderData: { contents, latest } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const page = useTexts(pageTexts);
  return (
    <>
      <Title lead={page("usDescription")}>{page("usTitle")}</Title>
      <nav className="chips" aria-label={t("partsOfUs")}>
        {usSections.map(({ key, title }) => (
          <a className="chip" key={key} href={`#${key}`}>
            {page(title)}
          </a>
        ))}
        <a className="chip" href="/executive-team">
          {page("teamTitle")}
        </a>
      </nav>
      <Split aside={<CompanyFacts />}>
        {usSections.map(({ key, title }) => {
          const content = contents.find((one) => one.key === key);
          return (
            <div id={key} key={key}>
              <Card heading={content?.title ?? page(title)}>
                <p>{content?.summary}</p>
                {key === "financial-report" && latest !== null && <Latest statement={latest} />}
                <p>
                  <a href={usPath(key)}>
                    {t("readOn")}
                    <span className="visually-hidden">{`: ${page(title)}`}</span>
                  </a>
                </p>
              </Card>
            </div>
          );
        })}
      </Split>
    </>
  );
}

function Latest({ statement: { year, revenueRupiah, profitRupiah, verified } }: { statement: FinancialStatement }) {
  const t = useTexts(texts);
  return (
    <div>
      <p className="small">
        <FactualClaim verified={verified}>{t("latestOf", { year })}</FactualClaim>
      </p>
      <DefinitionList
        items={[
          [t("revenue"), <Money key="revenue" rupiah={revenueRupiah} />],
          [t("profit"), <Money key="profit" rupiah={profitRupiah} />],
        ]}
      />
    </div>
  );
}
