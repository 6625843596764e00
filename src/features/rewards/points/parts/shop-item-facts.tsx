import { formatInstant } from "#shared/dates.ts";
import { groupThousands } from "#shared/money.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import { Receipt, ReceiptLine } from "#web/ui/receipt/receipt.tsx";
import { Figure } from "#web/ui/text/text.tsx";
import type { ShopItemAnswer } from "../contract.ts";
import { texts } from "../texts.ts";

/** The borrower's points, and the price and time of a shop item; its remaining stock is in its badge. */
export function ShopItemFacts({ item, balance }: { item: ShopItemAnswer; balance: number }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { points, leftThisMonth, closesAt } = item;
  return (
    <>
      <Figure label={t("balance")}>{groupThousands(balance)}</Figure>
      <Receipt>
        <ReceiptLine label={t("price")}>{t("points", { count: groupThousands(points) })}</ReceiptLine>
        {leftThisMonth !== null && (
          <ReceiptLine label={t("thisMonth")}>{t("times", { count: leftThisMonth })}</ReceiptLine>
        )}
        <ReceiptLine label={t("until")}>{formatInstant(new Date(closesAt), language, "WIB", "short")}</ReceiptLine>
      </Receipt>
    </>
  );
}
