import { useLanguage, useTexts } from "#web/language.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { Section } from "#web/ui/text/text.tsx";
import { formatInstant } from "#shared/dates.ts";
import type { DocumentRequestView } from "../contract.ts";
import { kindTexts } from "./kind-texts.ts";
import { requestTexts } from "./request-texts.ts";

/** What is asked for now stands before everything else; nothing where nothing is. */
export function AskedFor({ request }: { request: DocumentRequestView | null }) {
  const t = useTexts(requestTexts);
  const name = useTexts(kindTexts);
  const language = useLanguage();
  if (!request) return null;
  const until = formatInstant(new Date(request.dueAt), language, "WIB", "short");
  const isAllGiven = request.kinds.every(({ isGiven }) => isGiven);
  return (
    <Section heading={t("askedHeading")}>
      <LinkList
        items={[
          {
            to: "/webview/additional-again",
            icon: "document",
            label: request.kinds.map(({ kind }) => name(kind)).join(" · "),
            detail: t("askedLine", { until }),
            aside: <Badge kind="attention">{t(isAllGiven ? "send" : "open")}</Badge>,
          },
        ]}
      />
    </Section>
  );
}
