/** Shown before a form that has to wait: until when, and what is still possible. */
import type { RouterContextProvider } from "react-router";
import { formatInstant } from "#shared/dates.ts";
import { call } from "#web/api.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { getHold } from "../contract.ts";
import { texts } from "../texts.ts";

/** For a loader: until when the account is held; null where it is not. */
export const holdUntil = async (context: Readonly<RouterContextProvider>): Promise<string | null> =>
  (await call(getHold, {}, { context })).until;

/** Nothing when the account is not held. `isOnSecurity`: the change is listed on this very page. */
export function OnHold({ until, isOnSecurity = false }: { until: string | null; isOnSecurity?: boolean }) {
  const t = useTexts(texts);
  const language = useLanguage();
  if (until === null) return null;
  return (
    <Notice kind="attention" title={t("heldTitle")}>
      {t("held", { until: formatInstant(new Date(until), language) })}{" "}
      {!isOnSecurity && <a href="/webview/security">{t("heldWhy")}</a>}
    </Notice>
  );
}
