import { Badge } from "#web/ui/badge/badge.tsx";
import { Happening } from "./happening.tsx";

const kinds: Readonly<Record<string, "ok" | "bad" | "attention" | "info">> = {
  ACTIVE: "ok",
  APPROVED: "ok",
  PAID_OFF: "ok",
  DONE: "ok",
  BLOCKED: "bad",
  DISABLED: "bad",
  REJECTED: "bad",
  WRITTEN_OFF: "bad",
  REFUSED: "attention",
  UNKNOWN: "attention",
  IN_REVIEW: "attention",
  INVITED: "attention",
  SUBMITTED: "info",
  SIGNED: "info",
  DISBURSING: "info",
};

/** A state by its code, coloured as it bears on the work; `label` says it in words. */
export function StateBadge({ state, label }: { state: string; label?: string }) {
  const kind = kinds[state];
  const words = label ?? <Happening what={state} />;
  return kind ? <Badge kind={kind}>{words}</Badge> : <Badge>{words}</Badge>;
}
