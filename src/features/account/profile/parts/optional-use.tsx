import { useTexts } from "#web/language.tsx";
import type { OptionalInformation } from "../optional-contract.ts";
import { optionalTexts } from "./optional-texts.ts";

/** The benefit of optional information: a figure only while it is verified. // Spec account 9 */
export function OptionalUse({ uplift }: Pick<OptionalInformation, "uplift">) {
  const t = useTexts(optionalTexts);
  return <>{uplift ? t("uplift", uplift) : t("mayHelp")}</>;
}
