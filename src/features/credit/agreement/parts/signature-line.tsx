import { useTexts } from "#web/language.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import type { DocumentDetail } from "../document-contract.ts";
import { texts } from "../texts.ts";

/** Whether an electronic signature holds and who made it, in words. */
export function SignatureLine({ signature }: { signature: DocumentDetail["signature"] }) {
  const t = useTexts(texts);
  if (!signature) return <>{t("signatureNone")}</>;
  if (!signature.valid) return <Badge kind="bad">{t("signatureBroken")}</Badge>;
  return <>{t("signatureValid", { signer: signature.signer ?? "–" })}</>;
}
