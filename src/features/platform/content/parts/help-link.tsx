import { useTexts } from "#web/language.tsx";
import { Small } from "#web/ui/text/text.tsx";
import { texts } from "../texts.ts";

const places = {
  linkAccountNumber: "/webview/bank-card-example",
  linkAddAccount: "/webview/tied-card-guide",
  linkOvo: "/webview/e-wallet-explain",
  linkHow: "/webview/how-to-loan",
  linkExample: "/webview/prl-example/loan-agreement",
  linkPhotos: "/webview/help-center?article=good-photos",
  linkCentre: "/webview/help-center",
  linkService: "/webview/customer-service",
} as const;
export type HelpPlace = keyof typeof places;

/** A small link to help where it is needed: to one article or several. */
export function HelpLink({ to, centred }: { to: readonly HelpPlace[]; centred?: boolean }) {
  const t = useTexts(texts);
  return (
    <Small {...(centred ? { centred } : {})}>
      {to.map((place, index) => (
        <span key={place}>
          {index > 0 && " · "}
          <a href={places[place]} data-track={`help-${place}`}>
            {t(place)}
          </a>
        </span>
      ))}
    </Small>
  );
}
