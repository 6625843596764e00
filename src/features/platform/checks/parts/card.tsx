import { ShortId } from "#web/console/short-id.tsx";
import type { ReactNode } from "react";
import type { BusinessDate } from "#shared/dates.ts";
import { formatDate } from "#shared/dates.ts";
import { Compared, ConsequencesOf } from "#web/console/compared.tsx";
import { Evidence } from "#web/console/evidence.tsx";
import { consoleTexts } from "#web/console/texts.ts";
import { InstantText, Money, useLanguage, useTexts } from "#web/language.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Difference } from "#web/ui/difference/difference.tsx";
import { Section, Small } from "#web/ui/text/text.tsx";
import type { ProposalCard, ShownLineAnswer } from "../contract.ts";
import { texts } from "../texts.ts";

export interface CardProps {
  card: ProposalCard;
  nameOf: (staffId: string | null) => string;
  /** Ids of the pieces of evidence that are open. */
  left: string | null;
  right: string | null;
}

type Fact = readonly [name: string, value: ReactNode];

/** Everything that a checker compares, for any kind of proposal: contents, consequences, maker and decider. */
export function ProposalCardView({ card, nameOf, left, right }: CardProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const compared = card.lines.filter((line) => line.kind !== "DIFFERENCE");
  return (
    <>
      <DefinitionList items={factsOf(card, nameOf, t)} />
      {compared.length > 0 && (
        <Compared
          lines={compared.map((line) => ({
            label: line.label,
            value: valueOf(line, language),
            ...(line.kind === "TEXT"
              ? { before: line.before, isSame: line.before === line.text, isFlag: line.isFlag }
              : {}),
          }))}
        />
      )}
      {card.lines.map(
        (line) =>
          line.kind === "DIFFERENCE" && (
            <Section key={line.label} heading={line.label}>
              <Difference parts={line.parts} />
            </Section>
          ),
      )}
      <Pictures card={card} left={left} right={right} />
      {card.state === "OPEN" && (
        <ConsequencesOf ifYes={card.consequences.ifConfirmed} ifNo={card.consequences.ifRefused} />
      )}
    </>
  );
}

function factsOf(
  card: ProposalCard,
  nameOf: CardProps["nameOf"],
  t: (key: keyof typeof texts) => string,
): readonly Fact[] {
  const { amountRupiah, togetherRupiah, endedAt, checkerId } = card;
  return [
    ...(amountRupiah === null ? [] : [[t("amount"), <Money key="amount" rupiah={amountRupiah} />] as const]),
    ...(togetherRupiah !== null && togetherRupiah > (amountRupiah ?? 0)
      ? [[t("together"), <Money key="together" rupiah={togetherRupiah} />] as const]
      : []),
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
}

/** The evidence for the lines, for those who may open it; otherwise only its number. */
function Pictures({ card, left, right }: Pick<CardProps, "card" | "left" | "right">) {
  const t = useTexts(consoleTexts);
  const { evidence, mayOpenEvidence, proposalId } = card;
  if (evidence.length === 0) return null;
  if (!mayOpenEvidence) return <Small>{t("evidenceOthers", { count: evidence.length })}</Small>;
  return (
    <Evidence
      path={`/staff/checks/${proposalId}`}
      left={left}
      right={right}
      photos={evidence.map(({ address, ...piece }) => ({ ...piece, picture: address }))}
    />
  );
}

function valueOf(
  line: Exclude<ShownLineAnswer, { kind: "DIFFERENCE" }>,
  language: ReturnType<typeof useLanguage>,
): ReactNode {
  switch (line.kind) {
    case "TEXT":
      return line.text;
    case "RUPIAH":
      return <Money rupiah={line.rupiah} />;
    case "DATE":
      return formatDate(line.date as BusinessDate, language);
    case "ID":
      return <ShortId id={line.id} to={line.to} />;
  }
}
