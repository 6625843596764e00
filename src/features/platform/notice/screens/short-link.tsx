import { data, redirect } from "react-router";
import type { Route } from "./+types/short-link";
import { call, Problem } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { openNotice } from "../contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.linkTitle, noIndex: true };

/** Redirects the short address of an SMS to its page; opening it changes nothing. */
export async function loader({ params, context }: Route.LoaderArgs) {
  try {
    const { to } = await call(openNotice, { token: params.token }, { context });
    return redirect(to, { status: 303 });
  } catch (error) {
    if (!(error instanceof Problem) || error.init.status >= 500) throw error;
    return data(null, { status: 404 });
  }
}

export default function ShortLink() {
  const t = useTexts(texts);
  return (
    <EmptyState
      level={1}
      art="calendar"
      title={t("linkGone")}
      action={<ButtonLink to="/webview/message">{t("toMessages")}</ButtonLink>}
    >
      {t("linkGoneBody")}
    </EmptyState>
  );
}
