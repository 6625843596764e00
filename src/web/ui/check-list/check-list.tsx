import type { ReactNode } from "react";
import { Icon } from "../icon/icon.tsx";

/** A list of statements, each with a tick: promises, requirements. */
export function CheckList({ items }: { items: readonly ReactNode[] }) {
  return (
    <ul className="check-list">
      {items.map((item, index) => (
        <li className="check-list-item" key={index}>
          <Icon name="check" size={20} />
          <span>{item}</span>
        </li>
      ))}
    </ul>
  );
}
