import { data } from "react-router";
import type { Route } from "./+types/enter";
import { call, Problem } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { enterWebview, readWebviewCode } from "../contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.enterTitle, noIndex: true };

/** Shows the account that the app would enter. Only the post uses the code up, so scanners and prefetch do not. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const t = new URL(request.url).searchParams.get("t") ?? "";
  try {
    return { entry: { t, ...(await call(readWebviewCode, { t }, { context })) } };
  } catch (error) {
    if (!(error instanceof Problem) || error.init.status >= 500) throw error;
    return data({ entry: null }, { status: 410 });
  }
}

const forms = defineForms({ enter: { call: enterWebview, done: ({ path }) => path } });
export const action = forms.action;

export default function Enter({ loaderData: { entry }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  if (!entry) {
    return (
      <EmptyState level={1} art="phone" title={t("enterGone")}>
        {t("enterGoneBody")}
      </EmptyState>
    );
  }
  return (
    <Stack gap="loose">
      <Title lead={t("enterBody")}>{t("enterAs", { number: entry.maskedMobileNumber })}</Title>
      {entry.replacesMaskedMobileNumber && (
        <Notice kind="attention">{t("enterReplaces", { number: entry.replacesMaskedMobileNumber })}</Notice>
      )}
      <ActionForm of={forms.form("enter", actionData)} fill hidden={{ t: entry.t }}>
        <ActionBar>
          <Button track="webview_enter">{t("enterAct")}</Button>
        </ActionBar>
      </ActionForm>
    </Stack>
  );
}
