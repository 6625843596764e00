import type { ReactNode } from "react";
import { titleId } from "../text/title-id.ts";

export interface HeroProps {
  title: ReactNode;
  lead?: ReactNode;
  /** Shown below the words on a wide screen and below the card on a phone: a warning, promises in a `<CheckList>`. */
  points?: ReactNode;
  children?: ReactNode;
}

/** The home page's first words on the brand's band; its children (the calculator's card) overlap its lower edge, or are next to the words on a wide screen. */
export function Hero({ title, lead, points, children }: HeroProps) {
  return (
    <section className="hero">
      <div className="hero-room">
        <div className="hero-words">
          <h1 className="hero-title" id={titleId}>
            {title}
          </h1>
          {lead !== undefined && <p className="hero-lead">{lead}</p>}
        </div>
        {children !== undefined && <div className="hero-card">{children}</div>}
        {points !== undefined && <div className="hero-points">{points}</div>}
      </div>
    </section>
  );
}
