import { data, redirect } from "react-router";
import type { Route } from "./+types/login";
import { Form } from "#web/ui/form/form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { PasswordField, TextField } from "#web/ui/text-field/text-field.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { submit } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { safePath } from "#shared/safe-url.ts";
import { staffLogin } from "../contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.loginTitle };

export async function action({ request, context }: Route.ActionArgs) {
  const sent = await submit(staffLogin, await request.formData(), context);
  if (!sent.ok) return data(sent.answer, { status: sent.answer.status });
  const next = safePath(new URL(request.url).searchParams.get("next") ?? "");
  throw redirect(
    next && /^\/staff(?:[/?]|$)/.test(next) && !/^\/staff\/(?:login|join|logout)/.test(next) ? next : "/staff",
    303,
  );
}

export default function Login({ actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <div className="console-narrow">
      <Title lead={t("loginLead")}>{t("loginTitle")}</Title>
      <Form call={staffLogin} {...(actionData ? { values: actionData.values, failure: actionData.failure } : {})}>
        <TextField name="email" label={t("email")} type="email" autoComplete="username" autoCapitalize="none" />
        <PasswordField name="password" label={t("password")} autoComplete="current-password" />
        <TextField name="code" label={t("code")} hint={t("codeHint")} inputMode="numeric" autoComplete="off" />
        <ActionBar>
          <Button>{t("enter")}</Button>
        </ActionBar>
      </Form>
    </div>
  );
}
