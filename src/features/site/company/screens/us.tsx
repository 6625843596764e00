import type { Route } from "./+types/us";
import { listContents } from "#features/operations/content/contract.ts";
import { call } from "#web/api.ts";
import { useFrame } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Fact } from "#web/shells/fact.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Columns } from "#web/ui/stack/stack.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import { breadcrumbs, organization } from "#web/structured-data.ts";
import { formatRupiah } from "#shared/money.ts";
import { say } from "#shared/texts.ts";
import { listStatements, type Statement } from "../contract.ts";
import { usPath, usSections } from "../parts/company-text.tsx";
import { pageTexts, texts } from "../texts.ts";

export const handle: ScreenHandle = {
  title: pageTexts.usTitle,
  description: pageTexts.usDescription,
  kind: "reading",
  measure: "wide",
  head: (_data, frame) => ({ structuredData: [organization(frame), breadcrumbs(frame, [{ name: say(pageTexts.aboutTitle, frame.language), path: "/about" }, { name: say(pageTexts.usTitle, frame.language), path: "/about/us" }])] }),
};

export async function loader({ context }: Route.LoaderArgs) {
  const [contents, statements] = await Promise.all([call(listContents, { collection: "company", limit: 100 }, { context }), call(listStatements, {}, { context })]);
  return { contents: contents.items, latest: statements.items[0] ?? null };
}

export default function Us({ loaderData: { contents, latest } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const page = useTexts(pageTexts);
  const { brand } = useFrame();
  const newestReport = useLatest(latest);
  return (
    <>
      <Title lead={page("usDescription")}>{page("usTitle")}</Title>
      <DefinitionList
        items={[
          [t("company"), <Fact key="operator" verified={brand.operator.verified}>{brand.operator.value}</Fact>],
          [t("licenceNumber"), <Fact key="licence" verified={brand.licence.verified}>{brand.licence.value}</Fact>],
          [t("address"), <Fact key="address" verified={brand.address.verified}>{brand.address.value}</Fact>],
        ]}
      />
      <nav className="chips" aria-label={t("partsOfUs")}>
        {usSections.map(({ key, title }) => (
          <a className="chip" key={key} href={`#${key}`}>
            {page(title)}
          </a>
        ))}
      </nav>
      <Columns>
        {usSections.map(({ key, title }) => {
          const content = contents.find((one) => one.key === key);
          return (
            <div id={key} key={key}>
              <Card heading={content?.title ?? page(title)}>
                <p>{content?.summary}</p>
                {key === "financial-report" && newestReport !== null && <Small>{newestReport}</Small>}
                <a href={usPath(key)}>
                  {t("readOn")}
                  <span className="visually-hidden">{`: ${page(title)}`}</span>
                </a>
              </Card>
            </div>
          );
        })}
      </Columns>
      <Section heading={page("teamTitle")}>
        <p>
          <a href="/executive-team">{t("meetTeam")}</a>
        </p>
      </Section>
    </>
  );
}

function useLatest(latest: Statement | null): string | null {
  const t = useTexts(texts);
  if (!latest) return null;
  const { year, revenueRupiah, profitRupiah, verified } = latest;
  const sentence = t(profitRupiah < 0 ? "latestReportLoss" : "latestReport", { year, revenue: formatRupiah(revenueRupiah), profit: formatRupiah(Math.abs(profitRupiah)) });
  return verified ? sentence : `${sentence} (${t("sampleMark")})`;
}
