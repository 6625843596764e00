import type { ReactNode } from "react";
import { Icon } from "../icon/icon.tsx";

/** A surface. Its heading is an h2, or an h3 within a section. */
export function Card({ children, heading, level = 2 }: { children: ReactNode; heading?: ReactNode; level?: 2 | 3 }) {
  const Tag = level === 2 ? "h2" : "h3";
  return (
    <section className="card">
      {heading !== undefined && <Tag className="card-heading">{heading}</Tag>}
      {children}
    </section>
  );
}

/** A whole card that leads somewhere: picture at the left, title, a line of detail. */
export function LinkCard({ to, art, title, children }: { to: string; art?: ReactNode; title: ReactNode; children?: ReactNode }) {
  return (
    <a className="card link-card" href={to}>
      {art}
      <span className="link-card-words">
        <strong>{title}</strong>
        {children !== undefined && <span className="small">{children}</span>}
      </span>
      <Icon name="forward" />
    </a>
  );
}
