import { Difference as Pieces } from "#web/ui/difference/difference.tsx";
import { Heading } from "#web/ui/text/text.tsx";
import { useTexts } from "#web/language.tsx";
import type { ContentDifference } from "../staff-contract.ts";
import { contentEditorTexts } from "../texts.ts";

/** The differences by field; `none` is shown when there are none. */
export function Differences({ differences, none }: { differences: readonly ContentDifference[]; none: string }) {
  const t = useTexts(contentEditorTexts);
  if (differences.length === 0) return <p>{none}</p>;
  return (
    <>
      {differences.map(({ language, field, parts }) => (
        <div key={`${language ?? ""} ${field}`}>
          <Heading level={3}>{language === null ? t(field) : `${t(language)}: ${t(field)}`}</Heading>
          <Pieces parts={parts} />
        </div>
      ))}
    </>
  );
}
