import type { ReactNode } from "react";
import { Illustration } from "../illustration/illustration.tsx";
import type { IllustrationName } from "../illustration/illustration.tsx";

/** An empty list: the reason, and the next action. `level={1}` when it is the whole page. */
export function EmptyState(props: {
  art?: IllustrationName;
  title: ReactNode;
  level?: 1 | 2;
  action?: ReactNode;
  children?: ReactNode;
}) {
  const Tag = props.level === 1 ? "h1" : "h2";
  return (
    <div className="empty-state">
      <Illustration name={props.art ?? "empty"} size={props.level === 1 ? "large" : "normal"} />
      <Tag className="empty-state-title">{props.title}</Tag>
      {props.children !== undefined && <p className="empty-state-words">{props.children}</p>}
      {props.action !== undefined && <div className="empty-state-action">{props.action}</div>}
    </div>
  );
}
