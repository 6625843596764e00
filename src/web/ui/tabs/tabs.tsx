import type { ReactNode } from "react";

/** Parts of one page that are separate pages: links, one of them current. `wrap`: more than fit in a row on a phone, all visible. */
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
