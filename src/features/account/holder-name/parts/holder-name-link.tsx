import { useTexts } from "#web/language.tsx";
import { Small } from "#web/ui/text/text.tsx";
import { holderNamePage } from "../contract.ts";
import { linkTexts } from "../texts.ts";

/** The way to staff, wherever a name is compared with the card's and does not match. */
export function HolderNameLink() {
  const t = useTexts(linkTexts);
  return (
    <Small>
      <a href={holderNamePage}>{t("ask")}</a>
    </Small>
  );
}
