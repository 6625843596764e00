import type { ReactNode } from "react";
import { Icon } from "../icon/icon.tsx";

/** Something to open when wanted (a question, how a figure comes about). Several with the same `group` open one at a time. */
export function Disclosure({ summary, open, group, id, children }: { summary: ReactNode; open?: boolean; group?: string; id?: string; children: ReactNode }) {
  return (
    <details className="disclosure" open={open} name={group} id={id}>
      <summary className="disclosure-summary">
        <span>{summary}</span>
        <Icon name="down" size={20} />
      </summary>
      <div className="disclosure-body">{children}</div>
    </details>
  );
}
