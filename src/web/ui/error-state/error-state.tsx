import type { ReactNode } from "react";
import { useTexts } from "#web/language.tsx";
import { ButtonLink } from "../button/button.tsx";
import { EmptyState } from "../empty-state/empty-state.tsx";
import { kitTexts } from "../texts.ts";

export interface ErrorStateProps {
  /** The problem in plain words; without it, the text of spec 8. */
  title?: ReactNode;
  children?: ReactNode;
  /** Target of "refresh": the page's own address with its query. */
  refresh?: string;
  traceId?: string;
  level?: 1 | 2;
}

/** Says that content could not be shown, with a link to try again (spec 2.3: a click-to-refresh action). */
export function ErrorState({ title, children, refresh, traceId, level }: ErrorStateProps) {
  const t = useTexts(kitTexts);
  return (
    <EmptyState
      art="warning"
      level={level}
      title={title ?? t("loadFailed")}
      action={refresh === undefined ? undefined : <ButtonLink to={refresh}>{t("refresh")}</ButtonLink>}
    >
      {children}
      {traceId !== undefined && <span className="error-state-code">{t("supportCode", { traceId })}</span>}
    </EmptyState>
  );
}
