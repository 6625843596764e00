import type { ReactNode } from "react";
import "./file-field.css";

/** Links and buttons that would lose a chosen file: hidden while one is chosen. Without script they are always shown. */
export function UnlessChosen({ children }: { children: ReactNode }) {
  return <div className="unless-chosen">{children}</div>;
}
