import type { ReactNode } from "react";
import { useTexts } from "#web/language.tsx";
import { texts } from "#web/shells/texts.ts";

/** A regulated or factual claim; until it is verified it carries a visible mark (product decisions 1). */
export function FactualClaim({ verified, children }: { verified: boolean; children: ReactNode }) {
  const t = useTexts(texts);
  if (verified) return <>{children}</>;
  return (
    <>
      {children} <span className="fact-sample">{t("sample")}</span>
    </>
  );
}
