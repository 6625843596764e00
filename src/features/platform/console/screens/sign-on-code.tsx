import type { Route } from "./+types/sign-on-code";
import { Button } from "#web/ui/button/button.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { TextField } from "#web/ui/text-field/text-field.tsx";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { afterLogin } from "../parts/login-target.ts";
import { proveStaffSecondFactor } from "../company-contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.companyCodeTitle, noIndex: true };

const forms = defineForms({
  code: { call: proveStaffSecondFactor, done: ({ next }, { request }) => afterLogin(request, next) },
});
export const action = forms.action;

export default function SignOnCode({ actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <div className="console-narrow">
      <Title lead={t("companyCodeLead")}>{t("companyCodeTitle")}</Title>
      <ActionForm of={forms.form("code", actionData)}>
        <TextField name="code" label={t("code")} hint={t("codeHint")} inputMode="numeric" autoComplete="off" />
        <ActionBar>
          <Button>{t("enter")}</Button>
        </ActionBar>
      </ActionForm>
      <Small>
        <a href="/staff/login">{t("toLogin")}</a>
      </Small>
    </div>
  );
}
