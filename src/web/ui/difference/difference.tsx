import type { DifferencePart } from "#shared/difference.ts";
import { useTexts } from "#web/language.tsx";
import { kitTexts } from "../texts.ts";

/** Unchanged letters shown around a change; the middle of a longer stretch is omitted. */
const nearLetters = 120;

/**
 * The difference between two texts: removed words struck through, added ones underlined, long unchanged stretches
 * shortened. Screen readers announce which is which.
 */
export function Difference({ parts }: { parts: readonly DifferencePart[] }) {
  const t = useTexts(kitTexts);
  return (
    <p className="difference">
      {parts.map(({ kind, text }, index) => {
        if (kind === "SAME") return <span key={index}>{shortened(text, index === 0, index === parts.length - 1)}</span>;
        const Tag = kind === "ADDED" ? "ins" : "del";
        return (
          <Tag key={index} className={kind === "ADDED" ? "difference-added" : "difference-removed"}>
            <span className="visually-hidden">{t(kind === "ADDED" ? "added" : "removed")} </span>
            {text}
          </Tag>
        );
      })}
    </p>
  );
}

function shortened(text: string, isFirst: boolean, isLast: boolean): string {
  const before = isFirst ? 0 : nearLetters;
  const after = isLast ? 0 : nearLetters;
  if (text.length <= before + after + nearLetters) return text;
  return `${text.slice(0, before)}\n…\n${after === 0 ? "" : text.slice(-after)}`;
}
