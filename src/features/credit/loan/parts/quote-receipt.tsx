import type { ReactNode } from "react";
import { Money, useLanguage, useTexts } from "#web/language.tsx";
import { Receipt, ReceiptLine, ReceiptNote, ReceiptTotal } from "#web/ui/receipt/receipt.tsx";
import { LiveRegion } from "#web/ui/form/form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { formatDate } from "#shared/dates.ts";
import { formatPpm, formatRupiah } from "#shared/money.ts";
import type { Quote } from "../contract.ts";
import { texts } from "../texts.ts";

export interface QuoteReceiptProps {
  quote: Quote;
  heading?: ReactNode;
  /** Why what was chosen is not offered; it stands in place of the figures, which would be those of something else. */
  problem?: string | undefined;
  /** What chooses the amounts. */
  children?: ReactNode;
}

/** The full cost of a loan as a receipt: what it costs, what it comes to, and the most it can ever cost. */
export function QuoteReceipt({ quote, heading, problem, children }: QuoteReceiptProps) {
  return (
    <Receipt heading={heading}>
      {children}
      <LiveRegion>
        {problem === undefined ? <QuoteLines quote={quote} /> : <Notice kind="attention">{problem}</Notice>}
      </LiveRegion>
    </Receipt>
  );
}

export function QuoteLines({ quote }: { quote: Quote }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const first = quote.instalments[0];
  return (
    <>
      <ReceiptLine label={t("interest", { rate: formatPpm(quote.dailyRatePpm, language) })}>
        <Money rupiah={quote.interestRupiah} />
      </ReceiptLine>
      <ReceiptLine label={t("otherFees")}>
        <Money rupiah={quote.feeRupiah} />
      </ReceiptLine>
      <ReceiptTotal label={t("total")}>
        <Money rupiah={quote.totalRupiah} />
      </ReceiptTotal>
      {first ? (
        <ReceiptLine
          label={t("instalmentsFirst", {
            count: quote.instalments.length,
            date: formatDate(first.dueOn, language, "short"),
          })}
        >
          <Money rupiah={first.totalRupiah} />
        </ReceiptLine>
      ) : null}
      <ReceiptNote>
        {t("yearlyRate", { rate: formatPpm(quote.effectiveYearlyRatePpm, language) })}{" "}
        {t("highest", { total: formatRupiah(quote.highestTotalRupiah) })}
      </ReceiptNote>
    </>
  );
}
