import type { ReactNode } from "react";
import { useTexts } from "#web/language.tsx";
import { Icon } from "../icon/icon.tsx";
import type { IconName } from "../icon/icon.tsx";
import { kitTexts } from "../texts.ts";

export interface TabBarItem {
  to: string;
  label: ReactNode;
  icon: IconName;
  current?: boolean;
}

/** The borrower's places, at the lower edge: three to five. */
export function TabBar({ items }: { items: readonly TabBarItem[] }) {
  const t = useTexts(kitTexts);
  return (
    <nav className="tab-bar" aria-label={t("bottomMenu")}>
      {items.map((item) => (
        <a className="tab-bar-link" key={item.to} href={item.to} aria-current={item.current ? "page" : undefined}>
          <Icon name={item.icon} />
          {item.label}
        </a>
      ))}
    </nav>
  );
}
