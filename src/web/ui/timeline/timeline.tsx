import type { ReactNode } from "react";
import { useTexts } from "#web/language.tsx";
import { kitTexts } from "../texts.ts";

export type TimelineState = "done" | "now" | "next";

/** Past, current and future events: `<TimelineItem>`s in order. */
export function Timeline({ children }: { children: ReactNode }) {
  return <ol className="timeline">{children}</ol>;
}

/** One event: its title, when it was or will be, and more about it (children: how long it took, a link). */
export function TimelineItem(props: {
  state?: TimelineState;
  title: ReactNode;
  when?: ReactNode;
  children?: ReactNode;
}) {
  const { state = "done", title, when, children } = props;
  const t = useTexts(kitTexts);
  return (
    <li className="timeline-item" data-state={state} aria-current={state === "now" ? "step" : undefined}>
      <strong className="timeline-title">
        <span className="visually-hidden">{`${t(state)}: `}</span>
        {title}
      </strong>
      {when !== undefined && <div className="timeline-detail">{when}</div>}
      {children !== undefined && <div className="timeline-detail">{children}</div>}
    </li>
  );
}
