/** Documents and payments of a loan: payments as a receipt, documents to see and check. */
import { Fragment } from "react";
import type { LoanDocument } from "#features/credit/agreement/contract.ts";
import type { PaymentItem } from "#features/credit/repayment/contract.ts";
import { DateText, Money, useTexts } from "#web/language.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { Receipt, ReceiptLine, ReceiptTotal } from "#web/ui/receipt/receipt.tsx";
import { Section, Small } from "#web/ui/text/text.tsx";
import { sumRupiah } from "#shared/money.ts";
import { texts } from "../texts.ts";

/** Every payment that reached us, newest first, and their sum. */
export function LoanPayments({ payments }: { payments: readonly PaymentItem[] }) {
  const t = useTexts(texts);
  if (payments.length === 0) {
    return (
      <Section heading={t("payments")}>
        <Small>{t("paymentsEmpty")}</Small>
      </Section>
    );
  }
  return (
    <Receipt heading={t("payments")}>
      {payments.map((payment) => (
        <ReceiptLine
          key={payment.id}
          label={<DateText date={payment.valueDate} style="short" />}
          note={t(`way${payment.way}`)}
        >
          <Money rupiah={payment.amountRupiah} />
        </ReceiptLine>
      ))}
      <ReceiptTotal label={t("paidTotal")}>
        <Money rupiah={sumRupiah(payments.map((payment) => payment.amountRupiah))} />
      </ReceiptTotal>
    </Receipt>
  );
}

export function LoanDocuments({ documents }: { documents: readonly LoanDocument[] }) {
  const t = useTexts(texts);
  const signed = documents.filter((document) => document.state === "SIGNED");
  return (
    <Section heading={t("documents")} id="documents">
      {documents.length === 0 ? (
        <Small>{t("documentsEmpty")}</Small>
      ) : (
        <LinkList
          items={documents.map((document) => ({
            to: document.viewPath,
            label: document.title,
            detail:
              document.pages === null || document.sizeBytes === null
                ? t("beingMade")
                : t("pages", { pages: document.pages, size: Math.max(1, Math.round(document.sizeBytes / 1024)) }),
            icon: "document",
          }))}
        />
      )}
      {signed.length > 0 && (
        <Small>
          {t("verify")}{" "}
          {signed.map((document, index) => (
            <Fragment key={document.id}>
              {index > 0 && " · "}
              <a href={document.verifyPath}>{document.title}</a>
            </Fragment>
          ))}
        </Small>
      )}
    </Section>
  );
}
