import type { ReactNode } from "react";

/**
 * The receipt (struk): every line of a cost, a dashed rule, the total, a torn lower edge. Children are lines, totals
 * and notes, and the inputs for amounts above them. A quote that changes with its form is in a `<LiveRegion>`.
 */
export function Receipt({ heading, level = 2, children }: { heading?: ReactNode; level?: 2 | 3; children: ReactNode }) {
  const Tag = level === 2 ? "h2" : "h3";
  return (
    <section className="receipt">
      {heading !== undefined && <Tag className="receipt-heading">{heading}</Tag>}
      {children}
    </section>
  );
}

interface LineProps {
  label: ReactNode;
  /** Smaller text below the label: explanation, due date. */
  note?: ReactNode;
  children: ReactNode;
}

/** One line: label and amount. */
export function ReceiptLine({ label, note, children }: LineProps) {
  return (
    <div className="receipt-line">
      <span>
        {label}
        {note !== undefined && <span className="receipt-line-note"> {note}</span>}
      </span>{" "}
      <strong className="receipt-value">{children}</strong>
    </div>
  );
}

/** The sum, below the dashed rule. */
export function ReceiptTotal({ label, note, children }: LineProps) {
  return (
    <div className="receipt-line receipt-total">
      <span>
        {label}
        {note !== undefined && <span className="receipt-line-note"> {note}</span>}
      </span>{" "}
      <strong className="receipt-value">{children}</strong>
    </div>
  );
}

/** Small print of the receipt, never hidden: late fee, contents of the total. */
export function ReceiptNote({ children }: { children: ReactNode }) {
  return <p className="receipt-note">{children}</p>;
}
