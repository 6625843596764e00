import { redirect } from "react-router";
import type { Route } from "./+types/login";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { PasswordField, TextField } from "#web/ui/text-field/text-field.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import { pageFrame, type ScreenHandle } from "#web/screen.ts";
import { cookieTexts } from "#shared/cookie-problems.ts";
import { afterLogin, loginTarget } from "../parts/login-target.ts";
import { staffLogin } from "../contract.ts";
import { getStaffLoginWays } from "../company-contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.loginTitle };

/** A person who just logged in and arrives without a session has a browser that keeps no cookies. // docs/decisions/193 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const wasEntered = searchParams.has("entered");
  const next = loginTarget(searchParams.get("next"));
  if (wasEntered && context.get(pageFrame).staff) throw redirect(next);
  return { wasEntered, next, ways: await call(getStaffLoginWays, {}, { context }) };
}

const forms = defineForms({
  login: {
    call: staffLogin,
    done: (_reply, { request, url }) => afterLogin(request, url.searchParams.get("next")),
  },
});
export const action = forms.action;

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
      {loaderData.ways.companyAccount && (
        <ActionBar>
          <ButtonLink to={`/staff/login/company?${new URLSearchParams({ next: loaderData.next })}`}>
            {t("companyEnter")}
          </ButtonLink>
        </ActionBar>
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
