/** A consent's receipt as anyone sees it who has its number. */
import { useTexts } from "#web/language.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { texts } from "../texts.ts";
import { ReceiptFacts, type ReceiptShown } from "./receipt-facts.tsx";

export function VerifiedReceipt({ receipt }: { receipt: ReceiptShown }) {
  const t = useTexts(texts);
  return (
    <Stack>
      <Notice kind="ok" title={t("receiptFound")}>
        {t("receiptFoundBody")}
      </Notice>
      <ReceiptFacts receipt={receipt} />
    </Stack>
  );
}
