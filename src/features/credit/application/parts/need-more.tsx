import { useTexts } from "#web/language.tsx";
import { Small } from "#web/ui/text/text.tsx";
import { reloanTexts } from "./reloan-texts.ts";

/** The way from a running loan to a repeat loan: it names the cost, and offers nothing. */
export function NeedMore() {
  const t = useTexts(reloanTexts);
  return (
    <Small>
      {t("needMore")}{" "}
      <a href="/webview/reloan-accounting" data-track="need-more">
        {t("needMoreBody")}
      </a>
    </Small>
  );
}
