import type { ReactNode } from "react";

/** More words than this are read as a sentence: stacked below their name, in normal weight. Dates and amounts begin with a digit or a sign. */
const maxWords = 3;
/** Chinese has no spaces between words: this many characters are a sentence. */
const maxSigns = 10;
const isSentence = (value: ReactNode): boolean => {
  if (typeof value !== "string" || /^(?:\d|Rp|[+−-])/.test(value)) return false;
  const isChinese = /\p{Script=Han}/u.test(value);
  return isChinese ? value.length > maxSigns : value.trim().split(/\s+/).length > maxWords;
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
