import { Fragment } from "react";
import { InstantText, useTexts } from "#web/language.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { InlineRow } from "#web/ui/stack/stack.tsx";
import { Small } from "#web/ui/text/text.tsx";
import type { Servicing } from "../contract.ts";
import { closedTexts, texts } from "../texts.ts";

/** Whether the borrower may be contacted now, why not, and from when on. */
export function Lights({ lights }: Pick<Servicing, "lights">) {
  const t = useTexts(texts);
  const reasonText = useTexts(closedTexts);
  return (
    <DefinitionList
      stacked
      items={lights.map(({ channel, may, reason, opensAt }) => [
        t(channel),
        <Fragment key={channel}>
          <InlineRow>
            <Badge kind={may ? "ok" : "attention"}>{t(may ? "yes" : "no")}</Badge>
            {reason && <span>{reasonText(reason)}</span>}
          </InlineRow>
          {opensAt && (
            <Small>
              {t("opensAt")} <InstantText at={opensAt} style="short" />
            </Small>
          )}
        </Fragment>,
      ])}
    />
  );
}
