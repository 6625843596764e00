import { call } from "#web/api.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { Section } from "#web/ui/text/text.tsx";
import { formatInstant } from "#shared/dates.ts";
import {
  type DocumentRequestView,
  getInformationOffer,
  type InformationOffer,
  documentKindTexts,
} from "../contract.ts";
import { getDocumentRequest } from "../request-contract.ts";
import { offerTexts } from "./offer-texts.ts";
import { documentRequestTexts } from "./request-texts.ts";

interface OpenRequests {
  request: DocumentRequestView | null;
  offer: InformationOffer | null;
}

/** The request of staff and the offer that are open; null where none is. */
export async function readOpenRequests(context: Parameters<typeof call>[2]["context"]): Promise<OpenRequests> {
  const [{ request }, { offer }] = await Promise.all([
    call(getDocumentRequest, {}, { context }),
    call(getInformationOffer, {}, { context }),
  ]);
  return { request: request?.state === "OPEN" ? request : null, offer: offer?.state === "OPEN" ? offer : null };
}

/** Shown before everything else; nothing without an open request. */
export function RequestedItems({ request, offer }: OpenRequests) {
  const t = useTexts(documentRequestTexts);
  const o = useTexts(offerTexts);
  const name = useTexts(documentKindTexts);
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
