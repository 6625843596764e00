import { InstantText, useTexts } from "#web/language.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Small } from "#web/ui/text/text.tsx";
import type { Servicing } from "../contract.ts";
import { closedTexts, texts } from "../texts.ts";

/** Whether the borrower may be contacted now, why not, and from when on. */
export function Lights({ lights }: Pick<Servicing, "lights">) {
  const t = useTexts(texts);
  const reasonText = useTexts(closedTexts);
  return (
    <DefinitionList
      items={lights.map(({ channel, may, reason, opensAt }) => [
        t(channel),
        <span key={channel}>
          <Badge kind={may ? "ok" : "attention"}>{t(may ? "yes" : "no")}</Badge>
          {reason && <Small>{reasonText(reason)}</Small>}
          {opensAt && (
            <Small>
              {t("opensAt")} <InstantText at={opensAt} style="short" />
            </Small>
          )}
        </span>,
      ])}
    />
  );
}
