import type { ReactNode } from "react";
import { Money, useLanguage, useTexts } from "#web/language.tsx";
import { Receipt, ReceiptLine, ReceiptNote, ReceiptTotal } from "#web/ui/receipt/receipt.tsx";
import { LiveRegion } from "#web/ui/form/form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { formatDate } from "#shared/dates.ts";
import { formatPpm, formatRupiah } from "#shared/money.ts";
import type { QuoteAnswer, TakenDiscount } from "../contract.ts";
import { texts } from "../texts.ts";

export interface QuoteReceiptProps {
  quote: QuoteAnswer;
  /** The discount of a coupon. */
  discount?: TakenDiscount | undefined;
  heading?: ReactNode;
  /** Why the chosen loan is not offered; shown instead of the figures, which would belong to another loan. */
  problem?: string | undefined;
  /** Controls that choose the amounts. */
  children?: ReactNode;
}

/** The full cost of a loan as a receipt: its cost, the total, and the highest possible cost. */
export function QuoteReceipt({ quote, discount, heading, problem, children }: QuoteReceiptProps) {
  return (
    <Receipt heading={heading}>
      {children}
      <LiveRegion>
        {problem === undefined ? (
          <QuoteLines quote={quote} discount={discount} />
        ) : (
          <Notice kind="attention">{problem}</Notice>
        )}
      </LiveRegion>
    </Receipt>
  );
}

/** The full cost without a coupon comes first; the coupon's discount has its own line. // Product decisions, rewards 4 */
export function QuoteLines({ quote, discount }: Pick<QuoteReceiptProps, "quote" | "discount">) {
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
      {discount && discount.rupiah > 0 && (
        <>
          <ReceiptLine label={t("discount")}>
            <Money rupiah={-discount.rupiah} />
          </ReceiptLine>
          <ReceiptTotal label={t("discountedTotal")}>
            <Money rupiah={discount.totalRupiah} />
          </ReceiptTotal>
        </>
      )}
      {first ? (
        <ReceiptLine
          label={t("instalmentsFirst", {
            count: quote.instalments.length,
            date: formatDate(first.dueOn, language, "short"),
          })}
        >
          <Money rupiah={discount?.instalments[0]?.payableRupiah ?? first.totalRupiah} />
        </ReceiptLine>
      ) : null}
      <ReceiptNote>
        {t("yearlyRate", { rate: formatPpm(quote.effectiveYearlyRatePpm, language) })}{" "}
        {t("highest", { total: formatRupiah(quote.highestTotalRupiah) })}
      </ReceiptNote>
    </>
  );
}
