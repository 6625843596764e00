import { Badge } from "#web/ui/badge/badge.tsx";

const kinds: Readonly<Record<string, "ok" | "bad" | "attention" | "info">> = {
  ACTIVE: "ok",
  DONE: "ok",
  BLOCKED: "bad",
  DISABLED: "bad",
  REFUSED: "attention",
  UNKNOWN: "attention",
  IN_REVIEW: "attention",
  INVITED: "attention",
};

/** A state by its code, coloured by its urgency; `label` is its text. */
export function StateBadge({ state, label }: { state: string; label: string }) {
  const kind = kinds[state];
  return kind ? <Badge kind={kind}>{label}</Badge> : <Badge>{label}</Badge>;
}
