import type { Route } from "./+types/borrow";
import { getQuote, listLoanProducts, type QuoteAnswer } from "#features/credit/loan/contract.ts";
import { call } from "#web/api.ts";
import { Money, useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { breadcrumbs, loanProductData } from "#web/structured-data.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { CheckList } from "#web/ui/check-list/check-list.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { NumberedList } from "#web/ui/numbered-list/numbered-list.tsx";
import { Receipt, ReceiptLine, ReceiptNote, ReceiptTotal } from "#web/ui/receipt/receipt.tsx";
import { Split, Stack } from "#web/ui/stack/stack.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import { daysBetween } from "#shared/dates.ts";
import { formatPpm, formatRupiah } from "#shared/money.ts";
import { say } from "#shared/texts.ts";
import { getSiteFigures } from "../contract.ts";
import { unbrokenFigures } from "../parts/figures.ts";
import { borrowTexts } from "../texts.ts";

export const handle: ScreenHandle<Awaited<ReturnType<typeof loader>>> = {
  title: borrowTexts.title,
  description: borrowTexts.description,
  kind: "reading",
  measure: "wide",
  event: "borrow",
  head: ({ product }, frame) => ({
    structuredData: [
      breadcrumbs(frame, [{ name: say(borrowTexts.title, frame.language), path: "/borrow" }]),
      loanProductData(frame, {
        name: say(borrowTexts.title, frame.language),
        path: "/borrow",
        minimumRupiah: product.minimumRupiah,
        maximumRupiah: product.maximumRupiah,
        shortestDays: Math.min(...product.tenorsDays),
        maxDays: Math.max(...product.tenorsDays),
        dailyRatePercent: product.dailyRatePpm / 10_000,
      }),
    ],
  }),
};

/** Amount of the example, when the product's bounds allow it. */
const exampleRupiah = 1_000_000;

export async function loader({ context }: Route.LoaderArgs) {
  const [{ items }, figures] = await Promise.all([
    call(listLoanProducts, {}, { context }),
    call(getSiteFigures, {}, { context }).then(unbrokenFigures),
  ]);
  const product = items[0];
  if (!product) throw new Response(null, { status: 503 });
  const amountRupiah = Math.min(Math.max(exampleRupiah, product.minimumRupiah), product.maximumRupiah);
  const quote = await call(
    getQuote,
    { amountRupiah, tenorDays: Math.max(...product.tenorsDays), productKey: product.key },
    { context },
  );
  return { product, figures, quote };
}

export default function Borrow({ loaderData: { figures, quote } }: Route.ComponentProps) {
  const t = useTexts(borrowTexts);
  const steps = (["step1", "step2", "step3", "step4", "step5", "step6"] as const).map((step) => ({
    title: t(step),
    body: t(`${step}Body`, figures),
  }));
  return (
    <>
      <Title lead={t("lead", figures)}>{t("title")}</Title>
      <Split aside={<Example quote={quote} />}>
        <Section heading={t("stepsTitle")}>
          <NumberedList items={steps} />
        </Section>
        <Section heading={t("needTitle")}>
          <CheckList
            items={[
              t("needAge", figures),
              t("needIncome", figures),
              t("needBurden", figures),
              t("needPlatforms", figures),
              t("needAccount"),
            ]}
          />
        </Section>
        <Offer figures={figures} />
        <Section heading={t("riskTitle")}>
          <Notice kind="attention">{t("risk")}</Notice>
        </Section>
        <Section heading={t("moreTitle")}>
          <LinkList
            items={[
              { to: "/webview/how-to-loan", label: t("moreHow"), icon: "document" },
              { to: "/about/faq/borrow", label: t("moreFaq"), icon: "help" },
              { to: "/webview/prevent-fraud", label: t("moreFraud"), icon: "lock" },
            ]}
          />
        </Section>
      </Split>
    </>
  );
}

function Offer({ figures }: { figures: Readonly<Record<string, string>> }) {
  const t = useTexts(borrowTexts);
  const names = {
    offerInterest: "dailyRate",
    offerYear: "yearlyRateNominal",
    offerFee: "fee",
    offerLate: "lateFeeRate",
    offerDailyCap: "dailyCostCap",
    offerTotalCap: "totalCostCap",
  } as const;
  return (
    <Section heading={t("offerTitle")} id="rates">
      <DefinitionList
        items={[
          [t("offerAmount", figures), t("offerRange", figures)],
          [t("offerTenor"), figures["tenors"]],
          ...Object.entries(names).map(([label, figure]) => [t(label as keyof typeof names), figures[figure]] as const),
        ]}
      />
      <Small>{t("capNote")}</Small>
    </Section>
  );
}

/** A real quote of today, as the calculator would give it. */
function Example({ quote }: { quote: QuoteAnswer }) {
  const t = useTexts(borrowTexts);
  const language = useLanguage();
  return (
    <Stack>
      <Receipt heading={t("exampleTitle")}>
        <ReceiptLine label={t("exampleReceived")}>
          <Money rupiah={quote.receivedRupiah} />
        </ReceiptLine>
        {quote.instalments.map(({ number, dueOn, totalRupiah }) => (
          <ReceiptLine
            key={number}
            label={t("exampleInstalment", { number, day: daysBetween(quote.disbursedOn, dueOn) })}
          >
            <Money rupiah={totalRupiah} />
          </ReceiptLine>
        ))}
        <ReceiptTotal label={t("exampleTotal")}>
          <Money rupiah={quote.totalRupiah} />
        </ReceiptTotal>
        <ReceiptNote>
          {t(
            "exampleCost",
            unbrokenFigures({
              interest: formatRupiah(quote.interestRupiah),
              fee: formatRupiah(quote.feeRupiah),
              yearly: formatPpm(quote.effectiveYearlyRatePpm, language),
            }),
          )}{" "}
          {t("exampleHighest", unbrokenFigures({ total: formatRupiah(quote.highestTotalRupiah) }))}
        </ReceiptNote>
      </Receipt>
      <ButtonLink to="/webview/apply-loan" track="borrow-apply">
        {t("start")}
      </ButtonLink>
      <ButtonLink kind="secondary" to="/">
        {t("otherAmount")}
      </ButtonLink>
    </Stack>
  );
}
