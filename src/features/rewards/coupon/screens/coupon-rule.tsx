import type { Route } from "./+types/coupon-rule";
import { call } from "#web/api.ts";
import { Money, useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { CheckList } from "#web/ui/check-list/check-list.tsx";
import { Receipt, ReceiptLine, ReceiptNote } from "#web/ui/receipt/receipt.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Section, Title } from "#web/ui/text/text.tsx";
import { formatPpm, unbrokenRupiah } from "#shared/money.ts";
import { listCouponDefinitions, type CouponDefinitionAnswer } from "../contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.ruleTitle, kind: "reading" };

/** Generated from the definitions in force: the text matches the coupons given. */
export async function loader({ context }: Route.LoaderArgs) {
  return call(listCouponDefinitions, {}, { context });
}

export default function CouponRule({ loaderData: { items } }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <Stack gap="loose">
      <Title lead={t("ruleLead")}>{t("ruleTitle")}</Title>
      {items.map((definition) => (
        <Definition key={definition.couponKey} definition={definition} />
      ))}
      <Section heading={t("general")}>
        <CheckList items={[t("ruleOne"), t("ruleInterest"), t("ruleBack"), t("rulePayoff")]} />
      </Section>
      <ButtonLink kind="secondary" to="/webview/coupon-instructions" track="coupon_rule_instructions">
        {t("instructions")}
      </ButtonLink>
    </Stack>
  );
}

function Definition({ definition }: { definition: CouponDefinitionAnswer }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { effect, maxRupiah, ppm, maxLoanRupiah, maxTenorDays } = definition;
  const heading = t(effect, { rupiah: unbrokenRupiah(maxRupiah), share: formatPpm(ppm ?? 0, language) });
  return (
    <Receipt heading={heading}>
      <ReceiptLine label={t("use")}>{t(definition.use)}</ReceiptLine>
      <ReceiptLine label={t("minLoan")}>
        <Money rupiah={definition.minLoanRupiah} />
      </ReceiptLine>
      {maxLoanRupiah !== null && (
        <ReceiptLine label={t("maxLoan")}>
          <Money rupiah={maxLoanRupiah} />
        </ReceiptLine>
      )}
      {maxTenorDays !== null && <ReceiptLine label={t("maxTenor")}>{t("days", { count: maxTenorDays })}</ReceiptLine>}
      {definition.isFirstLoanOnly && <ReceiptLine label={t("firstLoan")}>{t("yes")}</ReceiptLine>}
      <ReceiptLine label={t("validity")}>{t("days", { count: definition.validDays })}</ReceiptLine>
      {definition.isUsedBySubmission && <ReceiptNote>{t("usedBySubmission")}</ReceiptNote>}
    </Receipt>
  );
}
