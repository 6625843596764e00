/** The ways from one page of a loan's payments to the others, on its bill and on its own page. */
import { useTexts } from "#web/language.tsx";
import { Small } from "#web/ui/text/text.tsx";
import { texts } from "../texts.ts";

/** Addresses of the newest payments and of earlier ones; null where these are the newest, or the first. `track`: the event of a click on earlier ones. */
export function PaymentPageLinks(links: { newest: string | null; earlier: string | null; track: string }) {
  const t = useTexts(texts);
  return (
    <>
      {links.newest !== null && (
        <Small>
          <a href={links.newest}>{t("paymentsNewest")}</a>
        </Small>
      )}
      {links.earlier !== null && (
        <Small>
          <a href={links.earlier} data-track={links.track}>
            {t("paymentsEarlier")}
          </a>
        </Small>
      )}
    </>
  );
}
