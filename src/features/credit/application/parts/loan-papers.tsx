/** Documents and payments of a loan: payments as a receipt, documents to see and check. */
import { Fragment } from "react";
import { PaymentPageLinks } from "#features/credit/repayment/parts/payment-page-links.tsx";
import type { LoanDocument } from "#features/credit/agreement/contract.ts";
import type { PaymentItem } from "#features/credit/repayment/contract.ts";
import { DateText, Money, useTexts } from "#web/language.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { Receipt, ReceiptLine, ReceiptTotal } from "#web/ui/receipt/receipt.tsx";
import { Section, Small } from "#web/ui/text/text.tsx";
import { texts } from "../texts.ts";

export interface LoanPaymentsProps {
  payments: readonly PaymentItem[];
  /** The sum of all payments, of which these are a page. */
  paidRupiah: number;
  /** Addresses of the newest payments and of those before these; null where these are the newest, or the first. */
  newest: string | null;
  earlier: string | null;
}

/** A page of the payments that count, the newest first, and the sum of all. */
export function LoanPayments({ payments, paidRupiah, newest, earlier }: LoanPaymentsProps) {
  const t = useTexts(texts);
  if (payments.length === 0) {
    return (
      <Section heading={t("payments")}>
        <Small>{t("paymentsEmpty")}</Small>
      </Section>
    );
  }
  return (
    <div className="stack stack-tight" id="payments">
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
          <Money rupiah={paidRupiah} />
        </ReceiptTotal>
      </Receipt>
      <PaymentPageLinks newest={newest} earlier={earlier} track="loan_earlier_payments" />
    </div>
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
