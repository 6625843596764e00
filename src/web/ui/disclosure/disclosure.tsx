import type { ReactNode } from "react";
import { Icon } from "../icon/icon.tsx";

interface DisclosureProps {
  summary: ReactNode;
  open?: boolean;
  /** Of several with the same group, one is open at a time. */
  group?: string;
  id?: string;
  /** An anchor within: browsers open what is folded around the target of a link, with no script. */
  anchor?: string;
  children: ReactNode;
}

/** Something to open when wanted (a question, how a figure comes about). */
export function Disclosure({ summary, open, group, id, anchor, children }: DisclosureProps) {
  return (
    <details className="disclosure" open={open} name={group} id={id}>
      <summary className="disclosure-summary">
        <span>{summary}</span>
        <Icon name="down" size={20} />
      </summary>
      <div className="disclosure-body" id={anchor}>
        {children}
      </div>
    </details>
  );
}
