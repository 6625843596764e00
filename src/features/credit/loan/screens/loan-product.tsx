import type { Route } from "./+types/loan-product";
import { HelpLink } from "#features/platform/content/parts/help-link.tsx";
import { call, Problem } from "#web/api.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button } from "#web/ui/button/button.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { formatPpm, formatRupiah } from "#shared/money.ts";
import { getQuote, listLoanProducts } from "../contract.ts";
import { askedRupiah } from "../parts/asked-amount.ts";
import { QuoteReceipt } from "../parts/quote-receipt.tsx";
import { LoanAmountFields } from "../parts/loan-amount-fields.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.productTitle, attach: ["userStatus"] };

/** The example that the spec's own figures are made from. */
const firstAmountRupiah = 1_000_000;

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const { items } = await call(listLoanProducts, {}, { context });
  const product = items[0];
  if (!product) return { offer: null };
  const example = {
    amountRupiah: Math.max(product.minimumRupiah, Math.min(firstAmountRupiah, product.maximumRupiah)),
    tenorDays: Math.max(...product.tenorsDays),
  };
  const input = {
    amountRupiah: askedRupiah(query) || example.amountRupiah,
    tenorDays: Number(query.get("tenorDays")) || example.tenorDays,
  };
  try {
    return { offer: { product, input, quote: await call(getQuote, input, { context }), failure: null } };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { offer: { product, input, quote: await call(getQuote, example, { context }), failure: error.data } };
  }
}

export default function LoanProduct({ loaderData: { offer } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  if (!offer)
    return (
      <EmptyState level={1} title={t("productNoneTitle")}>
        {t("productNoneBody")}
      </EmptyState>
    );
  const { product, input, quote, failure } = offer;
  return (
    <Form method="get" action="/webview/apply-loan" live="/webview/loan-product" fill>
      <Stack gap="loose">
        <Title lead={t("productLead")}>{t("productTitle")}</Title>
        <DefinitionList
          items={[
            [
              t("productAmounts"),
              t("productRange", { from: formatRupiah(product.minimumRupiah), to: formatRupiah(product.maximumRupiah) }),
            ],
            [t("productTenors"), t("productDays", { days: product.tenorsDays.join(" · ") })],
            [t("productInstalments"), t("productEvery", { days: product.instalmentDays })],
            [t("productInterest"), t("productPerDay", { rate: formatPpm(product.dailyRatePpm, language) })],
            [t("productFee"), product.feePpm === 0 ? t("productNothing") : formatPpm(product.feePpm, language)],
            [t("productLate"), t("productLatePerDay", { rate: formatPpm(product.lateFeeDailyPpm, language) })],
          ]}
        />
        <Section heading={t("productExample")}>
          <QuoteReceipt quote={quote} problem={failure?.status.detail}>
            <LoanAmountFields
              label={t("productExampleAmount")}
              bounds={product}
              tenorsDays={product.tenorsDays}
              input={input}
            />
          </QuoteReceipt>
          <noscript>
            <button className="button button-secondary" type="submit" formAction="/webview/loan-product">
              {t("productRecalculate")}
            </button>
          </noscript>
        </Section>
        <Notice title={t("productCapTitle")}>{t("productCap")}</Notice>
        <HelpLink to={["linkHow", "linkExample"]} />
      </Stack>
      <ActionBar>
        <Button track="product-apply">{t("productApply")}</Button>
      </ActionBar>
    </Form>
  );
}
