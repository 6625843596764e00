/**
 * Ids of 36 characters, shortened to their last six. The whole id stays in the page: it is what a screen reader says, what a
 * selection copies and what a search in the page finds; styles alone hide its head. No script.
 */
import { Fragment } from "react";

const tailLength = 6;

/** One id, short; with `to` a link. An id that is short already is shown whole. */
export function ShortId({ id, to }: { id: string; to?: string | null }) {
  const shown =
    id.length <= 20 ? (
      id
    ) : (
      <>
        <span className="short-id-head">{id.slice(0, -tailLength)}</span>
        {id.slice(-tailLength)}
      </>
    );
  return to == null ? (
    <span className="console-id short-id short-id-copied" title={id}>
      {shown}
    </span>
  ) : (
    <a className="console-id short-id" href={to} title={id}>
      {shown}
    </a>
  );
}

const longId = /(\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\bpay_[0-9a-f]{32}\b)/;

/** A text with the long ids in it shortened. */
export function WithShortIds({ text }: { text: string }) {
  return text
    .split(longId)
    .map((part, index) =>
      index % 2 === 1 ? <ShortId key={index} id={part} /> : <Fragment key={index}>{part}</Fragment>,
    );
}
