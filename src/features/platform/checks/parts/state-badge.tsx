import { useTexts } from "#web/language.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import type { ProposalLine } from "../contract.ts";
import { texts } from "../texts.ts";

const badges = { OPEN: "attention", CONFIRMED: "ok", REFUSED: "bad", TAKEN_BACK: "plain", STALE: "plain" } as const;

/** The state of a proposal; for an open one, whether it needs a checker with a higher permission. */
export function ProposalStateBadge({ state, tierRupiah }: Pick<ProposalLine, "state" | "tierRupiah">) {
  const t = useTexts(texts);
  return <Badge kind={badges[state]}>{t(state === "OPEN" && tierRupiah !== null ? "higher" : state)}</Badge>;
}
