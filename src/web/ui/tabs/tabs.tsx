import type { ReactNode } from "react";

/** Parts of one page that are pages of their own: links, one of them current. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly { to: string; label: ReactNode; current?: boolean }[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <a className="tab" key={tab.to} href={tab.to} aria-current={tab.current ? "page" : undefined}>
          {tab.label}
        </a>
      ))}
    </nav>
  );
}
