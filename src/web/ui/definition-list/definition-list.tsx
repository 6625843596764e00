import type { ReactNode } from "react";

/** Facts with their names: `[["Nama", "…"], ["NIK", "…"]]`. A missing value shows as a dash. */
export function DefinitionList({ items }: { items: readonly (readonly [name: ReactNode, value: ReactNode])[] }) {
  return (
    <dl className="facts">
      {items.map(([name, value], index) => (
        <div className="facts-row" key={index}>
          <dt className="facts-name">{name}</dt>
          <dd className="facts-value">{value ?? "–"}</dd>
        </div>
      ))}
    </dl>
  );
}
