import type { ReactNode } from "react";
import type { BusinessDate } from "#shared/dates.ts";
import { formatDate } from "#shared/dates.ts";
import { InstantText, Money, useLanguage, useTexts } from "#web/language.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Difference } from "#web/ui/difference/difference.tsx";
import { Section } from "#web/ui/text/text.tsx";
import type { ProposalCard, ShownLine } from "../contract.ts";
import { texts } from "../texts.ts";

export interface CardProps {
  card: ProposalCard;
  nameOf: (staffId: string | null) => string;
}

type Fact = readonly [name: string, value: ReactNode];

/** All that a checker compares, of a proposal of any kind: what it says, whom it is about, who proposed and decided it. */
export function Card({ card, nameOf }: CardProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { amountRupiah, togetherRupiah, borrowerId, endedAt, checkerId } = card;
  const facts: Fact[] = [
    ...(amountRupiah === null ? [] : [[t("amount"), <Money key="amount" rupiah={amountRupiah} />] as const]),
    ...(togetherRupiah !== null && togetherRupiah > (amountRupiah ?? 0)
      ? [[t("together"), <Money key="together" rupiah={togetherRupiah} />] as const]
      : []),
    ...card.lines.flatMap((line) => {
      const value = valueOf(line, language);
      return value === null ? [] : [[line.label, value] as const];
    }),
    ...(borrowerId === null
      ? []
      : [
          [
            t("borrower"),
            <a key="borrower" className="console-id" href={`/staff/borrowers/${borrowerId}`}>
              {borrowerId.slice(-12)}
            </a>,
          ] as const,
        ]),
    [t("maker"), nameOf(card.makerId)],
    [t("made"), <InstantText key="made" at={card.madeAt} />],
    [t("reason"), card.reason ?? t("noReason")],
    ...(endedAt === null
      ? []
      : ([
          ...(checkerId === null ? [] : [[t("checker"), nameOf(checkerId)] as const]),
          [t("ended"), <InstantText key="ended" at={endedAt} />],
          ...(card.checkReason === null ? [] : [[t("checkReason"), card.checkReason] as const]),
        ] as const)),
  ];
  return (
    <>
      <DefinitionList items={facts} />
      {card.lines.map(
        (line) =>
          line.kind === "DIFFERENCE" && (
            <Section key={line.label} heading={line.label}>
              <Difference parts={line.parts} />
            </Section>
          ),
      )}
    </>
  );
}

/** Null of a difference, which stands below by itself. */
function valueOf(line: ShownLine, language: ReturnType<typeof useLanguage>): ReactNode {
  switch (line.kind) {
    case "TEXT":
      return line.text;
    case "RUPIAH":
      return <Money rupiah={line.rupiah} />;
    case "DATE":
      return formatDate(line.date as BusinessDate, language);
    case "ID":
      return line.to === null ? (
        <span className="console-id">{line.id}</span>
      ) : (
        <a className="console-id" href={line.to}>
          {line.id}
        </a>
      );
    case "DIFFERENCE":
      return null;
  }
}
