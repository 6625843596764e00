import type { ReactNode } from "react";

/** A status in a word or two. The words carry the meaning, the colour repeats it. */
export function Badge({
  kind = "plain",
  children,
}: {
  kind?: "plain" | "info" | "attention" | "bad" | "ok";
  children: ReactNode;
}) {
  return <span className={kind === "plain" ? "badge" : `badge badge-${kind}`}>{children}</span>;
}
