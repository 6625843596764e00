import { formatInstant } from "#shared/dates.ts";
import { formatRupiah } from "#shared/money.ts";
import type { FormAnswer } from "#web/api.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { InlineRow, Stack } from "#web/ui/stack/stack.tsx";
import { Heading, Section, Small } from "#web/ui/text/text.tsx";
import { AmountField, TextField } from "#web/ui/text-field/text-field.tsx";
import { bankOutcomes, paySandboxBank, type Payable } from "../bank-contract.ts";
import { texts } from "../texts.ts";

/** The payer's counter: open payables, and any other number or code, with the bank's behaviour. */
export function BankCounter({
  payables,
  paid,
  answer,
}: {
  payables: readonly Payable[];
  paid: "PAID" | "FAILED" | null;
  answer: FormAnswer | undefined;
}) {
  const t = useTexts(texts);
  const values = answer ? { values: answer.values, failure: answer.failure } : {};
  return (
    <Section heading={t("bank")} id="bank">
      {paid !== null && (
        <Notice kind={paid === "PAID" ? "ok" : "attention"} live>
          {t(paid)}
        </Notice>
      )}
      <Heading level={3}>{t("payables")}</Heading>
      {payables.length === 0 ? (
        <Small>{t("noPayables")}</Small>
      ) : (
        payables.map((one) => <PayableCard key={one.reference} payable={one} />)
      )}
      <Card heading={t("payOther")} level={3}>
        <Form id="pay" call={paySandboxBank} action="/sandbox" {...values}>
          <input type="hidden" name="intent" value="pay" />
          <TextField
            name="reference"
            label={t("target")}
            autoCapitalize="none"
            rules={{ required: true, maxLength: 600 }}
          />
          <AmountField name="amount" label={t("amount")} />
          <Disclosure summary={t("behaviour")} open={answer !== undefined}>
            <Stack>
              <Select
                name="behaviour.outcome"
                label={t("outcome")}
                options={bankOutcomes.map((value) => ({ value, label: t(value) }))}
              />
              <TextField name="behaviour.delaySeconds" label={t("delay")} inputMode="numeric" />
              <TextField name="behaviour.duplicates" label={t("duplicates")} inputMode="numeric" />
            </Stack>
          </Disclosure>
          <Button>{t("pay")}</Button>
        </Form>
      </Card>
    </Section>
  );
}

function PayableCard({ payable }: { payable: Payable }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { rail, reference, bankName, payerName, amountRupiah, expiresAt } = payable;
  return (
    <Card>
      <InlineRow spread>
        <Badge kind="info">{bankName === null ? t(rail) : `${t(rail)} ${bankName}`}</Badge>
        <Small>{t("until", { time: formatInstant(new Date(expiresAt), language, "WIB", "short") })}</Small>
      </InlineRow>
      <p className="sandbox-value">{reference}</p>
      {payerName !== null && <Small>{payerName}</Small>}
      <Form id={`pay-${reference}`} action="/sandbox">
        <input type="hidden" name="intent" value="pay" />
        <input type="hidden" name="reference" value={reference} />
        {amountRupiah === null ? (
          <div className="sandbox-beside">
            <AmountField name="amount" label={t("anyAmount")} rules={{ required: true }} />
            <Button compact>{t("pay")}</Button>
          </div>
        ) : (
          <>
            <input type="hidden" name="amount" value={amountRupiah} />
            <Button compact>{t("payAmount", { amount: formatRupiah(amountRupiah) })}</Button>
          </>
        )}
      </Form>
    </Card>
  );
}
