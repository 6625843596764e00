import type { LoanStateName } from "#features/credit/loan/contract.ts";
import { useTexts } from "#web/language.tsx";
import { Badge } from "#web/ui/badge/badge.tsx";
import { texts } from "../texts.ts";

const kinds: Record<LoanStateName, "plain" | "info" | "attention" | "bad" | "ok"> = {
  SUBMITTED: "info",
  IN_REVIEW: "info",
  APPROVED: "attention",
  SIGNED: "info",
  DISBURSING: "info",
  ACTIVE: "info",
  PAID_OFF: "ok",
  REJECTED: "plain",
  CANCELLED: "plain",
  RESTRUCTURED: "plain",
  WRITTEN_OFF: "bad",
};

/** The state of an application or loan in a word or two; `overdue` is a view of ACTIVE. */
export function ApplicationStateBadge({ state, overdue }: { state: LoanStateName; overdue?: boolean }) {
  const t = useTexts(texts);
  if (overdue) return <Badge kind="bad">{t("stateOVERDUE")}</Badge>;
  return <Badge kind={kinds[state]}>{t(`state${state}`)}</Badge>;
}
