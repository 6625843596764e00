import { useTexts } from "#web/language.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import type { ConsentKind } from "../contract.ts";
import { dataTexts, consentReceiverTexts, texts } from "../texts.ts";

/** Which data a consent is about and who receives them, above its tick: the same words as on its receipt. */
export function ConsentData({ kind }: { kind: ConsentKind }) {
  const t = useTexts(texts);
  const about = useTexts(dataTexts);
  const receiver = useTexts(consentReceiverTexts);
  return (
    <DefinitionList
      items={[
        [t("data"), about(kind)],
        [t("receivers"), receiver(kind)],
      ]}
    />
  );
}
