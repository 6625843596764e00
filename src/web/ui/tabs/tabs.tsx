import type { ReactNode } from "react";

/** Parts of one page that are pages of their own: links, one of them current. `wrap`: more of them than stand in a row on a phone, all in sight. */
export function Tabs({
  label,
  tabs,
  wrap,
}: {
  label: string;
  tabs: readonly { to: string; label: ReactNode; current?: boolean }[];
  wrap?: boolean;
}) {
  return (
    <nav className={wrap ? "tabs tabs-wrap" : "tabs"} aria-label={label}>
      {tabs.map((tab) => (
        <a className="tab" key={tab.to} href={tab.to} aria-current={tab.current ? "page" : undefined}>
          {tab.label}
        </a>
      ))}
    </nav>
  );
}
