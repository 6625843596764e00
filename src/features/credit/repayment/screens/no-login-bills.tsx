import { data } from "react-router";
import type { Route } from "./+types/no-login-bills";
import type { ScreenHandle } from "#web/screen.ts";
import { Problem } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { billForms, loadBills, type PayOutcome } from "../parts/bill-calls.ts";
import { BillScreen } from "../parts/bill-view.tsx";
import { texts } from "../texts.ts";

/** From the link of a message: the same bill and ways to pay, without anything that needs a login. */
export const handle: ScreenHandle = { title: texts.title, noIndex: true };

/** For an expired link the page explains it and offers the login instead. */
export async function loader({ context }: Route.LoaderArgs) {
  try {
    return data({ shown: await loadBills(context, "link") });
  } catch (problem) {
    if (problem instanceof Problem && problem.code === "LINK_INVALID")
      return data({ shown: null }, { status: problem.init.status });
    throw problem;
  }
}

export const action = billForms.link.action;

export default function NoLoginBills({ loaderData: { shown }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  if (shown) return <BillScreen {...shown} outcome={actionData as PayOutcome | undefined} />;
  return (
    <EmptyState
      level={1}
      art="calendar"
      title={t("linkOverTitle")}
      action={<ButtonLink to="/webview/bills">{t("linkOverLogin")}</ButtonLink>}
    >
      {t("linkOverBody")}
    </EmptyState>
  );
}
