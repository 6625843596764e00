import { useLanguage, useTexts } from "#web/language.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { Section } from "#web/ui/text/text.tsx";
import { formatInstant } from "#shared/dates.ts";
import { type DocumentRequestView, type InformationOffer, kindTexts } from "../contract.ts";
import { offerTexts } from "./offer-texts.ts";
import { requestTexts } from "./request-texts.ts";

/** What is asked for now stands before everything else; nothing where nothing is. */
export function AskedFor({ request, offer }: { request: DocumentRequestView | null; offer: InformationOffer | null }) {
  const t = useTexts(requestTexts);
  const o = useTexts(offerTexts);
  const name = useTexts(kindTexts);
  const language = useLanguage();
  if (!request && !offer) return null;
  const text = (at: string) => formatInstant(new Date(at), language, "WIB", "short");
  return (
    <Section heading={t("askedHeading")}>
      <LinkList
        items={[
          ...(request
            ? [
                {
                  to: "/webview/additional-again",
                  icon: "document" as const,
                  label: request.kinds.map(({ kind }) => name(kind)).join(" · "),
                  detail: t("askedLine", { until: text(request.dueAt) }),
                  aside: (
                    <Badge kind="attention">{t(request.kinds.every(({ isGiven }) => isGiven) ? "send" : "open")}</Badge>
                  ),
                },
              ]
            : []),
          ...(offer
            ? [
                {
                  to: offer.kind === "REVIEW" ? "/webview/n-select-one" : "/webview/n-select-one-reoffer",
                  icon: "plus" as const,
                  label: o(`${offer.kind}Title`),
                  detail: o("line", { until: text(offer.dueAt) }),
                },
              ]
            : []),
        ]}
      />
    </Section>
  );
}
