/** The payments of a loan on its bill, a page of them. */
import { InstantText, Money, useTexts } from "#web/language.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Section, Small } from "#web/ui/text/text.tsx";
import type { Bills } from "../contract.ts";
import { texts } from "../texts.ts";
import { billBases, type BillAccess } from "./bill-calls.ts";
import { PaymentPageLinks } from "./payment-page-links.tsx";
import { paymentAddressOf, type PaymentChoice } from "./payment-choice.ts";

/** A page of the payments, with links to earlier ones and back to the newest. */
export function Payments({ bills, choice, access }: { bills: Bills; choice: PaymentChoice; access: BillAccess }) {
  const t = useTexts(texts);
  const addressFrom = (before: string | null) =>
    `${paymentAddressOf(billBases[access], { pay: choice.pay, amountRupiah: choice.amountRupiah, before })}#payments`;
  const bankOf = (code: string | null) => bills.banks.find((bank) => bank.bankCode === code)?.bankName;
  return (
    <Section heading={t("payments")} id="payments">
      {bills.payments.length === 0 ? (
        <Small>{t("paymentsNone")}</Small>
      ) : (
        <DefinitionList
          items={bills.payments.map((payment) => [
            <span key={payment.id}>
              <InstantText at={payment.paidAt} style="short" /> · {t(payment.way)} {bankOf(payment.bankCode)}
            </span>,
            <Money key={payment.id} rupiah={payment.amountRupiah} />,
          ])}
        />
      )}
      <PaymentPageLinks
        newest={choice.before === null ? null : addressFrom(null)}
        earlier={bills.paymentsNextCursor && addressFrom(bills.paymentsNextCursor)}
        track="bills_earlier_payments"
      />
    </Section>
  );
}
