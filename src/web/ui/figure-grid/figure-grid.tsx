import type { ReactNode } from "react";

/** Figures in a grid, each below its name; as many in a row as fit. */
export function FigureGrid({ items }: { items: readonly (readonly [name: ReactNode, value: ReactNode])[] }) {
  return (
    <dl className="figure-grid">
      {items.map(([name, value], index) => (
        <div className="figure-grid-one" key={index}>
          <dt className="figure-grid-name">{name}</dt>
          <dd className="figure-grid-value">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
