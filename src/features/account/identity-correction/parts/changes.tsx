import { useTexts } from "#web/language.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Heading } from "#web/ui/text/text.tsx";
import type { CorrectionView } from "../contract.ts";
import { correctionPartTexts, texts } from "../texts.ts";

/** Each part that is to change: the current value and the requested one. */
export function Changes({ changes, edit }: { changes: CorrectionView["changes"]; edit?: string }) {
  const t = useTexts(texts);
  const part = useTexts(correctionPartTexts);
  if (changes.length === 0) return null;
  return (
    <Card>
      <Stack gap="tight">
        <Heading aside={edit && <a href={edit}>{t("editValues")}</a>}>{t("changesTitle")}</Heading>
        {changes.map((change) => (
          <section key={change.part} aria-label={part(change.part)}>
            <strong>{part(change.part)}</strong>
            <DefinitionList
              items={[
                [t("before"), change.before],
                [t("after"), <strong key="after">{change.after}</strong>],
              ]}
            />
          </section>
        ))}
      </Stack>
    </Card>
  );
}
