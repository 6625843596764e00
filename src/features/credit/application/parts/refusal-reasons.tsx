import { useLanguage, useTexts } from "#web/language.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { formatDate } from "#shared/dates.ts";
import type { LoanRefusal } from "../contract.ts";
import { texts } from "../texts.ts";

/** Why an application was refused, and from when on another try makes sense. */
export function RefusalReasons({ refusal }: { refusal: LoanRefusal | null }) {
  const t = useTexts(texts);
  const language = useLanguage();
  if (!refusal) return null;
  return (
    <Stack>
      {refusal.reasons.map((reason) => (
        <Notice key={reason.code} kind="attention">
          {reason.text}
        </Notice>
      ))}
      {refusal.tryAgainOn && (
        <p>
          <strong>{t("tryAgainOn", { date: formatDate(refusal.tryAgainOn, language) })}</strong>
        </p>
      )}
    </Stack>
  );
}
