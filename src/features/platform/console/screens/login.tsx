import { redirect } from "react-router";
import type { Route } from "./+types/login";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { PasswordField, TextField } from "#web/ui/text-field/text-field.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import { pageFrame, type ScreenHandle } from "#web/screen.ts";
import { safePath } from "#shared/safe-url.ts";
import { cookieTexts } from "#shared/cookie-problems.ts";
import { staffLogin } from "../contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.loginTitle };

/** A person who just logged in and arrives without a session has a browser that keeps no cookies. // docs/decisions/193 */
export function loader({ request, context }: Route.LoaderArgs) {
  const wasEntered = new URL(request.url).searchParams.has("entered");
  if (wasEntered && context.get(pageFrame).staff) throw redirect(targetOf(request));
  return { wasEntered };
}

const forms = defineForms({
  login: {
    call: staffLogin,
    done: (_reply, { request }) => {
      const target = targetOf(request);
      const asSeen = `/staff/login?${new URLSearchParams({ entered: "1", next: target })}`;
      return request.headers.has("cookie") ? target : asSeen;
    },
  },
});
export const action = forms.action;

function targetOf(request: Request): string {
  const next = safePath(new URL(request.url).searchParams.get("next") ?? "");
  return next && /^\/staff(?:[/?]|$)/.test(next) && !/^\/staff\/(?:login|join|logout)/.test(next) ? next : "/staff";
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const problem = useTexts(cookieTexts);
  return (
    <div className="console-narrow">
      <Title lead={t("loginLead")}>{t("loginTitle")}</Title>
      {loaderData.wasEntered && !actionData && (
        <Notice kind="bad" live>
          {problem("cookiesMissing")}
        </Notice>
      )}
      <ActionForm of={forms.form("login", actionData)}>
        <TextField name="email" label={t("email")} inputMode="email" autoComplete="username" autoCapitalize="none" />
        <PasswordField name="password" label={t("password")} autoComplete="current-password" />
        <TextField name="code" label={t("code")} hint={t("codeHint")} inputMode="numeric" autoComplete="off" />
        <ActionBar>
          <Button>{t("enter")}</Button>
        </ActionBar>
      </ActionForm>
    </div>
  );
}
