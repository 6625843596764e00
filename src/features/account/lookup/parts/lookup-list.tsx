/** The entry's list of look-ups, each with its state. */
import { useTexts } from "#web/language.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import type { IconName } from "#web/ui/icon/icon.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small } from "#web/ui/text/text.tsx";
import { pathOfLookup, type LookupKind, type LookupState } from "../contract.ts";
import { texts } from "../texts.ts";

const icons: Readonly<Record<LookupKind, IconName>> = {
  NPWP: "document",
  BPJS: "person",
  OPERATOR: "phone",
  EDUCATION: "info",
};
const shown = ["FOUND", "CONSENTED", "ASKING", "CODE_NEEDED"] as const;

export function LookupList({ items }: { items: readonly { kind: LookupKind; state: LookupState | null }[] }) {
  const t = useTexts(texts);
  return (
    <Disclosure id="lookups" summary={t("list")}>
      <Stack>
        <Small>{t("listLead")}</Small>
        <LinkList
          items={items.map(({ kind, state }) => {
            const known = shown.find((one) => one === state);
            return {
              to: pathOfLookup(kind),
              label: t(`${kind}Title`),
              detail: t(`${kind}From`),
              icon: icons[kind],
              ...(known
                ? { aside: <Badge kind={known === "FOUND" ? "ok" : "attention"}>{t(`state${known}`)}</Badge> }
                : {}),
            };
          })}
        />
      </Stack>
    </Disclosure>
  );
}
