import type { ReactNode } from "react";

/** Steps in their order, told before anything has begun: a number, a title, a sentence. What has happened already is a `<Timeline>`. */
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
