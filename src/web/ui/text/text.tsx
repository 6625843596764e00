import { createContext, useContext, type ReactNode } from "react";
import { maskPhone } from "#shared/fields/phone.ts";
import { PreviewContext } from "#web/frame.tsx";
import { titleId } from "./title-id.ts";

/** The title shown in the bar above the page; null without a bar. */
export const BarTitle = createContext<string | null>(null);

/** The page's one h1. When the bar above shows the same text, only screen readers get it. */
export function Title({ children, lead }: { children: ReactNode; lead?: ReactNode }) {
  const isHidden = useContext(BarTitle) === children;
  const heading = useContext(PreviewContext) ? (
    <h2 className="title">{children}</h2>
  ) : (
    <h1 className={isHidden ? "visually-hidden" : "title"} id={titleId}>
      {children}
    </h1>
  );
  if (lead === undefined) return heading;
  return (
    <div className="title-group">
      {heading}
      <p className="lead">{lead}</p>
    </div>
  );
}

/** A heading of a section (h2), or of a part within it (`level={3}`). `aside` is shown at its end: a link, a status. */
export function Heading({
  children,
  level = 2,
  id,
  aside,
}: {
  children: ReactNode;
  level?: 2 | 3;
  id?: string;
  aside?: ReactNode;
}) {
  const Tag = level === 2 ? "h2" : "h3";
  const heading = (
    <Tag className={`heading-${level}`} id={id}>
      {children}
    </Tag>
  );
  if (aside === undefined) return heading;
  return (
    <div className="heading-row">
      {heading}
      {aside}
    </div>
  );
}

/** A section with its heading; its children are stacked. */
export function Section({
  heading,
  aside,
  id,
  children,
}: {
  heading: ReactNode;
  aside?: ReactNode;
  id?: string;
  children: ReactNode;
}) {
  return (
    <section className="section" id={id}>
      <Heading aside={aside}>{heading}</Heading>
      {children}
    </section>
  );
}

/** Secondary words: 14 px, softer. */
export function Small({ children, centred }: { children: ReactNode; centred?: boolean }) {
  return <p className={centred ? "small small-centred" : "small"}>{children}</p>;
}

/** The main figure of a screen, 34 px, with its label. */
export function Figure({ label, children, note }: { label: ReactNode; children: ReactNode; note?: ReactNode }) {
  return (
    <div>
      <p className="figure-label">{label}</p>
      <p className="figure-value">{children}</p>
      {note !== undefined && <p className="figure-label">{note}</p>}
    </div>
  );
}

/** A mobile number with its middle hidden, on one line. */
export function MaskedPhone({ number }: { number: string }) {
  return <span className="money">{maskPhone(number)}</span>;
}
