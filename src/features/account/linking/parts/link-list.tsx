/** The entry's list of links, each with its state; open finance first. */
import { useTexts } from "#web/language.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { LinkList as Links } from "#web/ui/link-list/link-list.tsx";
import type { LinkKind, LinkState } from "../contract.ts";
import { texts } from "../texts.ts";
import { bindPaths } from "./places.ts";

const order: readonly LinkKind[] = ["OPEN_FINANCE", "BANK", "ECOM"];

export function AccountLinkList({ items }: { items: readonly { kind: LinkKind; state: LinkState | null }[] }) {
  const t = useTexts(texts);
  const stateOf = (kind: LinkKind) => items.find((item) => item.kind === kind)?.state ?? null;
  const badgeOf = (state: LinkState | null) => {
    if (state === "LINKED") return { aside: <Badge kind="ok">{t("stateLINKED")}</Badge> };
    return state === null || state === "FAILED" || state === "ENDED"
      ? {}
      : { aside: <Badge kind="attention">{t("stateOPEN")}</Badge> };
  };
  return (
    <Disclosure id="links" summary={t("list")}>
      <Links
        items={order.map((kind) => ({
          to: bindPaths[kind],
          label: t(`${kind}Title`),
          icon: kind === "ECOM" ? ("gift" as const) : ("bank" as const),
          ...badgeOf(stateOf(kind)),
        }))}
      />
    </Disclosure>
  );
}
