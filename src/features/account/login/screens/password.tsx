import type { Route } from "./+types/password";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { PasswordField } from "#web/ui/text-field/text-field.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { AskCode, OtpStep, ResendForm } from "#features/account/verification/parts/otp-step.tsx";
import { codeForms, pendingCode } from "#features/account/verification/parts/step-up.ts";
import { setPassword } from "../contract.ts";
import { requireLogin } from "../parts/require-login.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.setPasswordTitle, back: "/webview/sessions" };

const path = "/webview/password";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { hasPassword } = await requireLogin(context);
  const saved = new URL(request.url).searchParams.get("saved") === "1";
  return { hasPassword, saved, pending: await pendingCode("SET_PASSWORD", context) };
}

const forms = defineForms(
  { save: { call: setPassword, done: `${path}?saved=1` } },
  {
    before: async ({ context }) => void (await requireLogin(context)),
    others: codeForms("SET_PASSWORD", path),
  },
);
export const action = forms.action;

export default function Password({ loaderData: { hasPassword, pending, saved }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  if (saved && !pending) {
    return (
      <EmptyState
        level={1}
        art="shield"
        title={t("passwordSaved")}
        action={<ButtonLink to="/webview/home">{t("toHome")}</ButtonLink>}
      >
        {t("passwordSavedBody")}
      </EmptyState>
    );
  }
  return (
    <Stack gap="loose">
      <Title lead={t("setPasswordLead")}>{t(hasPassword ? "setPasswordChange" : "setPasswordNew")}</Title>
      {pending ? (
        <>
          <ActionForm of={forms.form("save", actionData)}>
            <OtpStep pending={pending} />
            <PasswordField
              name="password"
              label={t("newPassword")}
              hint={t("passwordHint")}
              autoComplete="new-password"
            />
            <ActionBar>
              <Button track="password_save">{t("savePassword")}</Button>
            </ActionBar>
          </ActionForm>
          <ResendForm />
        </>
      ) : (
        <AskCode answer={actionData?.answer} />
      )}
    </Stack>
  );
}
