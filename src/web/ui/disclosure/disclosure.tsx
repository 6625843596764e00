import type { ReactNode } from "react";
import { Icon } from "../icon/icon.tsx";

interface DisclosureProps {
  summary: ReactNode;
  open?: boolean;
  /** Disclosures of the same group: only one is open at a time. */
  group?: string;
  id?: string;
  /** An anchor inside: browsers open folded content around the target of a link, without script. */
  anchor?: string;
  children: ReactNode;
}

/** Content to open on demand (a question, how a figure is computed). */
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
