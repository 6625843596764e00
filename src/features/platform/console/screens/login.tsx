import { redirect } from "react-router";
import type { Route } from "./+types/login";
import { ActionForm, FormRefusal } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { PasswordField, TextField } from "#web/ui/text-field/text-field.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import { pageFrame, type ScreenHandle } from "#web/screen.ts";
import { cookieTexts } from "#shared/cookie-problems.ts";
import { afterLogin, loginTarget } from "../parts/login-target.ts";
import { staffLogin } from "../contract.ts";
import { getStaffLoginWays } from "../company-contract.ts";
import { PasskeyForm, PasskeyNeedsScript } from "../parts/passkey-form.tsx";
import { beginPasskeyLogin, passkeyLogin } from "../passkey-contract.ts";
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
  passkey: { call: beginPasskeyLogin },
  withPasskey: {
    call: passkeyLogin,
    done: (_reply, { request, url }) => afterLogin(request, url.searchParams.get("next")),
  },
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
      {loaderData.ways.passkeys && <PasskeyEntry options={optionsIn(actionData)} actionData={actionData} />}
      {loaderData.ways.companyAccount && (
        <ActionBar>
          <ButtonLink kind="secondary" to={`/staff/login/company?${new URLSearchParams({ next: loaderData.next })}`}>
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

type Outcome = Route.ComponentProps["actionData"];

/** The challenge, once the page was asked for one. */
const optionsIn = (outcome: Outcome): string | null =>
  outcome?.form === "passkey" ? (outcome.reply?.options ?? null) : null;

/** Logging in by passkey: a press asks for a challenge, and the page that answers asks the browser. */
function PasskeyEntry({ options, actionData }: { options: string | null; actionData: Outcome }) {
  const t = useTexts(texts);
  if (options === null)
    return (
      <>
        <div className="with-script">
          <ActionForm of={forms.form("passkey", actionData)}>
            <ActionBar>
              <Button kind="secondary">{t("passkeyEnter")}</Button>
            </ActionBar>
          </ActionForm>
        </div>
        <FormRefusal of={forms.form("withPasskey", actionData)} />
        <PasskeyNeedsScript />
      </>
    );
  return (
    <PasskeyForm of={forms.form("withPasskey", actionData)} way="get" options={options} label={t("passkeyAsk")}>
      <Small>{t("passkeyWaits")}</Small>
    </PasskeyForm>
  );
}
