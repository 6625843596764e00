import { useTexts } from "#web/language.tsx";
import { unmatchedStaffTexts } from "../staff/texts.ts";

/** A link from the actions on a payment to the page with all facts about it. */
export function PaymentLink({ receiptId }: { receiptId: string }) {
  const t = useTexts(unmatchedStaffTexts);
  return (
    <p>
      <a href={`/staff/payments/${receiptId}`}>{t("toPayment")}</a>
    </p>
  );
}
