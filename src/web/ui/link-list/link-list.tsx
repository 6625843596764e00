import type { ReactNode } from "react";
import { Icon } from "../icon/icon.tsx";
import type { IconName } from "../icon/icon.tsx";

export interface LinkListItem {
  to: string;
  label: ReactNode;
  detail?: ReactNode;
  icon?: IconName;
  /** At the end of the line, or below the words when there is no room: a badge, an amount. */
  aside?: ReactNode;
  track?: string;
}

/** Links, one per line. */
export function LinkList({ items }: { items: readonly LinkListItem[] }) {
  return (
    <ul className="link-list">
      {items.map((item) => (
        <li key={item.to}>
          <a
            className="link-list-link"
            href={item.to}
            data-track={item.track}
            data-open-in-app={item.to.startsWith("https:") ? "" : undefined}
          >
            {item.icon && <Icon name={item.icon} />}
            <span className="link-list-body">
              <span className="link-list-words">
                {item.label}
                {item.detail !== undefined && <span className="link-list-detail">{item.detail}</span>}
              </span>
              {item.aside}
            </span>
            <Icon name="forward" size={20} />
          </a>
        </li>
      ))}
    </ul>
  );
}
