import { useTexts } from "#web/language.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { groupThousands } from "#shared/money.ts";
import type { ShopItemAnswer } from "../contract.ts";
import { texts } from "../texts.ts";

/** The state of an item for this borrower: with the number left, never just "limited". // Product decisions, rewards 9 */
export function ShopBadge({ item, balance }: { item: ShopItemAnswer; balance: number }) {
  const t = useTexts(texts);
  if (item.stockLeft === 0) return <Badge>{t("soldOut")}</Badge>;
  if (item.leftThisMonth === 0) return <Badge>{t("monthDone")}</Badge>;
  if (item.points > balance) return <Badge>{t("tooFew", { count: groupThousands(item.points - balance) })}</Badge>;
  return item.stockLeft === null ? null : (
    <Badge kind="ok">{t("stockLeft", { count: groupThousands(item.stockLeft) })}</Badge>
  );
}
