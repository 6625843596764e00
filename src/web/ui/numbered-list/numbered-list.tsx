import type { ReactNode } from "react";

/** Future steps in order: a number, a title, a sentence. Past events are a `<Timeline>`. */
export function NumberedList({ items }: { items: readonly { title: ReactNode; body: ReactNode }[] }) {
  return (
    <ol className="numbered-list">
      {items.map(({ title, body }, index) => (
        <li className="numbered-list-item" key={index}>
          <strong>{title}</strong>
          <p className="numbered-list-body">{body}</p>
        </li>
      ))}
    </ol>
  );
}
