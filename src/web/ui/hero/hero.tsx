import type { ReactNode } from "react";

/** The home page's first words on the brand's band; its children (the calculator's card) stand half upon it, beside it on a wide screen. */
export function Hero({ title, lead, children }: { title: ReactNode; lead?: ReactNode; children?: ReactNode }) {
  return (
    <section className="hero">
      <div className="hero-room">
        <div className="hero-words">
          <h1 className="hero-title">{title}</h1>
          {lead !== undefined && <p className="hero-lead">{lead}</p>}
        </div>
        {children !== undefined && <div className="hero-card">{children}</div>}
      </div>
    </section>
  );
}
