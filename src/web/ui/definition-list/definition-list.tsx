import type { ReactNode } from "react";

/** More words than this are read as a sentence: stacked below their name, in normal weight. */
const maxWords = 3;
/** The same for dates and amounts, which begin with a digit or a sign. */
const maxWordsOfFigure = 6;
/** Chinese has no spaces between words: this many characters are a sentence. */
const maxSigns = 10;
const isSentence = (value: ReactNode): boolean => {
  if (typeof value !== "string") return false;
  const isFigure = /^(?:\d|Rp|[+−-])/.test(value);
  if (/\p{Script=Han}/u.test(value)) return !isFigure && value.length > maxSigns;
  return value.trim().split(/\s+/).length > (isFigure ? maxWordsOfFigure : maxWords);
};

interface DefinitionListProps {
  items: readonly (readonly [name: ReactNode, value: ReactNode])[];
  /** Shows every value below its name, as sentences always do. */
  stacked?: boolean;
}

/** Facts with their names: `[["Nama", "…"], ["NIK", "…"]]`. A missing value shows as a dash. */
export function DefinitionList({ items, stacked = false }: DefinitionListProps) {
  return (
    <dl className="facts">
      {items.map(([name, value], index) => (
        <div className={stacked || isSentence(value) ? "facts-row facts-sentence" : "facts-row"} key={index}>
          <dt className="facts-name">{name}</dt>
          <dd className="facts-value">{value ?? "–"}</dd>
        </div>
      ))}
    </dl>
  );
}
