/** The figures of a borrower at a glance: a card for each group that has any. */
import type { ReactNode } from "react";
import { figureGroups } from "#shared/borrower-figures.ts";
import { groupThousands } from "#shared/money.ts";
import { LocalInstant } from "#web/console/local-time.tsx";
import { DateText, Money, useTexts } from "#web/language.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import type { FigureLine } from "../staff-contract.ts";
import { figureTexts } from "./figure-texts.ts";

export function FigureList({ figures }: { figures: readonly FigureLine[] }) {
  const t = useTexts(figureTexts);
  return (
    <div className="borrower-figures">
      {figureGroups
        .map((group) => ({ group, own: figures.filter((one) => one.group === group) }))
        .filter(({ own }) => own.length > 0)
        .map(({ group, own }) => (
          <Card key={group} heading={t(group)}>
            <DefinitionList
              items={own.map((one) => [
                one.to === null ? one.text : <a href={one.to}>{one.text}</a>,
                <Value of={one} />,
              ])}
            />
          </Card>
        ))}
    </div>
  );
}

function Value({ of }: { of: FigureLine }) {
  const parts: [key: string, shown: ReactNode][] = [
    ["value", of.tone === null ? valueOf(of) : <Badge kind={of.tone}>{valueOf(of)}</Badge>],
    ["note", of.note],
    ["on", of.on && <DateText date={of.on} style="short" />],
  ];
  return parts
    .filter(([, shown]) => shown !== null)
    .map(([key, shown], index) => (
      <span key={key}>
        {index > 0 && " · "}
        {shown}
      </span>
    ));
}

function valueOf({ rupiah, count, words, at }: FigureLine): ReactNode {
  if (rupiah !== null) return <Money rupiah={rupiah} />;
  if (count !== null) return groupThousands(count);
  return at === null ? words : <LocalInstant at={at} />;
}
