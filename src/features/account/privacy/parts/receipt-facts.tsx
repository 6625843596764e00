/** A consent's receipt, for its owner and for anyone who checks it: the facts that matter to a person first, the proof folded. */
import type { ReactNode } from "react";
import { InstantText, useTexts } from "#web/language.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { languageChoices } from "#web/ui/site-header/site-header.tsx";
import { consentRuleOf, type ConsentReceipt } from "../contract.ts";
import { dataTexts, consentKindTexts, consentReceiverTexts, texts } from "../texts.ts";

export type ReceiptShown = Pick<
  ConsentReceipt,
  "kind" | "subjectText" | "basis" | "state" | "text" | "givenAt" | "until" | "endedAt" | "dueAt" | "finishedAt"
> & { device?: string | null };

type Facts = [ReactNode, ReactNode][];
const there = (facts: Facts): Facts => facts.filter(([, value]) => Boolean(value));

export function ReceiptFacts({ receipt }: { receipt: ReceiptShown }) {
  const t = useTexts(texts);
  const name = useTexts(consentKindTexts);
  const about = useTexts(dataTexts);
  const receiver = useTexts(consentReceiverTexts);
  const { kind, subjectText, text } = receipt;
  const { ends } = consentRuleOf(kind);
  const instant = (at: string | null) => at && <InstantText key={at} at={at} />;
  // Analytics that was switched off: it was never agreed to, and ran until that day.
  const isObjection = receipt.givenAt === null && receipt.endedAt !== null;
  const ending = receipt.until
    ? instant(receipt.until)
    : receipt.state === "STANDING" && t(ends === "DECISION" ? "untilDecision" : "untilClosing");
  const facts: Facts = [
    [t("receiptKind"), subjectText === "" ? name(kind) : `${name(kind)}: ${subjectText}`],
    [t("state"), t(isObjection ? "isOff" : receipt.state)],
    [t("data"), about(kind)],
    [t("receivers"), receiver(kind)],
    [t("givenAt"), instant(receipt.givenAt)],
    [t(receipt.endedAt === null ? "until" : "untilThen"), !isObjection && ending],
    [t(isObjection ? "offAt" : "endedAt"), instant(receipt.endedAt)],
    [t("dueAt"), receipt.finishedAt === null && instant(receipt.dueAt)],
  ];
  const proof: Facts = [
    [t("basis"), t(receipt.basis)],
    [t("device"), receipt.device],
    [t("finishedAt"), instant(receipt.finishedAt)],
    [t("version"), text && `${text.version} · ${languageChoices[text.language].name}`],
    [
      t("hash"),
      text && (
        <code key="hash" className="hash">
          {text.hash}
        </code>
      ),
    ],
  ];
  return (
    <>
      <DefinitionList items={there(facts)} />
      <Disclosure summary={t("technical")}>
        <DefinitionList items={there(proof)} />
      </Disclosure>
    </>
  );
}
