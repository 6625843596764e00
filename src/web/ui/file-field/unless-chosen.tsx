import type { ReactNode } from "react";
import "./file-field.css";

/** What leads away from a page that takes files, or sends it: hidden while a file is chosen that would be lost so. Always there without script. */
export function UnlessChosen({ children }: { children: ReactNode }) {
  return <div className="unless-chosen">{children}</div>;
}
