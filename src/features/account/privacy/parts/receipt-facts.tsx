/** What stands on a consent's receipt, for its owner and for whoever checks it. */
import type { ReactNode } from "react";
import { InstantText, useTexts } from "#web/language.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { languageNames } from "#web/ui/site-header/site-header.tsx";
import { ruleOf, type ConsentReceipt } from "../contract.ts";
import { dataTexts, kindTexts, receiverTexts, texts } from "../texts.ts";

export type ReceiptShown = Pick<
  ConsentReceipt,
  "kind" | "subjectText" | "basis" | "state" | "text" | "givenAt" | "until" | "endedAt" | "dueAt" | "finishedAt"
> & { device?: string | null };

export function ReceiptFacts({ receipt }: { receipt: ReceiptShown }) {
  const t = useTexts(texts);
  const name = useTexts(kindTexts);
  const about = useTexts(dataTexts);
  const receiver = useTexts(receiverTexts);
  const { kind, subjectText, text } = receipt;
  const { ends } = ruleOf(kind);
  const instant = (at: string | null) => at && <InstantText key={at} at={at} />;
  const ending = receipt.until
    ? instant(receipt.until)
    : receipt.state === "STANDING" && t(ends === "DECISION" ? "untilDecision" : "untilClosing");
  const facts: [ReactNode, ReactNode][] = [
    [t("receiptKind"), subjectText === "" ? name(kind) : `${name(kind)}: ${subjectText}`],
    [t("state"), t(receipt.state)],
    [t("basis"), t(receipt.basis)],
    [t("data"), about(kind)],
    [t("receivers"), receiver(kind)],
    [t("givenAt"), instant(receipt.givenAt)],
    [t("device"), receipt.device],
    [t(receipt.endedAt === null ? "until" : "untilThen"), ending],
    [t("endedAt"), instant(receipt.endedAt)],
    [t("dueAt"), receipt.finishedAt === null && instant(receipt.dueAt)],
    [t("finishedAt"), instant(receipt.finishedAt)],
    [t("version"), text && `${text.version} · ${languageNames[text.language].name}`],
    [
      t("hash"),
      text && (
        <code key="hash" className="hash">
          {text.hash}
        </code>
      ),
    ],
  ];
  return <DefinitionList items={facts.filter(([, value]) => Boolean(value))} />;
}
