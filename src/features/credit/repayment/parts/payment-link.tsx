import { useTexts } from "#web/language.tsx";
import { staffTexts } from "../staff/texts.ts";

/** From what may be done about money that came in to all that is known of it. */
export function PaymentLink({ receiptId }: { receiptId: string }) {
  const t = useTexts(staffTexts);
  return (
    <p>
      <a href={`/staff/payments/${receiptId}`}>{t("toPayment")}</a>
    </p>
  );
}
