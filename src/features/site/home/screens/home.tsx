import type { Route } from "./+types/home";
import { QuoteReceipt } from "#features/credit/loan/parts/quote-receipt.tsx";
import { WishFields } from "#features/credit/loan/parts/wish-fields.tsx";
import { getQuote, listLoanProducts } from "#features/credit/loan/contract.ts";
import { call, Problem } from "#web/api.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Hero } from "#web/ui/hero/hero.tsx";
import { Illustration } from "#web/ui/illustration/illustration.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Room } from "#web/ui/page/page.tsx";
import { Columns } from "#web/ui/stack/stack.tsx";
import { Section, Small } from "#web/ui/text/text.tsx";
import { formatPpm } from "#shared/money.ts";
import { say } from "#shared/texts.ts";
import { useFrame } from "#web/frame.tsx";
import { organization, website } from "#web/structured-data.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = {
  title: texts.title,
  description: texts.description,
  canonical: "/",
  measure: "full",
  event: "home",
  cachedBy: ["amountRupiah", "tenorDays"],
  head: (_data, frame) => ({ structuredData: [organization(frame), website(frame)] }),
};

/** Shown before anybody has chosen anything. */
const firstWish = { amountRupiah: 1_000_000, tenorDays: 90 };

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const { items } = await call(listLoanProducts, {}, { context });
  const product = items[0];
  if (!product) throw new Response(null, { status: 503 });
  const wish = { amountRupiah: Number(query.get("amountRupiah")) || firstWish.amountRupiah, tenorDays: Number(query.get("tenorDays")) || firstWish.tenorDays };
  try {
    return { product, wish, quote: await call(getQuote, wish, { context }), failure: null };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // What was typed stays, with the reason; the figures below are those of the first wish and say so by their amount.
    return { product, wish, quote: await call(getQuote, firstWish, { context }), failure: error.data };
  }
}

export default function Home({ loaderData: { product, wish, quote, failure } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { brand } = useFrame();
  return (
    <>
      <Hero title={say(brand.slogan, language)} lead={t("lead")}>
        <Form method="get" action="/webview/apply-loan" live="/" {...(failure ? { failure } : {})}>
          <QuoteReceipt quote={quote} problem={failure?.status.detail}>
            <WishFields label={t("amountLabel")} bounds={product} tenorsDays={product.tenorsDays} wish={wish} />
          </QuoteReceipt>
          <Button track="home-apply">{t("apply")}</Button>
          <noscript>
            <button className="button button-secondary" type="submit" formAction="/">
              {t("recalculate")}
            </button>
          </noscript>
        </Form>
        <Notice kind="attention" title={t("riskTitle")}>
          {t("risk")}
        </Notice>
      </Hero>
      <Room>
        <HowItWorks />
        <Rates daily={formatPpm(product.dailyRatePpm, language)} late={formatPpm(product.lateFeeDailyPpm, language)} fee={formatPpm(product.feePpm, language)} />
        <Section heading={t("trustTitle")}>
          <p>{t("trustBody")}</p>
        </Section>
      </Room>
    </>
  );
}

function HowItWorks() {
  const t = useTexts(texts);
  const steps = [
    ["phone", "how1", "how1Body"],
    ["id-card", "how2", "how2Body"],
    ["receipt", "how3", "how3Body"],
    ["bank", "how4", "how4Body"],
  ] as const;
  return (
    <Section heading={t("howTitle")}>
      <Columns>
        {steps.map(([art, title, body], index) => (
          <Card key={title} level={3} heading={`${index + 1}. ${t(title)}`} art={<Illustration name={art} size="small" />}>
            <p>{t(body)}</p>
          </Card>
        ))}
      </Columns>
    </Section>
  );
}

function Rates({ daily, late, fee }: { daily: string; late: string; fee: string }) {
  const t = useTexts(texts);
  return (
    <Section heading={t("ratesTitle")}>
      <DefinitionList items={[[t("rateInterest"), daily], [t("rateFee"), fee], [t("rateLate"), late]]} />
      <Small>{t("rateCap")}</Small>
    </Section>
  );
}
