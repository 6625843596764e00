import { useTexts } from "#web/language.tsx";
import type { OptionalInformation } from "../optional-contract.ts";
import { optionalTexts } from "./optional-texts.ts";

/** What optional information is good for: a figure only while somebody verified it. // Spec account 9 */
export function OptionalUse({ uplift }: Pick<OptionalInformation, "uplift">) {
  const t = useTexts(optionalTexts);
  return <>{uplift ? t("uplift", uplift) : t("mayHelp")}</>;
}
