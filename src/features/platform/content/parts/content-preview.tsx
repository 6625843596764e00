import type { ReactNode } from "react";
import { Card } from "#web/ui/card/card.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Prose } from "#web/ui/text/prose.tsx";
import { Small } from "#web/ui/text/text.tsx";
import { useTexts } from "#web/language.tsx";
import type { Language } from "#shared/texts.ts";
import type { Previewed } from "../staff-contract.ts";
import { contentEditorTexts } from "../texts.ts";

/** A text in each language as readers see it: the same renderer, the figures of today. */
export function ContentPreviews({ previews }: { previews: readonly Previewed[] }) {
  const t = useTexts(contentEditorTexts);
  return (
    <div className="content-languages">
      {previews.map((preview) => (
        <div className="content-preview" key={preview.language}>
          <Small>{t(preview.language)}</Small>
          <div lang={preview.language}>
            <Card heading={preview.title}>
              {preview.summary !== null && <p>{preview.summary}</p>}
              <Prose html={preview.body} />
            </Card>
          </div>
        </div>
      ))}
    </div>
  );
}

/** Rates and amounts typed by hand; nothing without any. */
export function HandWritten({ warnings }: { warnings: readonly { language: Language; written: string }[] }): ReactNode {
  const t = useTexts(contentEditorTexts);
  if (warnings.length === 0) return null;
  const list = warnings.map(({ language, written }) => `${written} (${t(language)})`).join(", ");
  return (
    <Notice kind="attention" title={t("warningsTitle")}>
      {t("warnings", { list })}
    </Notice>
  );
}
