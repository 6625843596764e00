import { useTexts } from "#web/language.tsx";
import { groupThousands } from "#shared/money.ts";
import { texts } from "./texts.ts";

/** The smallest group of people whose results are shown. */
const minGroup = 5;

/** The number of answers so far, and the quota. */
export function AnswerCount({ of: { submitted, quota } }: { of: { submitted: number | null; quota: number | null } }) {
  const t = useTexts(texts);
  const count = submitted === null ? t("fewer", { count: minGroup }) : groupThousands(submitted);
  return quota === null ? count : t("ofQuota", { count, quota: groupThousands(quota) });
}
