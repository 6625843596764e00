import type { ReactNode } from "react";
import { Icon } from "../icon/icon.tsx";

/** A surface. Its heading is an h2, or an h3 within a section; a small picture may be next to it. */
export function Card({
  children,
  heading,
  level = 2,
  art,
}: {
  children: ReactNode;
  heading?: ReactNode;
  level?: 2 | 3;
  art?: ReactNode;
}) {
  const Tag = level === 2 ? "h2" : "h3";
  const words = heading !== undefined && <Tag className="card-heading">{heading}</Tag>;
  return (
    <section className="card">
      {art === undefined ? (
        words
      ) : (
        <div className="card-head">
          {art}
          {words}
        </div>
      )}
      {children}
    </section>
  );
}

/** A card whose whole head links to the page where its contents are edited; `act` names the action. */
export function PartCard({
  to,
  heading,
  act,
  children,
}: {
  to: string;
  heading: string;
  act: string;
  children: ReactNode;
}) {
  return (
    <section className="card part-card">
      <a className="part-card-head" href={to}>
        <h2 className="card-heading">{heading}</h2>
        <span className="part-card-act">
          {act} <span className="visually-hidden">{heading}</span>
          <Icon name="forward" size={20} />
        </span>
      </a>
      {children}
    </section>
  );
}

/** A whole card that leads somewhere: picture at the left, title, a line of detail. */
export function LinkCard({
  to,
  art,
  title,
  children,
}: {
  to: string;
  art?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
}) {
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
