import type { ReactNode } from "react";
import { useHeadRefusal } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import { NoticeSign } from "../notice/notice.tsx";
import { kitTexts } from "../texts.ts";

export interface PageProps {
  /** `narrow`: one column to 560 px (web views, forms). `wide`: the website, up to 1,120 px. `dense`: the staff console. `full`: the screen measures its own parts (`<Room>`). */
  kind?: "narrow" | "wide" | "dense" | "full";
  header?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}

/** The frame of every screen: a skip link, the header, one `main`, the foot. */
export function Page({ kind = "narrow", header, footer, children }: PageProps) {
  const t = useTexts(kitTexts);
  return (
    <div className={`page page-${kind}`}>
      <a className="page-skip" href="#main">
        {t("skipToContent")}
      </a>
      {header}
      <main className="page-main" id="main" tabIndex={-1}>
        <HeadRefusal />
        {children}
      </main>
      {footer}
    </div>
  );
}

/** The refusal of the last form, on a page whose screen does not show it: its form is gone, or the refusal was carried over a redirect. */
function HeadRefusal() {
  const refusal = useHeadRefusal();
  if (!refusal) return null;
  return (
    <div className="notice notice-bad" id="page-problems" data-problem-summary="" role="alert" tabIndex={-1} autoFocus>
      <NoticeSign kind="bad" />
      <div className="notice-words">
        {refusal.words.map((words) => (
          <p key={words}>{words}</p>
        ))}
      </div>
    </div>
  );
}

/** The one primary action of a screen, within reach of the thumb: last in the page or last in its form. */
export function ActionBar({ children }: { children: ReactNode }) {
  return <div className="action-bar">{children}</div>;
}

/** A part of a `full` page at the website's measure; on a `card` ground it reaches from edge to edge. */
export function Room({ ground, children }: { ground?: "card"; children: ReactNode }) {
  const room = <div className="page-room">{children}</div>;
  return ground === undefined ? room : <div className="page-ground">{room}</div>;
}
