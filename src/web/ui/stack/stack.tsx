import type { ReactNode } from "react";

/** Things below one another. `tight` 8 px, `normal` 16 px, `loose` 28 px. */
export function Stack({ gap = "normal", children }: { gap?: "tight" | "normal" | "loose"; children: ReactNode }) {
  return <div className={gap === "normal" ? "stack" : `stack stack-${gap}`}>{children}</div>;
}

/** Items in a row that wrap when they do not fit. `spread` pushes first and last to the ends. */
export function InlineRow({ spread, children }: { spread?: boolean; children: ReactNode }) {
  return <div className={spread ? "row row-spread" : "row"}>{children}</div>;
}

/** One column on a phone, two from 720 px (three from 960 px with `three`). */
export function Columns({ three, children }: { three?: boolean; children: ReactNode }) {
  return <div className={three ? "columns columns-three" : "columns"}>{children}</div>;
}

/** A page's main content, and next to it on a wide screen (below it on a phone) its side content: contents, a receipt, further links. */
export function Split({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <div className="split">
      <div className="split-main">{children}</div>
      <div className="split-aside">{aside}</div>
    </div>
  );
}
