import { Badge } from "#web/ui/badge/badge.tsx";
import { useTexts } from "#web/language.tsx";
import type { LoanStateName } from "../contract.ts";
import { loanStateTexts } from "../texts.ts";

const kinds: Readonly<Partial<Record<LoanStateName, "ok" | "bad" | "attention" | "info">>> = {
  ACTIVE: "ok",
  APPROVED: "ok",
  PAID_OFF: "ok",
  REJECTED: "bad",
  WRITTEN_OFF: "bad",
  IN_REVIEW: "attention",
  SUBMITTED: "info",
  SIGNED: "info",
  DISBURSING: "info",
};

/** A loan's state for staff, coloured as it bears on the work. */
export function LoanStateBadge({ state }: { state: LoanStateName }) {
  const t = useTexts(loanStateTexts);
  const kind = kinds[state];
  return kind ? <Badge kind={kind}>{t(state)}</Badge> : <Badge>{t(state)}</Badge>;
}

/** The same without colour, within other words. */
export function LoanStateText({ state }: { state: LoanStateName }) {
  return useTexts(loanStateTexts)(state);
}
