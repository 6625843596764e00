/** The facts of a decision, line by line, and its consequences: the same on the page of a case and on that of a proposal. */
import type { ReactNode } from "react";
import { useTexts } from "#web/language.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { DefinitionList } from "#web/ui/definition-list/definition-list.tsx";
import { Section } from "#web/ui/text/text.tsx";
import { consoleTexts } from "./texts.ts";

export interface ComparedLine {
  label: string;
  value: ReactNode;
  /** The current value, when the line would change it. */
  before?: ReactNode;
  /** Stays as it is, although the line could change it. */
  isSame?: boolean;
  /** Counts against it, or needs care. */
  isFlag?: boolean;
}

/** A changing value is next to the current one; the others below. Flagged lines are also marked in words. */
export function Compared({ lines }: { lines: readonly ComparedLine[] }) {
  const numbered = lines.map((line, index) => ({ ...line, index }));
  const changes = numbered.filter(({ before }) => before !== undefined && before !== null);
  const facts = numbered.filter(({ before }) => before === undefined || before === null);
  return (
    <>
      {changes.length > 0 && <Changes lines={changes} />}
      {(facts.length > 0 || changes.length === 0) && <Facts lines={facts} />}
    </>
  );
}

type Numbered = ComparedLine & { index: number };

function Changes({ lines }: { lines: readonly Numbered[] }) {
  const t = useTexts(consoleTexts);
  return (
    <DataTable
      caption={t("changes")}
      rows={lines}
      rowKey={(line) => String(line.index)}
      columns={[
        { key: "fact", label: t("fact"), show: (line) => line.label },
        { key: "before", label: t("before"), show: (line) => line.before },
        {
          key: "after",
          label: t("after"),
          show: (line) => (line.isSame ? t("same") : <strong>{line.value}</strong>),
        },
      ]}
    />
  );
}

function Facts({ lines }: { lines: readonly Numbered[] }) {
  const t = useTexts(consoleTexts);
  return (
    <DataTable
      caption={t("compared")}
      rows={lines}
      rowKey={(line) => String(line.index)}
      empty={t("noLines")}
      columns={[
        { key: "fact", label: t("fact"), show: (line) => line.label },
        {
          key: "value",
          label: t("value"),
          show: (line) => (
            <>
              {line.value} {line.isFlag && <Badge kind="attention">{t("flag")}</Badge>}
            </>
          ),
        },
      ]}
    />
  );
}

/** Shows both decisions at once, so that neither is chosen without reading its consequence. */
export function ConsequencesOf({ ifYes, ifNo }: { ifYes: string; ifNo: string }) {
  const t = useTexts(consoleTexts);
  return (
    <Section heading={t("consequences")}>
      <DefinitionList
        items={[
          [t("ifYes"), ifYes],
          [t("ifNo"), ifNo],
        ]}
      />
    </Section>
  );
}
