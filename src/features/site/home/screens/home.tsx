import type { Route } from "./+types/home";
import { askedRupiah } from "#features/credit/loan/parts/asked-amount.ts";
import { QuoteReceipt } from "#features/credit/loan/parts/quote-receipt.tsx";
import { LoanAmountFields } from "#features/credit/loan/parts/loan-amount-fields.tsx";
import {
  getLoanPerformance,
  getQuote,
  listLoanProducts,
  type LoanProductAnswer,
} from "#features/credit/loan/contract.ts";
import {
  getGeneralConfig,
  standardRateConfigName,
  standardRatesOf,
  type StandardRates,
} from "#features/platform/configuration/contract.ts";
import { listContents, type ContentItem } from "#features/platform/content/contract.ts";
import { call, Problem } from "#web/api.ts";
import { useFrame } from "#web/frame.tsx";
import { DateText, useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { FactualClaim } from "#web/shells/fact.tsx";
import { organization, websiteData } from "#web/structured-data.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { CheckList } from "#web/ui/check-list/check-list.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Hero } from "#web/ui/hero/hero.tsx";
import { Illustration } from "#web/ui/illustration/illustration.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Room } from "#web/ui/page/page.tsx";
import { Columns, InlineRow } from "#web/ui/stack/stack.tsx";
import { Heading, Section, Small } from "#web/ui/text/text.tsx";
import { formatPpm } from "#shared/money.ts";
import { safePath } from "#shared/safe-url.ts";
import { say } from "#shared/texts.ts";
import { getSiteFigures } from "../contract.ts";
import { unbrokenFigures } from "../parts/figures.ts";
import { PerformanceFigures } from "../parts/performance.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = {
  title: texts.title,
  description: texts.description,
  canonical: "/",
  measure: "full",
  event: "home",
  cachedBy: ["amountRupiah", "tenorDays"],
  feed: "/blog/rss.xml",
  // The loan itself is described on its own page, /borrow.
  head: (_loaded, frame) => ({ structuredData: [organization(frame), websiteData(frame)] }),
};

/** Shown before a choice. */
const firstInput = { amountRupiah: 1_000_000, tenorDays: 90 };
const maxQuestions = 4;
const maxArticles = 3;

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const [{ items: products }, figures, config, performance, { items: questions }, { items: articles }] =
    await Promise.all([
      call(listLoanProducts, {}, { context }),
      call(getSiteFigures, {}, { context }).then(unbrokenFigures),
      call(getGeneralConfig, { key: standardRateConfigName }, { context }),
      call(getLoanPerformance, {}, { context }),
      call(listContents, { collection: "faq", section: "borrow", limit: maxQuestions }, { context }),
      call(listContents, { collection: "blog", limit: maxArticles }, { context }),
    ]);
  const product = products[0];
  if (!product) throw new Response(null, { status: 503 });
  const input = {
    amountRupiah: askedRupiah(query) || firstInput.amountRupiah,
    tenorDays: Number(query.get("tenorDays")) || firstInput.tenorDays,
  };
  const shown = { product, input, figures, performance, articles, rates: standardRatesOf(config), questions };
  try {
    return { ...shown, quote: await call(getQuote, input, { context }), failure: null };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // The typed values stay, with the reason; the figures below are those of the first input and show their amount.
    return { ...shown, quote: await call(getQuote, firstInput, { context }), failure: error.data };
  }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { product, input, quote, failure, figures } = loaderData;
  const t = useTexts(texts);
  const language = useLanguage();
  const { brand } = useFrame();
  return (
    <>
      <Hero
        title={say(brand.slogan, language)}
        lead={t("lead")}
        points={
          <>
            <Notice kind="attention" title={t("riskTitle")}>
              {t("risk")}
            </Notice>
            <CheckList items={[t("point1"), t("point2", figures), t("point3")]} />
          </>
        }
      >
        <Form method="get" action="/webview/apply-loan" live="/" {...(failure ? { failure } : {})}>
          <QuoteReceipt quote={quote} problem={failure?.status.detail}>
            <LoanAmountFields label={t("amountLabel")} bounds={product} tenorsDays={product.tenorsDays} input={input} />
          </QuoteReceipt>
          <Button track="home-apply">{t("apply")}</Button>
          <noscript>
            <button className="button button-secondary" type="submit" formAction="/">
              {t("recalculate")}
            </button>
          </noscript>
        </Form>
      </Hero>
      <Room>
        <HowItWorks figures={figures} />
      </Room>
      <Room ground="card">
        <Rates product={product} rates={loaderData.rates} figures={figures} />
        <PerformanceFigures performance={loaderData.performance} />
        <Licence />
      </Room>
      <Room>
        <Pillars figures={figures} />
        <Columns>
          <Questions questions={loaderData.questions} />
          <Articles articles={loaderData.articles} />
        </Columns>
      </Room>
    </>
  );
}

type Figures = Readonly<Record<string, string>>;

function HowItWorks({ figures }: { figures: Figures }) {
  const t = useTexts(texts);
  const steps = [
    ["phone", "how1", "how1Body"],
    ["id-card", "how2", "how2Body"],
    ["receipt", "how3", "how3Body"],
    ["bank", "how4", "how4Body"],
  ] as const;
  return (
    <Section heading={t("howTitle")} aside={<a href="/borrow">{t("howMore")}</a>}>
      <ol className="home-steps">
        {steps.map(([art, title, body]) => (
          <li className="home-step" key={title}>
            <Illustration name={art} />
            <div>
              <h3>{t(title)}</h3>
              <p className="small">{t(body, figures)}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** Spec 1: normal and overdue range, a picture and PDFs in Indonesian and English, next to this product's costs. */
function Rates({ product, rates, figures }: { product: LoanProductAnswer; rates: StandardRates; figures: Figures }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const own = language === "id";
  const picture = safePath(rates.ratePictureUrl);
  const pdfs = [
    [safePath(rates.ratePdfUrlForIdn), "ratePdfId"],
    [safePath(rates.ratePdfUrlForEn), "ratePdfEn"],
  ] as const;
  return (
    <Section heading={t("ratesTitle")} id="rates">
      <Columns>
        <div className="stack">
          <DefinitionList
            items={[
              [t("rateNormal"), own ? rates.rateContentForIdn : rates.rateContentForEn],
              [t("rateOverdue"), own ? rates.overdueRateContentForIdn : rates.overdueRateContentForEn],
              [t("rateInterest"), formatPpm(product.dailyRatePpm, language)],
              [t("rateFee"), formatPpm(product.feePpm, language)],
              [t("rateLate"), formatPpm(product.lateFeeDailyPpm, language)],
            ]}
          />
          <Small>{t("rateCap", figures)}</Small>
          <InlineRow>
            {pdfs.map(
              ([href, label]) =>
                href !== null && (
                  <a key={label} href={href}>
                    {t(label)}
                  </a>
                ),
            )}
          </InlineRow>
        </div>
        {picture !== null && (
          <img
            className="home-rates"
            src={`${picture}${picture.includes("?") ? "&" : "?"}language=${own ? "id" : "en"}`}
            alt={t("ratePicture")}
            width={720}
            height={420}
            loading="lazy"
          />
        )}
      </Columns>
    </Section>
  );
}

function Licence() {
  const t = useTexts(texts);
  const { operator, licence } = useFrame().brand;
  return (
    <Section heading={t("licenceTitle")}>
      <p>
        <FactualClaim verified={licence.verified && operator.verified}>
          {t("licence", { operator: operator.value, licence: licence.value })}
        </FactualClaim>
      </p>
    </Section>
  );
}

function Pillars({ figures }: { figures: Figures }) {
  const t = useTexts(texts);
  return (
    <div className="home-pillars">
      <Pillar title={t("trustTitle")}>{t("trustBody")}</Pillar>
      <Pillar title={t("lendersTitle")} link={["/lend", t("lendersMore")]}>
        {t("lendersBody")}
      </Pillar>
      <Pillar title={t("supportTitle")} link={["/service", t("supportMore")]}>
        {t("supportBody", figures)}
      </Pillar>
    </div>
  );
}

function Pillar({
  title,
  link,
  children,
}: {
  title: string;
  link?: readonly [to: string, words: string];
  children: string;
}) {
  return (
    <section className="stack">
      <Heading>{title}</Heading>
      <p>{children}</p>
      {link && (
        <InlineRow>
          <ButtonLink kind="secondary" compact to={link[0]}>
            {link[1]}
          </ButtonLink>
        </InlineRow>
      )}
    </section>
  );
}

function Questions({ questions }: { questions: readonly ContentItem[] }) {
  const t = useTexts(texts);
  if (questions.length === 0) return null;
  return (
    <Section heading={t("questionsTitle")} aside={<a href="/about/faq">{t("questionsMore")}</a>}>
      <LinkList
        items={questions.map(({ key, section, title }) => ({ to: `/about/faq/${section}#${key}`, label: title }))}
      />
    </Section>
  );
}

/** As lines: covers would make the page larger than a phone's first round trip; they are on the blog. // Product decisions 7 */
function Articles({ articles }: { articles: readonly ContentItem[] }) {
  const t = useTexts(texts);
  if (articles.length === 0) return null;
  return (
    <Section heading={t("blogTitle")} aside={<a href="/blog">{t("blogMore")}</a>}>
      <LinkList
        items={articles.map(({ key, title, published }) => ({
          to: `/blog/${key}`,
          label: title,
          detail: published === null ? undefined : <DateText date={published} />,
        }))}
      />
    </Section>
  );
}
